import ThudCore
import ThudCues
public import ThudPatterns
import ThudPlayback

extension LiveCue {
    /// What was played, as a pattern: the cue's events for as long as it lasted, each turn over no time as a parameter and every
    /// other one as a curve. Nil while its end has not been reported, and where it was never played.
    ///
    /// Rendered from a file it is what was played, but for what the mix did where it left the scale.
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
        // A pitch that stands still would be made by the resampler, and not as it was while it could be turned.
        if pattern.events.contains(where: { $0.kind == .audioCustom && $0.pitch != 0 }) {
            pattern.parameters.insert(DynamicParameter(.audioPitch, at: 0, value: 0), at: 0)
        }
        return pattern
    }

    /// When a turn began, in seconds since the cue did.
    private func time(of turn: LiveTurn) -> Double {
        guard let first = receipt?.frame, let frame = turn.receipt?.frame else { return 0 }
        return max(0, Double(frame - first) / Double(sampleRate))
    }

    /// The events of a hold. A vibration is at most ``HapticLimits/longestContinuous`` long, so that several may follow one
    /// another.
    private func held(until end: Double) -> [HapticEvent] {
        prepared.cue.pattern.events.flatMap { event -> [HapticEvent] in
            // A sound that is cut has a ramp of its own, which is left to where it is silent already.
            guard event.kind == .continuous else { return [event.moved(to: 0, lasting: end + LiveCue.silence)] }
            return stride(from: 0, to: end, by: HapticLimits.longestContinuous).map { start in
                var part = event.moved(to: start, lasting: min(end - start, HapticLimits.longestContinuous))
                if start > 0 { part.attackTime = 0 }
                part.releaseTime = 0
                return part
            }
        }
    }

    /// For so long after its end a sound goes on in silence, in seconds.
    private static let silence = 0.01

    /// The events of a loop, as often as they came.
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
    /// Adds a turn of a parameter from wherever the pattern has it by then. Turns are to be added in the order of their times.
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
