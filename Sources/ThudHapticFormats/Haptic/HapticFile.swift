import ThudCore
import ThudPatterns

/// Lofelt's and Meta's `.haptic` files, version 1: an amplitude envelope, a frequency envelope, and emphasis on
/// amplitude points. All values are 0 to 1, and times are in seconds. A file is read as the authors' own converters
/// read it (Lofelt's NiceVibrations, Meta's Haptics SDK). Intensity is the root of amplitude, because intensity is
/// quadratic in Core Haptics, and sharpness is the root of frequency. Between two points the amplitude is linear, as in
/// Meta's renderer, so the curve of intensity has points between them (``AmplitudeLine``). One `HapticContinuous` of
/// intensity 1 and sharpness 0 carries both as curves. An emphasis becomes a `HapticTransient`: its intensity is the
/// root of the emphasis's amplitude, and its sharpness is the emphasis's frequency. The curve under it is a fifth
/// lower. Two things differ from the converters, because their patterns do not feel like the file. Point times count
/// from the start of their curve, and curves have a ``Notch`` at each tap, because the players play two patterns at
/// once. A file of emphases on silence is read as taps alone. A file without frequency gets 0.5, as in Meta's renderer.
/// Their converter to AHAP leaves it at 0; Thud does not. Times are rounded to the microsecond, as in AHAP files. Meta
/// does not accept a file of one point, or of points at one time, and players differ. Thud reads it as a tap. A pattern
/// of this form is written back point by point. Any other pattern is sampled densely enough that linear amplitude stays
/// within ``tolerance`` of the pattern's.
enum HapticFile {
    /// The largest amplitude error between two written points, as a fraction of full amplitude.
    static let tolerance = 0.002
    /// The reduction of the vibration under an emphasis ("AMPLITUDE_DUCKING" of both converters).
    static let ducking = 0.2
    /// The frequency of a file without frequency, 0 to 1.
    static let middleFrequency = 0.5
    static let name = "a .haptic file"

    /// Reads a file as a pattern. Throws for everything that Meta's validation refuses: values out of range, points
    /// out of order, no amplitude point, an emphasis below its envelope. What comes after `last` is cut off.
    static func read(
        _ root: JSONReader, _ notes: inout ReadingNotes, until last: Double = .infinity
    ) throws(ThudError) -> HapticPattern {
        try notes.ignoreAll(in: root, but: ["version", "metadata", "signals"])
        let major = try root.member("version").member("major")
        guard try major.number() == 1 else { throw major.error(expected: "version 1, the only one there is") }
        let metadata = try metadata(root.optional("metadata"), &notes)
        let signals = try root.member("signals")
        try notes.ignoreAll(in: signals, but: ["continuous"])
        let continuous = try signals.member("continuous")
        try notes.ignoreAll(in: continuous, but: ["envelopes"])
        let envelopes = try continuous.member("envelopes")
        try notes.ignoreAll(in: envelopes, but: ["amplitude", "frequency"])
        let whole = try amplitudes(envelopes.member("amplitude"), &notes)
        let first = whole.curve.points[0].time
        let curve = whole.curve.end > last ? whole.curve.clipped(from: first, to: max(first, last)) : whole.curve
        let amplitude = (curve: curve, taps: whole.taps.filter { $0.time <= last })
        let span = first...curve.end
        let frequency =
            try frequencies(envelopes.optional("frequency"), first...whole.curve.end, &notes) ?? middle(curve)
        guard span.upperBound > span.lowerBound else {
            notes.diagnostic(try envelopes.member("amplitude"), .changed, "an envelope without duration; read as a tap")
            let taps = amplitude.taps.isEmpty ? [tap(amplitude.curve, frequency)] : Tap.strongest(amplitude.taps)
            return PatternAssembly.pattern(FlattenedPattern(taps: taps, vibrations: []), metadata: metadata)
        }
        if amplitude.curve.isConstantly(0), !amplitude.taps.isEmpty {
            // The silent vibration that carries the taps in the file is left out.
            let taps = FlattenedPattern(taps: amplitude.taps, vibrations: [])
            return PatternAssembly.pattern(taps, metadata: metadata).resting(until: span.upperBound)
        }
        let vibration = Vibration(
            start: span.lowerBound, end: span.upperBound, intensity: 1, sharpness: 0, strength: amplitude.curve,
            shift: frequency)
        return PatternAssembly.pattern(
            FlattenedPattern(taps: amplitude.taps, vibrations: [vibration]), metadata: metadata)
    }

    private static func metadata(
        _ reader: JSONReader?, _ notes: inout ReadingNotes
    ) throws(ThudError) -> [JSONValue.Member] {
        guard let reader else { return [] }
        try notes.ignoreAll(in: reader, but: ["editor", "author", "source", "project", "tags", "description"])
        var texts: [(name: String, text: String)] = []
        for (name, member) in [
            ("Project", "project"), ("Description", "description"), ("Author", "author"), ("Editor", "editor"),
            ("Source", "source"),
        ] { texts.append((name, try reader.optional(member)?.string() ?? "")) }
        var tags: [JSONValue] = []
        for tag in try reader.optional("tags")?.elements() ?? [] { tags.append(.string(try tag.string())) }
        return MetadataText.members(texts) + (tags.isEmpty ? [] : [JSONValue.Member("Tags", .array(tags))])
    }

    private static func amplitudes(
        _ reader: JSONReader, _ notes: inout ReadingNotes
    ) throws(ThudError) -> (curve: PiecewiseLinear, taps: [Tap]) {
        var points: [PiecewiseLinear.Point] = []
        var taps: [Tap] = []
        let elements = try reader.elements()
        try ReadingLimits.check(elements.count, ReadingLimits.points, "amplitude points", reader)
        for element in elements {
            try notes.ignoreAll(in: element, but: ["time", "amplitude", "emphasis"])
            let time = try time(of: element, after: points.last?.time)
            let amplitude = try element.member("amplitude").number(in: 0...1)
            var intensity = amplitude.squareRoot()
            if let emphasis = try element.optional("emphasis") {
                taps.append(try tap(emphasis, at: time, over: amplitude, &notes))
                try ReadingLimits.check(taps.count, ReadingLimits.taps, "emphases", emphasis)
                intensity *= 1 - ducking
            }
            points.append(.init(time: time, value: intensity))
        }
        guard let curve = PiecewiseLinear(curve(through: points, reader, &notes)) else {
            throw reader.error("expected at least two amplitude points, found none")
        }
        return (curve, taps)
    }

    private static let mostCurvePoints = 40_000

    /// Returns the points with inserted ones, unless there would be too many.
    private static func curve(
        through points: [PiecewiseLinear.Point], _ reader: JSONReader, _ notes: inout ReadingNotes
    ) -> [PiecewiseLinear.Point] {
        let expanded = AmplitudeLine.expanded(points)
        if expanded.count <= mostCurvePoints { return expanded }
        notes.diagnostic(
            reader, .changed, "too many points for straight amplitude lines; intensity lines are used instead")
        return points
    }

    /// Returns the tap for an envelope of zero length.
    private static func tap(_ amplitude: PiecewiseLinear, _ frequency: PiecewiseLinear?) -> Tap {
        Tap(
            time: amplitude.end, intensity: amplitude.largest,
            sharpness: frequency?.value(at: amplitude.end) ?? middleFrequency.squareRoot())
    }

    private static func tap(
        _ reader: JSONReader, at time: Double, over envelope: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) -> Tap {
        try notes.ignoreAll(in: reader, but: ["amplitude", "frequency"])
        let amplitude = try reader.member("amplitude").number(in: 0...1)
        guard amplitude >= envelope else {
            throw reader.error(
                "an emphasis of \(shown(amplitude)) is weaker than the amplitude of its point, \(shown(envelope))")
        }
        let frequency = try reader.member("frequency").number(in: 0...1)
        return Tap(time: time, intensity: amplitude.squareRoot(), sharpness: frequency)
    }

    private static func frequencies(
        _ reader: JSONReader?, _ span: ClosedRange<Double>, _ notes: inout ReadingNotes
    ) throws(ThudError) -> PiecewiseLinear? {
        var points: [PiecewiseLinear.Point] = []
        guard let reader else { return nil }
        let elements = try reader.elements()
        try ReadingLimits.check(elements.count, ReadingLimits.points, "frequency points", reader)
        for element in elements {
            try notes.ignoreAll(in: element, but: ["time", "frequency"])
            let time = try time(of: element, after: points.last?.time)
            if !span.contains(time) {
                notes.diagnostic(element, .suspicious, "a frequency point outside the amplitude envelope")
            }
            let frequency = try element.member("frequency").number(in: 0...1)
            points.append(.init(time: time, value: frequency.squareRoot()))
        }
        return PiecewiseLinear(points)
    }

    /// Returns the sharpness of a file without frequency; nil if nothing vibrates.
    private static func middle(_ amplitude: PiecewiseLinear) -> PiecewiseLinear? {
        let start = amplitude.points[0].time
        return amplitude.isConstantly(0)
            ? nil : PiecewiseLinear([.init(time: start, value: middleFrequency.squareRoot())])
    }

    private static func time(of element: JSONReader, after last: Double?) throws(ThudError) -> Double {
        let reader = try element.member("time")
        let time = try reader.number(in: 0...ReadingLimits.latest)
        if let last, time.wholeMicroseconds < last {
            throw reader.error("\(shown(time)) s is before the previous point at \(shown(last)) s")
        }
        return time.wholeMicroseconds
    }
}
