public import ThudCore
import ThudCues
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
    /// What the report on its beginning is known by, and the part of the cue that the policy left then.
    public let handle: CueHandle
    /// The handle's id.
    public var id: UInt64 { handle.id }
    /// The cue, `habit/hold`.
    public let name: String
    /// Every turn that was asked for, in that order; the end is two of them.
    public private(set) var turns: [LiveTurn] = []
    /// The audio thread's answer to its beginning.
    public private(set) var receipt: Receipt?
    /// It has been asked to end.
    public private(set) var isEnded = false

    /// It goes on in silence.
    public internal(set) var isMuted = false

    let prepared: PreparedCue
    let sampleRate: Int
    /// When its first frame was meant to be heard.
    let start: Instant
    /// Where its controls go, as they were asked to.
    var levels: [LiveControl: Ramp] = [:]

    init(_ handle: CueHandle, of prepared: PreparedCue, sampleRate: Int, start: Instant) {
        self.handle = handle
        name = prepared.cue.name
        self.prepared = prepared
        self.sampleRate = sampleRate
        self.start = start
    }

    /// Where a control stands that was asked for before an instant.
    func level(of control: LiveControl, at instant: Instant) -> Ramp {
        levels[control] ?? Ramp(from: control.neutral, to: control.neutral, start: instant, duration: .zero)
    }

    func note(_ turn: LiveTurn) {
        turns.append(turn)
        if turn.isEnd { isEnded = true }
    }

    func note(_ receipt: Receipt, isHaptic: Bool) {
        // What is answered was asked for just before, so that a search from the end is short.
        if receipt.id == id {
            if !isHaptic { self.receipt = receipt }
        } else if let index = turns.lastIndex(where: { $0.id == receipt.id }) {
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

/// A value that goes from one to another in a straight line.
struct Ramp {
    var from: Double
    var to: Double
    var start: Instant
    var duration: Interval

    /// When it has arrived.
    var end: Instant { start + duration }

    /// The value at an instant.
    func value(at instant: Instant) -> Double {
        if instant >= end { return to }
        let share = (instant - start).seconds / duration.seconds
        return from + (to - from) * max(0, share)
    }

    /// The ramp from where this one stands at an instant.
    func moving(to value: Double, over duration: Interval, from start: Instant) -> Ramp {
        Ramp(from: self.value(at: start), to: value, start: start, duration: max(duration, .zero))
    }
}

extension LiveControl {
    /// Whether the control makes the cue louder and softer, or stronger and weaker.
    var isLevel: Bool { self == .gain || self == .intensity }
}
