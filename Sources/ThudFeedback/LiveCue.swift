public import ThudCore
import ThudCues
public import ThudPlayback

/// A cue that has started and lasts until it is ended.
///
///     let hold = scheduler.begin("habit/hold", cause: press, now: .now())
///     scheduler.turn(hold, .intensity, to: 0.95, over: .seconds(2), now: .now())
///     scheduler.end(hold, fade: .milliseconds(40), now: .now())
///     let pattern = hold.pattern        // once the end has been reported: the session as an AHAP pattern
///
/// It belongs to the thread that owns the scheduler. The scheduler records the audio thread's receipts here.
public final class LiveCue {
    /// The handle of the cue's start: the id of its report, and the part of the cue that the policy left.
    public let handle: CueHandle
    /// The handle's id.
    public var id: UInt64 { handle.id }
    /// The full name of the cue, for example `habit/hold`.
    public let name: String
    /// Every turn in the order of the requests. The end counts as two turns.
    public private(set) var turns: [LiveTurn] = []
    /// The audio thread's receipt for the start; nil until it arrives.
    public private(set) var receipt: Receipt?
    /// Whether the end of the cue has been requested.
    public private(set) var isEnded = false

    /// Whether the cue is muted. A muted cue keeps running in silence.
    public internal(set) var isMuted = false

    let prepared: PreparedCue
    let sampleRate: Int
    /// The time at which the first frame was to be heard.
    let start: Instant
    /// The requested course of each control.
    var levels: [LiveControl: Ramp] = [:]

    init(_ handle: CueHandle, of prepared: PreparedCue, sampleRate: Int, start: Instant) {
        self.handle = handle
        name = prepared.cue.name
        self.prepared = prepared
        self.sampleRate = sampleRate
        self.start = start
    }

    /// Returns the requested course of a control; before any turn it stays at the neutral value from `instant` on.
    func level(of control: LiveControl, at instant: Instant) -> Ramp {
        levels[control] ?? Ramp(from: control.neutral, to: control.neutral, start: instant, duration: .zero)
    }

    func note(_ turn: LiveTurn) {
        turns.append(turn)
        if turn.isEnd { isEnded = true }
    }

    func note(_ receipt: Receipt, isHaptic: Bool) {
        // Receipts answer recent requests, so a search from the end is short.
        if receipt.id == id {
            if !isHaptic { self.receipt = receipt }
        } else if let index = turns.lastIndex(where: { $0.id == receipt.id }) {
            if isHaptic { turns[index].hapticReceipt = receipt } else { turns[index].receipt = receipt }
        }
    }
}

/// One movement of a control of a live cue.
public struct LiveTurn: Sendable {
    /// The id of the turn, which its receipts carry.
    public let id: UInt64
    /// The control that moves.
    public let control: LiveControl
    /// The value that the control moves to.
    public let value: Double
    /// How long the move takes.
    public let duration: Interval
    /// Whether this is one of the two turns that end the cue.
    public let isEnd: Bool
    /// The audio thread's receipt; nil until it arrives.
    public internal(set) var receipt: Receipt?
    /// The receipt from the haptic device's audio thread; nil if haptics have no device of their own.
    public internal(set) var hapticReceipt: Receipt?

    /// Whether the turn has taken effect.
    public var isDone: Bool { receipt?.outcome.isHeard ?? false || receipt?.outcome == .unheard }
}

/// A value that moves from one number to another in a straight line.
struct Ramp {
    var from: Double
    var to: Double
    var start: Instant
    var duration: Interval

    var end: Instant { start + duration }

    func value(at instant: Instant) -> Double {
        if instant >= end { return to }
        let share = (instant - start).seconds / duration.seconds
        return from + (to - from) * max(0, share)
    }

    /// Returns a ramp that starts at this ramp's value at `start`.
    func moving(to value: Double, over duration: Interval, from start: Instant) -> Ramp {
        Ramp(from: self.value(at: start), to: value, start: start, duration: max(duration, .zero))
    }
}

extension LiveControl {
    var isLevel: Bool { self == .gain || self == .intensity }
}
