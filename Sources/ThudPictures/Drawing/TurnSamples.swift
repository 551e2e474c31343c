import ThudHaptics

/// The places between the columns of a picture at which the parameters of a pattern step or bend.
struct TurnSamples: Sendable {
    /// A place, and the time on one side of what happens there: a step has two values at one place.
    struct Sample: Sendable {
        let x: Double
        let time: Double
    }

    /// Seconds before and after a step, where its two values are.
    private static let hair = 1e-9

    private let turns: [Double]
    private let axis: TimeAxis

    /// The turns of some parameters.
    init(_ ids: [DynamicParameterID], _ evaluation: HapticEvaluation, _ axis: TimeAxis) {
        let cells = Int((axis.right - axis.left) / 2)
        turns = ids.flatMap { evaluation.breakpoints(of: $0, within: axis.seconds, cells: cells) }
        self.axis = axis
    }

    /// How many samples they are.
    var count: Int { 2 * turns.count }

    /// Every second pixel from `first` to `last`, the turns between, and other times that matter; from left to right.
    func samples(from first: Double, to last: Double, with others: [Double] = []) -> [Sample] {
        let even = stride(from: axis.x(first) + 2, to: axis.x(last), by: 2).map { x in
            Sample(x: x, time: axis.time(at: x))
        }
        let ends = [first, last].map { Sample(x: axis.x($0), time: $0) }
        return (ends + even + between(first, last, with: others)).sorted { $0.time < $1.time }
    }

    /// Both sides of the turns between two times, and of other times there.
    func between(_ first: Double, _ last: Double, with others: [Double] = []) -> [Sample] {
        (turns + others).filter { $0 > first && $0 < last }.flatMap { time in
            [-Self.hair, Self.hair].map { Sample(x: axis.x(time), time: time + $0) }
        }
    }
}
