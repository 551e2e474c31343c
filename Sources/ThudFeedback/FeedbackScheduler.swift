import ThudCore
import ThudCues
import ThudPlayback

/// Cue and policy and instant in, voices out; receipts come back as reports.
///
/// Sound and haptics of a cue are one voice, so they begin on one frame and cannot drift apart. Only where haptics have
/// a device of their own are there two, each placed by its device's clock on the same instant.
public final class FeedbackScheduler {
    /// What the player has chosen. Takes effect with the next trigger.
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

    /// Triggers whose fate is not yet known.
    public var pendingCount: Int { pending.count }

    /// Gives the feedback called `name` as soon as can be.
    ///
    /// - Parameters:
    ///   - cause: when what it answers happened.
    ///   - now: the present; latency counts from here.
    /// - Returns: what the policy left of it, for the screen; nil where there is no such cue or it could not be taken.
    @discardableResult
    public func trigger(_ name: String, cause: Instant, now: Instant) -> FeedbackPlan? {
        guard let hapticEngine else {
            return place(name, cause: cause, triggered: now, isScheduled: false, start: .next, hapticStart: nil)
        }
        // Two devices: both begin at the first instant that both can still reach.
        let instant = max(engine.soonest(now), hapticEngine.soonest(now))
        return place(
            name, cause: cause, triggered: now, isScheduled: false, start: .frame(engine.clock.frame(at: instant)),
            hapticStart: .frame(hapticEngine.clock.frame(at: instant)))
    }

    /// The streams' clocks at one moment. Cues scheduled by the same reading keep their exact distances in frames.
    public struct Clocks: Sendable {
        /// That of the stream of the sound.
        public let main: StreamClock
        let haptic: StreamClock?
    }

    /// The streams' clocks as they are now.
    public var clocks: Clocks { Clocks(main: engine.clock, haptic: hapticEngine?.clock) }

    /// Gives the feedback called `name` at the exact instant `due`, as `clocks` place it.
    @discardableResult
    public func schedule(_ name: String, cause: Instant, due: Instant, by clocks: Clocks) -> FeedbackPlan? {
        place(
            name, cause: cause, triggered: due, isScheduled: true, start: .frame(clocks.main.frame(at: due)),
            hapticStart: clocks.haptic.map { .frame($0.frame(at: due)) })
    }

    /// Takes back what is scheduled and has not begun.
    public func cancelScheduled() {
        let isTaken = engine.cancelScheduled()
        let isHapticTaken = hapticEngine?.cancelScheduled() ?? true
        if !isTaken || !isHapticTaken { lostTriggers += 1 }
    }

    /// The reports that are complete since the last call, in the order of their triggers' receipts.
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

    /// The report on a trigger of which everything is known, which is then forgotten.
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
    /// The first instant that a voice asked for at `now` can still be heard at, with a period to spare for the way of
    /// the command.
    fileprivate func soonest(_ now: Instant) -> Instant {
        let clock = clock
        return max(clock.instant(of: head + Int64(sampleRate / 200)), now)
    }
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
