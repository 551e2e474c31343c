/// Where the values of a pattern step or bend: what a drawing must not leave out between its columns.
extension HapticEvaluation {
    /// The times within the first `seconds` at which the value of a dynamic parameter steps or changes its course, in
    /// their order. Of those within one of `cells` equal parts only the least and the greatest value are told, for a
    /// pattern may have thousands of turns where a drawing has one column.
    public func turns(of id: DynamicParameterID, within seconds: Double, cells: Int) -> [Double] {
        guard seconds > 0, cells > 0, let track = tracks[id] else { return [] }
        var extremes: [Int: (least: Double, greatest: Double)] = [:]
        for time in track.turns where time < seconds {
            let cell = Int(time / seconds * Double(cells))
            let found = extremes[cell] ?? (time, time)
            let value = track.value(at: time)
            extremes[cell] = (
                value < track.value(at: found.least) ? time : found.least,
                value > track.value(at: found.greatest) ? time : found.greatest
            )
        }
        return Set(extremes.values.flatMap { [$0.least, $0.greatest] }).sorted()
    }

    /// The times at which the envelope of a vibration starts, bends and ends; of other events those of start and end.
    public func corners(of event: HapticEvent) -> [Double] {
        let span = span(of: event)
        var corners = [span.lowerBound, span.upperBound]
        if event.kind == .continuous {
            let envelope = continuousEnvelope(of: event)
            let faded = envelope.isSustained ? [] : [envelope.attack + envelope.decay]
            corners += ([envelope.attack, envelope.duration] + faded).map { event.time + $0 }
        }
        return Set(corners.filter { $0 >= span.lowerBound && $0 <= span.upperBound }).sorted()
    }
}
