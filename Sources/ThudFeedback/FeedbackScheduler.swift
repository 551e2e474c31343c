import ThudCore
import ThudCues
import ThudPlayback

/// Turns cues into voices, and the receipts of those voices into reports.
///
///     let library = try CueLibrary(folder: "Sounds/kape", sampleRate: engine.sampleRate)
///     let scheduler = FeedbackScheduler(engine: engine, library: library, settings: FeedbackSettings())
///     let handle = scheduler.trigger("kape/correct", cause: key.instant, now: .now())   // as soon as can be
///     scheduler.schedule("kape/tick", cause: due, due: due, by: scheduler.clocks)       // at an exact instant
///     // whenever `engine.signal` is readable:
///     for report in scheduler.reports() { print(report.id, report.receipt.outcome, report.latency) }
///
/// One thread owns the scheduler and makes every call: the thread that the input arrives on, so that a trigger waits for
/// nobody. It calls `trigger` right when the event happens, and `reports` whenever `engine.signal` is readable (or the
/// haptic engine's), which collects the engine's receipts for it: nobody else may call `Engine.receipts`. No call blocks or
/// touches a file.
///
/// Cues are thinned out where there would be too much at once; see ``OnsetThinning``. They are judged by the instants that
/// their game gives them, so that the same round is thinned alike on every machine. A cue that is left out has a handle and a
/// report as any other.
///
/// Sound and haptics of a cue are one voice, so they begin on one frame and cannot drift apart. Only where haptics have a
/// device of their own are there two voices, which their devices' clocks place on the same instant.
public final class FeedbackScheduler {
    /// The player's choices. A change takes effect with the next trigger.
    public var settings: FeedbackSettings
    /// Whether cues are thinned out; otherwise each is given whole, to be timed.
    public var isThinning = true

    let engine: Engine
    let hapticEngine: Engine?
    private(set) var library: CueLibrary
    private var pending: [UInt64: Pending] = [:]
    /// The cues that last and have not ended, by their handles' ids, and the turns of which nothing has been heard, by theirs.
    var live: [UInt64: LiveCue] = [:]
    var turned: [UInt64: LiveCue] = [:]
    /// The cues that may sound, by their handles' ids, the latest last; those that last are not among them.
    private var recent: [UInt64] = []
    private var lastID: UInt64 = 0
    private var thinning = OnsetThinning()
    /// The reports on cues that were left out, for the next `reports`.
    private var leftOut: [CueReport] = []
    /// Triggers and turns that the audio thread could not take, or that name no cue.
    public internal(set) var lostTriggers = 0

    /// As many voices as there can be, on a device for the sound and one for the haptics.
    private static let mostVoices = 256

    private struct Pending {
        var name: String
        var cause: Instant
        var triggered: Instant
        var isScheduled: Bool
        var plan: FeedbackPlan
        var thinned: OnsetThinning.Reason?
        /// The round stood still before it began.
        var isPaused = false
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

    /// Adds the cues of another library, which was loaded at the same rate; they take the place of any of the same name.
    public func add(_ cues: CueLibrary) { library = library.adding(cues) }

    /// Triggers of which no report has been given yet.
    public var pendingCount: Int { pending.count + leftOut.count }

    /// Plays the cue called `name` as soon as can be.
    ///
    /// - Parameters:
    ///   - cause: when the event happened that the cue answers.
    ///   - now: the present; latency counts from here.
    ///   - tint: the colour of its flash, where it has one; nil for the cue's own.
    /// - Returns: the handle; nil where there is no such cue or the engine could not take it.
    @discardableResult
    public func trigger(_ name: String, cause: Instant, now: Instant, tint: Colour? = nil) -> CueHandle? {
        let start = soonest(now)
        return place(
            name, cause: cause, triggered: now, isScheduled: false, start: start.main, hapticStart: start.haptic,
            tint: tint)
    }

    /// Where what is asked for at `now` begins. On two devices, at the first instant that both can still reach.
    func soonest(_ now: Instant) -> (main: VoiceRequest.Start, haptic: VoiceRequest.Start?) {
        guard let hapticEngine else { return (.next, nil) }
        return exactly(max(engine.soonest(now), hapticEngine.soonest(now)), by: clocks)
    }

    /// An instant on the frames of both devices.
    func exactly(_ instant: Instant, by clocks: Clocks) -> (main: VoiceRequest.Start, haptic: VoiceRequest.Start?) {
        (.frame(clocks.main.frame(at: instant)), clocks.haptic.map { .frame($0.frame(at: instant)) })
    }

    /// The next id of a trigger or a turn.
    func nextID() -> UInt64 {
        lastID += 1
        return lastID
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
    ///
    /// - Parameter tint: the colour of its flash, where it has one; nil for the cue's own.
    @discardableResult
    public func schedule(
        _ name: String, cause: Instant, due: Instant, by clocks: Clocks, tint: Colour? = nil
    ) -> CueHandle? {
        let start = exactly(due, by: clocks)
        return place(
            name, cause: cause, triggered: due, isScheduled: true, start: start.main, hapticStart: start.haptic,
            tint: tint)
    }

    /// Cancels the cues that are scheduled and have not begun by `now`; a report on each says so.
    public func cancelScheduled(now: Instant) {
        thinning.forgetScheduled(after: now)
        let isTaken = engine.cancelScheduled()
        let isHapticTaken = hapticEngine?.cancelScheduled() ?? true
        if !isTaken || !isHapticTaken { lostTriggers += 1 }
    }

    /// Cuts what sounds of the cue with that handle's id, with a ramp of 5 ms, and cancels what has not begun.
    public func cut(_ id: UInt64) {
        let isTaken = engine.cut(id: id)
        let isHapticTaken = hapticEngine?.cut(id: id) ?? true
        if !isTaken || !isHapticTaken { lostTriggers += 1 }
    }

    /// Ends what sounds, with a ramp of 5 ms, and cancels what has not begun by `now`; cues that last go on until they are ended.
    public func silence(now: Instant) {
        for (id, entry) in pending where entry.isScheduled && entry.triggered > now { pending[id]?.isPaused = true }
        cancelScheduled(now: now)
        for id in recent { cut(id) }
        recent = []
    }

    /// The reports that have become complete since the last call: first those on cues that were left out, then the others in the
    /// order of their receipts.
    public func reports() -> [CueReport] {
        defer { leftOut = [] }
        for receipt in hapticEngine?.receipts() ?? [] {
            pending[receipt.id]?.hapticReceipt = receipt
            note(receipt, isHaptic: true)
        }
        var order: [UInt64] = []
        for receipt in engine.receipts() {
            pending[receipt.id]?.receipt = receipt
            note(receipt, isHaptic: false)
            order.append(receipt.id)
        }
        if hapticEngine != nil { order = pending.keys.sorted() }
        return leftOut + order.compactMap(report)
    }

    /// The report on a trigger once all of its receipts have come; the trigger is forgotten then.
    private func report(_ id: UInt64) -> CueReport? {
        guard let entry = pending[id], let receipt = entry.receipt else { return nil }
        guard hapticEngine == nil || entry.hapticReceipt != nil else { return nil }
        pending[id] = nil
        var plan = entry.plan
        if entry.isPaused, receipt.outcome == .cancelled, let prepared = library.cues[entry.name] {
            plan = .nothing(of: prepared.cue, by: .paused)
        }
        return CueReport(
            id: id, name: entry.name, cause: entry.cause, triggered: entry.triggered, isScheduled: entry.isScheduled,
            plan: plan, thinned: entry.thinned, receipt: receipt, hapticReceipt: entry.hapticReceipt)
    }

    func place(
        _ name: String, cause: Instant, triggered: Instant, isScheduled: Bool, start: VoiceRequest.Start,
        hapticStart: VoiceRequest.Start?, isLive: Bool = false, tint: Colour? = nil
    ) -> CueHandle? {
        guard let prepared = library.cues[name] else {
            lostTriggers += 1
            return nil
        }
        let id = nextID()
        var judge = thinning
        let isJudged = !isLive && isThinning && prepared.cue.isThinnable
        let verdict = isJudged ? judge.judge(prepared.cue, at: isScheduled ? triggered : cause, now: cause) : .whole
        let plan =
            FeedbackPolicy.plan(for: prepared.cue, settings, verdict)?.tinted(tint)
            ?? .nothing(of: prepared.cue, by: .thinned)
        let entry = Pending(
            name: name, cause: cause, triggered: triggered, isScheduled: isScheduled, plan: plan,
            thinned: verdict.reason)
        if case .leftOut = verdict {
            leaveOut(entry, id)
            return CueHandle(id: id, plan: plan)
        }
        var request = VoiceRequest(
            id: id, clip: prepared.clip, routing: .sounds(of: plan), start: start, triggered: triggered)
        request.priority = prepared.cue.priority
        request.isRevocable = isScheduled
        request.followsClock = isScheduled
        if isLive, let live = prepared.live {
            request.clip = live.clip
            request.live = live.source
        }
        pending[id] = entry
        var isTaken = engine.play(request)
        if isTaken, let hapticEngine, let hapticStart {
            request.routing = .haptics(of: plan)
            request.start = hapticStart
            isTaken = hapticEngine.play(request)
        }
        if !isLive {
            recent.append(id)
            if recent.count > FeedbackScheduler.mostVoices { recent.removeFirst() }
        }
        guard isTaken else {
            // Where one of two devices took its half nobody could end that.
            _ = engine.cut(id: id)
            pending[id] = nil
            lostTriggers += 1
            return nil
        }
        thinning = judge
        return CueHandle(id: id, plan: plan)
    }

    /// Reports a cue that is not given, because a lock ignores the press that asks for it.
    public func ignore(_ name: String, cause: Instant, now: Instant) {
        guard let prepared = library.cues[name] else {
            lostTriggers += 1
            return
        }
        let entry = Pending(
            name: name, cause: cause, triggered: now, isScheduled: false,
            plan: .nothing(of: prepared.cue, by: .locked))
        leaveOut(entry, nextID(), as: .locked)
    }

    /// Notes the report on a cue of which nothing is given.
    private func leaveOut(_ entry: Pending, _ id: UInt64, as outcome: CueOutcome = .thinned) {
        let start = entry.isScheduled ? entry.triggered : engine.soonest(entry.triggered)
        let receipt = Receipt(
            id: id, outcome: outcome, triggered: entry.triggered, taken: entry.triggered,
            frame: engine.clock.frame(at: start), predicted: start)
        leftOut.append(
            CueReport(
                id: id, name: entry.name, cause: entry.cause, triggered: entry.triggered,
                isScheduled: entry.isScheduled, plan: entry.plan, thinned: entry.thinned, receipt: receipt,
                hapticReceipt: nil))
    }
}
