import CThudSystem
import Glibc

/// Tells when a sound card appears: its nodes in /dev/snd are made, or get their owner, which `udev` gives them a moment later.
final class DeviceNodes: Sendable {
    /// An inotify; -1 where the system has none left to give, and then nothing is told.
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))

    /// Made with the first card, and gone with the last.
    private let folder: String

    /// Watches the nodes in `folder`.
    init(folder: String = "/dev/snd") {
        self.folder = folder
        watch(String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]))
        watch(folder)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func watch(_ folder: String) {
        guard descriptor >= 0 else { return }
        inotify_add_watch(descriptor, folder, UInt32(IN_CREATE) | UInt32(IN_ATTRIB))
    }

    /// Waits until a node appears, `signal` is signalled, or so many milliseconds have gone by. Takes both signals.
    ///
    /// - Returns: whether a node has appeared.
    func wait(_ signal: EventDescriptor, milliseconds: Int32) -> Bool {
        let ready = thud_wait_any([signal.number, descriptor], 2, Int64(milliseconds) * 1_000_000)
        signal.clear()
        guard descriptor >= 0, ready & 2 != 0 else { return false }
        var block = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &block, block.count) > 0 {}
        // The folder may be among what is new.
        watch(folder)
        return true
    }
}
