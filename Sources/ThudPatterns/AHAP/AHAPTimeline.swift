import ThudCore

/// Checks a pattern as a whole: the order in time, conflicts between curves and steps, and entries after the end. The
/// readers are parallel to the pattern's events, parameters and curves.
struct AHAPTimeline {
    typealias Finding = (place: JSONReader, disposition: Disposition, message: String)

    var events: [JSONReader] = []
    var parameters: [JSONReader] = []
    var curves: [JSONReader] = []
    /// Whether every entry was accepted. Otherwise neither the pattern's end nor its order is known.
    var isComplete = true

    /// Times closer than this, in seconds, count as equal: exporters round to milliseconds, and nobody feels less.
    static let tolerance = 0.001

    func findings(in pattern: HapticPattern) -> [Finding] {
        let end = isComplete ? end(of: pattern) : nil
        let spans = spans(in: pattern, end: end)
        let advice = isComplete ? PatternAdvice(pattern: pattern, events: events).findings() : []
        return disorder(in: pattern) + spans.compactMap(\.finding) + overlaps(spans)
            + (end.map { lateness(spans, end: $0) } ?? []) + advice
    }

    /// Returns the end of the last event; nil if there is none, or if a sound ends with its unopened file.
    private func end(of pattern: HapticPattern) -> Double? {
        if pattern.events.isEmpty { return nil }
        let isOpen = pattern.events.contains { !$0.kind.isHaptic && $0.duration ?? 0 == 0 }
        return isOpen ? nil : pattern.duration
    }

    // MARK: - Order

    /// Compares events with those of their kind, and curves and steps with those of their parameter, because writing
    /// one layer after the other is good style.
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
                findings.append((place, .suspicious, "the \(item.group) \(what) are not in time order: \(times)"))
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

    /// Finds steps and curves that overlap. A curve whose points count from the pattern's start is skipped: it seems
    /// to overlap everything, and already has its own finding.
    private func overlaps(_ spans: [ParameterSpan]) -> [Finding] {
        var findings: [Finding] = []
        for group in Dictionary(grouping: spans.filter { $0.finding == nil }, by: \.id).values {
            let ordered = group.sorted { $0.times.lowerBound < $1.times.lowerBound }
            guard var longest = ordered.first else { continue }
            for span in ordered.dropFirst() {
                let isDouble = span.isStep && longest.isStep && span.times.lowerBound == longest.times.lowerBound
                if isDouble || span.times.lowerBound < longest.times.upperBound - Self.tolerance {
                    let other = "the \(longest.isStep ? "step" : "curve") in line \(longest.place.node.line)"
                    let time = span.times.lowerBound.shown
                    let message = "still drives \(span.id.rawValue) at \(time) s; the one that starts last applies"
                    findings.append((span.place, .suspicious, "\(other) \(message)"))
                }
                if span.times.upperBound >= longest.times.upperBound { longest = span }
            }
        }
        return findings
    }

    /// Finds what comes after the end. One point after the end is a good way to reach it; more points have no effect.
    private func lateness(_ spans: [ParameterSpan], end: Double) -> [Finding] {
        let (last, place) = (end + Self.tolerance, "the pattern's end at \(end.wholeMicroseconds.shown) s")
        return spans.filter { $0.finding == nil }.compactMap { span in
            if span.times.lowerBound > last {
                let what = span.isStep ? "step" : "curve"
                return (span.place, .idle, "this \(what) starts after \(place)")
            }
            let late = span.points.drop { $0 <= last }.count
            return late < 2 ? nil : (span.place, .idle, "\(late) points come after \(place)")
        }
    }
}

/// The time in which a step or a curve drives its parameter.
struct ParameterSpan {
    let place: JSONReader
    let id: DynamicParameterID
    let isStep: Bool
    /// The time from the start to the last point, in seconds from the pattern's start; empty for a step.
    let times: Range<Double>
    /// The times of the points in seconds from the pattern's start, in order.
    let points: [Double]
    /// The finding that the points seem to count from the wrong zero; nil if they do not.
    let finding: AHAPTimeline.Finding?

    init(_ parameter: DynamicParameter, at place: JSONReader) {
        self.place = place
        id = parameter.id
        isStep = true
        times = parameter.time..<parameter.time
        points = [parameter.time]
        finding = nil
    }

    /// Creates the span of a curve with a point or more. `eventEnds` is sorted; `end` is the pattern's end if known.
    init(_ curve: ParameterCurve, at place: JSONReader, eventEnds: [Double], end: Double?) {
        self.place = place
        id = curve.id
        isStep = false
        points = curve.points.map { curve.time + $0.time }
        times = curve.time..<max(curve.time, points.last ?? curve.time)
        let message =
            "the points' times count from the curve's Time; these look as if they counted from the pattern's start"
        let isAbsolute = Self.looksAbsolute(curve, eventEnds: eventEnds, end: end)
        finding = isAbsolute ? (place, .suspicious, message) : nil
    }

    /// Whether the points' times seem to count from the pattern's start instead of the curve's. A well-known exporter
    /// starts every 16-point segment after its first in this way: the first point repeats the curve's own Time.
    ///
    /// A curve can also really wait for as long as the pattern did before it. Its end settles the question: if its
    /// times are relative, it ends with an event. A curve whose first point is later than the curve's Time counts as
    /// absolute only if all of it would otherwise come after the pattern's end.
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

    /// Whether one of the sorted numbers is within `distance` of a value.
    private static func isNear(_ sorted: [Double], _ value: Double, within distance: Double) -> Bool {
        let nearest = sorted.partitionPoint { $0 >= value - distance }
        return nearest < sorted.count && sorted[nearest] <= value + distance
    }
}
