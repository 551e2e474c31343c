import Glibc

/// Tells when something in a folder was saved, however an editor does it: in place, or by a new file that takes the old
/// one's name.
final class FileWatch {
    /// Readable when something was saved.
    let descriptor: Int32

    /// Watches folders; one that is not there is passed over.
    ///
    /// - Throws: `CommandError` where the system has no watch left to give.
    init(folders: Set<String>) throws(CommandError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw CommandError(
                .badInput, "files cannot be watched: \(String(cString: strerror(errno))); leave out --watch")
        }
        for folder in folders.sorted() {
            _ = inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO))
        }
    }

    deinit { close(descriptor) }

    /// The names of the files that were saved since this was asked last.
    func saved() -> Set<String> {
        var names: Set<String> = []
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &block, block.count)
            guard count > 0 else { return names }
            names.formUnion(FileWatch.names(in: block[..<count]))
        }
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
