import ThudCore
import ThudGameKit

/// How much time there is for a gesture, and how it becomes less.
package struct PocketPace: Hashable, Sendable, Codable {
    /// The time for the first gesture, and for every one of Memory.
    package var first = Interval.milliseconds(3_000)
    package var step = Interval.milliseconds(200)
    /// The least time, a hard cap; Endless has its own. No gesture has more time than the first, though.
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

    /// What a developer may change of it while a round runs.
    static let timings = [
        GameDescription.Timing(
            "first", title: "time at first", usual: PocketPace().first, range: .milliseconds(500) ... .seconds(10),
            step: .milliseconds(100)),
        .init(
            "step", title: "less a step", usual: PocketPace().step, range: .zero ... .seconds(1),
            step: .milliseconds(50)),
        .init(
            "least", title: "least time", usual: PocketPace().least, range: .milliseconds(200) ... .seconds(5),
            step: .milliseconds(100)),
    ]

    mutating func set(_ name: String, to interval: Interval) {
        switch name {
        case "first": first = interval
        case "step": step = interval
        case "least": least = interval
        default: break
        }
    }
}
