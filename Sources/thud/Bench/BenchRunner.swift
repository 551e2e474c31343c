import ThudCore
import ThudFeedback
import ThudPlayback
import ThudReports

/// One run of a bench: triggers the planned cues while the game runs, and records every report.
///
/// One thread does both, as in a game; another draws the frames. The log holds the exact instant of each trigger.
final class BenchRunner: LoopClient {
    private let plan: BenchPlan
    private let cueName: String
    private let rig: BenchRig
    private let interrupts: Interrupts
    private let loop: EventLoop
    private var phase = Phase.rest(until: Instant(nanoseconds: 0))
    /// The engine's health when the planned cues began.
    private var before: EngineHealth?
    /// The cold cues and then the planned ones.
    private(set) var cues: [BenchCue] = []
    /// The number of cold cues: the first cue of the process and the first after idling, if they are timed.
    let coldCount: Int
    private(set) var xruns: [BenchXrun] = []
    /// Reasons why this run's predictions may be wrong, each a clause.
    private(set) var predictionDoubts: [String] = []
    /// How early each period was rendered, in a separate list for each opening of the device.
    private(set) var wakeupSlack: [[Interval]] = [[]]
    private var awaited: [UInt64: Int] = [:]
    private var known: EngineHealth
    private var hasReopened = false
    /// The time from which slack is recorded. A stream's reported delay is wrong at first.
    private var settled: Instant?

    /// How long the output stays idle before the cue that is timed after idling.
    private static let idle = Interval.milliseconds(1_500)
    /// The longest wait after the last trigger for cues that still sound.
    private static let longestTail = Interval.milliseconds(4_000)
    /// How long after opening a device may report a wrong delay.
    private static let settling = Interval.milliseconds(500)
    /// How often to check whether the last cue has ended, since nothing reports that.
    private static let pollInterval = Interval.milliseconds(50)

    private enum Phase {
        /// Waits for the report on a cold cue.
        case coldCue(giveUp: Instant)
        case rest(until: Instant)
        case running(start: Instant, next: Int)
        /// Waits for cues that still sound.
        case tail(end: Instant)
    }

    init(_ plan: BenchPlan, cue: String, timesColdStart: Bool, rig: BenchRig, interrupts: Interrupts) {
        coldCount = timesColdStart ? 2 : 0
        self.plan = plan
        cueName = cue
        self.rig = rig
        known = rig.output.engine.health
        self.interrupts = interrupts
        loop = EventLoop(rig.output.engine, interrupts)
    }

    func run() {
        if coldCount == 0 { begin(at: .now() + Self.settling) }
        _ = loop.run(self)
        if interrupts.received != nil { breakOff() }
        if let before { doubtPredictions(since: before) }
    }

    /// Starts the planned cues at `start`, by which time the stream and the capture have settled.
    private func begin(at start: Instant) {
        settled = start
        before = rig.output.engine.health
        Console.remark("Playing \(Count.of(plan.triggers.count, "cue"))", lasting: plan.duration)
        phase = .running(start: start, next: 0)
    }

    /// Records doubts if the device or the server's cycle length changed, because predictions rely on both.
    private func doubtPredictions(since before: EngineHealth) {
        let changes = rig.output.engine.health.since(before).cycleChanges
        if changes > 0 {
            predictionDoubts.append(
                "the sound server changed the length of its cycles \(Count.of(changes, "time", "times"))")
        }
        if hasReopened { predictionDoubts.append("the device was reopened while cues played") }
    }

    /// Drops the planned cues that have no report yet, so that they do not count as unheard.
    private func breakOff() {
        collect()
        let unfinished = Set(awaited.values.filter { $0 >= coldCount })
        cues = cues.indices.filter { !unfinished.contains($0) }.map { cues[$0] }
        awaited = [:]
    }

    // MARK: An iteration of the loop

    func register(in loop: EventLoop) {
        rig.output.register(in: loop)
        loop.wait(.timer, until: .earlier(.earlier(deadline, rig.game?.nextDeadline), .now() + Self.pollInterval))
    }

    /// The time at which the phase ends by itself.
    private var deadline: Instant? {
        switch phase {
        case .coldCue(let end), .rest(let end), .tail(let end): end
        case .running(let start, let next): start + plan.triggers[next].due
        }
    }

    func advance(to now: Instant) {
        advancePhase(now)
        rig.game?.advance(rig.feedback)
    }

    private func advancePhase(_ now: Instant) {
        switch phase {
        case .coldCue(let end):
            guard awaited.isEmpty || now >= end else { return }
            awaited = [:]
            phase = .rest(until: now + Self.idle)
        case .rest(let end):
            guard now >= end else { return }
            guard cues.count < coldCount else { return begin(at: now + .milliseconds(100)) }
            fire((due: .zero, injected: .zero))
            phase = .coldCue(giveUp: now + Self.longestTail)
        case .running(let start, let next):
            guard now >= start + plan.triggers[next].due else { return }
            fire(plan.triggers[next])
            let isLast = next + 1 == plan.triggers.count
            phase = isLast ? .tail(end: now + Self.longestTail) : .running(start: start, next: next + 1)
        case .tail(let end): if rig.output.isQuiet && awaited.isEmpty || now >= end { loop.finish() }
        }
    }

    func whileStopped(_ stop: () -> Void) { rig.output.whileStopped(stop) }

    private func fire(_ trigger: BenchPlan.Trigger) {
        let earlier = cues.count < coldCount ? cues.count : cues.count - coldCount
        var cue = BenchCue(index: earlier + 1, name: cueName, outcome: .unknown)
        cue.injected = trigger.injected
        let scheduler = rig.scheduler
        let clocks = scheduler.clocks
        let now = Instant.now()
        cue.triggered = now
        let handle: CueHandle?
        if trigger.injected > .zero {
            let soonest = clocks.main.frame(at: rig.output.engine.latestOutput(now))
            // Whole frames later, so that a cue scheduled with these clocks starts on exactly that frame.
            let due = clocks.main.instant(of: soonest + trigger.injected.frames(at: clocks.main.sampleRate))
            cue.asked = due
            handle = scheduler.schedule(rig.name(of: cue), cause: now, due: due, by: clocks)
        } else {
            handle = scheduler.trigger(rig.name(of: cue), cause: now, now: now)
        }
        if let handle { awaited[handle.id] = cues.count }
        cues.append(cue)
    }

    func collect() {
        for report in rig.scheduler.reports() {
            if let index = awaited.removeValue(forKey: report.id) {
                cues[index].record(report, isFelt: rig.isFelt)
            } else {
                rig.game?.take(report)
            }
        }
        recordSlack()
        let health = rig.output.engine.health
        xruns.record(health.since(known))
        known = health
    }

    /// Records the slack of the periods since the last call. Slack is skipped before the first cue, and after a
    /// reopening until the device's delay has settled.
    private func recordSlack() {
        let new = rig.output.engine.wakeupSlack()
        if !rig.output.events().words.isEmpty {
            wakeupSlack.append([])
            hasReopened = true
            settled = settled.map { max($0, .now() + Self.settling) }
        }
        if let settled, Instant.now() > settled { wakeupSlack[wakeupSlack.count - 1] += new }
    }
}

extension [BenchXrun] {
    /// Records the xruns of a while, all at its end. They may have come at once, so the first has all lost frames.
    mutating func record(_ losses: EngineHealth) {
        for place in 0..<losses.xruns { append(BenchXrun(at: .now(), framesLost: place == 0 ? losses.framesLost : 0)) }
    }
}
