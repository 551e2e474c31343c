import Foundation
import Testing
import ThudCore
import ThudGameKit
import ThudTestSupport

@testable import ThudMotion

/// Tests nodes that are not pads. `make test-hardware` reads a real one, which the kernel creates for it.
struct MotionDeviceTests {
    private func refusal(of path: String) -> ThudError? {
        do throws(ThudError) {
            _ = try MotionDevice(path: path)
            return nil
        } catch {
            return error
        }
    }

    @Test("A missing node is refused in a sentence that names it")
    func missing() throws {
        let error = try #require(refusal(of: "/dev/input/no-such-pad"))
        #expect(error.code == .noDevice)
        let words = "/dev/input/no-such-pad cannot be read: No such file or directory; `auto` finds a pad"
        #expect(error.description == words)
    }

    @Test("Recorded readings are refused with a hint to play them as a script")
    func file() throws {
        let scratch = try ScratchDirectory(prefix: "thud-motion")
        let path = scratch.path + "/trace.txt"
        try Data("0.1 motion 0 1 0 0 0 0\n".utf8).write(to: URL(fileURLWithPath: path))
        let error = try #require(refusal(of: path))
        #expect(error.code == .noDevice && error.description.contains("--script"))
    }

    @Test("Devices of other kinds are refused", arguments: ["/dev/null", "/dev/zero", "/tmp"])
    func others(path: String) throws {
        let error = try #require(refusal(of: path))
        #expect(error.code == .noDevice)
        #expect(error.description == "\(path) is not an input device such as /dev/input/event0")
    }
}

/// Tests the reading of events that are written into a pipe, as the kernel writes them to a node.
struct MotionReportTests {
    private let device: MotionDevice
    private let events: FileHandle

    init() throws {
        var ends: [Int32] = [0, 0]
        let made = pipe(&ends)
        try #require(made == 0)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        events = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let assembler = MotionAssembler((0..<6).map { .init(value: $0 == 1 ? 8_192 : 0, resolution: 8_192) })
        device = MotionDevice(ends[0], name: "Piped Pad", axes: .pad, assembler)
    }

    /// Writes events in the layout of linux/input.h: the seconds and microseconds of their time, type, code and value.
    private func write(_ reports: [(type: UInt16, code: UInt16, value: Int32)], at microseconds: Int64) throws {
        var bytes = Data()
        func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
        for report in reports {
            append(microseconds / 1_000_000)
            append(microseconds % 1_000_000)
            append(report.type)
            append(report.code)
            append(report.value)
        }
        try events.write(contentsOf: bytes)
    }

    private static func instant(_ microseconds: Int64) -> Instant { Instant(nanoseconds: microseconds * 1_000) }

    @Test("All waiting readings come together, each at its own time")
    func packet() throws {
        for packet in 0..<20 as Range<Int32> {
            let end = Int64(packet + 1) * 15_000
            for reading in 0..<3 as Range<Int32> {
                let time = (packet * 3 + reading) * 5_000
                try write([(4, 5, time), (3, 0, reading), (0, 0, 0)], at: end + Int64(reading))
            }
        }
        let samples = try #require(device.read())
        #expect(samples.count == 60)
        #expect(samples.prefix(3).map(\.instant) == [5_002, 10_002, 15_002].map(Self.instant))
        #expect(samples.last?.instant == Self.instant(300_002))
        #expect(samples.allSatisfy { $0.acceleration.y == 1 })
        #expect(device.read()?.isEmpty == true && device.losses == 0)
    }

    @Test("Losses are counted, and a removed device is reported after its last reading")
    func losses() throws {
        try write([(3, 0, 8_192), (0, 3, 0), (3, 0, 7), (0, 0, 0), (3, 0, 4_096), (0, 0, 0)], at: 1_000)
        try events.close()
        let samples = device.read()
        #expect(samples?.map(\.acceleration.x) == [0.5] && device.losses == 1)
        #expect(device.read() == nil)
    }
}

/// Tests which nodes have sensors, and which error is reported if none can be read.
struct MotionSearchTests {
    @Test(
        "The kernel tells everybody which devices have motion sensors",
        arguments: [
            ("40\n", true), ("0\n", false), ("3f\n", false), ("c0", true), ("1 0", false), ("1 40", true), ("", false),
            ("xyz", false),
        ])
    func properties(text: String, isSensor: Bool) { #expect(MotionDevice.tellsOfSensors(text) == isSensor) }

    @Test("A node without permission is reported only if it has motion sensors")
    func refused() throws {
        let scratch = try ScratchDirectory(prefix: "thud-motion")
        let nodes = try scratch.directory("nodes")
        for (name, properties) in [("event3", "0\n"), ("event10", "40\n")] {
            _ = try scratch.directory("devices/\(name)/device")
            try scratch.write(properties, to: "devices/\(name)/device/properties")
        }
        func refusal() -> ThudError? {
            do throws(ThudError) {
                _ = try MotionDevice.first(axes: .pad, nodes: nodes, devices: scratch.file("devices"))
                return nil
            } catch {
                return error
            }
        }
        func makeUnreadable(_ name: String) throws {
            let path = try scratch.write("", to: "nodes/\(name)")
            #expect(chmod(path, 0) == 0)
        }
        let none = "no motion sensor is connected; connect a pad that has one"
        #expect(refusal()?.description == none)
        // This is a keyboard, which the program has no reason to read.
        try makeUnreadable("event3")
        #expect(refusal()?.description == none && refusal()?.code == .noDevice)
        try makeUnreadable("event10")
        // A user who may read everything finds that it is not a device.
        guard geteuid() != 0 else { return }
        #expect(
            refusal()?.description
                == "\(nodes)/event10 cannot be read: Permission denied; motion sensors usually belong to the group input"
        )
    }
}
