public import ThudCore
import ThudCues
public import ThudPatterns
public import ThudPlayback

/// A cue that has started and lasts until it is ended.
///
///     let hold = scheduler.begin("habit/hold", cause: press, now: .now())
///     hold.turn(.intensity, to: 0.95, over: .seconds(2))
///     hold.end(fade: .milliseconds(40))
///     let pattern = hold.pattern        // once the end has been reported: the session as an AHAP pattern
///
/// It belongs to the thread that owns the scheduler. The scheduler records the audio thread's receipts here.
public final class LiveCue {
    /// The handle of the cue's start: the id of its report, and the part of the cue that the policy left.
    public let handle: CueHandle
    /// The handle's id.
    public var id: UInt64 { handle.id }
    /// The full name of the cue, for example `habit/hold`.
    public var name: String { prepared.cue.name }
    /// The turns in the order of the requests. The end counts as two turns. Of a cue that is turned for hours only the
    /// latest ones are kept, at least 50,000.
    public private(set) var turns: [LiveTurn] = []
    private var hasAllTurns = true
    /// The audio thread's receipt for the start; nil until it arrives.
    public private(set) var receipt: Receipt?
    /// Whether the end of the cue has been requested, or the cue is over.
    public var isEnded: Bool { ending != nil || isOver }
    /// When the fade of the requested end begins, and how long it takes; nil if no end was requested.
    package internal(set) var ending: (start: Instant, fade: Interval)?
    /// Whether the cue is over as far as `reports` has learnt: its end is done, it was refused or cancelled, or it lost
    /// its voice to a more important cue. Also if its scheduler is gone.
    public var isOver: Bool { scheduler.map { $0.live[id] == nil } ?? true }
    let prepared: PreparedCue
    private weak var scheduler: FeedbackScheduler?
    /// The time at which the first frame was to be heard.
    let start: Instant

    init(_ handle: CueHandle, of prepared: PreparedCue, on scheduler: FeedbackScheduler, start: Instant) {
        self.handle = handle
        self.prepared = prepared
        self.scheduler = scheduler
        self.start = start
    }

    /// Moves a control to a value from now on, from wherever it is.
    ///
    /// - Parameters:
    ///   - control: gain, pitch, intensity or sharpness.
    ///   - value: gain and intensity are multiplied by it, 0 to 1; it is added to sharpness and pitch, -1 to 1. A pitch
    ///     of 1 is an octave up. Any other value counts as the nearest.
    ///   - duration: how long the move takes, 300 s at most; zero is a step.
    /// - Returns: false if the cue has ended or the engine could not take the turn.
    @discardableResult
    public func turn(_ control: LiveControl, to value: Double, over duration: Interval = .zero) -> Bool {
        guard let scheduler, !isEnded else { return false }
        return scheduler.turn(self, control, to: value, over: duration, now: scheduler.engine.now) != nil
    }

    /// Ends the cue now with a fade of 5 ms to 300 s. If it has ended already, nothing happens.
    ///
    /// - Returns: false if the engine could not take the end, so that the cue goes on.
    @discardableResult
    public func end(fade: Interval = .zero) -> Bool {
        guard let scheduler, !isEnded else { return true }
        return scheduler.end(self, fade: fade, now: scheduler.engine.now) != nil
    }

    static let mostTurns = 100_000

    /// Appends a turn. Of `most` turns it first drops the older half.
    func append(_ turn: LiveTurn, atMost most: Int = mostTurns) {
        if turns.count >= most {
            turns.removeFirst(most / 2)
            hasAllTurns = false
        }
        turns.append(turn)
    }

    func record(_ receipt: Receipt, isHaptic: Bool) {
        // Receipts answer recent requests, so a search from the end is short.
        if receipt.id == id {
            if !isHaptic, self.receipt == nil { self.receipt = receipt }
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

extension LiveCue {
    /// What was played, as a pattern: the cue's events for as long as it lasted, each instant turn as a parameter and
    /// every other turn as a curve. Nil until the end of the cue is reported, and if the cue was never played, lost its
    /// voice or was turned more than 100,000 times. Of a cue that lasted longer than 300 s, these are the first 300 s.
    ///
    /// Rendering this pattern gives the sound that was played, except at peaks that the mix had to limit. If a loop has
    /// a curve of its own for a control that is turned, the turn replaces the curve here, but multiplies it in the
    /// sound.
    public var pattern: HapticPattern? {
        guard hasAllTurns, let receipt, receipt.outcome.isHeard || receipt.outcome == .unheard,
            let end = turns.last(where: { $0.isEnd && $0.isDone })
        else { return nil }
        let seconds = min(time(of: end) + end.duration.seconds, HapticLimits.latestStart)
        var pattern = prepared.cue.pattern
        if prepared.cue.lasts == .loop {
            pattern.events = repeated(until: seconds)
            repeatControls(of: &pattern, until: seconds)
        } else {
            pattern.events = held(until: seconds)
        }
        let done = turns.filter(\.isDone).map { (turn: $0, time: time(of: $0)) }.filter { $0.time <= seconds }
            .sorted { $0.time < $1.time }
        var courses: [LiveControl: PiecewiseLinear] = [:]
        for (index, (turn, time)) in done.enumerated() {
            // In a pattern a curve would go on from a step that overruled it at its start.
            let isOverruled = done[(index + 1)...].prefix { $0.time == time }.contains {
                $0.turn.control == turn.control && $0.turn.duration == .zero
            }
            if isOverruled { continue }
            pattern.add(turn, at: time, &courses[turn.control])
        }
        // A constant pitch would go through the resampler, unlike the live sound, whose pitch could change.
        if pattern.events.contains(where: { $0.kind == .audioCustom && $0.pitch != 0 }) {
            pattern.parameters.insert(DynamicParameter(.audioPitch, at: 0, value: 0), at: 0)
        }
        return pattern
    }

    /// Returns the start of a turn, in seconds since the cue started.
    private func time(of turn: LiveTurn) -> Double {
        guard let first = receipt?.frame, let frame = turn.receipt?.frame else { return 0 }
        return max(0, Double(frame - first) / Double(prepared.sampleRate))
    }

    /// Returns the events of a hold. A long vibration becomes several in a row, because one may last at most
    /// ``HapticLimits/longestContinuous``.
    private func held(until end: Double) -> [HapticEvent] {
        prepared.cue.pattern.events.flatMap { event -> [HapticEvent] in
            // A sound that is cut gets a ramp of its own. The extra time moves that ramp into the silence.
            guard event.kind == .continuous else { return [event.moved(to: 0, lasting: end + LiveCue.silence)] }
            return stride(from: 0, to: end, by: HapticLimits.longestContinuous).map { start in
                var part = event.moved(to: start, lasting: min(end - start, HapticLimits.longestContinuous))
                if start > 0 { part.attackTime = 0 }
                part.releaseTime = 0
                return part
            }
        }
    }

    /// How long a sound goes on in silence after its end, in seconds.
    private static let silence = 0.01

    private func repeated(until end: Double) -> [HapticEvent] {
        let period = prepared.loopSeconds
        guard period > 0 else { return [] }
        return stride(from: 0, to: end, by: period).flatMap { start in
            prepared.cue.pattern.events.filter { start + $0.time < end }.map { event in
                let left = end - start - event.time + LiveCue.silence
                return event.moved(to: start + event.time, lasting: event.duration.map { min($0, left) })
            }
        }
    }

    /// Repeats the steps and curves of a loop. Each repetition begins with the default values.
    private func repeatControls(of pattern: inout HapticPattern, until end: Double) {
        let (steps, curves) = (pattern.parameters, pattern.curves)
        let used = Set(steps.map(\.id) + curves.map(\.id))
        let period = prepared.loopSeconds
        guard period > 0, !used.isEmpty else { return }
        for start in stride(from: period, to: end, by: period) {
            pattern.parameters += used.map { DynamicParameter($0, at: start, value: $0.defaultValue) }
            pattern.parameters += steps.map { $0.moved(to: start + $0.time) }.filter { $0.time < end }
            pattern.curves += curves.map { $0.moved(to: start + $0.time) }.filter { $0.time < end }
        }
    }
}

extension HapticPattern {
    /// Adds a turn of a control, starting from its value at that time. Turns must be added in order. The first one
    /// drops what the pattern itself was to do later. `course` is that of the control since its last turn; nil before.
    fileprivate mutating func add(_ turn: LiveTurn, at time: Double, _ course: inout PiecewiseLinear?) {
        let (id, seconds) = (turn.control.parameter, turn.duration.seconds)
        let value = id.clamp(turn.value)
        let from = (course ?? track(of: id))?.value(at: time) ?? id.defaultValue
        if course == nil {
            parameters.removeAll { $0.id == id && $0.time >= time }
            curves.removeAll { $0.id == id && $0.time >= time }
        }
        if seconds > 0 {
            curves.append(
                ParameterCurve(id, at: time, points: [.init(time: 0, value: from), .init(time: seconds, value: value)]))
        } else {
            parameters.append(DynamicParameter(id, at: time, value: value))
        }
        course = PiecewiseLinear([
            .init(time: time, value: seconds > 0 ? from : value), .init(time: time + seconds, value: value),
        ])
    }
}

extension FeedbackScheduler {
    /// The live cues that have not ended, in no particular order.
    public var lasting: [LiveCue] { Array(live.values) }
}

extension LiveCue {
    /// Returns the course of a control in seconds since the cue was first heard. It is the pattern's own curve, then
    /// each turn from the time at which the audio thread applied it. Nil if the control has no points.
    public func lane(of control: LiveControl) -> PiecewiseLinear? {
        var points =
            prepared.live?.source.curves.first { $0.control == control }?.points
            ?? [PiecewiseLinear.Point(time: 0, value: control.neutral)]
        for turn in turns where turn.control == control {
            guard let begin = receipt?.predicted, let instant = turn.receipt?.predicted else { continue }
            let time = max(0, (instant - begin).seconds)
            // A turn drops everything that was to come after its start.
            var next: PiecewiseLinear.Point?
            while let last = points.last, last.time > time { next = points.popLast() }
            let around = PiecewiseLinear([points.last, next].compactMap(\.self))
            points.append(.init(time: time, value: around?.value(at: time) ?? control.neutral))
            points.append(.init(time: time + turn.duration.seconds, value: turn.value))
        }
        return PiecewiseLinear(points)
    }
}
