import ThudCore

/// Checks a pattern as a whole: the order in time, curves and steps in each other's way, entries after the end. The readers
/// stand beside the pattern's events, parameters and curves, index by index.
struct AHAPTimeline {
    /// A diagnostic to be made.
    struct Finding {
        let place: JSONReader
        let disposition: Disposition
        let message: String
    }

    var events: [JSONReader] = []
    var parameters: [JSONReader] = []
    var curves: [JSONReader] = []

    /// Whether no entry was refused. Otherwise the end of the pattern and its order are not known.
    var isComplete = true

    /// Times that differ by less than this, in seconds, are one time: exporters round to milliseconds, and nobody feels less.
    static let tolerance = 0.001

    /// All findings, in no order.
    func findings(in pattern: HapticPattern) -> [Finding] {
        let end = isComplete ? end(of: pattern) : nil
        let spans = spans(in: pattern, end: end)
        let advice = isComplete ? PatternAdvice(pattern: pattern, events: events).findings() : []
        return disorder(in: pattern) + spans.compactMap(\.finding) + overlaps(spans)
            + (end.map { lateness(spans, end: $0) } ?? []) + advice
    }

    /// When the last event ends; nil where there is no event, and where a sound ends with its file, which is not open here.
    private func end(of pattern: HapticPattern) -> Double? {
        if pattern.events.isEmpty { return nil }
        let isOpen = pattern.events.contains { !$0.kind.isHaptic && $0.duration ?? 0 == 0 }
        return isOpen ? nil : pattern.duration
    }

    // MARK: - Order

    /// Events are compared with those of their kind, curves and steps with those of their parameter, because it is good style
    /// to write one layer after the other.
    private func disorder(in pattern: HapticPattern) -> [Finding] {
        descents(pattern.events.map { (group: $0.kind.rawValue, time: $0.time) }, events, of: "events")
            + descents(pattern.parameters.map { (group: $0.id.rawValue, time: $0.time) }, parameters, of: "steps")
            + descents(pattern.curves.map { (group: $0.id.rawValue, time: $0.time) }, curves, of: "curves")
    }

    private func descents(
        _ items: [(group: String, time: Double)], _ places: [JSONReader], of what: String
    ) -> [Finding] {
        var latest: [String: Double] = [:]
        var findings: [Finding] = []
        for (item, place) in zip(items, places) {
            if let before = latest[item.group], item.time < before {
                let times = "\(item.time.shown) s comes after \(before.shown) s"
                findings.append(
                    Finding(
                        place: place, disposition: .suspicious,
                        message: "the \(item.group) \(what) do not stand in the order of time: \(times)"))
            }
            latest[item.group] = item.time
        }
        return findings
    }

    // MARK: - Steps and curves

    private func spans(in pattern: HapticPattern, end: Double?) -> [ParameterSpan] {
        let ends = pattern.events.map { $0.time + ($0.duration ?? 0) }.sorted()
        let steps = zip(pattern.parameters, parameters).map { ParameterSpan($0, at: $1) }
        let drawn = zip(pattern.curves, curves).filter { !$0.0.points.isEmpty }.map {
            ParameterSpan($0, at: $1, eventEnds: ends, end: end)
        }
        return steps + drawn
    }

    /// A curve that counts its points from the pattern's start seems to overlap everything, and has its finding already.
    private func overlaps(_ spans: [ParameterSpan]) -> [Finding] {
        var findings: [Finding] = []
        for group in Dictionary(grouping: spans.filter { $0.finding == nil }, by: \.id).values {
            let ordered = group.enumerated()
                .sorted { ($0.element.times.lowerBound, $0.offset) < ($1.element.times.lowerBound, $1.offset) }
                .map(\.element)
            guard var longest = ordered.first else { continue }
            for span in ordered.dropFirst() {
                let isDouble = span.isStep && longest.isStep && span.times.lowerBound == longest.times.lowerBound
                if isDouble || span.times.lowerBound < longest.times.upperBound - Self.tolerance {
                    let other = "the \(longest.isStep ? "step" : "curve") in line \(longest.place.node.line)"
                    findings.append(
                        Finding(
                            place: span.place, disposition: .suspicious,
                            message: "\(other) still drives \(span.id.rawValue) at "
                                + "\(span.times.lowerBound.shown) s; what starts last rules"))
                }
                if span.times.upperBound >= longest.times.upperBound { longest = span }
            }
        }
        return findings
    }

    /// One point after the end is a good way to reach it; more points have no effect.
    private func lateness(_ spans: [ParameterSpan], end: Double) -> [Finding] {
        let last = end + Self.tolerance
        return spans.filter { $0.finding == nil }.compactMap { span in
            if span.times.lowerBound > last {
                let what = span.isStep ? "step" : "curve"
                return Finding(
                    place: span.place, disposition: .idle,
                    message: "this \(what) starts after the pattern's end at \(end.shown) s")
            }
            let late = span.points.drop { $0 <= last }.count
            return late < 2
                ? nil
                : Finding(
                    place: span.place, disposition: .idle,
                    message: "\(late) points come after the pattern's end at \(end.shown) s")
        }
    }
}

/// When a step or a curve drives its parameter, as a check of the whole pattern sees it.
struct ParameterSpan {
    let place: JSONReader
    let id: DynamicParameterID
    let isStep: Bool

    /// From the start to the last point, in seconds from the pattern's start; empty for a step.
    let times: Range<Double>

    /// The points' times in seconds from the pattern's start, in order.
    let points: [Double]

    /// Says that the points seem to count from the wrong zero; nil where they do not.
    let finding: AHAPTimeline.Finding?

    init(_ parameter: DynamicParameter, at place: JSONReader) {
        self.place = place
        id = parameter.id
        isStep = true
        times = parameter.time..<parameter.time
        points = [parameter.time]
        finding = nil
    }

    /// A curve of at least one point. `eventEnds` is sorted, `end` the end of the pattern where it is known.
    init(_ curve: ParameterCurve, at place: JSONReader, eventEnds: [Double], end: Double?) {
        self.place = place
        id = curve.id
        isStep = false
        points = curve.points.map { curve.time + $0.time }
        times = curve.time..<max(curve.time, points.last ?? curve.time)
        let isAbsolute = Self.looksAbsolute(curve, eventEnds: eventEnds, end: end)
        finding =
            isAbsolute
            ? AHAPTimeline.Finding(
                place: place, disposition: .suspicious,
                message: "the points' times count from the curve's Time; "
                    + "these look as if they counted from the pattern's start")
            : nil
    }

    /// Whether the points' times seem to count from the pattern's start instead of the curve's. A well-known exporter
    /// begins every 16-point segment after its first so: the first point repeats the curve's own Time.
    ///
    /// A curve may truly wait for as long as the pattern did before it. It is told apart by its end: if its times are
    /// relative, it ends with an event. A curve whose first point stands later than the curve's Time is taken as absolute
    /// only if all of it would otherwise come after the pattern's end.
    private static func looksAbsolute(_ curve: ParameterCurve, eventEnds: [Double], end: Double?) -> Bool {
        guard curve.time > 0, let first = curve.points.first?.time, let last = curve.points.last?.time else {
            return false
        }
        let tolerance = AHAPTimeline.tolerance
        if abs(first - curve.time) <= 1e-6 {
            let endsWithEvent = isNear(eventEnds, curve.time + last, within: tolerance)
            return !endsWithEvent || isNear(eventEnds, last, within: tolerance)
        }
        guard let end, first > curve.time else { return false }
        return curve.time + first > end + tolerance && last <= end + tolerance
    }

    /// Whether one of the sorted numbers is as near as that to a value.
    private static func isNear(_ sorted: [Double], _ value: Double, within distance: Double) -> Bool {
        let nearest = sorted.partitionPoint { $0 >= value - distance }
        return nearest < sorted.count && sorted[nearest] <= value + distance
    }
}
