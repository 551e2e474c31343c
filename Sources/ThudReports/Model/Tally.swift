import ThudCore

/// How often each length of time occurred, told apart by the microsecond.
///
/// Wake-ups come a thousand times a second and would fill a file with numbers; counted they stay small, whatever the
/// length of the run.
public struct Tally: Hashable, Sendable {
    /// How finely lengths are told apart.
    public static let resolution = Interval(nanoseconds: 1000)

    /// The lengths in whole microseconds and how often each occurred, at least once.
    private var counts: [Int64: Int] = [:]

    /// Nothing counted.
    public init() {}

    /// These, counted.
    public init(_ lengths: some Sequence<Interval>) {
        for length in lengths { record(length) }
    }

    /// Counts `times` occurrences (0 or more) of a length, rounded to the nearest microsecond.
    public mutating func record(_ length: Interval, times: Int = 1) {
        guard times > 0 else { return }
        let rest = length.nanoseconds % 1000
        let rounding: Int64 = rest >= 500 ? 1 : rest <= -500 ? -1 : 0
        counts[length.nanoseconds / 1000 + rounding, default: 0] += times
    }

    /// What was counted, the shortest first.
    public var entries: [(length: Interval, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { (Interval(nanoseconds: $0.key * 1000), $0.value) }
    }

    /// How many lengths were counted.
    public var total: Int { counts.values.reduce(0, +) }
}
