import Foundation

/// A fresh directory that is removed with its owner.
package final class ScratchDirectory: Sendable {
    package let path: String

    /// Creates a directory, readable only by its owner, whose name starts with `prefix`.
    package init(prefix: String) throws {
        path = Broom.shared.folder + "/\(prefix)-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Returns the full path of a file inside.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Creates a directory inside and returns its path.
    package func directory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: file(name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return file(name)
    }

    /// Writes a text file inside and returns its path. The descriptor is not inherited by programs that other tests
    /// start at the same time. Otherwise a file watcher would see it closed again when such a program ends, and count a
    /// second save.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        let path = file(name)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data(text.utf8))
        return path
    }

    /// Creates an empty file inside, open for writing.
    func createFile(_ name: String) throws -> FileHandle {
        try write("", to: name)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: file(name)))
    }

    /// Returns the text of a file inside; empty if there is none.
    package func text(of name: String) -> String {
        guard let data = FileManager.default.contents(atPath: file(name)) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}
