public import ThudCore
public import ThudPlayback

extension FeedbackScheduler {
    /// The cues that last and have not ended.
    public var lasting: [LiveCue] { Array(live.values) }
}

extension LiveCue {
    /// Where a control stands, in seconds since the cue was first heard: as its pattern has it, and from turn to turn as the audio
    /// thread has taken them.
    public func lane(of control: LiveControl) -> PiecewiseLinear? {
        var points =
            prepared.live?.source.curves.first { $0.control == control }?.points
            .map { PiecewiseLinear.Point(time: $0.time, value: $0.value) }
            ?? [PiecewiseLinear.Point(time: 0, value: control.neutral)]
        for turn in turns where turn.control == control {
            guard let begin = receipt?.predicted, let instant = turn.receipt?.predicted else { continue }
            let time = max(0, (instant - begin).seconds)
            // What was to come after the turn is dropped.
            var next: PiecewiseLinear.Point?
            while let last = points.last, last.time > time { next = points.popLast() }
            let around = PiecewiseLinear([points.last, next].compactMap(\.self))
            points.append(.init(time: time, value: around?.value(at: time) ?? control.neutral))
            points.append(.init(time: time + turn.duration.seconds, value: turn.value))
        }
        return PiecewiseLinear(points)
    }
}
