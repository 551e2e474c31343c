public import ThudCore
public import ThudPlayback

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
            .map { PiecewiseLinear.Point(time: $0.time, value: $0.value) }
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
