import ThudCore
import ThudGameKit

/// What a device of the kernel's input layer reports, as far as motion is concerned.
struct InputReport: Hashable, Sendable {
    /// When.
    var instant: Instant
    /// What.
    var kind: Kind

    /// The kinds of report.
    enum Kind: Hashable, Sendable {
        /// An absolute axis reads so many of its units now: `ABS_X` to `ABS_RZ`, which are 0 to 5.
        case axis(Int, Int32)
        /// All that belongs together has been told: `SYN_REPORT`.
        case complete
        /// Reports were lost, and what comes until the next `complete` belongs to them: `SYN_DROPPED`.
        case dropped
    }

    /// Reads a report by the numbers of linux/input-event-codes.h; nil where it tells of something else than motion.
    init?(type: UInt16, code: UInt16, value: Int32, at instant: Instant) {
        switch (type, code) {
        case (3, 0..<6): kind = .axis(Int(code), value)
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

    private var axes: [Axis]
    /// Reports have been lost since the last sample.
    private var isBroken = false

    /// An assembler for axes that read so much when it begins.
    ///
    /// - Precondition: there are six, and no resolution is below 1.
    init(_ axes: [Axis]) { self.axes = axes }

    /// What became of a report.
    enum Outcome: Hashable {
        /// More is to come.
        case none
        case sample(MotionSample)
        /// Reports were lost: the axes have to be read anew, and the sample that was being told is nothing.
        case lost
    }

    /// Takes a report.
    mutating func take(_ report: InputReport) -> Outcome {
        switch report.kind {
        case .axis(let index, let value):
            if !isBroken { axes[index].value = value }
        case .dropped: isBroken = true
        case .complete where isBroken:
            isBroken = false
            return .lost
        case .complete: return .sample(sample(at: report.instant))
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
