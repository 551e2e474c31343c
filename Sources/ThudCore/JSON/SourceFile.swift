import Glibc

/// Small files as bytes, with errors that are sentences: patterns, catalogs, decks, scripts, traces.
public enum SourceFile {
    /// No file of these kinds is larger than this, in bytes; a larger one is refused before it is read.
    public static let mostBytes = 16 << 20

    /// The whole of the file at `path`.
    ///
    /// - Throws: `SourceError` where it cannot be read, is no regular file or is larger than `mostBytes`.
    public static func read(_ path: String) throws(SourceError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SourceError(file: path, message: "cannot be read: \(reason())") }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SourceError(file: path, message: "cannot be read: it is not a regular file")
        }
        guard status.st_size <= mostBytes else {
            throw SourceError(
                file: path, message: "is larger than the \(mostBytes >> 20) MiB that such a file may have")
        }
        return try read(descriptor, path)
    }

    /// Whether there is anything at `path`, readable or not.
    public static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
    }

    /// Whether two paths lead to one file: by the same name, by another way to it, or by a link. False where either leads
    /// nowhere.
    public static func isSame(_ path: String, _ other: String) -> Bool {
        var (one, two) = (stat(), stat())
        guard unsafe stat(path, &one) == 0, unsafe stat(other, &two) == 0 else { return false }
        return one.st_dev == two.st_dev && one.st_ino == two.st_ino
    }

    /// The names of the entries of the folder at `path` that end in `suffix`, sorted.
    ///
    /// - Throws: `SourceError` where the folder cannot be read.
    public static func names(in path: String, endingIn suffix: String) throws(SourceError) -> [String] {
        guard let folder = unsafe opendir(path) else {
            throw SourceError(file: path, message: "cannot be listed: \(reason())")
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    unsafe String(cString: $0)
                }
            }
            if name.hasSuffix(suffix) { names.append(name) }
        }
        return names.sorted()
    }

    private static func read(_ descriptor: Int32, _ path: String) throws(SourceError) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SourceError(file: path, message: "cannot be read: \(reason())") }
            if count == 0 { return bytes }
            bytes += block[..<count]
            guard bytes.count <= mostBytes else {
                throw SourceError(file: path, message: "grew beyond \(mostBytes >> 20) MiB while it was read")
            }
        }
    }

    private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}

extension SourceFile {
    /// The folder in which the file at `path` stands; `.` where the path names none.
    public static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The name of the file at `path` in its folder.
    public static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

extension SourceFile {
    /// Puts a file at `path` in one step: there is what was there before, or all of the new one. Where `path` is a link,
    /// what it leads to is replaced; permissions stay as they were.
    ///
    /// - Throws: `SourceError` where it cannot be written.
    public static func write(_ bytes: [UInt8], to path: String) throws(SourceError) {
        // A device or a pipe is written to; a file of its name would only stand in its way.
        if isSpecial(path) { return try put(bytes, into: path, flags: O_WRONLY, as: path) }
        let target = target(of: path)
        guard unsafe access(target, F_OK) != 0 || access(target, W_OK) == 0 else { throw failure(path) }
        let temporary = "\(target).\(getpid()).part"
        do throws(SourceError) {
            try put(bytes, into: temporary, flags: O_WRONLY | O_CREAT | O_TRUNC, as: path)
            var old = stat()
            if unsafe stat(target, &old) == 0 { _ = unsafe chmod(temporary, old.st_mode & 0o777) }
            guard unsafe rename(temporary, target) == 0 else { throw failure(path) }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
    }

    /// Where a path leads to in the end; itself where there is nothing yet.
    private static func target(of path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    private static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    private static func put(
        _ bytes: [UInt8], into file: String, flags: Int32, as path: String
    ) throws(SourceError) {
        let descriptor = unsafe open(file, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
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

    private static func failure(_ path: String) -> SourceError {
        SourceError(file: path, message: "cannot be written: \(unsafe String(cString: strerror(errno)))")
    }
}
