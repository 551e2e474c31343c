import Foundation

/// A fresh directory that vanishes with its owner.
public final class ScratchDirectory: Sendable {
    /// Where it is.
    public let path: String

    /// Creates a directory, readable by its owner alone, whose name starts with `prefix`.
    public init(prefix: String) throws {
        path = Broom.shared.folder + "/\(prefix)-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The full path of something inside.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Creates a directory inside and returns its path.
    public func directory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: file(name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return file(name)
    }

    /// Writes a text file inside and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    /// Creates an empty file inside, open for writing.
    func createFile(_ name: String) throws -> FileHandle {
        try write("", to: name)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: file(name)))
    }

    /// The text of a file inside, empty when there is none.
    public func text(of name: String) -> String {
        guard let data = FileManager.default.contents(atPath: file(name)) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}
