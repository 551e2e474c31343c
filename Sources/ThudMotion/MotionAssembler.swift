import ThudCore
import ThudGameKit

/// What a device of the kernel's input layer reports, as far as motion is concerned.
struct InputReport: Hashable, Sendable {
    var instant: Instant
    var kind: Kind

    enum Kind: Hashable, Sendable {
        /// An absolute axis reads so many of its units now: `ABS_X` to `ABS_RZ`, which are 0 to 5.
        case axis(Int, Int32)
        /// By the device's own clock it is so many microseconds, a number that begins anew after 71 minutes: `MSC_TIMESTAMP`.
        case timestamp(UInt32)
        /// All that belongs together has been told: `SYN_REPORT`.
        case complete
        /// Reports were lost, and what comes until the next `complete` belongs to them: `SYN_DROPPED`.
        case dropped
    }

    /// Reads a report by the numbers of linux/input-event-codes.h; nil where it tells of something else than motion.
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

/// Makes samples of what a motion device reports: an axis is told of only when it has changed, and one instant in several reports.
///
/// Units are those of the kernel's documentation (Documentation/input/event-codes.rst, `INPUT_PROP_ACCELEROMETER`): the resolution of
/// `ABS_X`, `ABS_Y`, `ABS_Z` in units per g, that of `ABS_RX`, `ABS_RY`, `ABS_RZ` in units per degree a second.
struct MotionAssembler: Hashable, Sendable {
    /// An axis: what it reads, in its units, and how many of them make a g, or a degree a second.
    struct Axis: Hashable, Sendable {
        var value: Int32
        let resolution: Int32
    }

    /// How many axes there are: three of acceleration, three of rotation.
    static let axisCount = 6

    /// A sample at the instant of its event, and what the device's own clock said, where it has one.
    struct Reading: Hashable, Sendable {
        var sample: MotionSample
        var timestamp: UInt32?
    }

    private var axes: [Axis]
    private var timestamp: UInt32?
    /// Reports have been lost since the last sample.
    private var isBroken = false
    /// When the last sample was taken.
    private var latest: Instant?

    /// An assembler for axes that read so much when it begins.
    ///
    /// - Precondition: there are six, and no resolution is below 1.
    init(_ axes: [Axis]) { self.axes = axes }

    /// What became of a report.
    enum Outcome: Hashable {
        case none
        case reading(Reading)
        /// Reports were lost: the axes have to be read anew, and the sample that was being told is nothing.
        case lost
    }

    mutating func take(_ report: InputReport) -> Outcome {
        switch report.kind {
        case .axis(let index, let value):
            if !isBroken { axes[index].value = value }
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

    /// Has the axes read so much from here on.
    mutating func reread(_ values: [Int32]) {
        for (index, value) in values.enumerated() { axes[index].value = value }
    }

    private func sample(at instant: Instant) -> MotionSample {
        func reading(_ index: Int) -> Double { Double(axes[index].value) / Double(axes[index].resolution) }
        let turn = SIMD3(reading(3), reading(4), reading(5))
        return MotionSample(
            instant: instant, acceleration: SIMD3(reading(0), reading(1), reading(2)),
            rotationRate: turn * (Double.pi / 180))
    }
}

extension MotionAssembler {
    /// Readings that are further apart are not of one packet, or the device's clock was set.
    private static let longestStep: UInt32 = 100_000

    /// The samples of readings that came together, in their order, each at the instant at which the device took it.
    ///
    /// Some devices send several readings in one packet, hid-nintendo's three, and all their events have the time of the packet. So
    /// where readings came faster than the device took them, the last one has the time of its event, and the device's clock says how
    /// long before it the others were taken. Readings of devices without such a clock have the times of their events.
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

    /// How long after a reading the next one of the same packet was taken; nil where they are not of one packet.
    private static func step(from reading: Reading, to next: Reading) -> Interval? {
        guard let start = reading.timestamp, let end = next.timestamp else { return nil }
        let microseconds = end &- start
        guard microseconds <= longestStep else { return nil }
        let step = Interval.microsecond * Int64(microseconds)
        return next.sample.instant - reading.sample.instant < step ? step : nil
    }
}
