import ThudCore
import ThudCues
import ThudPlayback

/// Turns cues into voices, and the receipts of those voices into reports.
///
///     let library = try CueLibrary(folder: "Sounds/kape", sampleRate: engine.sampleRate)
///     let scheduler = FeedbackScheduler(engine: engine, library: library, settings: FeedbackSettings())
///     let plan = scheduler.trigger("kape/correct", cause: key.instant, now: .now())     // as soon as can be
///     scheduler.schedule("kape/tick", cause: due, due: due, by: scheduler.clocks)       // at an exact instant
///     // whenever `engine.signal` is readable:
///     for report in scheduler.reports() { print(report.name, report.receipt.outcome, report.latency) }
///
/// One thread owns the scheduler and makes every call: the thread that the input arrives on, so that a trigger waits for
/// nobody. It calls `trigger` right when the event happens, and `reports` whenever `engine.signal` is readable (or the
/// haptic engine's), which collects the engine's receipts for it: nobody else may call `Engine.receipts`. No call blocks or
/// touches a file.
///
/// Sound and haptics of a cue are one voice, so they begin on one frame and cannot drift apart. Only where haptics have a
/// device of their own are there two voices, which their devices' clocks place on the same instant.
public final class FeedbackScheduler {
    /// The player's choices. A change takes effect with the next trigger.
    public var settings: FeedbackSettings

    private let engine: Engine
    private let hapticEngine: Engine?
    private let library: CueLibrary
    private var pending: [UInt64: Pending] = [:]
    private var nextID: UInt64 = 0
    /// Triggers that the audio thread could not take, or that name no cue.
    public private(set) var lostTriggers = 0

    private struct Pending {
        var name: String
        var cause: Instant
        var triggered: Instant
        var isScheduled: Bool
        var plan: FeedbackPlan
        var receipt: Receipt?
        var hapticReceipt: Receipt?
    }

    /// A scheduler that plays `library` through `engine`, and haptics through `hapticEngine` where there is one.
    public init(engine: Engine, hapticEngine: Engine? = nil, library: CueLibrary, settings: FeedbackSettings) {
        self.engine = engine
        self.hapticEngine = hapticEngine
        self.library = library
        self.settings = settings
    }

    /// Triggers of which no report has been given yet.
    public var pendingCount: Int { pending.count }

    /// Plays the cue called `name` as soon as can be.
    ///
    /// - Parameters:
    ///   - cause: when the event happened that the cue answers.
    ///   - now: the present; latency counts from here.
    /// - Returns: what the policy left of the cue, for the screen; nil where there is no such cue or the engine could not
    ///   take it.
    @discardableResult
    public func trigger(_ name: String, cause: Instant, now: Instant) -> FeedbackPlan? {
        guard let hapticEngine else {
            return place(name, cause: cause, triggered: now, isScheduled: false, start: .next, hapticStart: nil)
        }
        // Two devices: both voices begin at the first instant that both devices can still reach.
        let instant = max(engine.soonest(now), hapticEngine.soonest(now))
        return place(
            name, cause: cause, triggered: now, isScheduled: false, start: .frame(engine.clock.frame(at: instant)),
            hapticStart: .frame(hapticEngine.clock.frame(at: instant)))
    }

    /// The streams' clocks at one moment. Cues that are scheduled by the same reading keep their exact distances in frames.
    public struct Clocks: Sendable {
        /// The clock of the stream that carries the sound.
        public let main: StreamClock
        let haptic: StreamClock?
    }

    /// The streams' clocks as they are now.
    public var clocks: Clocks { Clocks(main: engine.clock, haptic: hapticEngine?.clock) }

    /// Plays the cue called `name` at the exact instant `due`, as `clocks` place it on a frame.
    @discardableResult
    public func schedule(_ name: String, cause: Instant, due: Instant, by clocks: Clocks) -> FeedbackPlan? {
        place(
            name, cause: cause, triggered: due, isScheduled: true, start: .frame(clocks.main.frame(at: due)),
            hapticStart: clocks.haptic.map { .frame($0.frame(at: due)) })
    }

    /// Cancels the cues that are scheduled and have not begun; a report on each says so.
    public func cancelScheduled() {
        let isTaken = engine.cancelScheduled()
        let isHapticTaken = hapticEngine?.cancelScheduled() ?? true
        if !isTaken || !isHapticTaken { lostTriggers += 1 }
    }

    /// The reports that have become complete since the last call, in the order of their receipts.
    public func reports() -> [CueReport] {
        for receipt in hapticEngine?.receipts() ?? [] { pending[receipt.id]?.hapticReceipt = receipt }
        var order: [UInt64] = []
        for receipt in engine.receipts() {
            pending[receipt.id]?.receipt = receipt
            order.append(receipt.id)
        }
        if hapticEngine != nil { order = pending.keys.sorted() }
        return order.compactMap(report)
    }

    /// The report on a trigger once all of its receipts have come; the trigger is forgotten then.
    private func report(_ id: UInt64) -> CueReport? {
        guard let entry = pending[id], let receipt = entry.receipt else { return nil }
        guard hapticEngine == nil || entry.hapticReceipt != nil else { return nil }
        pending[id] = nil
        return CueReport(
            name: entry.name, cause: entry.cause, triggered: entry.triggered, isScheduled: entry.isScheduled,
            plan: entry.plan, receipt: receipt, hapticReceipt: entry.hapticReceipt)
    }

    private func place(
        _ name: String, cause: Instant, triggered: Instant, isScheduled: Bool, start: VoiceRequest.Start,
        hapticStart: VoiceRequest.Start?
    ) -> FeedbackPlan? {
        guard let prepared = library.cues[name] else {
            lostTriggers += 1
            return nil
        }
        let plan = FeedbackPolicy.plan(for: prepared.cue, settings)
        nextID += 1
        var request = VoiceRequest(
            id: nextID, clip: prepared.clip, routing: .sounds(of: plan), start: start, triggered: triggered)
        request.priority = prepared.cue.priority
        request.isRevocable = isScheduled
        request.followsClock = isScheduled
        pending[nextID] = Pending(
            name: name, cause: cause, triggered: triggered, isScheduled: isScheduled, plan: plan)
        var isTaken = engine.play(request)
        if isTaken, let hapticEngine, let hapticStart {
            request.routing = .haptics(of: plan)
            request.start = hapticStart
            isTaken = hapticEngine.play(request)
        }
        guard isTaken else {
            pending[nextID] = nil
            lostTriggers += 1
            return nil
        }
        return plan
    }
}

extension Engine {
    /// The first instant at which a voice asked for at `now` can still be heard, with 5 ms to spare in which the command
    /// reaches the audio thread.
    fileprivate func soonest(_ now: Instant) -> Instant { max(latestOutput(now) + .milliseconds(5), now) }
}

extension Routing {
    /// All of a cue on one stream: sounds and heard haptics left and right, the drive signal on the haptic channel.
    static func sounds(of plan: FeedbackPlan) -> Routing {
        var routing = haptics(of: plan)
        routing[PreparedCue.Track.left, .left] = Float(plan.soundGain)
        routing[PreparedCue.Track.right, .right] = Float(plan.soundGain)
        routing[PreparedCue.Track.heard, .left] = Float(plan.heardGain)
        routing[PreparedCue.Track.heard, .right] = Float(plan.heardGain)
        return routing
    }

    /// The drive signal alone.
    static func haptics(of plan: FeedbackPlan) -> Routing {
        var routing = Routing.silent
        routing[PreparedCue.Track.drive, .haptic] = Float(plan.driveGain)
        return routing
    }
}

/// All that is known of one trigger: how it was asked for, planned and played.
public struct CueReport: Sendable {
    /// The cue, `kape/correct`.
    public let name: String
    /// When its cause happened: the motion sample, the key press, the end of the countdown.
    public let cause: Instant
    /// When it was triggered; for a scheduled cue the instant at which it was to be heard.
    public let triggered: Instant
    /// It was asked for in advance, for an exact instant.
    public let isScheduled: Bool
    /// The part of the cue that the policy left.
    public let plan: FeedbackPlan
    /// The audio thread's receipt.
    public let receipt: Receipt
    /// The receipt of the haptic device's audio thread, where there is such a device.
    public let hapticReceipt: Receipt?

    /// From the trigger to the predicted output; for a scheduled cue how late it is.
    public var latency: Interval { receipt.predicted - triggered }
    /// From the cause to the predicted output.
    public var sinceCause: Interval { receipt.predicted - cause }
}
