import ThudCore

/// How many triggers there are, and how far apart.
struct BenchTiming {
    var count: Int
    /// The range of milliseconds between two triggers.
    let interval: ClosedRange<Double>
    var seed: UInt64
    /// How many triggers follow each other 10 ms apart at every tenth trigger; 1 for no bursts.
    var burst = 1
    /// The delay of ten randomly chosen cues; zero for no self-test.
    var injected = Interval.zero

    /// Returns what two runs with different timing differ in. `triggers` names what is counted.
    func facts(_ triggers: String) -> [(name: String, value: String?)] {
        let range = [interval.lowerBound, interval.upperBound].map { Decimals.short($0, atMost: 6) }
        return [(triggers, "\(count)"), ("interval", "\(range[0]) to \(range[1]) ms"), ("seed", "\(seed)")]
    }
}

/// The trigger times of a bench's cues and their deliberate delays. The same seed gives the same plan.
struct BenchPlan {
    /// The time since the start of the run, and the deliberate delay, which is usually zero.
    typealias Trigger = (due: Interval, injected: Interval)

    let triggers: [Trigger]
    var duration: Interval { triggers.last?.due ?? .zero }

    /// The number of cues that a self-test delays.
    static let delayedCues = 10
    /// The time between two triggers of a burst.
    private static let burstGap = Interval.milliseconds(10)
    /// A burst begins at every tenth trigger.
    private static let burstEvery = 10
    private static let goldenRatio = (1 + 5.0.squareRoot()) / 2
    /// In milliseconds: 2048 frames at 48 kHz, so that usual cycles of servers fit into it several times.
    private static let cycle = 2048 / 48.0
    /// Cues closer together than this carry markers to be told apart. The interval is at least twice the first part
    /// that the matched filter searches for, so that this part cannot overlap with the next cue's.
    private static let closest = Interval.milliseconds(90)

    /// Whether cues are so close together that each needs a marker.
    var needsMarkers: Bool {
        let outputs = triggers.map { $0.due + $0.injected }.sorted()
        return zip(outputs, outputs.dropFirst()).contains { $1 - $0 < Self.closest }
    }

    init(_ timing: BenchTiming) {
        let (count, burst, injected) = (timing.count, timing.burst, timing.injected)
        var random = SeededGenerator(seed: timing.seed)
        var (due, draws) = (Interval.zero, 0)
        var instants: [Interval] = []
        while instants.count < count {
            instants.append(due)
            let isBurst = burst > 1 && instants.count % BenchPlan.burstEvery == 0
            for index in 1..<max(2, isBurst ? burst : 1) where isBurst && instants.count < count {
                instants.append(due + BenchPlan.burstGap * Int64(index))
            }
            draws += 1
            let last = instants.last ?? due
            due = last + .seconds(Self.pause(after: last, draw: draws, in: timing.interval, &random) / 1000)
        }
        let chosen = injected > .zero ? Set(instants.indices.shuffled(using: &random).prefix(Self.delayedCues)) : []
        triggers = instants.enumerated().map { index, due in
            (due, chosen.contains(index) ? injected : .zero)
        }
    }

    /// Returns a random pause within a range of milliseconds, such that each draw meets another point of a server's
    /// cycle. How soon a sound can leave depends on that point, so percentiles are steadier if the points are spread
    /// evenly: as multiples of the golden ratio are. A little chance remains, so that no other rhythm is met in step. A
    /// range that is too narrow for several cycles has any pause.
    private static func pause(
        after last: Interval, draw: Int, in range: ClosedRange<Double>, _ random: inout SeededGenerator
    ) -> Double {
        let pause = Double.random(in: range, using: &random)
        guard range.upperBound - range.lowerBound >= 2 * cycle else { return pause }
        let point = (Double(draw) * goldenRatio + Double.random(in: 0...0.02, using: &random)) * cycle
        let spread = pause + (point - last.milliseconds - pause).remainder(dividingBy: cycle)
        return [spread, spread + cycle, spread - cycle].first(where: range.contains) ?? pause
    }
}
