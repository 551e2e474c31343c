import CThudSystem
import Glibc
import ThudCore

/// Tells when a sound card appears: its nodes in /dev/snd are made, or get their owner, which `udev` gives them a moment later. Or when
/// PipeWire's server begins: its socket is made.
final class DeviceNodes: Sendable {
    /// An inotify; -1 where the system has none left to give, and then nothing is told.
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))

    /// Made with the first card, and gone with the last.
    private let folder: String
    /// The folder of the socket, by the number of its watch, and the socket's name in it: what else is made there is nobody's device.
    private let (socketFolder, socketName): (Int32, [UInt8])

    /// Watches the nodes in `folder`, and the socket at a path, where there may be one.
    init(folder: String = "/dev/snd", socket: String? = PipeWireConnection.socketPath) {
        self.folder = folder
        let (place, name) = Self.parts(of: socket ?? "")
        socketName = Array(name.utf8)
        socketFolder =
            descriptor >= 0 && socket != nil ? inotify_add_watch(descriptor, place, UInt32(IN_CREATE)) : -1
        watch(Self.parts(of: folder).folder)
        watch(folder)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private func watch(_ folder: String) {
        guard descriptor >= 0 else { return }
        inotify_add_watch(descriptor, folder, UInt32(IN_CREATE) | UInt32(IN_ATTRIB))
    }

    /// Waits until a node or the socket appears, `signal` is signalled, or `pause` has gone by. Clears the signal and what
    /// has happened.
    ///
    /// - Returns: whether one has appeared.
    func wait(_ signal: EventDescriptor, atMost pause: Interval) -> Bool {
        let end = Instant.now() + pause
        while true {
            let left = max(0, (end - .now()).nanoseconds)
            let ready = thud_wait_any([signal.number, descriptor], 2, left)
            signal.clear()
            guard descriptor >= 0, ready & 2 != 0 else { return false }
            let isDevice = takeEvents()
            // The folder may be among what is new.
            watch(folder)
            guard !isDevice, ready & 1 == 0, left > 0 else { return isDevice }
        }
    }

    /// Takes what has happened in the folders.
    ///
    /// - Returns: whether any of it may be a device.
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

    /// Whether any of these events of inotify(7) may be a device: a header each, and a name behind it that ends with zeros.
    private func hasDevice(_ events: UnsafeRawBufferPointer) -> Bool {
        let header = MemoryLayout<inotify_event>.size
        var place = 0
        while place + header <= events.count {
            let event = events.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
            let end = min(place + header + Int(event.len), events.count)
            let name = events[(place + header)..<end].prefix { $0 != 0 }
            // Some were lost, where it is nobody's.
            if event.wd < 0 || event.wd != socketFolder || name.elementsEqual(socketName) { return true }
            place = end
        }
        return false
    }
}
