import ThudCore
import ThudPatterns

/// The argument of the web's `navigator.vibrate` (W3C Vibration API): alternating milliseconds of on and off, on first,
/// such as `[200, 100, 200]`, or one number. An empty list only stops vibration, and is read as an empty pattern.
/// There is neither strength nor frequency, so a file is read with full intensity and sharpness 0.5. A written
/// vibration is on while its amplitude is at least half of its largest, and a tap for the length of a tap.
enum VibrateFile {
    static let name = "navigator.vibrate"
    /// The most numbers that Chromium takes; it cuts off the rest (`kVibrationPatternLengthMax`).
    static let mostEntries = 99
    /// The longest time in milliseconds; Chromium shortens longer ones to it (`kVibrationDurationMsMax`).
    static let longestEntry = 10_000

    static func read(_ root: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        let entries = try root.oneOrMore()
        try ReadingLimits.check(entries.count, ReadingLimits.vibrations * 2, "times", root)
        if entries.count > mostEntries {
            notes.diagnostic(root, .suspicious, "browsers use the first \(mostEntries) numbers, found \(entries.count)")
        }
        var vibrations: [Vibration] = []
        var start = 0.0
        for (index, entry) in entries.enumerated() {
            let length = try entry.milliseconds()
            if length > Double(longestEntry) {
                notes.diagnostic(entry, .suspicious, "browsers accept at most \(longestEntry) ms")
            }
            let end = start + length
            try ReadingLimits.check(end: end, entry)
            if index.isMultiple(of: 2), length > 0 {
                vibrations.append(Vibration(amplitude: 1, from: start, to: end))
            }
            start = end
        }
        return PatternAssembly.pattern(FlattenedPattern(taps: [], vibrations: vibrations), metadata: [])
    }

    static func write(_ pattern: HapticPattern) -> PatternExport {
        let reduction = PatternReduction(pattern, format: name)
        var rounding = GridRounding(format: name)
        var losses = reduction.losses
        let flattened = reduction.flattened
        let (spans, hidden) = spans(flattened, &rounding)
        var entries = entries(spans)
        if entries.count > mostEntries {
            losses.append(
                "browsers accept \(mostEntries) numbers; \((entries.count + 1) / 2 - (mostEntries + 1) / 2) of "
                    + "\((entries.count + 1) / 2) vibrations are left out")
            entries.removeLast(entries.count - mostEntries)
        }
        losses += FlatLosses.taps(flattened, name) + FlatLosses.hidden(hidden, name)
        if flattened.vibrations.contains(where: { !$0.intensityCurve.isConstant }) {
            losses.append("in \(name) a changing vibration is on while its amplitude is at least half of its largest")
        }
        losses += FlatLosses.strength(flattened, name)
        losses += FlatLosses.sharpness(flattened, name)
        losses += rounding.losses + MetadataText(pattern).losses(but: [], name)
        let list = entries.map { String($0) }.joined(separator: ", ")
        return PatternExport(text: "[\(list)]\n", losses: losses)
    }

    /// Returns the times at which the motor is on, in milliseconds, in chronological order and without overlap, and the
    /// number of taps at which a vibration has it on already.
    private static func spans(
        _ flattened: FlattenedPattern, _ rounding: inout GridRounding
    ) -> ([Range<Int>], hidden: Int) {
        var times = RangeSet<Int>()
        for vibration in flattened.vibrations {
            for (start, end) in loud(vibration.intensityCurve) {
                let (first, last) = (rounding.milliseconds(start), rounding.milliseconds(end))
                if last > first { times.insert(contentsOf: first..<last) }
            }
        }
        let starts = flattened.taps.map { rounding.milliseconds($0.time) }
        let hidden = starts.count(where: times.contains)
        for start in starts { times.insert(contentsOf: start..<start + Tap.length) }
        return (Array(times.ranges), hidden)
    }

    /// Returns the times at which the amplitude is at least half of its largest; intensity is its root.
    private static func loud(_ curve: PiecewiseLinear) -> [(start: Double, end: Double)] {
        let least = curve.largest * 0.5.squareRoot()
        guard least > 0 else { return [] }
        var spans: [(start: Double, end: Double)] = []
        for (from, to) in zip(curve.points, curve.points.dropFirst()) where to.time > from.time {
            guard max(from.value, to.value) >= least else { continue }
            let rise = to.value - from.value
            func crossing() -> Double { from.time + (to.time - from.time) * (least - from.value) / rise }
            let start = from.value >= least ? from.time : crossing()
            let end = to.value >= least ? to.time : crossing()
            if let last = spans.last, start <= last.end + 1e-9 {
                spans[spans.count - 1].end = end
            } else {
                spans.append((start, end))
            }
        }
        return spans
    }

    /// Returns alternating on and off times, each within the limit of browsers.
    private static func entries(_ spans: [Range<Int>]) -> [Int] {
        var entries: [Int] = []
        var end = 0
        func add(_ length: Int) {
            var rest = length
            while rest > longestEntry {
                entries += [longestEntry, 0]
                rest -= longestEntry
            }
            entries.append(rest)
        }
        for span in spans {
            if span.lowerBound > end || !entries.isEmpty {
                if entries.isEmpty { entries.append(0) }
                add(span.lowerBound - end)
            }
            add(span.count)
            end = span.upperBound
        }
        return entries
    }
}
