import Glibc
import Synchronization

/// Reads and writes small files (patterns, catalogs, decks, scripts, traces). Its errors are full sentences.
public enum SourceFile {
    /// The largest size of such a file in bytes. A larger file is refused before it is read.
    public static let mostBytes = 16 << 20

    /// Returns the contents of the file at `path`.
    ///
    /// - Throws: `ThudError` if it cannot be read, is neither a regular file nor a pipe, or is larger than `mostBytes`.
    public static func read(_ path: String) throws(ThudError) -> [UInt8] { try read(path, atMost: mostBytes) }

    /// Returns the contents of a file of at most `limit` bytes, like ``read(_:)``.
    package static func read(_ path: String, atMost limit: Int) throws(ThudError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path, .read) }
        defer { close(descriptor) }
        var status = stat()
        _ = unsafe fstat(descriptor, &status)
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_size > limit: throw tooLong(path, limit)
        case S_IFREG: break
        // A pipe without a writer is empty. Otherwise its writer is waited for.
        case S_IFIFO: _ = fcntl(descriptor, F_SETFL, O_RDONLY)
        default:
            throw ThudError(.badInput, file: path, message: "cannot be read: it is not a regular file; choose another")
        }
        return try read(from: descriptor, as: path, atMost: limit)
    }

    private static func tooLong(_ path: String, _ limit: Int) -> ThudError {
        ThudError(.tooLong, file: path, message: "is larger than \(limit >> 20) MiB, the limit for such a file")
    }

    /// Returns whether anything exists at `path`, readable or not.
    public static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 || ![ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno)
    }

    /// Returns whether two paths lead to the same file, directly or through links. False if either leads nowhere.
    public static func isSame(_ path: String, _ other: String) -> Bool {
        var (one, two) = (stat(), stat())
        guard unsafe stat(path, &one) == 0, unsafe stat(other, &two) == 0 else { return false }
        return one.st_dev == two.st_dev && one.st_ino == two.st_ino
    }

    /// Returns the sorted names of the entries of a folder that end in `suffix`.
    ///
    /// - Throws: `ThudError` if the folder, or the rest of it, cannot be read.
    public static func names(in path: String, endingIn suffix: String) throws(ThudError) -> [String] {
        guard let folder = unsafe opendir(path) else { throw failure(path, .list) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while true {
            Glibc.errno = 0
            guard let entry = unsafe readdir(folder) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    unsafe String(cString: $0)
                }
            }
            if name.hasSuffix(suffix) { names.append(name) }
        }
        guard Glibc.errno == 0 else { throw failure(path, .list) }
        return names.sorted()
    }

    /// Returns everything that an open file has left, which errors call `path`.
    package static func read(
        from descriptor: Int32, as path: String, atMost limit: Int = mostBytes
    ) throws(ThudError) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path, .read) }
            if count == 0 { return bytes }
            bytes += block[..<count]
            guard bytes.count <= limit else { throw tooLong(path, limit) }
        }
    }

    /// Returns an error for the last system call that failed, with the system's explanation from `errno`.
    public static func failure(_ path: String, _ access: ThudError.Access) -> ThudError {
        let number = errno
        // Bytes that are not UTF-8 are read as this character, so such a file cannot be opened by its name.
        let isMisread = number == ENOENT && path.contains("\u{FFFD}")
        return ThudError(
            .init(errno: number), file: TypedText.visible(path), errno: number,
            message: isMisread
                ? "its name is not in UTF-8; rename it" : "\(access.rawValue): \(ThudError.words(for: number, access))")
    }

    /// Returns the folder that contains the file at `path`; `.` if the path names no folder.
    public static func folder(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: slash) else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// Returns the last component of `path`.
    public static func name(of path: String) -> String { parts(of: path).last.map(String.init) ?? path }

    /// Returns the folders and the file that `path` names, in order.
    package static func parts(of path: String) -> [Substring] { path.utf8.split(separator: slash).map(Substring.init) }

    /// Whether `name` leads into a folder, or out of one.
    package static func isPath(_ name: String) -> Bool { name.utf8.contains(slash) }

    /// Bytes separate the parts of a path. A slash and an accent after it would be one `Character`.
    private static let slash = UInt8(ascii: "/")

    /// Returns what follows the last dot in the name of a file, in lower case; nil if there is no dot. A path that ends
    /// in a slash names a folder, which has no ending.
    package static func ending(of path: String) -> String? {
        dot(of: path).map { path[$0...].dropFirst().lowercased() }
    }

    /// Returns `path` without the ending of its last name and the dot before it, unless nothing of it would be left.
    package static func withoutEnding(_ path: String) -> String {
        dot(of: path).flatMap { $0 > start(of: path) ? String(path[..<$0]) : nil } ?? path
    }

    private static func dot(of path: String) -> String.Index? {
        path.utf8[start(of: path)...].lastIndex(of: UInt8(ascii: "."))
    }

    /// Returns the start of the last name of a path.
    private static func start(of path: String) -> String.Index {
        path.utf8.lastIndex(of: slash).map(path.utf8.index(after:)) ?? path.startIndex
    }

    /// Replaces the file at `path` atomically and keeps its permissions. If `path` is a link, its target is replaced. A
    /// new file gets the permissions `mode`, as open(2) takes them.
    ///
    /// - Throws: `ThudError` if the file cannot be written.
    public static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o666) throws(ThudError) {
        let old = kind(of: path)
        // A device or a pipe is written directly, because renaming a file over it would replace it.
        if old ?? S_IFREG != S_IFREG { return try put(bytes, into: path, flags: O_WRONLY, as: path) }
        // If the new file were not on the disk before it replaces the old one, a power cut could take both. Nobody else
        // may read it before it has the permissions of the old one.
        let (sync, mode): (Int32, mode_t) = old == nil ? (0, mode) : (O_DSYNC, 0o600)
        try replace(path) { temporary throws(ThudError) in
            try put(bytes, into: temporary, flags: O_WRONLY | O_CREAT | O_TRUNC | sync, mode, as: path)
        }
    }

    /// Replaces the file at `path` like ``write(_:to:)`` by one that `create` writes under a temporary name.
    package static func replace(
        _ path: String, with create: (_ temporary: String) throws(ThudError) -> Void
    ) throws(ThudError) {
        try checkWritable(path)
        let target = target(of: path)
        let temporary = temporary(beside: target)
        do throws(ThudError) {
            try create(temporary)
            var old = stat()
            if unsafe stat(target, &old) == 0 { _ = unsafe chmod(temporary, old.st_mode & 0o777) }
            guard unsafe rename(temporary, target) == 0 else { throw failure(path) }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
    }

    /// Checks that the file at `path` may be written, if it exists.
    package static func checkWritable(_ path: String) throws(ThudError) {
        let target = target(of: path)
        guard unsafe access(target, F_OK) != 0 || access(target, W_OK) == 0 else { throw failure(path) }
    }

    private static let serial = Atomic<Int>(0)

    /// Returns a name for a new file that is to replace the one at `path`, in its folder because `rename(2)` needs the
    /// same file system. No other call returns it. It is shortened if it would be longer than a file system allows.
    private static func temporary(beside path: String) -> String {
        let ending = ".\(getpid())-\(serial.add(1, ordering: .relaxed).newValue).part"
        let name = name(of: path)
        // A character that is cut in two becomes one of three bytes.
        let room = Int(NAME_MAX) - ending.utf8.count - 3
        guard name.utf8.count > room else { return path + ending }
        return "\(folder(of: path))/\(String(decoding: name.utf8.prefix(room), as: UTF8.self))\(ending)"
    }

    /// Returns the absolute path of a file, with all links resolved; nil if there is no such file.
    package static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// Returns the file that writing to `path` creates or replaces. Links are followed, even to a missing target.
    public static func target(of path: String) -> String {
        var target = path
        // The kernel follows as many links (path_resolution(7)).
        for _ in 0..<40 {
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let count = unsafe readlink(target, &bytes, bytes.count - 1)
            guard count > 0 else { return target }
            let link = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            target = link.hasPrefix("/") ? link : "\(folder(of: target))/\(link)"
        }
        return path
    }

    /// Returns what a path leads to, for example `S_IFDIR`; nil if it leads nowhere.
    package static func kind(of path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Returns who may read and write the file at `path`, as open(2) takes it; nil if it cannot be examined.
    package static func permissions(of path: String) -> UInt32? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & 0o666 : nil
    }

    /// Appends to the file at `path`, or creates it with the permissions `mode`, as open(2) takes them.
    ///
    /// - Throws: `ThudError` if the file cannot be written. A part that a full disk has taken is removed, and so is a
    ///   new file.
    package static func append(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o666) throws(ThudError) {
        var before = stat()
        let isNew = unsafe stat(path, &before) != 0
        do throws(ThudError) {
            try put(bytes, into: path, flags: O_WRONLY | O_APPEND | O_CREAT, mode, as: path)
        } catch {
            _ = unsafe isNew ? unlink(target(of: path)) : truncate(path, before.st_size)
            throw error
        }
    }

    private static func put(
        _ bytes: [UInt8], into file: String, flags: Int32, _ mode: mode_t = 0o666, as path: String
    ) throws(ThudError) {
        let descriptor = unsafe open(file, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path) }
        try fill(descriptor, with: bytes, as: path)
    }

    /// Creates a file at `path` if nothing exists there.
    ///
    /// - Returns: false if something exists there, even a dangling link. It is left unchanged.
    /// - Throws: `ThudError` if the file cannot be written. The partial file is removed.
    public static func create(_ path: String, with bytes: [UInt8]) throws(ThudError) -> Bool {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor < 0, errno == EEXIST { return false }
        guard descriptor >= 0 else { throw failure(path) }
        do throws(ThudError) {
            try fill(descriptor, with: bytes, as: path)
        } catch {
            _ = unsafe unlink(path)
            throw error
        }
        return true
    }

    /// Writes `bytes` to an open file and closes it.
    private static func fill(_ descriptor: Int32, with bytes: [UInt8], as path: String) throws(ThudError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = failure(path)
                close(descriptor)
                throw failure
            }
            rest = rest.dropFirst(count)
        }
        guard close(descriptor) == 0 || errno == EINTR else { throw failure(path) }
    }

    private static func failure(_ path: String) -> ThudError { failure(path, .write) }

    /// Creates the folder at `path` and any missing parents. Existing folders stay as they are. `permissions` is the
    /// mode of each new folder, as mkdir(2) takes it.
    ///
    /// - Throws: `ThudError` if a folder cannot be created or something else is in its place.
    public static func makeFolder(_ path: String, permissions: UInt32 = 0o777) throws(ThudError) {
        for place in path.utf8.indices.dropFirst() where path.utf8[place] == slash {
            try makeFolder(String(path[..<place]), permissions, within: path)
        }
        try makeFolder(path, permissions, within: path)
    }

    private static func makeFolder(_ path: String, _ permissions: UInt32, within whole: String) throws(ThudError) {
        guard unsafe mkdir(path, permissions) != 0 else { return }
        let number = errno == EEXIST ? ENOTDIR : errno
        // For an existing folder mkdir may report another error first, such as a read-only file system.
        guard kind(of: path) == S_IFDIR else {
            let words = ThudError.words(for: number, .create)
            throw ThudError(
                .init(errno: number), file: whole, errno: number, message: "the folder cannot be created: \(words)")
        }
    }
}
