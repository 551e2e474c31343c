import ThudCore
import ThudPatterns

extension HapticFile {
    static func write(_ pattern: HapticPattern) -> PatternExport {
        let reduction = PatternReduction(pattern.withoutRest, format: name)
        let envelope = HapticEnvelope(reduction.flattened, until: pattern.restEnd ?? 0)
        let metadata = MetadataText(pattern)
        let lost = metadata.losses(but: ["Project", "Description", "Author", "Editor", "Source", "Tags"], name)
        var envelopes: [JSONValue.Member] = [.init("amplitude", .array(envelope.amplitude.map(json)))]
        if !envelope.frequency.isEmpty {
            envelopes.append(
                .init(
                    "frequency",
                    .array(envelope.frequency.map { ["time": .number($0.time), "frequency": .number($0.value)] })))
        }
        let root: JSONValue = [
            "version": ["major": 1, "minor": 0, "patch": 0],
            "metadata": [
                "editor": .string(metadata["Editor"]), "author": .string(metadata["Author"]),
                "source": .string(metadata["Source"]), "project": .string(metadata["Project"]),
                "tags": .array(metadata.list("Tags").map(JSONValue.string)),
                "description": .string(metadata["Description"]),
            ],
            "signals": ["continuous": ["envelopes": .object(envelopes)]],
        ]
        return PatternExport(text: root.text(), losses: reduction.losses + lost)
    }

    private static func json(_ point: HapticEnvelope.Breakpoint) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("time", .number(point.time)), .init("amplitude", .number(point.amplitude)),
        ]
        if let tap = point.emphasis {
            members.append(
                .init("emphasis", ["amplitude": .number(tap.intensity), "frequency": .number(tap.sharpness)]))
        }
        return .object(members)
    }
}

struct HapticEnvelope {
    struct Breakpoint {
        var time: Double
        var amplitude: Double
        var emphasis: Tap?
        /// Whether the point came from the breakpoints of a file, so that its digits are kept.
        var isOwn: Bool
    }

    private(set) var amplitude: [Breakpoint] = []
    private(set) var frequency: [PiecewiseLinear.Point] = []

    /// Creates the envelope of a pattern. If a tap is the last event, the envelope goes on until `end`.
    init(_ exact: FlattenedPattern, until end: Double) {
        let isOwn = exact.vibrations.allSatisfy(\.isAllCurve)
        // A pattern that came from a file is already on the grid, and all of its points must stay.
        let isOnGrid = exact.isOnGrid(\.wholeMicroseconds)
        let flattened = isOwn && isOnGrid ? exact : exact.onGrid(\.wholeMicroseconds)
        let hasFrequency = flattened.vibrations.contains { !Self.needsNoFrequency($0) }
        for vibration in flattened.vibrations {
            appendSilence(until: vibration, taps: flattened.taps)
            append(vibration)
            if hasFrequency { appendFrequency(vibration) }
        }
        amplitude = HapticEmphasis.inserted(flattened.taps, in: amplitude)
        for index in amplitude.indices {
            amplitude[index].amplitude = amplitude[index].amplitude.rounded(decimals: Self.ownDigits)
        }
        if let last = amplitude.last, last.time - amplitude[0].time <= 0 || last.emphasis != nil && last.isOwn == false
        {
            let end = min(max(end, last.time + HapticLimits.transientLength), ReadingLimits.latest)
            appendPoint(end.wholeMicroseconds, 0, isOwn: false)
        }
        if amplitude.isEmpty {
            appendPoint(0, 0, isOwn: false)
            appendPoint(HapticLimits.transientLength, 0, isOwn: false)
        }
        if !isOwn { extendFrequency() }
    }

    /// Extends the frequency to the first and last amplitude points.
    private mutating func extendFrequency() {
        guard let first = frequency.first, let last = frequency.last else { return }
        let (start, end) = (amplitude[0].time, amplitude[amplitude.count - 1].time)
        if first.time > start { frequency.insert(.init(time: start, value: first.value), at: 0) }
        if last.time < end { frequency.append(.init(time: end, value: last.value)) }
    }

    private mutating func appendPoint(_ time: Double, _ amplitude: Double, isOwn: Bool) {
        self.amplitude.append(Breakpoint(time: time, amplitude: amplitude, isOwn: isOwn))
    }

    private mutating func appendSilence(until vibration: Vibration, taps: [Tap]) {
        if let last = amplitude.last {
            guard vibration.start - last.time > 1e-9 else { return }
            if last.amplitude > 0 { appendPoint(last.time, 0, isOwn: false) }
            appendPoint(vibration.start, 0, isOwn: false)
        } else if vibration.start > 0, !vibration.isAllCurve || taps.first.map({ $0.time < vibration.start }) ?? false {
            appendPoint(0, 0, isOwn: false)
            appendPoint(vibration.start, 0, isOwn: false)
        }
    }

    private mutating func append(_ vibration: Vibration) {
        let isOwn = vibration.isAllCurve
        var curve = Self.refined(vibration.intensityCurve)
        if isOwn, let strength = vibration.strength?.clipped(from: vibration.start, to: vibration.end) {
            curve = AmplitudeLine.condensed(strength).map { $0 * vibration.intensity }
        }
        var squares = curve.map { Self.square($0, isOwn) }
        if !isOwn { squares = squares.condensed }
        for point in squares.points {
            if let last = amplitude.last, abs(last.time - point.time) < 1e-9, last.amplitude == point.value { continue }
            appendPoint(point.time, point.value, isOwn: isOwn)
        }
    }

    /// The decimals of numbers from a file. Beyond them the square of a root is only noise.
    static let ownDigits = 12
    /// The decimals used until ducking is undone, which would otherwise change the last kept decimal.
    static let innerDigits = 15

    private static func square(_ intensity: Double, _ isOwn: Bool) -> Double {
        (intensity * intensity).rounded(decimals: isOwn ? innerDigits : 6)
    }

    /// Returns a curve with enough points that its linear amplitude is within the tolerance of the curve's square.
    private static func refined(_ curve: PiecewiseLinear) -> PiecewiseLinear {
        PiecewiseLinear(PiecewiseLinear.split(curve.points, AmplitudeLine.parabola(from:to:))) ?? curve
    }

    /// Whether a vibration feels the same in a file without frequency.
    private static func needsNoFrequency(_ vibration: Vibration) -> Bool {
        guard vibration.isAllCurve else { return false }
        guard let shift = vibration.shift else { return vibration.strength?.isConstantly(0) ?? false }
        return shift.points.allSatisfy {
            $0.value > 0 && ($0.value * $0.value).rounded(decimals: ownDigits) == HapticFile.middleFrequency
        }
    }

    private mutating func appendFrequency(_ vibration: Vibration) {
        if vibration.isAllCurve, let shift = vibration.shift {
            for point in shift.clamped(to: 0...1).points {
                frequency.append(
                    .init(time: point.time, value: (point.value * point.value).rounded(decimals: Self.ownDigits)))
            }
            return
        }
        for point in vibration.sharpnessCurve.map({ Self.square($0, false) }).condensed.points
        where frequency.last != point { frequency.append(point) }
    }
}
