import ThudCore
import ThudFeedback
import ThudPlayback
import ThudReports

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
    /// The first cue of the process, and the first after the output has been idle, where they are timed.
    private(set) var coldCues: [BenchCue] = []
    private(set) var xruns: [BenchXrun] = []
    /// How long before it was due each period was rendered, apart for each time that the device was opened.
    private(set) var wakeupSlack: [[Interval]] = [[]]
    /// A signal ended it before all cues had been played.
    private(set) var isInterrupted = false

    private var awaited: [Instant: Int] = [:]
    private var known: EngineHealth
    private var awaitedCold: Instant?
    /// From when on the slack is believed: what a stream tells of its delay is not true at once.
    private var settled: Instant?

    /// How long the output is left idle before the first cue after idling.
    private static let idle = Interval.milliseconds(1_500)
    /// How long after its last trigger a run waits for what still sounds.
    private static let longestTail = Interval.milliseconds(4_000)
    /// How long a device that was opened again needs until its delay is true.
    private static let settling = Interval.milliseconds(500)
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
        let start = Instant.now() + (timesColdStart ? .milliseconds(100) : Self.settling)
        settled = start
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
        if interrupts.received != nil { breakOff() }
    }

    /// Forgets the cues of which it is not known yet what becomes of them: nobody missed them.
    private func breakOff() {
        isInterrupted = true
        collect()
        let unfinished = Set(awaited.values)
        cues = cues.indices.filter { !unfinished.contains($0) }.map { cues[$0] }
        awaited = [:]
    }

    // MARK: Triggers

    /// The first cue of the process, and the first after the output has been idle.
    private func coldStart() {
        for _ in 0..<2 {
            fireCold()
            let rested = Instant.now() + Self.idle
            while interrupts.received == nil, Instant.now() < rested { turn(until: rested) }
        }
    }

    private func fireCold() {
        var cue = BenchCue(index: coldCues.count + 1, name: cueName, outcome: .unknown)
        let now = Instant.now()
        cue.triggered = now
        coldCues.append(cue)
        awaitedCold = now
        stage.scheduler.trigger(cueName, cause: now, now: now)
        let end = now + Self.longestTail
        while interrupts.received == nil, awaitedCold != nil, Instant.now() < end { turn(until: end) }
    }

    private func fire(_ trigger: BenchPlan.Trigger) {
        var cue = BenchCue(index: cues.count + 1, name: cueName, outcome: .unknown)
        cue.injected = trigger.injected
        let scheduler = stage.scheduler
        let clocks = scheduler.clocks
        let now = Instant.now()
        cue.triggered = now
        if trigger.injected > .zero {
            let due = clocks.instant(of: stage.output.engine.head, later: trigger.injected)
            cue.asked = due
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
        _ = Poller([interrupts.descriptor] + stage.descriptors).wait(until: due)
        _ = interrupts.take()
    }

    private func collect() {
        for report in stage.scheduler.reports() {
            if report.triggered == awaitedCold {
                coldCues[coldCues.count - 1].note(report, isFelt: stage.isFelt)
                awaitedCold = nil
            } else if let index = awaited.removeValue(forKey: report.triggered) {
                cues[index].note(report, isFelt: stage.isFelt)
            } else {
                stage.game?.take(report)
            }
        }
        noteMargins()
        let health = stage.output.engine.health
        if health.xruns > known.xruns {
            xruns.append(BenchXrun(at: .now(), framesLost: health.framesLost - known.framesLost))
        }
        known = health
    }
}

extension BenchRunner {
    /// Before the first cue, and when the device has been opened again, what is known of the delay has to settle.
    private func noteMargins() {
        let new = stage.output.engine.wakeupSlack()
        if !stage.output.events().isEmpty {
            wakeupSlack.append([])
            settled = settled.map { max($0, .now() + Self.settling) }
        }
        if let settled, Instant.now() > settled { wakeupSlack[wakeupSlack.count - 1] += new }
    }
}

extension FeedbackScheduler.Clocks {
    /// When the frame that lies a whole number of frames behind `frame`, by about `delay`, leaves the output: what is
    /// scheduled for that instant by these clocks begins on that frame, exact to the sample.
    fileprivate func instant(of frame: Frame, later delay: Interval) -> Instant {
        main.instant(of: frame + delay.frames(at: main.sampleRate))
    }
}
