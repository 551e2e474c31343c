import CThudEvdev
import Glibc
import ThudCore
import ThudGameKit

/// The motion sensors of a device in the kernel's input layer, such as a game pad: an accelerometer and a gyroscope in
/// one node, `/dev/input/event...`.
package final class MotionDevice {
    package let name: String
    /// Readable when readings are waiting, and when the device has been removed.
    package let descriptor: Int32
    /// How often readings were lost, because they were not read in time.
    package private(set) var losses = 0
    private let axes: MotionAxes
    private var assembler: MotionAssembler
    private static let most = 32

    /// Opens the sensors at `path`.
    ///
    /// - Parameter axes: How the holder holds the device.
    /// - Throws: `ThudError` with the code `.noDevice` if there are none or they cannot be read.
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

    /// Creates sensors whose events are read from `descriptor`, and which close it at the end.
    init(_ descriptor: Int32, name: String, axes: MotionAxes, _ assembler: MotionAssembler) {
        self.descriptor = descriptor
        self.name = name
        self.axes = axes
        self.assembler = assembler
    }

    deinit { close(descriptor) }

    /// Returns the waiting readings in the holder's axes, earliest first; nil once the device has been removed.
    package func read() -> [MotionSample]? {
        var readings: [MotionAssembler.Reading] = []
        var events = [input_event](repeating: input_event(), count: Self.most)
        let size = MemoryLayout<input_event>.stride
        while true {
            // libevdev only reads from devices, and invents events to replace lost ones. This code counts the losses.
            let count = unsafe Glibc.read(descriptor, &events, Self.most * size)
            guard count > 0 else {
                let isThere = count < 0 && (errno == EAGAIN || errno == EINTR)
                // Readings from before the removal still count. The next call reports the removal.
                return isThere || !readings.isEmpty ? assembler.samples(of: readings).map { axes.turned($0) } : nil
            }
            readings += events[..<(count / size)].compactMap(take)
        }
    }

    /// Returns the reading that an event completes; nil if it completes none.
    private func take(_ event: input_event) -> MotionAssembler.Reading? {
        let instant = Instant(nanoseconds: Int64(event.time.tv_sec) * 1_000_000_000 + Int64(event.time.tv_usec) * 1_000)
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
        let advice = number == EACCES ? "motion sensors usually belong to the group input" : "`auto` finds a pad"
        throw ThudError(
            .noDevice, about: path, errno: number, "\(path) cannot be read: \(ThudError.words(for: number)); \(advice)")
    }

    /// Returns the device of a node of motion sensors, and sets its event times to CLOCK_MONOTONIC. Recorded readings
    /// are refused, with a hint to play them as a script.
    private static func sensors(_ descriptor: Int32, _ path: String) throws(ThudError) -> InputNode {
        if let device = InputNode(descriptor) {
            guard device.isAccelerometer, device.useMonotonicClock() else {
                throw ThudError(
                    .noDevice, about: path, "\(path) has no motion sensors; the sensors of a pad have their own node")
            }
            return device
        }
        var about = stat()
        let isFile = unsafe fstat(descriptor, &about) == 0 && about.st_mode & S_IFMT == S_IFREG
        throw ThudError(
            .noDevice, about: path,
            isFile
                ? "\(path) is a file, not a device; use --script to play recorded readings"
                : "\(path) is not an input device such as /dev/input/event0")
    }

    private static func readAxes(_ device: borrowing InputNode, _ path: String) throws(ThudError) -> [MotionAssembler
        .Axis]
    {
        var axes: [MotionAssembler.Axis] = []
        for index in 0..<UInt32(MotionAssembler.axisCount) {
            guard let axis = device.axis(index) else {
                throw ThudError(
                    .noDevice, about: path,
                    "\(path) has no \(index < 3 ? "accelerometer" : "gyroscope") with three axes")
            }
            guard axis.resolution > 0 else {
                throw ThudError(.noDevice, about: path, "\(path) does not report the units of its motion sensors")
            }
            axes.append(MotionAssembler.Axis(value: axis.value, resolution: axis.resolution))
        }
        return axes
    }
}

/// The kernel's information on an open node of its input layer: one thin function for each call of libevdev.
@safe private struct InputNode: ~Copyable {
    private let device: OpaquePointer

    /// Queries the kernel; nil if the descriptor belongs to something else.
    init?(_ descriptor: Int32) {
        var device: OpaquePointer?
        guard unsafe libevdev_new_from_fd(descriptor, &device) == 0, let device = unsafe device else { return nil }
        unsafe self.device = unsafe device
    }

    deinit { unsafe libevdev_free(device) }

    /// Whether the device says that its axes are those of motion sensors.
    var isAccelerometer: Bool { unsafe libevdev_has_property(device, UInt32(INPUT_PROP_ACCELEROMETER)) == 1 }
    /// The device's own name for itself, which can be any text.
    var name: String? { unsafe libevdev_get_name(device).map { TypedText.shown(unsafe String(cString: $0), most: 80) } }

    /// Sets the device's event times to CLOCK_MONOTONIC. Returns whether that succeeded.
    func useMonotonicClock() -> Bool { unsafe libevdev_set_clock_id(device, CLOCK_MONOTONIC) == 0 }

    func axis(_ index: UInt32) -> input_absinfo? { unsafe libevdev_get_abs_info(device, index)?.pointee }
}

extension MotionDevice {
    /// Opens the first motion sensors; throws `.noDevice` if there are none or none can be read.
    package static func first(axes: MotionAxes = .pad) throws(ThudError) -> MotionDevice {
        try first(axes: axes, nodes: "/dev/input", devices: "/sys/class/input")
    }

    /// Searches `nodes`, with device properties read from `devices`.
    ///
    /// A node without permission is only reported if its device has sensors: there is no need to read a keyboard.
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
        throw refused ?? ThudError(.noDevice, about: nodes, "no motion sensor is connected; connect a pad that has one")
    }

    /// Returns the names of the input layer's nodes in a folder, by number.
    private static func names(in folder: String) -> [String] {
        let names = (try? SourceFile.names(in: folder, endingIn: "")) ?? []
        let numbers = names.compactMap { name in name.hasPrefix("event") ? Int(name.dropFirst(5)) : nil }
        return numbers.sorted().map { "event\($0)" }
    }

    /// Returns the properties of a node's device, which the kernel shows to every user; nil if there are none.
    private static func properties(of name: String, in devices: String) -> String? {
        guard let bytes = try? SourceFile.read("\(devices)/\(name)/device/properties") else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a device's properties in sysfs say that its axes are those of motion sensors. They are words of
    /// hexadecimal digits, the lowest word last, in which bit 6 is `INPUT_PROP_ACCELEROMETER`.
    static func tellsOfSensors(_ properties: String) -> Bool {
        guard let word = properties.split(whereSeparator: \.isWhitespace).last, let bits = UInt64(word, radix: 16)
        else { return false }
        return bits >> 6 & 1 == 1
    }
}
