import ThudCore
import ThudPatterns

/// RichTap's `.he` files: events in whole milliseconds and whole percent. Each continuous event has a curve of
/// strength (0 to 1, multiplied) and of frequency (-100 to 100, added), like AHAP's dynamic parameters. Intensity and
/// frequency divided by 100 are AHAP's intensity and sharpness.
/// Every curve begins and ends with strength 0, and has at least four points (``HECurve``).
/// Version 1 has one `Pattern` of up to 16 events, with 4 points per curve. Version 2 has a `PatternList`, whose
/// entries have an `AbsoluteTime` that is added to their events' times, and up to 16 points per curve. Thud writes
/// version 1 if it suffices, because some devices know no other.
/// Sides (`Index`: 0 both actuators, 1 left, 2 right) are not distinguished: the stronger one is kept.
enum HEFile {
    static let name = "a .he file"
    static let eventsPerPattern = 16
    /// The fewest points of a curve, and the most in version 1.
    static let fewestPoints = 4
    /// The most points of a curve in version 2.
    static let mostPoints = 16
    /// The longest continuous event, in milliseconds.
    static let longest = 5_000
    /// The shortest continuous event in milliseconds that has room for four points.
    static let shortest = 3
    /// The frequency range of a transient, in percent, of which sharpness covers only 0 to 100.
    static let tapFrequencies = -50.0...150
    /// The frequency in percent that RichTap's own player uses for -1.
    static let usualFrequency = 56.0

    static func read(_ root: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        try notes.ignoreAll(in: root, but: ["Metadata", "Pattern", "PatternList"])
        let metadata = try root.optional("Metadata")
        let version = try metadata?.optional("Version")
        var texts: [(name: String, text: String)] = []
        for name in ["Created", "Description"] { texts.append((name, try metadata?.optional(name)?.string() ?? "")) }
        let list = try root.optional("PatternList")
        var reader = HEReader(list == nil ? .first : .second)
        if let list {
            try check(version, is: 2, "a PatternList", &notes)
            for entry in try list.elements() {
                try notes.ignoreAll(in: entry, but: ["AbsoluteTime", "Pattern"])
                let start = try entry.stated("AbsoluteTime")?.milliseconds() ?? 0
                try reader.pattern(entry.member("Pattern"), at: start, &notes)
            }
        } else {
            try check(version, is: 1, "a lone Pattern", &notes)
            let pattern = try root.member("Pattern")
            try reader.pattern(pattern, at: 0, &notes)
            if try pattern.elements().count > eventsPerPattern {
                notes.diagnostic(
                    pattern, .suspicious, "version 1 holds \(eventsPerPattern) events; players may ignore the rest")
            }
        }
        return PatternAssembly.pattern(reader.flattened(root, &notes), metadata: MetadataText.members(texts))
    }

    /// Returns the times in milliseconds at which the entries of a `PatternList` start; nil if a text has none.
    static func starts(in bytes: [UInt8]) -> [Int]? {
        let list = try? JSONReader(bytes, file: "").optional("PatternList")?.elements()
        return list?.map { Int((try? $0.stated("AbsoluteTime")?.milliseconds()) ?? 0) }.sorted()
    }

    private static func check(
        _ version: JSONReader?, is expected: Double, _ what: String, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        guard let version, try version.number() != expected else { return }
        notes.diagnostic(version, .suspicious, "\(what) is version \(shown(expected)); read as such")
    }
}

/// The differences between formats with RichTap's events: both versions of `.he`, and ``HarmonyFile``.
struct HEDialect {
    /// The member with an event's time in milliseconds.
    let time: String
    let members: Set<String>
    let points: ClosedRange<Int>
    /// The frequency range of a transient, in percent.
    let tapFrequencies: ClosedRange<Double>
    /// The frequency that means a device's usual one; nil if there is none.
    let unstated: Double?
    let players: String
    /// The subject of a sentence about the number of curve points.
    let curves: String
    static let first = he(points: HEFile.fewestPoints...HEFile.fewestPoints, version: 1)
    static let second = he(points: HEFile.fewestPoints...HEFile.mostPoints, version: 2)
    static let harmony = HEDialect(
        time: "StartTime", members: ["Type", "Duration", "Parameters"],
        points: HEFile.fewestPoints...HEFile.mostPoints, tapFrequencies: 0...100, unstated: nil, players: "HarmonyOS",
        curves: "curves")

    private static func he(points: ClosedRange<Int>, version: Int) -> HEDialect {
        HEDialect(
            time: "RelativeTime", members: ["Type", "Duration", "Index", "Parameters"], points: points,
            tapFrequencies: HEFile.tapFrequencies, unstated: -1, players: "RichTap",
            curves: "curves of version \(version)")
    }
}

struct HEReader {
    private let dialect: HEDialect
    private var taps: [Tap] = []
    private var vibrations: [Vibration] = []
    private var points = 0
    /// Transients of intensity 0.
    private var unfelt: [JSONReader] = []

    init(_ dialect: HEDialect) { self.dialect = dialect }

    func flattened(_ root: JSONReader, _ notes: inout ReadingNotes) -> FlattenedPattern {
        // A file of one such event deliberately has nothing to feel.
        if unfelt.count > 1 || !taps.isEmpty || !vibrations.isEmpty {
            for event in unfelt { notes.diagnostic(event, .idle, "a transient of intensity 0 is not felt") }
        }
        let mix = VibrationMix(law: .strongest).join(vibrations)
        notes.diagnostic(mix, of: "events", at: root, "the strongest is kept at each time")
        let felt = Tap.strongest(taps)
        if felt.count < Set(taps).count {
            notes.diagnostic(root, .changed, "transients at one time; the strongest is kept")
        }
        return FlattenedPattern(taps: felt, vibrations: mix.vibrations)
    }

    mutating func pattern(_ reader: JSONReader, at start: Double, _ notes: inout ReadingNotes) throws(ThudError) {
        for element in try reader.elements() {
            try notes.ignoreAll(in: element, but: ["Event"])
            try event(element.member("Event"), at: start, &notes)
        }
    }

    private mutating func event(_ event: JSONReader, at origin: Double, _ notes: inout ReadingNotes) throws(ThudError) {
        try notes.ignoreAll(in: event, but: dialect.members.union([dialect.time]))
        if dialect.members.contains("Index") { try Self.side(event, &notes) }
        let type = try event.member("Type")
        let relative = try event.stated(dialect.time)?.milliseconds() ?? 0
        let start = origin + relative
        guard start <= ReadingLimits.latest * 1e3 else {
            throw event.error("starts at \(shown(start)) ms, later than \(shown(ReadingLimits.latest)) s")
        }
        let parameters = try event.member("Parameters")
        try notes.ignoreAll(in: parameters, but: ["Intensity", "Frequency", "Curve"])
        let intensity = try notes.clamped(parameters.member("Intensity"), to: 0...100) / 100
        let frequency = try parameters.member("Frequency")
        switch try type.string() {
        case "transient":
            let sharpness = try sharpness(frequency, among: dialect.tapFrequencies, &notes)
            if intensity == 0 { return unfelt.append(event) }
            taps.append(Tap(time: start / 1e3, intensity: intensity, sharpness: sharpness))
            try ReadingLimits.check(taps.count, ReadingLimits.taps, "transient events", event)
        case "continuous":
            let sharpness = try sharpness(frequency, among: 0...100, &notes)
            let length = try event.member("Duration")
            let duration = try length.number(in: 0...HapticLimits.longestContinuous * 1e3)
            if duration > Double(HEFile.longest) {
                notes.diagnostic(length, .suspicious, "\(dialect.players) plays at most \(HEFile.longest) ms")
            }
            guard duration > 0 else { return notes.diagnostic(length, .ignored, "an event without duration; ignored") }
            var vibration = Vibration(
                start: start / 1e3, end: (start + duration) / 1e3, intensity: intensity, sharpness: sharpness)
            if let curve = try parameters.optional("Curve") { try add(curve, at: start, to: &vibration, &notes) }
            vibrations.append(vibration)
            try ReadingLimits.check(vibrations.count, ReadingLimits.vibrations, "continuous events", event)
        default: throw type.error(expected: "transient or continuous")
        }
    }

    /// Reports an event for one actuator of two.
    static func side(_ holder: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) {
        guard let index = try holder.optional("Index"), try index.number() != 0 else { return }
        notes.diagnostic(index, .changed, "for one of two actuators; read as both")
    }

    private func sharpness(
        _ reader: JSONReader, among frequencies: ClosedRange<Double>, _ notes: inout ReadingNotes
    ) throws(ThudError) -> Double {
        if try reader.number() == dialect.unstated { return HEFile.usualFrequency / 100 }
        let frequency = try notes.clamped(reader, to: frequencies) / 100
        if !(0...1).contains(frequency) {
            notes.diagnostic(reader, .changed, "a frequency outside the range of sharpness; read as 0 or 100")
        }
        return frequency.clamped(to: 0...1)
    }

    private mutating func add(
        _ curve: JSONReader, at start: Double, to vibration: inout Vibration, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        var strength: [PiecewiseLinear.Point] = []
        var shift: [PiecewiseLinear.Point] = []
        let elements = try curve.elements()
        points += elements.count
        try ReadingLimits.check(points, 2 * ReadingLimits.points, "curve points", curve)
        if !dialect.points.contains(elements.count) {
            let (few, many) = (dialect.points.lowerBound, dialect.points.upperBound)
            let limits = few == many ? "\(many)" : "\(few) to \(many)"
            notes.diagnostic(curve, .suspicious, "\(dialect.curves) have \(limits) points, found \(elements.count)")
        }
        for element in elements {
            try notes.ignoreAll(in: element, but: ["Time", "Intensity", "Frequency"])
            let time = (start + (try element.member("Time").milliseconds())) / 1e3
            let factor = try notes.clamped(element.member("Intensity"), to: 0...1)
            let change = try element.optional("Frequency").map { reader throws(ThudError) in
                try notes.clamped(reader, to: -100...100) / 100
            }
            strength.append(.init(time: time, value: factor))
            shift.append(.init(time: time, value: change ?? 0))
        }
        let late = strength.count { $0.time > vibration.end + 1e-9 }
        if late > 0 {
            notes.diagnostic(curve, .idle, "points after the event's Duration are not reached, found \(late)")
        }
        if zip(strength, strength.dropFirst()).contains(where: { $0.time > $1.time }) {
            notes.diagnostic(curve, .suspicious, "the points are not in time order; sorted")
        }
        let (first, last) = (vibration.start, vibration.end)
        func reached(_ points: [PiecewiseLinear.Point]) -> PiecewiseLinear? {
            let curve = PiecewiseLinear(points)
            return late > 0 ? curve?.restricted(from: first, to: last) : curve
        }
        vibration.strength = reached(strength).flatMap { $0.isConstantly(1) || isPlateau($0, vibration) ? nil : $0 }
        vibration.shift = reached(shift).flatMap { $0.isConstantly(0) ? nil : $0 }
    }

    /// Whether a curve is full from its first millisecond to its last: an abrupt start and end in this format.
    private func isPlateau(_ curve: PiecewiseLinear, _ vibration: Vibration) -> Bool {
        let edge = 0.001 + 1e-9
        let inner = curve.points.dropFirst().dropLast()
        guard let rise = inner.first, let fall = inner.last else { return false }
        return inner.allSatisfy { $0.value == 1 } && rise.time <= vibration.start + edge
            && fall.time >= vibration.end - edge && curve.points[0].value == 0 && curve.value(at: curve.end) == 0
    }
}
