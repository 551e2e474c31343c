import ThudCore
import ThudGameKit

/// The time for a gesture, and how it shrinks.
package struct PocketPace: Hashable, Sendable, Codable {
    /// The time for the first gesture, and for every one in Memory.
    package var first = Interval.milliseconds(3_000)
    package var step = Interval.milliseconds(200)
    /// The minimum time, except in Endless, which has its own. It is never longer than the time for the first gesture.
    package var least: Interval {
        get { min(floor, first) }
        set { floor = newValue }
    }
    private var floor = Interval.milliseconds(1_000)

    package init() {}

    private enum CodingKeys: String, CodingKey {
        case first, step
        case floor = "least"
    }

    /// The timings that a developer may change during a round.
    static let timings = [
        GameDescription.Timing(
            "first", title: "first time", usual: PocketPace().first, range: .milliseconds(500) ... .seconds(10),
            step: .milliseconds(100)),
        .init(
            "step", title: "less per step", usual: PocketPace().step, range: .zero ... .seconds(1),
            step: .milliseconds(50)),
        .init(
            "least", title: "least time", usual: PocketPace().least, range: .milliseconds(200) ... .seconds(5),
            step: .milliseconds(100)),
    ]

    /// Whether a developer may choose these times.
    var isPossible: Bool { zip([first, step, floor], Self.timings).allSatisfy { $1.range.contains($0) } }

    mutating func set(_ name: String, to interval: Interval) {
        switch name {
        case "first": first = interval
        case "step": step = interval
        case "least": least = interval
        default: break
        }
    }
}
