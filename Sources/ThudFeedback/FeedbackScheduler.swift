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
    /// Both of them, or the one for everything.
    private let engines: [Engine]
    private(set) var library: CueLibrary
    private var pending: [UInt64: Pending] = [:]
    /// The live cues that have not ended, by handle id, and the cues of turns that still await a receipt, by turn id.
    package internal(set) var live: [UInt64: LiveCue] = [:]
    var turned: [UInt64: LiveCue] = [:]
    /// The cues that may still sound, oldest first, without live cues.
    private var recent: [(id: UInt64, end: Instant)] = []
    private var lastID: UInt64 = 0
    private var thinning = OnsetThinning()
    /// How many turns a live cue keeps at most, for its ``LiveCue/pattern``.
    package var mostTurns = LiveCue.mostTurns
    /// How many suffice if nobody asks for patterns: more than can await their receipts.
    package static let fewTurns = 10_000
    /// The complete reports that nobody has asked for yet.
    private var complete: [CueReport] = []
    /// How many of them are kept at least.
    var mostComplete = Int.max
    /// The number of triggers and turns that the audio thread could not accept, or that named no cue.
    public internal(set) var lostTriggers = 0

    /// From so many on, the cues that have ended are forgotten.
    private static let manyRecent = 256
    /// From so many on, receipts are collected even if nobody asks for reports. An engine keeps twice as many.
    private static let manyOutstanding = 1_024

    /// Lost receipts whose triggers have been reported.
    private var missedReceipts = 0
    /// The latest that a receipt comes after the instant of its cue.
    private static let longestReceipt = Interval.seconds(1)

    /// A trigger whose receipts have not all arrived.
    private struct Pending {
        /// The report so far. Its receipts are `unknown` until those of the audio threads arrive.
        var report: CueReport
        var missing: Int
        /// Whether the round was paused before the cue started.
        var isPaused = false
    }

    /// Creates a scheduler that plays `library` through `engine`, and haptics through `hapticEngine` if there is one.
    public init(engine: Engine, hapticEngine: Engine? = nil, library: CueLibrary, settings: FeedbackSettings) {
        self.engine = engine
        self.hapticEngine = hapticEngine
        engines = [engine, hapticEngine].compactMap(\.self)
        self.library = library
        self.settings = settings
    }

    /// Adds the cues of another library, which must have been loaded at the same sample rate. A cue with the name of
    /// an existing one replaces it.
    public func add(_ cues: CueLibrary) { library.add(cues) }

    /// The number of triggers that have not been reported yet.
    public var pendingCount: Int { pending.count + complete.count }

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
        place(name, cause: cause, triggered: now, starts: starts(at: nil, now), tint: tint, gain: gain)
    }

    /// Returns the start, on each stream, of what is requested at `now` for `due`, or as soon as possible.
    func starts(at due: Instant?, _ now: Instant) -> [VoiceRequest.Start] {
        if due == nil, hapticEngine == nil { return [.next] }
        return starts(at: due ?? soonest(now), by: clocks)
    }

    /// Returns the first instant that all streams can meet.
    func soonest(_ now: Instant) -> Instant { engines.reduce(now) { max($0, $1.soonest(now)) } }

    func starts(at instant: Instant, by clocks: Clocks) -> [VoiceRequest.Start] {
        clocks.all.map { .frame($0.frame(at: instant)) }
    }

    /// Requests something of each stream in turn. Returns false after the first that cannot accept it.
    func request(at starts: [VoiceRequest.Start], _ body: (Engine, VoiceRequest.Start) -> Bool) -> Bool {
        zip(engines, starts).allSatisfy(body)
    }

    /// Returns the id of the next request. If nobody asks for reports, this makes room for its receipt.
    func nextID() -> UInt64 {
        if pending.count + turned.count >= Self.manyOutstanding {
            collect()
            // Collecting has cleared the signal.
            engine.signalReports()
        }
        lastID += 1
        return lastID
    }

    /// The clocks of the streams, read at one moment. Cues scheduled with one reading keep their exact distances.
    public struct Clocks: Sendable {
        fileprivate let all: [StreamClock]
        /// The clock of the stream that carries the sound.
        public var main: StreamClock { all[0] }
    }

    /// The current clocks of the streams. Until `Engine.isClockKnown`, in the first tenths of a second, they are
    /// guesses that can be off by the whole queue. When the position is known, a cue that was scheduled by a guess and
    /// has not begun moves to the right frame, or is reported as `late`.
    public var clocks: Clocks { Clocks(all: engines.map(\.clock)) }

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
        place(
            name, cause: cause, triggered: due, isScheduled: true, starts: starts(at: due, by: clocks), tint: tint,
            gain: gain)
    }

    /// Cancels the scheduled cues that have not started by `now`. Each of them is reported as cancelled.
    public func cancelScheduled(now: Instant) {
        thinning.forgetScheduled(after: now)
        if engines.count(where: { $0.cancelScheduled(after: now) }) < engines.count { lostTriggers += 1 }
    }

    /// Cuts the cue with this handle id off with a 5 ms ramp, or cancels it if it has not started by then.
    ///
    /// - Parameters:
    ///   - id: The handle id of the cue.
    ///   - due: When to cut it; nil means as soon as possible.
    /// - Returns: false if the engine could not accept it.
    @discardableResult
    public func cut(_ id: UInt64, at due: Instant? = nil) -> Bool {
        let starts = due.map { self.starts(at: $0, by: clocks) } ?? engines.map { _ in .next }
        let taken = zip(engines, starts).count(where: { engine, start in engine.cut(id: id, at: start) })
        if taken < engines.count { lostTriggers += 1 }
        return taken == engines.count
    }

    /// Ends everything that sounds with a 5 ms ramp, and cancels scheduled cues that have not started by `now`. Live
    /// cues go on until they are ended. What the engine cannot accept now is tried again by the next call.
    public func silence(now: Instant) {
        for (id, entry) in pending where entry.report.isScheduled && entry.report.triggered > now {
            pending[id]?.isPaused = true
        }
        cancelScheduled(now: now)
        recent.removeAll { cut($0.id) }
    }

    /// Returns the reports that have become complete since the last call: those on cues that were left out at once, the
    /// others in the order of their receipts, or of their ids if haptics have their own device.
    ///
    /// - Parameter count: The most reports to return. The others wait for the next call, and the engine's signal stays
    ///   readable.
    public func reports(atMost count: Int = .max) -> [CueReport] {
        collect()
        complete += overdue()
        let taken = complete.prefix(count)
        complete.removeFirst(taken.count)
        if !complete.isEmpty { engine.signalReports() }
        return Array(taken)
    }

    /// Takes the receipts that have arrived, and completes reports with them.
    private func collect() {
        for receipt in hapticEngine?.receipts() ?? [] { take(receipt, isHaptic: true) }
        var order: [UInt64] = []
        for receipt in engine.receipts() {
            take(receipt, isHaptic: false)
            order.append(receipt.id)
        }
        if hapticEngine != nil { order = pending.keys.sorted() }
        keep(order.compactMap(report))
    }

    private func take(_ receipt: Receipt, isHaptic: Bool) {
        record(receipt, isHaptic: isHaptic)
        guard var entry = pending[receipt.id] else { return }
        // A second receipt says that a lasting cue is over, and changes no report.
        guard (isHaptic ? entry.report.hapticReceipt : entry.report.receipt)?.outcome == .unknown else { return }
        if isHaptic { entry.report.hapticReceipt = receipt } else { entry.report.receipt = receipt }
        entry.missing -= 1
        pending[receipt.id] = entry
    }

    /// Returns reports on the triggers whose receipts were lost, because they were not collected in time.
    private func overdue() -> [CueReport] {
        let lost = engines.reduce(0) { $0 + $1.lostReceipts }
        guard lost > missedReceipts else { return [] }
        let past = engine.now - Self.longestReceipt
        let late = pending.filter { $0.value.report.triggered < past }
        for id in late.keys { pending[id]?.missing = 0 }
        live = live.filter { _, cue in cue.ending.map { $0.start + $0.fade >= past } ?? true }
        turned = turned.filter { live[$0.value.id] != nil }
        // Once nothing sounds, no receipt is still to come.
        defer { if pending.isEmpty, live.isEmpty, engine.voiceCount == 0 { missedReceipts = lost } }
        return late.keys.sorted().compactMap(report)
    }

    /// Returns the report on a trigger and forgets the trigger, once all of its receipts have arrived.
    private func report(_ id: UInt64) -> CueReport? {
        guard let entry = pending[id], entry.missing <= 0 else { return nil }
        pending[id] = nil
        var report = entry.report
        if entry.isPaused, report.receipt.outcome == .cancelled, let prepared = library.cues[report.name] {
            report.plan = .nothing(of: prepared.cue, by: .paused)
        }
        return report
    }

    func place(
        _ name: String, cause: Instant, triggered: Instant, isScheduled: Bool = false, starts: [VoiceRequest.Start],
        isLive: Bool = false, tint: Colour? = nil, gain: Double = 1
    ) -> CueHandle? {
        guard let prepared = library.cues[name] else {
            lostTriggers += 1
            return nil
        }
        var judge = thinning
        let isJudged = !isLive && isThinning && prepared.cue.isThinnable
        // A cue for later must not make the judge forget what is close to one that comes before it.
        let (start, now) = (isScheduled ? triggered : cause, min(cause, engine.now))
        let verdict = isJudged ? judge.judge(prepared.cue, at: start, now: now) : .whole
        let plan =
            FeedbackPolicy.plan(for: prepared.cue, settings, verdict)?.tinted(tint).amplified(by: gain)
            ?? .nothing(of: prepared.cue, by: .thinned)
        var report = report(
            on: name, cause: cause, triggered: triggered, isScheduled: isScheduled, plan: plan,
            thinned: verdict.reason)
        let id = report.id
        if case .leftOut = verdict {
            report.receipt.outcome = .thinned
            leaveOut(report)
            return CueHandle(id: id, plan: plan)
        }
        if hapticEngine != nil { report.hapticReceipt = report.receipt }
        guard send(voice(of: prepared, for: report, isLive: isLive), for: report, at: starts) else { return nil }
        if !isLive {
            recent.append((id, triggered + .seconds(prepared.seconds) + Self.longestReceipt))
            if recent.count > Self.manyRecent { recent.removeAll { [now = engine.now] in $0.end < now } }
        }
        thinning = judge
        return CueHandle(id: id, plan: plan)
    }

    /// Returns the voice of a cue, whose start and routing each device gets for itself.
    private func voice(of prepared: PreparedCue, for report: CueReport, isLive: Bool) -> VoiceRequest {
        var voice = VoiceRequest(
            id: report.id, clip: prepared.clip, routing: .silent, triggered: report.triggered)
        voice.priority = prepared.cue.priority
        voice.isRevocable = report.isScheduled
        voice.followsClock = report.isScheduled
        if isLive, let live = prepared.live {
            voice.clip = live.clip
            voice.live = live.source
        }
        return voice
    }

    /// Sends a voice to each device, and expects its receipts; returns false if a device refuses it.
    private func send(_ voice: VoiceRequest, for report: CueReport, at starts: [VoiceRequest.Start]) -> Bool {
        pending[report.id] = Pending(report: report, missing: engines.count)
        let isTaken = request(at: starts) { stream, start in
            var voice = voice
            voice.routing = stream === engine ? .sounds(of: report.plan) : .haptics(of: report.plan)
            voice.start = start
            return stream.play(voice)
        }
        guard !isTaken else { return true }
        // If only one of two devices accepted its voice, nothing else could end that voice.
        _ = engine.cut(id: report.id)
        pending[report.id] = nil
        lostTriggers += 1
        return false
    }

    /// Reports that a cue is not played, because a lock ignores the key press that requested it.
    public func ignore(_ name: String, cause: Instant, now: Instant) {
        guard let prepared = library.cues[name] else {
            lostTriggers += 1
            return
        }
        var report = report(on: name, cause: cause, triggered: now, plan: .nothing(of: prepared.cue, by: .locked))
        report.receipt.outcome = .locked
        leaveOut(report)
    }

    /// Keeps the report on a cue that the engine never hears of.
    private func leaveOut(_ report: CueReport) {
        keep([report])
        engine.signalReports()
    }

    /// Keeps reports until somebody asks for them.
    private func keep(_ reports: [CueReport]) {
        complete += reports
        // Up to twice as many wait, so that not every cue moves all of them.
        if complete.count / 2 >= mostComplete { complete.removeFirst(complete.count - mostComplete) }
    }

    /// Returns the report on a new trigger before its receipts, with the time at which the cue would start.
    private func report(
        on name: String, cause: Instant, triggered: Instant, isScheduled: Bool = false, plan: FeedbackPlan,
        thinned: OnsetThinning.Reason? = nil
    ) -> CueReport {
        let id = nextID()
        let start = isScheduled ? triggered : engine.soonest(triggered)
        let receipt = Receipt(
            id: id, outcome: .unknown, triggered: triggered, taken: triggered, frame: engine.clock.frame(at: start),
            predicted: start)
        return CueReport(
            id: id, name: name, cause: cause, triggered: triggered, isScheduled: isScheduled, plan: plan,
            thinned: thinned, receipt: receipt, hapticReceipt: nil)
    }
}

extension Engine {
    /// Returns the earliest instant at which a voice requested at `now` can be heard. This includes 5 ms for the
    /// command to reach the audio thread.
    func soonest(_ now: Instant) -> Instant { max(latestOutput(now) + .milliseconds(5), now) }
}
