import ThudCore

/// What is odd about a pattern as a whole: the order in time, curves and steps in each other's way, what comes after
/// the end. The readers stand beside the pattern's events, parameters and curves, index by index.
struct AHAPTimeline {
    /// Something to diagnostic on.
    struct Finding {
        let place: JSONReader
        let disposition: Disposition
        let message: String
    }

    var events: [JSONReader] = []
    var parameters: [JSONReader] = []
    var curves: [JSONReader] = []

    /// Whether no entry was refused; where one was, nobody knows what else it would have held.
    var isComplete = true

    /// Times that differ by less than this are one time: exporters round to milliseconds, and nobody feels less.
    static let tolerance = 0.001

    /// All findings, in no order.
    func findings(in pattern: HapticPattern) -> [Finding] {
        let end = isComplete ? end(of: pattern) : nil
        let spans = spans(in: pattern, end: end)
        return disorder(in: pattern) + spans.compactMap(\.finding) + overlaps(spans)
            + (end.map { lateness(spans, end: $0) } ?? [])
    }

    /// When the last event ends; nil where a sound ends with its file, which nobody has opened, and where there is
    /// nothing to end.
    private func end(of pattern: HapticPattern) -> Double? {
        if pattern.events.isEmpty { return nil }
        let isOpen = pattern.events.contains { !$0.kind.isHaptic && $0.duration ?? 0 == 0 }
        return isOpen ? nil : pattern.duration
    }

    // MARK: - Order

    /// Events are compared with those of their kind, curves and steps with those of their parameter: to write one layer
    /// after the other is good style.
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

    private func spans(in pattern: HapticPattern, end: Double?) -> [ControlSpan] {
        let ends = pattern.events.map { $0.time + ($0.duration ?? 0) }.sorted()
        let steps = zip(pattern.parameters, parameters).map { ControlSpan($0, at: $1) }
        let lines = zip(pattern.curves, curves).filter { !$0.0.points.isEmpty }.map {
            ControlSpan($0, at: $1, eventEnds: ends, end: end)
        }
        return steps + lines
    }

    /// A curve that counts its points from the pattern's start overlaps everything by mistake: it was remarked on.
    private func overlaps(_ spans: [ControlSpan]) -> [Finding] {
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

    /// One point behind the end is a good way to reach it; more have no effect.
    private func lateness(_ spans: [ControlSpan], end: Double) -> [Finding] {
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
