import CThudEvdev
import Glibc
import ThudCore
import ThudGameKit

/// Motion sensors of the kernel's input layer, such as a game pad's: an accelerometer and a gyroscope in one node, `/dev/input/event…`.
package final class MotionDevice {
    package let name: String
    /// Readable when readings wait, and when the device has gone.
    package let descriptor: Int32
    /// How often readings were lost, because nobody took them for too long.
    package private(set) var losses = 0
    private let axes: MotionAxes
    private var assembler: MotionAssembler

    /// How many reports are read at once.
    private static let most = 32

    /// Opens the sensors at `path`.
    ///
    /// - Parameter axes: how the holder has the device.
    /// - Throws: `ThudError` with the code `.noDevice` where there are none, or they may not be read.
    package convenience init(path: String, axes: MotionAxes = .pad) throws(ThudError) {
        let descriptor = try Self.open(path)
        do throws(ThudError) {
            let device = try Self.sensors(descriptor, path)
            let assembler = MotionAssembler(try Self.readAxes(device, path))
            self.init(descriptor, name: device.name ?? path, axes: axes, assembler)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Sensors whose events are read from `descriptor`, which is closed with them.
    init(_ descriptor: Int32, name: String, axes: MotionAxes, _ assembler: MotionAssembler) {
        self.descriptor = descriptor
        self.name = name
        self.axes = axes
        self.assembler = assembler
    }

    deinit { close(descriptor) }

    /// The readings that wait, the earliest first, in the holder's axes; nil once the device is gone.
    package func read() -> [MotionSample]? {
        var readings: [MotionAssembler.Reading] = []
        var events = [input_event](repeating: input_event(), count: Self.most)
        let size = MemoryLayout<input_event>.stride
        while true {
            // libevdev reads of devices alone, and makes events up where some were lost: here they are counted.
            let count = unsafe Glibc.read(descriptor, &events, Self.most * size)
            guard count > 0 else {
                let isThere = count < 0 && (errno == EAGAIN || errno == EINTR)
                // What was read before the device went away counts; that it is gone shows once more.
                return isThere || !readings.isEmpty ? assembler.samples(of: readings).map { axes.turned($0) } : nil
            }
            readings += events[..<(count / size)].compactMap(take)
        }
    }

    /// The reading that an event makes whole; nil where it makes none.
    private func take(_ event: input_event) -> MotionAssembler.Reading? {
        let instant = Instant(
            nanoseconds: Int64(event.time.tv_sec) * 1_000_000_000 + Int64(event.time.tv_usec) * 1_000)
        guard let report = InputReport(type: event.type, code: event.code, value: event.value, at: instant) else {
            return nil
        }
        switch assembler.take(report) {
        case .none: return nil
        case .reading(let reading): return reading
        case .lost:
            losses += 1
            reread()
            return nil
        }
    }

    private func reread() {
        guard let device = InputNode(descriptor), let read = try? Self.readAxes(device, name) else { return }
        assembler.reread(read.map(\.value))
    }

    private static func open(_ path: String) throws(ThudError) -> Int32 {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor < 0 else { return descriptor }
        let number = errno
        let advice = number == EACCES ? "; motion sensors belong to the group input as a rule" : ""
        throw ThudError(
            .noDevice, about: path, errno: number, "\(path) cannot be read: \(ThudError.words(for: number))\(advice)")
    }

    /// The device of a node of motion sensors, whose events tell their times by CLOCK_MONOTONIC from here on. Readings that were
    /// written down are a script.
    private static func sensors(_ descriptor: Int32, _ path: String) throws(ThudError) -> InputNode {
        if let device = InputNode(descriptor) {
            guard device.isAccelerometer, device.useMonotonicClock() else {
                throw ThudError(
                    .noDevice, about: path, "\(path) has no motion sensors; the node of a pad's sensors is another one")
            }
            return device
        }
        var about = stat()
        let isFile = unsafe fstat(descriptor, &about) == 0 && about.st_mode & S_IFMT == S_IFREG
        throw ThudError(
            .noDevice, about: path,
            isFile
                ? "\(path) is a file and no device; readings that were written down are played by --script"
                : "\(path) is no device of the kernel's input layer, such as /dev/input/event0")
    }

    private static func readAxes(_ device: borrowing InputNode, _ path: String) throws(ThudError) -> [MotionAssembler
        .Axis]
    {
        var axes: [MotionAssembler.Axis] = []
        for index in 0..<UInt32(MotionAssembler.axisCount) {
            guard let axis = device.axis(index) else {
                throw ThudError(
                    .noDevice, about: path,
                    index < 3 ? "\(path) has no accelerometer of three axes" : "\(path) has no gyroscope of three axes")
            }
            guard axis.resolution > 0 else {
                throw ThudError(.noDevice, about: path, "\(path) does not tell the units of its motion sensors")
            }
            axes.append(MotionAssembler.Axis(value: axis.value, resolution: axis.resolution))
        }
        return axes
    }
}

/// What the kernel tells of an open node of its input layer: one thin function for each call of libevdev.
@safe private struct InputNode: ~Copyable {
    private let device: OpaquePointer

    /// Asks the kernel; nil if the descriptor is that of something else.
    init?(_ descriptor: Int32) {
        var device: OpaquePointer?
        guard unsafe libevdev_new_from_fd(descriptor, &device) == 0, let device = unsafe device else { return nil }
        unsafe self.device = unsafe device
    }

    deinit { unsafe libevdev_free(device) }

    /// The device says that its axes are those of motion sensors.
    var isAccelerometer: Bool { unsafe libevdev_has_property(device, UInt32(INPUT_PROP_ACCELEROMETER)) == 1 }

    /// What the device calls itself, which may be anything.
    var name: String? {
        unsafe libevdev_get_name(device).map { TypedText.shown(unsafe String(cString: $0), most: 80) }
    }

    /// Whether the device tells the times of its events by CLOCK_MONOTONIC from here on.
    func useMonotonicClock() -> Bool { unsafe libevdev_set_clock_id(device, CLOCK_MONOTONIC) == 0 }

    /// An absolute axis; nil if the device does not have it.
    func axis(_ index: UInt32) -> input_absinfo? { unsafe libevdev_get_abs_info(device, index)?.pointee }
}

extension MotionDevice {
    /// Opens the first motion sensors that there are.
    ///
    /// - Throws: `ThudError` with the code `.noDevice` where there are none, or none that may be read.
    package static func first(axes: MotionAxes = .pad) throws(ThudError) -> MotionDevice {
        try first(axes: axes, nodes: "/dev/input", devices: "/sys/class/input")
    }

    /// The same of the nodes in one folder, of whose devices another one tells.
    ///
    /// That a node may not be read is said only where its device has sensors: a keyboard's need not be read.
    static func first(axes: MotionAxes, nodes: String, devices: String) throws(ThudError) -> MotionDevice {
        var refused: ThudError?
        for name in names(in: nodes) {
            let properties = properties(of: name, in: devices)
            let hasSensors = properties.map(tellsOfSensors)
            guard hasSensors != false else { continue }
            do throws(ThudError) {
                return try MotionDevice(path: "\(nodes)/\(name)", axes: axes)
            } catch {
                if error.errno == EACCES, hasSensors == true { refused = error }
            }
        }
        throw refused
            ?? ThudError(.noDevice, about: nodes, "no motion sensor is connected; connect a pad that has one")
    }

    /// The names of the input layer's nodes in a folder, by their numbers.
    private static func names(in folder: String) -> [String] {
        let names = (try? SourceFile.names(in: folder, endingIn: "")) ?? []
        let numbers = names.compactMap { name in name.hasPrefix("event") ? Int(name.dropFirst(5)) : nil }
        return numbers.sorted().map { "event\($0)" }
    }

    /// What the kernel tells everybody of the properties of a node's device; nil where it tells nothing.
    private static func properties(of name: String, in devices: String) -> String? {
        guard let bytes = try? SourceFile.read("\(devices)/\(name)/device/properties") else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a device's properties, as sysfs has them, say that its axes are those of motion sensors: words of bits in hexadecimal
    /// digits, the lowest word last, of which bit 6 is `INPUT_PROP_ACCELEROMETER`.
    static func tellsOfSensors(_ properties: String) -> Bool {
        guard let word = properties.split(whereSeparator: \.isWhitespace).last, let bits = UInt64(word, radix: 16)
        else {
            return false
        }
        return bits >> 6 & 1 == 1
    }
}
