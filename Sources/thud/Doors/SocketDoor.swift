import CThudSystem
import Glibc
import Synchronization
import ThudCore

/// A Unix socket on which clients of the same user connect, each with requests and reports of its own.
final class SocketDoor: ServiceDoor {
    private let listener: Int32
    /// The file to remove at the end; nil if the socket was handed over by systemd.
    private let file: (path: String, inode: ino_t)?
    private var count = 0
    private let present = Present()

    /// The clients that have not left, some of which are yet to take their last reports.
    private final class Present: Sendable { let count = Atomic<Int>(0) }

    /// The most clients at a time. Each takes a thread and four descriptors.
    private let mostClients = Limits.room(descriptors: 4, mebibytes: 32, atMost: 100)
    /// The descriptors that must be left once a client has connected: its own, and those of cues that are being loaded.
    private static let spareDescriptors = 16
    /// The first descriptor that systemd hands over; see sd_listen_fds(3).
    private static let firstHandedOver: Int32 = 3

    /// Takes the socket that systemd hands over, or else makes one at `path`, or at the usual path, which only this
    /// user may use. Throws (bad input) if the socket cannot be created, or another service uses it.
    init(_ path: String?) throws(ThudError) {
        if let handedOver = try Self.handedOver() {
            (listener, file) = (handedOver, nil)
        } else {
            let path = if let path { path } else { try Self.usualPath() }
            listener = try Self.listen(at: path)
            file = Self.status(of: path).map { (path, $0.st_ino) }
        }
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
    }

    /// `$XDG_RUNTIME_DIR/thud/listen`.
    static func usualPath() throws(ThudError) -> String {
        guard let folder = Environment["XDG_RUNTIME_DIR"] else {
            throw ThudError(.usage, "XDG_RUNTIME_DIR is not set, so the socket needs a path: --socket PATH")
        }
        return "\(folder)/thud/listen"
    }

    /// Each client has a door of its own.
    let clients: [ServiceClient] = []
    /// A socket serves until a signal ends it.
    let isDone = false

    func register(in loop: EventLoop, for service: CueService) {
        loop.wait(.lines, for: [listener]) { [self] _ in accept(for: service) }
    }

    private func accept(for service: CueService) {
        let end = Instant.now() + CueService.longestTurn
        while Instant.now() < end, case let descriptor = thud_accept(listener), descriptor >= 0 {
            guard thud_peer_user(descriptor) == Int(getuid()), present.count.load(ordering: .relaxed) < mostClients,
                Self.areLeft(Self.spareDescriptors, like: descriptor)
            else {
                Glibc.close(descriptor)
                continue
            }
            count += 1
            present.count.add(1, ordering: .relaxed)
            // Errors go to the client, which does not know its number.
            let door = LineDoor("request", input: descriptor, output: descriptor, reader: "client \(count)") {
                [present] in present.count.subtract(1, ordering: .relaxed)
            }
            service.add(door)
            door.takeFirst(for: service)
        }
    }

    /// Whether so many further descriptors can be had.
    private static func areLeft(_ count: Int, like descriptor: Int32) -> Bool {
        let spare = (0..<count).map { _ in fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        for descriptor in spare where descriptor >= 0 { Glibc.close(descriptor) }
        return spare.allSatisfy { $0 >= 0 }
    }

    func settle(for service: CueService) {}

    func close(by deadline: Instant) {
        // Another program may have removed the file, and listen there now.
        if let file, Self.status(of: file.path)?.st_ino == file.inode { unlink(file.path) }
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    // MARK: Making it

    /// Returns the socket that systemd hands over; nil if it hands over nothing.
    private static func handedOver() throws(ThudError) -> Int32? {
        guard Environment["LISTEN_PID"].flatMap({ Int32($0) }) == getpid() else { return nil }
        // Of a client by TCP nobody knows the user, so every one would be turned away.
        guard Environment["LISTEN_FDS"] == "1", thud_is_unix_listener(firstHandedOver) != 0 else {
            throw ThudError(
                .badInput, "systemd must hand over one socket that listens; write one ListenStream=PATH and Accept=no")
        }
        return firstHandedOver
    }

    private static func listen(at path: String) throws(ThudError) -> Int32 {
        let folder = SourceFile.folder(of: path)
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw SourceFile.failure(folder, .create) }
        // Two programs that start at once would otherwise remove each other's socket. A folder that is shared with
        // others may be locked for ever, so the wait is a second at most.
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { Glibc.close(lock) }
        for _ in 0..<100 where flock(lock, LOCK_EX | LOCK_NB) != 0 { usleep(10_000) }
        if let other = try? UnixSocket.connect(to: path) {
            Glibc.close(other)
            throw ThudError(.badInput, "another program listens on \(path); use `thud send`, or choose another path")
        }
        if let status = status(of: path) {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw ThudError(.badInput, "\(path) is there already and is no socket; choose another path")
            }
            unlink(path)
        }
        // The mode counts from the first moment on.
        let before = umask(0o177)
        defer { umask(before) }
        return try UnixSocket.listen(at: path)
    }
}
