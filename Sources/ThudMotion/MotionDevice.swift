import CThudSystem
import Glibc
import ThudCore
import ThudGameKit

/// Motion sensors of the kernel's input layer, such as a game pad's: an accelerometer and a gyroscope in one node, `/dev/input/event…`.
package final class MotionDevice {
    /// What the device calls itself.
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
            try Self.requireSensors(descriptor, path)
            let assembler = MotionAssembler(try Self.readAxes(descriptor, path))
            self.init(descriptor, name: Self.name(descriptor) ?? path, axes: axes, assembler)
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
        var events = [thud_input_event](repeating: thud_input_event(), count: Self.most)
        while true {
            let count = unsafe thud_input_read(descriptor, &events, Self.most)
            guard count > 0 else {
                let isThere = count < 0 && (errno == EAGAIN || errno == EINTR)
                // What was read before the device went away counts; that it is gone shows once more.
                return isThere || !readings.isEmpty ? assembler.samples(of: readings).map { axes.turned($0) } : nil
            }
            readings += events[..<count].compactMap(take)
        }
    }

    /// The reading that an event makes whole; nil where it makes none.
    private func take(_ event: thud_input_event) -> MotionAssembler.Reading? {
        let instant = Instant(nanoseconds: event.nanoseconds)
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
        guard let read = try? Self.readAxes(descriptor, name) else { return }
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

    /// Refuses what is no node of motion sensors. Readings that were written down are a script.
    private static func requireSensors(_ descriptor: Int32, _ path: String) throws(ThudError) {
        guard !thud_input_use_monotonic(descriptor) else {
            guard thud_input_is_accelerometer(descriptor) else {
                throw ThudError(
                    .noDevice, about: path, "\(path) has no motion sensors; the node of a pad's sensors is another one")
            }
            return
        }
        var about = stat()
        let isFile = unsafe fstat(descriptor, &about) == 0 && about.st_mode & S_IFMT == S_IFREG
        throw ThudError(
            .noDevice, about: path,
            isFile
                ? "\(path) is a file and no device; readings that were written down are played by --script"
                : "\(path) is no device of the kernel's input layer, such as /dev/input/event0")
    }

    private static func readAxes(_ descriptor: Int32, _ path: String) throws(ThudError) -> [MotionAssembler.Axis] {
        var axes: [MotionAssembler.Axis] = []
        for index in 0..<UInt16(MotionAssembler.axisCount) {
            var (value, resolution): (Int32, Int32) = (0, 0)
            guard unsafe thud_input_axis(descriptor, index, &value, &resolution) else {
                throw ThudError(
                    .noDevice, about: path,
                    index < 3 ? "\(path) has no accelerometer of three axes" : "\(path) has no gyroscope of three axes")
            }
            guard resolution > 0 else {
                throw ThudError(.noDevice, about: path, "\(path) does not tell the units of its motion sensors")
            }
            axes.append(MotionAssembler.Axis(value: value, resolution: resolution))
        }
        return axes
    }

    private static func name(_ descriptor: Int32) -> String? {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe thud_input_name(descriptor, &name, Int32(name.count)) else { return nil }
        // The kernel has the name from the device, which may say anything.
        return TypedText.shown(
            String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), most: 80)
    }
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
