import ThudCore

/// When each cue of a bench is triggered, and which are delayed on purpose: the same seed makes the same plan.
struct BenchPlan {
    /// One trigger.
    struct Trigger: Hashable {
        /// From the start of the run.
        let due: Interval
        /// So much later than its trigger it is to come out; zero as a rule.
        let injected: Interval
    }

    let triggers: [Trigger]

    /// How many cues a self-test delays.
    static let delayedCues = 10
    /// Between the triggers of a burst.
    private static let burstGap = Interval.milliseconds(10)
    /// Every so many triggers a burst follows.
    private static let burstEvery = 10

    /// A plan of `count` triggers.
    ///
    /// - Parameters:
    ///   - interval: between two triggers, drawn evenly from this range of milliseconds.
    ///   - burst: how many triggers follow each other closely at every tenth; 1 for none.
    ///   - injected: what ten of the cues, drawn at random, are delayed by; zero for no self-test.
    init(count: Int, interval: ClosedRange<Double>, burst: Int, injected: Interval, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var due = Interval.zero
        var instants: [Interval] = []
        while instants.count < count {
            instants.append(due)
            let isBurst = burst > 1 && instants.count % BenchPlan.burstEvery == 0
            for index in 1..<max(2, isBurst ? burst : 1) where isBurst && instants.count < count {
                instants.append(due + BenchPlan.burstGap * Int64(index))
            }
            due = (instants.last ?? due) + .seconds(Double.random(in: interval, using: &random) / 1000)
        }
        let chosen = injected > .zero ? Set(instants.indices.shuffled(using: &random).prefix(Self.delayedCues)) : []
        triggers = instants.enumerated().map { index, due in
            Trigger(due: due, injected: chosen.contains(index) ? injected : .zero)
        }
    }
}
