import ThudCore
import ThudCues
import ThudPlayback

/// Plays cues through an engine, and turns the engine's receipts into reports.
///
///     let library = try CueLibrary(folder: "Sounds/kape", sampleRate: engine.sampleRate)
///     let scheduler = FeedbackScheduler(engine: engine, library: library, settings: FeedbackSettings())
///     let handle = scheduler.trigger("kape/correct", cause: key.instant, now: .now())   // as soon as possible
///     scheduler.schedule("kape/tick", cause: due, due: due, by: scheduler.clocks)       // at an exact instant
///     // whenever `engine.signal` is readable:
///     for report in scheduler.reports() { print(report.id, report.receipt.outcome, report.latency) }
///
/// One thread owns the scheduler and makes every call. Use the thread that receives the input, so that a trigger never
/// waits for another thread. Call `trigger` when the event happens, and `reports` whenever `engine.signal` or the
/// haptic engine's signal is readable. `reports` collects the engine's receipts, so nothing else may call
/// `Engine.receipts`. No call blocks or touches a file.
///
/// The scheduler thins out cues that come too close together; see `OnsetThinning`. It judges them by the instants
/// that the game supplies, so the same round is thinned in the same way on every machine. Cues that are left out get
/// reports too.
///
/// The sound and haptics of a cue are one voice, so they start on the same frame and cannot drift apart. If haptics
/// have a device of their own, the cue becomes two voices, and the two devices' clocks place them at the same instant.
public final class FeedbackScheduler {
    /// The player's choices. A change takes effect with the next trigger.
    public var settings: FeedbackSettings
    /// Whether cues are thinned out. If false, every cue plays in full, which suits measurements.
    public var isThinning = true
    let engine: Engine
    let hapticEngine: Engine?
    private(set) var library: CueLibrary
    private var pending: [UInt64: Pending] = [:]
    /// The live cues that have not ended, by handle id, and the cues of turns that still await a receipt, by turn id.
    var live: [UInt64: LiveCue] = [:]
    var turned: [UInt64: LiveCue] = [:]
    /// The ids of the cues that may still sound, oldest first, without live cues.
    private var recent: [UInt64] = []
    private var lastID: UInt64 = 0
    private var thinning = OnsetThinning()
    /// The reports on cues that were left out, to be returned by the next `reports`.
    private var leftOut: [CueReport] = []
    /// The number of triggers and turns that the audio thread could not accept, or that named no cue.
    public internal(set) var lostTriggers = 0

    /// The most voices that can play at once, on a sound device and a haptic device together.
    private static let mostVoices = 256

    /// Lost receipts whose triggers have been reported.
    private var missedReceipts = 0
    /// The latest that a receipt comes after the instant of its cue.
    private static let longestReceipt = Interval.seconds(1)

    private struct Pending {
        var name: String
        var cause: Instant
        var triggered: Instant
        var isScheduled: Bool
        var plan: FeedbackPlan
        var thinned: OnsetThinning.Reason?
        /// Whether the round was paused before the cue started.
        var isPaused = false
        var receipt: Receipt?
        var hapticReceipt: Receipt?
    }

    /// Creates a scheduler that plays `library` through `engine`, and haptics through `hapticEngine` if there is one.
    public init(engine: Engine, hapticEngine: Engine? = nil, library: CueLibrary, settings: FeedbackSettings) {
        self.engine = engine
        self.hapticEngine = hapticEngine
        self.library = library
        self.settings = settings
    }

    /// Adds the cues of another library, which must have been loaded at the same sample rate. A cue with the name of
    /// an existing one replaces it.
    public func add(_ cues: CueLibrary) { library.add(cues) }

    /// The number of triggers that have not been reported yet.
    public var pendingCount: Int { pending.count + leftOut.count }

    /// Plays the cue called `name` as soon as possible.
    ///
    /// - Parameters:
    ///   - name: The full name of the cue, for example `kape/correct`.
    ///   - cause: The time of the event that the cue responds to.
    ///   - now: The current time; latency is measured from here.
    ///   - tint: The colour of the cue's flash if it has one; nil for the cue's own colour.
    ///   - gain: How much louder the sound is and how much stronger the haptics are, as a factor.
    /// - Returns: The handle; nil if there is no such cue or the engine could not accept it.
    @discardableResult
    public func trigger(
        _ name: String, cause: Instant, now: Instant, tint: Colour? = nil, gain: Double = 1
    ) -> CueHandle? {
        let start = soonest(now)
        return place(
            name, cause: cause, triggered: now, isScheduled: false, start: start.main, hapticStart: start.haptic,
            tint: tint, gain: gain)
    }

    /// Returns the start of whatever is requested at `now`. With two devices it is the first that both can meet.
    func soonest(_ now: Instant) -> (main: VoiceRequest.Start, haptic: VoiceRequest.Start?) {
        guard let hapticEngine else { return (.next, nil) }
        return exactly(max(engine.soonest(now), hapticEngine.soonest(now)), by: clocks)
    }

    func exactly(_ instant: Instant, by clocks: Clocks) -> (main: VoiceRequest.Start, haptic: VoiceRequest.Start?) {
        (.frame(clocks.main.frame(at: instant)), clocks.haptic.map { .frame($0.frame(at: instant)) })
    }

    func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// The clocks of the streams, read at one moment. Cues scheduled with one reading keep their exact distances.
    public struct Clocks: Sendable {
        /// The clock of the stream that carries the sound.
        public let main: StreamClock
        let haptic: StreamClock?
    }

    /// The current clocks of the streams.
    public var clocks: Clocks { Clocks(main: engine.clock, haptic: hapticEngine?.clock) }

    /// Plays the cue called `name` at the exact instant `due`, on the frame at which `clocks` place it.
    ///
    /// - Parameters:
    ///   - name: The full name of the cue, for example `kape/tick`.
    ///   - cause: The time of the event that the cue responds to.
    ///   - due: The time at which the cue is to be heard.
    ///   - clocks: A reading of ``clocks``. Use one reading for cues whose distance must be exact.
    ///   - tint: The colour of the cue's flash if it has one; nil for the cue's own colour.
    ///   - gain: How much louder the sound is and how much stronger the haptics are, as a factor.
    /// - Returns: The handle; nil if there is no such cue or the engine could not accept it.
    @discardableResult
    public func schedule(
        _ name: String, cause: Instant, due: Instant, by clocks: Clocks, tint: Colour? = nil, gain: Double = 1
    ) -> CueHandle? {
        let start = exactly(due, by: clocks)
        return place(
            name, cause: cause, triggered: due, isScheduled: true, start: start.main, hapticStart: start.haptic,
            tint: tint, gain: gain)
    }

    /// Cancels the scheduled cues that have not started by `now`. Each of them is reported as cancelled.
    public func cancelScheduled(now: Instant) {
        thinning.forgetScheduled(after: now)
        let isTaken = engine.cancelScheduled()
        let isHapticTaken = hapticEngine?.cancelScheduled() ?? true
        if !isTaken || !isHapticTaken { lostTriggers += 1 }
    }

    /// Cuts the cue with this handle id off with a 5 ms ramp, or cancels it if it has not started by then.
    ///
    /// - Parameters:
    ///   - id: The handle id of the cue.
    ///   - due: When to cut it; nil means as soon as possible.
    public func cut(_ id: UInt64, at due: Instant? = nil) {
        let start = due.map { exactly($0, by: clocks) }
        let isTaken = engine.cut(id: id, at: start?.main ?? .next)
        let isHapticTaken = hapticEngine?.cut(id: id, at: start?.haptic ?? .next) ?? true
        if !isTaken || !isHapticTaken { lostTriggers += 1 }
    }

    /// Ends everything that sounds with a 5 ms ramp, and cancels scheduled cues that have not started by `now`. Live
    /// cues go on until they are ended.
    public func silence(now: Instant) {
        for (id, entry) in pending where entry.isScheduled && entry.triggered > now { pending[id]?.isPaused = true }
        cancelScheduled(now: now)
        for id in recent { cut(id) }
        recent = []
    }

    /// Returns the reports that have become complete since the last call. Cues that were left out come first. The
    /// others follow in the order of their receipts, or of their ids if haptics have their own device.
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
        return leftOut + order.compactMap(report) + overdue()
    }

    /// Returns reports on the triggers whose receipts were lost, because they were not collected in time.
    private func overdue() -> [CueReport] {
        let lost = engine.lostReceipts + (hapticEngine?.lostReceipts ?? 0)
        guard lost > missedReceipts else { return [] }
        let late = pending.filter { engine.now - $0.value.triggered > Self.longestReceipt }
        for (id, entry) in late {
            let receipt = noReceipt(id, entry)
            pending[id]?.receipt = entry.receipt ?? receipt
            if hapticEngine != nil { pending[id]?.hapticReceipt = entry.hapticReceipt ?? receipt }
        }
        defer {
            // Once nothing sounds, no receipt is still to come, not even that of a lasting cue's end.
            if pending.isEmpty, engine.voiceCount == 0 {
                live = live.filter { !$0.value.isEnded }
                turned = turned.filter { live[$0.value.id] != nil }
                missedReceipts = lost
            }
        }
        return late.keys.sorted().compactMap(report)
    }

    private func noReceipt(_ id: UInt64, _ entry: Pending) -> Receipt {
        Receipt(
            id: id, outcome: .unknown, triggered: entry.triggered, taken: entry.triggered,
            frame: engine.clock.frame(at: entry.triggered), predicted: entry.triggered)
    }

    /// Returns the report on a trigger and forgets the trigger, once all of its receipts have arrived.
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
        hapticStart: VoiceRequest.Start?, isLive: Bool = false, tint: Colour? = nil, gain: Double = 1
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
            FeedbackPolicy.plan(for: prepared.cue, settings, verdict)?.tinted(tint).amplified(by: gain)
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
            // If only one of two devices accepted its voice, nothing else could end that voice.
            _ = engine.cut(id: id)
            pending[id] = nil
            lostTriggers += 1
            return nil
        }
        thinning = judge
        return CueHandle(id: id, plan: plan)
    }

    /// Reports that a cue is not played, because a lock ignores the key press that requested it.
    public func ignore(_ name: String, cause: Instant, now: Instant) {
        guard let prepared = library.cues[name] else {
            lostTriggers += 1
            return
        }
        let entry = Pending(
            name: name, cause: cause, triggered: now, isScheduled: false, plan: .nothing(of: prepared.cue, by: .locked))
        leaveOut(entry, nextID(), as: .locked)
    }

    /// Queues the report on a cue that is not played.
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

extension Engine {
    /// Returns the earliest instant at which a voice requested at `now` can be heard. This includes 5 ms for the
    /// command to reach the audio thread.
    func soonest(_ now: Instant) -> Instant { max(latestOutput(now) + .milliseconds(5), now) }
}
