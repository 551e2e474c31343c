import CThudSystem
import Glibc
public import ThudCore
public import ThudGameKit

/// Motion sensors of the kernel's input layer, such as a game pad's: an accelerometer and a gyroscope in one node, `/dev/input/event…`.
public final class MotionDevice {
    /// What the device calls itself.
    public let name: String
    /// Readable when readings wait, and when the device has gone.
    public let descriptor: Int32
    private let axes: MotionAxes
    private var assembler: MotionAssembler

    /// How many reports are read at once.
    private static let most = 32

    /// Opens the sensors at `path`.
    ///
    /// - Parameter axes: how the holder has the device.
    /// - Throws: `ThudError` with the code `.noDevice` where there are none, or they may not be read.
    public convenience init(path: String, axes: MotionAxes = .pad) throws(ThudError) {
        let descriptor = try Self.open(path)
        do throws(ThudError) {
            try Self.requireInput(descriptor, path)
            try self.init(descriptor, path, axes)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private init(_ descriptor: Int32, _ path: String, _ axes: MotionAxes) throws(ThudError) {
        guard thud_input_is_accelerometer(descriptor) else {
            throw ThudError(
                .noDevice, about: path, "\(path) has no motion sensors; the node of a pad's sensors is another one")
        }
        assembler = MotionAssembler(try Self.readAxes(descriptor, path))
        name = Self.name(descriptor) ?? path
        self.axes = axes
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The readings that wait, the earliest first, in the holder's axes; nil once the device is gone.
    public func read() -> [MotionSample]? {
        var samples: [MotionSample] = []
        var events = [thud_input_event](repeating: thud_input_event(), count: Self.most)
        while true {
            let count = unsafe thud_input_read(descriptor, &events, Self.most)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? samples : nil }
            samples += events[..<count].compactMap(take)
            guard count == Self.most else { return samples }
        }
    }

    /// The sample that an event makes whole; nil where it makes none.
    private func take(_ event: thud_input_event) -> MotionSample? {
        let instant = Instant(nanoseconds: event.nanoseconds)
        guard let report = InputReport(type: event.type, code: event.code, value: event.value, at: instant) else {
            return nil
        }
        switch assembler.take(report) {
        case .none: return nil
        case .sample(let sample): return axes.turned(sample)
        case .lost:
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

    /// Refuses what is no node of the input layer. Readings that were written down are a script.
    private static func requireInput(_ descriptor: Int32, _ path: String) throws(ThudError) {
        guard !thud_input_use_monotonic(descriptor) else { return }
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
    private static let folder = "/dev/input"

    /// Opens the first motion sensors that there are.
    ///
    /// - Throws: `ThudError` with the code `.noDevice` where there are none, or none that may be read.
    public static func first(axes: MotionAxes = .pad) throws(ThudError) -> MotionDevice {
        var refused: ThudError?
        for path in nodes() {
            do throws(ThudError) {
                return try MotionDevice(path: path, axes: axes)
            } catch {
                if error.errno == EACCES { refused = error }
            }
        }
        throw refused
            ?? ThudError(
                .noDevice, about: folder, "there are no motion sensors in \(folder); connect a pad that has them")
    }

    /// The nodes of the input layer, by their numbers.
    private static func nodes() -> [String] {
        guard let listing = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(listing) }
        var numbers: [Int] = []
        while let entry = unsafe readdir(listing) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("event"), let number = Int(name.dropFirst(5)) { numbers.append(number) }
        }
        return numbers.sorted().map { "\(folder)/event\($0)" }
    }
}
