import Glibc
import Synchronization

/// Claims the round that this program plays, so that no other offers it. A second instance claims a game's data.
///
/// Each round has one byte in a file, which its player locks through the open file (fcntl(2), "Open file description
/// locks"). The kernel releases the lock when the program ends, even if it is killed, so no round stays blocked. On a
/// file system without locks every round is free.
final class RoundClaim: Sendable {
    private struct State {
        var descriptor: Int32?
        var claimed: UInt64?
    }

    private let path: String
    private let state = Mutex(State())

    /// Prepares claims in `folder`. The first claim creates the file.
    init(folder: String) { path = "\(folder)/thud.rounds" }

    deinit { if let descriptor = state.withLock({ $0.descriptor }) { close(descriptor) } }

    /// Claims a round and releases the previous one. Returns false, and does neither, if another program has it.
    func claim(_ id: UInt64) -> Bool {
        state.withLock { state in
            guard state.claimed != id else { return true }
            guard let descriptor = open(&state, makingIt: true) else { return true }
            guard Self.lock(descriptor, id, F_WRLCK) || errno != EAGAIN && errno != EACCES else { return false }
            if let former = state.claimed { _ = Self.lock(descriptor, former, F_UNLCK) }
            state.claimed = id
            return true
        }
    }

    func release() {
        state.withLock { state in
            guard let descriptor = state.descriptor, let claimed = state.claimed.take() else { return }
            _ = Self.lock(descriptor, claimed, F_UNLCK)
        }
    }

    func isTaken(_ id: UInt64) -> Bool {
        state.withLock { state in
            guard let descriptor = open(&state, makingIt: false) else { return false }
            var query = Self.byte(of: id, F_WRLCK)
            guard unsafe fcntl(descriptor, Self.getLock, &query) == 0 else { return false }
            return query.l_type != Int16(F_UNLCK)
        }
    }

    private func open(_ state: inout State, makingIt: Bool) -> Int32? {
        if let descriptor = state.descriptor { return descriptor }
        let flags = O_RDWR | O_CLOEXEC | (makingIt ? O_CREAT : 0)
        let descriptor = unsafe Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else { return nil }
        state.descriptor = descriptor
        return descriptor
    }

    private static func lock(_ descriptor: Int32, _ id: UInt64, _ type: Int32) -> Bool {
        var byte = byte(of: id, type)
        return unsafe fcntl(descriptor, setLock, &byte) == 0
    }

    private static func byte(of id: UInt64, _ type: Int32) -> flock {
        var byte = flock()
        byte.l_type = Int16(type)
        byte.l_whence = Int16(SEEK_SET)
        // The shift leaves room for the offset after the byte, which must fit as well.
        byte.l_start = off_t(id >> 2)
        byte.l_len = 1
        return byte
    }

    /// F_OFD_GETLK and F_OFD_SETLK (Linux, include/uapi/asm-generic/fcntl.h), which the importer does not see.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37
}
