import Glibc

/// A temporary folder, deleted with its contents.
final class Scratch {
    let folder: String

    init() throws {
        var template = Array("/tmp/thud-sound-files-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Unavailable() }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in names { _ = unlink(path(name)) }
        _ = rmdir(folder)
    }

    struct Unavailable: Error {}

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// The names in the folder.
    var names: [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Writes bytes to a file of that name and returns its path.
    @discardableResult
    func write(_ bytes: [UInt8], as name: String) throws -> String {
        guard let file = fopen(path(name), "wb") else { throw Unavailable() }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Unavailable() }
        return path(name)
    }

    func bytes(of name: String) throws -> [UInt8] {
        guard let file = fopen(path(name), "rb") else { throw Unavailable() }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let got = fread(&block, 1, block.count, file)
            if got == 0 { return bytes }
            bytes += block.prefix(got)
        }
    }
}
