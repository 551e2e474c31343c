import CThudSystem
import Glibc
import ThudCore

/// Detects new sound devices. If a card appears, its nodes in /dev/snd are created and, a moment later, `udev` sets
/// their owner. If PipeWire's server starts, its socket is created.
final class DeviceNodes: Sendable {
    /// The inotify descriptor; -1 if the system has none left, and then nothing is detected.
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    /// The folder of the nodes, which exists only while there is a card.
    private let folder: String
    /// The watch of the socket's folder, and the socket's name. Other files created in that folder are ignored.
    private let (socketFolder, socketName): (Int32, [UInt8])

    /// Watches the nodes in `folder` and the `socket`, a path at which a socket may appear.
    init(folder: String = "/dev/snd", socket: String? = PipeWireConnection.socketPath) {
        self.folder = folder
        socketName = Array(SourceFile.name(of: socket ?? "").utf8)
        let place = SourceFile.folder(of: socket ?? "")
        socketFolder = descriptor >= 0 && socket != nil ? inotify_add_watch(descriptor, place, UInt32(IN_CREATE)) : -1
        watch(SourceFile.folder(of: folder))
        watch(folder)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func watch(_ folder: String) {
        guard descriptor >= 0 else { return }
        inotify_add_watch(descriptor, folder, UInt32(IN_CREATE) | UInt32(IN_ATTRIB))
    }

    /// Waits until a node or the socket appears, `signal` is signalled, or `pause` has passed. Clears the signal and
    /// the pending events. Returns whether a node or the socket has appeared.
    func wait(_ signal: EventDescriptor, atMost pause: Interval) -> Bool {
        let end = Instant.now() + pause
        while true {
            let left = max(0, (end - .now()).nanoseconds)
            let ready = thud_wait_any([signal.number, descriptor], 2, left)
            signal.clear()
            guard descriptor >= 0, ready & 2 != 0 else { return false }
            let isDevice = takeEvents()
            // The nodes' folder itself may be new.
            watch(folder)
            guard !isDevice, ready & 1 == 0, left > 0 else { return isDevice }
        }
    }

    /// Reads the pending events of the folders. Returns whether any of them may be a device.
    private func takeEvents() -> Bool {
        var isDevice = false
        var block = [UInt8](repeating: 0, count: 4096)
        var count = read(descriptor, &block, block.count)
        while count > 0 {
            let events = block[..<count]
            isDevice = events.withUnsafeBytes { hasDevice($0) } || isDevice
            count = read(descriptor, &block, block.count)
        }
        return isDevice
    }

    /// Returns whether any of these inotify(7) events, each a header and a zero-padded name, may be a device.
    private func hasDevice(_ events: UnsafeRawBufferPointer) -> Bool {
        let header = MemoryLayout<inotify_event>.size
        var place = 0
        while place + header <= events.count {
            let event = events.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
            let end = min(place + header + Int(event.len), events.count)
            let name = events[(place + header)..<end].prefix { $0 != 0 }
            // A negative watch number means that the queue overflowed and events were lost.
            if event.wd < 0 || event.wd != socketFolder || name.elementsEqual(socketName) { return true }
            place = end
        }
        return false
    }
}
