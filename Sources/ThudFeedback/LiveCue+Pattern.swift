import ThudCore
import ThudCues
public import ThudPatterns
import ThudPlayback

extension LiveCue {
    /// What was played, as a pattern: the cue's events for as long as it lasted, each instant turn as a parameter and
    /// every other turn as a curve. Nil until the end of the cue is reported, and if the cue was never played.
    ///
    /// Rendering this pattern gives the sound that was played, except at peaks that the mix had to limit.
    public var pattern: HapticPattern? {
        guard let receipt, receipt.outcome.isHeard || receipt.outcome == .unheard,
            let end = turns.last(where: { $0.isEnd && $0.isDone })
        else { return nil }
        let seconds = time(of: end) + end.duration.seconds
        var pattern = prepared.cue.pattern
        pattern.events = prepared.cue.lasts == .loop ? repeated(until: seconds) : held(until: seconds)
        let done = turns.filter(\.isDone).map { (turn: $0, time: time(of: $0)) }.sorted { $0.time < $1.time }
        for (turn, time) in done {
            pattern.add(turn.control.parameter, at: time, to: turn.value, over: turn.duration.seconds)
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
        return max(0, Double(frame - first) / Double(sampleRate))
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
}

extension HapticPattern {
    /// Adds a turn of a parameter, starting from the pattern's value at that time. Turns must be added in order.
    fileprivate mutating func add(_ id: DynamicParameterID, at time: Double, to value: Double, over seconds: Double) {
        guard seconds > 0 else {
            parameters.append(DynamicParameter(id, at: time, value: value))
            return
        }
        let from = track(of: id)?.value(at: time) ?? id.defaultValue
        curves.append(
            ParameterCurve(
                id, at: time, points: [.init(time: 0, value: from), .init(time: seconds, value: id.clamp(value))]))
    }
}
