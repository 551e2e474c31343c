import Foundation

/// A fresh directory that vanishes with its owner.
package final class ScratchDirectory: Sendable {
    /// Where it is.
    package let path: String

    /// Creates a directory, readable by its owner alone, whose name starts with `prefix`.
    package init(prefix: String) throws {
        path = Broom.shared.folder + "/\(prefix)-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The full path of something inside.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Creates a directory inside and returns its path.
    package func directory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: file(name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return file(name)
    }

    /// Writes a text file inside and returns its path. No program that another test starts meanwhile inherits the open file:
    /// whoever watches it would see it closed once more when that program ends, and take it for a second save.
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

    /// The text of a file inside, empty when there is none.
    package func text(of name: String) -> String {
        guard let data = FileManager.default.contents(atPath: file(name)) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}
