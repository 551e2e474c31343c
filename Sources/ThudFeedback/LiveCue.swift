public import ThudCore
public import ThudCues
public import ThudPlayback

/// A cue that has been begun and lasts until it is ended.
///
///     let hold = scheduler.begin("habit/hold", cause: press, now: .now())
///     scheduler.turn(hold, .intensity, to: 0.95, over: .seconds(2), now: .now())
///     scheduler.end(hold, fade: .milliseconds(40), now: .now())
///     let pattern = hold.pattern        // once all has been reported: the session as an AHAP
///
/// It belongs to the thread that owns the scheduler, which notes here what the audio thread answers.
public final class LiveCue {
    /// The handle's id, which the report on its beginning carries.
    public let id: UInt64
    /// The cue, `habit/hold`.
    public let name: String
    /// The part of the cue that the policy left when it began.
    public let plan: FeedbackPlan
    /// Every turn that was asked for, in that order; the end is two of them.
    public private(set) var turns: [LiveTurn] = []
    /// The audio thread's answer to its beginning.
    public private(set) var receipt: Receipt?
    /// It has been asked to end.
    public private(set) var isEnded = false

    let prepared: PreparedCue
    let sampleRate: Int

    init(_ handle: CueHandle, of prepared: PreparedCue, sampleRate: Int) {
        id = handle.id
        plan = handle.plan
        name = prepared.cue.name
        self.prepared = prepared
        self.sampleRate = sampleRate
    }

    func note(_ turn: LiveTurn) {
        turns.append(turn)
        if turn.isEnd { isEnded = true }
    }

    func note(_ receipt: Receipt, isHaptic: Bool) {
        if receipt.id == id {
            if !isHaptic { self.receipt = receipt }
        } else if let index = turns.firstIndex(where: { $0.id == receipt.id }) {
            if isHaptic { turns[index].hapticReceipt = receipt } else { turns[index].receipt = receipt }
        }
    }
}

/// One turn of a cue that lasts.
public struct LiveTurn: Sendable {
    /// Its name; receipts carry it.
    public let id: UInt64
    /// The control that was turned.
    public let control: LiveControl
    /// The value that it goes to.
    public let value: Double
    /// How long it takes.
    public let duration: Interval
    /// It is one of the two that end the cue.
    public let isEnd: Bool
    /// The audio thread's answer, once it has come.
    public internal(set) var receipt: Receipt?
    /// That of the haptic device's audio thread, where there is such a device.
    public internal(set) var hapticReceipt: Receipt?

    /// It took place.
    public var isDone: Bool { receipt?.outcome.isHeard ?? false || receipt?.outcome == .unheard }
}
