import BenchReports
import Feedback
import Playback
import Timebase

/// One run of the bench: triggers its cues as planned while the game goes on, and notes all that it is told.
///
/// One thread does both, as in a game: a trigger that comes due while a frame is drawn waits for that frame, and the wait
/// is in its log.
final class BenchRunner {
    private let plan: BenchPlan
    private let cueName: String
    private let stage: BenchStage
    private let interrupts: Interrupts
    private let timesColdStart: Bool
    private(set) var cues: [BenchCue] = []
    private(set) var xruns: [BenchXrun] = []
    private(set) var margins: [Interval] = []
    private(set) var cold = BenchCold()
    /// What the signal was that ended it early.
    var signal: Int32? { interrupts.received }

    private var awaited: [Instant: Int] = [:]
    private var known: EngineHealth
    private var first: CueReport?

    /// How long the output is left idle before the first cue after idling.
    private static let idle = Interval.milliseconds(1_500)
    /// How long after its last trigger a run waits for what still sounds.
    private static let longestTail = Interval.milliseconds(4_000)
    private static let longestSleep = Interval.milliseconds(50)

    init(_ plan: BenchPlan, cue: String, timesColdStart: Bool, stage: BenchStage, interrupts: Interrupts) {
        self.timesColdStart = timesColdStart
        self.plan = plan
        cueName = cue
        self.stage = stage
        known = stage.output.engine.health
        self.interrupts = interrupts
    }

    /// Runs to the end, or until a signal comes.
    func run() {
        if timesColdStart { coldStart() }
        // The stream and the capture have settled by then.
        let start = Instant.now() + .milliseconds(timesColdStart ? 100 : 500)
        var next = 0
        while interrupts.received == nil, next < plan.triggers.count {
            let trigger = plan.triggers[next]
            if Instant.now() >= start + trigger.due {
                fire(trigger)
                next += 1
            }
            turn(until: next < plan.triggers.count ? start + plan.triggers[next].due : nil)
        }
        let end = Instant.now() + Self.longestTail
        while interrupts.received == nil, !stage.isQuiet || !awaited.isEmpty, Instant.now() < end { turn(until: end) }
    }

    // MARK: Triggers

    /// The first cue of the process, and the first after the output has been idle.
    private func coldStart() {
        let triggered = Instant.now()
        stage.scheduler.trigger(cueName, cause: triggered, now: triggered)
        wait(for: triggered)
        cold.startToFirstOutput = first.flatMap { report in
            ProcessStart.instant.map { report.receipt.predicted - $0 }
        }
        let rested = Instant.now() + Self.idle
        while interrupts.received == nil, Instant.now() < rested { turn(until: rested) }
        let again = Instant.now()
        stage.scheduler.trigger(cueName, cause: again, now: again)
        wait(for: again)
        cold.firstCueAfterIdle = first.map(\.latency)
        let quiet = Instant.now() + Self.idle
        while interrupts.received == nil, Instant.now() < quiet { turn(until: quiet) }
    }

    private func wait(for trigger: Instant) {
        first = nil
        let end = Instant.now() + Self.longestTail
        while interrupts.received == nil, first?.triggered != trigger, Instant.now() < end { turn(until: end) }
    }

    private func fire(_ trigger: BenchPlan.Trigger) {
        var cue = BenchCue(index: cues.count + 1, name: cueName, outcome: .unknown)
        cue.injected = trigger.injected
        let scheduler = stage.scheduler
        let clocks = scheduler.clocks
        let now = Instant.now()
        cue.triggered = now
        if trigger.injected > .zero {
            // The frame on which it would have come, and so many later: exact to the sample.
            let due = stage.output.engine.soonestInstant + trigger.injected
            scheduler.schedule(cueName, cause: now, due: due, by: clocks)
            awaited[due] = cues.count
        } else {
            scheduler.trigger(cueName, cause: now, now: now)
            awaited[now] = cues.count
        }
        cues.append(cue)
    }

    // MARK: One turn

    /// Lets the game have its time and takes in what came, then sleeps until something is due.
    private func turn(until deadline: Instant?) {
        stage.game?.advance(stage.scheduler)
        collect()
        let now = Instant.now()
        let due = [deadline, stage.game?.nextDeadline, now + Self.longestSleep].compactMap(\.self).min() ?? now
        guard due > now else { return }
        _ = Waiter([interrupts.descriptor] + stage.descriptors).wait(until: due)
        _ = interrupts.take()
    }

    private func collect() {
        for report in stage.scheduler.reports() {
            first = report
            if let index = awaited.removeValue(forKey: report.triggered) {
                cues[index].note(report, isFelt: stage.isFelt)
            } else {
                stage.game?.take(report)
            }
        }
        margins += stage.output.engine.margins()
        _ = stage.output.events()
        let health = stage.output.engine.health
        if health.xruns > known.xruns {
            xruns.append(BenchXrun(at: .now(), framesLost: health.framesLost - known.framesLost))
        }
        known = health
    }
}

extension Engine {
    /// When the first frame that can still be changed leaves the output.
    fileprivate var soonestInstant: Instant { clock.instant(of: head) }
}
