import ThudCore
import ThudGameKit

/// A report about motion from a device of the kernel's input layer.
struct InputReport: Hashable, Sendable {
    var instant: Instant
    var kind: Kind

    enum Kind: Hashable, Sendable {
        /// The present reading of an absolute axis in its own units: `ABS_X` to `ABS_RZ`, which are 0 to 5.
        case axis(Int, Int32)
        /// The time of the device's own clock in microseconds, which wraps around after 71 minutes: `MSC_TIMESTAMP`.
        case timestamp(UInt32)
        /// The end of a group of reports that belong together: `SYN_REPORT`.
        case complete
        /// Reports were lost, and those until the next `complete` are incomplete: `SYN_DROPPED`.
        case dropped
    }

    /// Reads a report by the numbers in linux/input-event-codes.h; nil if it does not concern motion.
    init?(type: UInt16, code: UInt16, value: Int32, at instant: Instant) {
        switch (type, code) {
        case (3, 0..<6): kind = .axis(Int(code), value)
        case (4, 5): kind = .timestamp(UInt32(bitPattern: value))
        case (0, 0): kind = .complete
        case (0, 3): kind = .dropped
        default: return nil
        }
        self.instant = instant
    }
}

/// Assembles samples from a device's reports. Only changed axes are reported, and one instant fills several.
///
/// Units are those of the kernel's documentation (Documentation/input/event-codes.rst, `INPUT_PROP_ACCELEROMETER`).
/// The resolution of `ABS_X`, `ABS_Y`, `ABS_Z` is in units per g, that of `ABS_RX`, `ABS_RY`, `ABS_RZ` in units per
/// degree per second.
struct MotionAssembler: Hashable, Sendable {
    /// An axis: its reading, and how many of its units make one g or one degree per second.
    struct Axis: Hashable, Sendable {
        var value: Int32
        let resolution: Int32
    }

    static let axisCount = 6

    /// A sample at the time of its event, and the time on the device's own clock if it has one.
    struct Reading: Hashable, Sendable {
        var sample: MotionSample
        var timestamp: UInt32?
    }

    private var axes: [Axis]
    private var timestamp: UInt32?
    /// Whether reports have been lost since the last sample.
    private var isBroken = false
    private var latest: Instant?

    /// Creates an assembler for axes with their initial readings.
    ///
    /// - Precondition: There are six axes, and no resolution is below 1.
    init(_ axes: [Axis]) { self.axes = axes }

    enum Outcome: Hashable {
        case none
        case reading(Reading)
        /// Reports were lost. The axes must be read again, and the sample in progress is discarded.
        case lost
    }

    mutating func take(_ report: InputReport) -> Outcome {
        switch report.kind {
        case .axis(let index, let value): if !isBroken { axes[index].value = value }
        case .timestamp(let microseconds): timestamp = microseconds
        case .dropped: isBroken = true
        case .complete where isBroken:
            (isBroken, timestamp) = (false, nil)
            return .lost
        case .complete:
            defer { timestamp = nil }
            return .reading(Reading(sample: sample(at: report.instant), timestamp: timestamp))
        }
        return .none
    }

    mutating func reread(_ values: [Int32]) { for (index, value) in values.enumerated() { axes[index].value = value } }

    private func sample(at instant: Instant) -> MotionSample {
        func reading(_ index: Int) -> Double { Double(axes[index].value) / Double(axes[index].resolution) }
        let turn = SIMD3(reading(3), reading(4), reading(5))
        return MotionSample(
            instant: instant, acceleration: SIMD3(reading(0), reading(1), reading(2)),
            rotationRate: turn * (Double.pi / 180))
    }

    /// The longest step in a packet, in microseconds. Beyond it readings are not of one packet, or the clock was set.
    private static let longestStep: UInt32 = 100_000

    /// Returns the samples of readings that arrived together, in order, each at the instant at which the device took
    /// it.
    ///
    /// Some devices send several readings in one packet (hid-nintendo sends three), and all their events have the time
    /// of the packet. So if readings arrived faster than the device took them, the last one keeps the time of its
    /// event. The device's clock then gives how long before it the others were taken. Readings of devices without such
    /// a clock keep the times of their events.
    mutating func samples(of readings: [Reading]) -> [MotionSample] {
        var samples = readings.map(\.sample)
        for index in readings.indices.dropLast().reversed() {
            guard let step = Self.step(from: readings[index], to: readings[index + 1]) else { continue }
            samples[index].instant = samples[index + 1].instant - step
        }
        for index in samples.indices {
            if readings[index].timestamp != nil, let latest {
                samples[index].instant = max(samples[index].instant, latest + .nanosecond)
            }
            latest = samples[index].instant
        }
        return samples
    }

    /// Returns how long after a reading the next one of the same packet was taken; nil if they are not of one packet.
    private static func step(from reading: Reading, to next: Reading) -> Interval? {
        guard let start = reading.timestamp, let end = next.timestamp else { return nil }
        let microseconds = end &- start
        guard microseconds <= longestStep else { return nil }
        let step = Interval.microsecond * Int64(microseconds)
        return next.sample.instant - reading.sample.instant < step ? step : nil
    }
}
