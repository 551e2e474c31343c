import Glibc
import JSONText

/// Tells when a file was saved, however an editor does it: in place, or by a new file that takes the old one's name.
final class FileWatch {
    /// Readable when something was saved in a folder that is watched.
    let descriptor: Int32

    /// Watches nothing yet.
    ///
    /// - Throws: `CommandError` where the system has no watch left to give.
    init() throws(CommandError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw CommandError(
                .badInput, "files cannot be watched: \(String(cString: strerror(errno))); leave out --watch")
        }
    }

    deinit { close(descriptor) }

    /// Watches the folders of files, and where a path is a link also the folder of what it leads to. One that is watched
    /// already is not watched twice; one that is not there is passed over.
    func add(_ paths: [String]) {
        for folder in Set(paths.flatMap(FileWatch.places).map(SourceFile.folder)).sorted() {
            _ = inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO))
        }
    }

    /// What was saved since this was asked last.
    struct Saved {
        fileprivate var names: Set<String> = []

        /// Whether one of some files is among it.
        func has(_ paths: [String]) -> Bool {
            paths.flatMap(FileWatch.places).contains { names.contains(SourceFile.name(of: $0)) }
        }
    }

    /// What was saved since this was asked last.
    func saved() -> Saved {
        var saved = Saved()
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &block, block.count)
            guard count > 0 else { return saved }
            saved.names.formUnion(FileWatch.names(in: block[..<count]))
        }
    }

    /// A path as it is written, and where it leads to in the end.
    fileprivate static func places(_ path: String) -> [String] {
        guard let real = realpath(path, nil) else { return [path] }
        defer { free(real) }
        return [path, String(cString: real)]
    }

    /// The names in a run of events: each is four numbers of 32 bits, the last of which is the length of the name.
    private static func names(in bytes: ArraySlice<UInt8>) -> [String] {
        var names: [String] = []
        var rest = bytes
        let head = 16
        while rest.count >= head {
            let length = rest.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self)) }
            guard rest.count >= head + length else { return names }
            names.append(String(decoding: rest.dropFirst(head).prefix(length).prefix { $0 != 0 }, as: UTF8.self))
            rest = rest.dropFirst(head + length)
        }
        return names
    }
}
