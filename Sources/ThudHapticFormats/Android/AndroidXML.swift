import ThudCore
import ThudHaptics

/// Android's own files for vibrations (`application/vnd.android.haptics.vibration+xml`), as its shell plays them with
/// `cmd vibrator_manager xml`.
///
/// The rules are those of Android's parser (AOSP, `com.android.internal.vibrator.persistence`, up to Android 16), which
/// refuses a file at the first element or attribute that it does not know:
///
/// - `vibration-effect` holds one effect, or primitives; `vibration-select` holds several, of which the device plays the
///   first that it can, and which is read as its first.
/// - `predefined-effect name`: click, double_click, heavy_click, tick.
/// - `waveform-effect`: `waveform-entry durationMs amplitude` (0 to 255, or `default`), then perhaps a `repeating` of
///   entries. One entry at least lasts some time.
/// - `primitive-effect name scale delayMs delayType`: scale 0 to 1. The delay is a pause after the primitive before, or
///   with `relative_start_offset` counts from its start.
/// - `basic-envelope-effect initialSharpness`: `control-point intensity sharpness durationMs`, of which the last one has
///   intensity 0. `waveform-envelope-effect initialFrequencyHz`: `control-point amplitude frequencyHz durationMs`. Both
///   (API 36) start at 0 and go in a straight line to each point within its duration, which is 1 ms or more.
/// - `repeating-effect`: perhaps a `preamble`, then a `repeating`, each of one of these effects.
///
/// What repeats is played once. What predefined effects feel like is nowhere published; they are taken as the primitives
/// of their names, a heavy click as a strong and duller click.
enum AndroidXML {
    static let name = "an Android vibration"

    /// The tap of a heavy click.
    static let heavyClick = (intensity: 1.0, sharpness: 0.4)

    /// The pause between the two clicks of a double click, in milliseconds; a Pixel's driver has the same.
    static let doubleClickGap = 100.0

    static func read(_ bytes: [UInt8], file: String, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        let root = try XMLNode.root(bytes, file: file)
        var effect = root
        if root.name == "vibration-select" {
            try root.requireOnly([])
            guard let first = root.children.first else { throw root.error("expected a vibration-effect, found none") }
            if root.children.count > 1 {
                notes.diagnostic(root.error("a device plays the first effect that it can; the first is read"), .changed)
            }
            effect = first
        }
        guard effect.name == "vibration-effect" else {
            throw effect.error("expected vibration-effect or vibration-select")
        }
        try effect.requireOnly([])
        var reader = AndroidXMLReader()
        try reader.effects(effect, &notes)
        return PatternAssembly.pattern(reader.flattened, metadata: [])
    }
}

/// Gathers the parts of one effect.
struct AndroidXMLReader {
    private var taps: [Tap] = []
    private var vibrations: [Vibration] = []
    /// Milliseconds from the start of the effect.
    private var time = 0.0

    var flattened: FlattenedPattern { FlattenedPattern(taps: Tap.strongest(taps), vibrations: vibrations) }

    private static let latest = Int(ReadingLimits.latest * 1e3)

    /// The one effect, or the primitives, within an element.
    mutating func effects(_ parent: XMLNode, _ notes: inout ReadingNotes) throws(ThudError) {
        guard let first = parent.children.first else { throw parent.error("expected an effect, found none") }
        if first.name == "primitive-effect" {
            try primitives(parent.children)
        } else if first.name == "waveform-entry" {
            try entries(parent.children, parent)
        } else {
            guard parent.children.count == 1 else { throw parent.children[1].error("expected one effect alone") }
            try effect(first, &notes)
        }
    }

    private mutating func effect(_ node: XMLNode, _ notes: inout ReadingNotes) throws(ThudError) {
        switch node.name {
        case "predefined-effect": try predefined(node)
        case "waveform-effect": try waveform(node, &notes)
        case "basic-envelope-effect": try envelope(node, isBasic: true, &notes)
        case "waveform-envelope-effect": try envelope(node, isBasic: false, &notes)
        case "repeating-effect":
            try node.requireOnly([])
            let names = node.children.map(\.name)
            guard names == ["repeating"] || names == ["preamble", "repeating"] else {
                throw node.error("expected a repeating, or a preamble and a repeating")
            }
            for part in node.children {
                try part.requireOnly([])
                try effects(part, &notes)
            }
            notes.diagnostic(node.error("repeats without end on Android; played once here"), .changed)
        default: throw node.error("is no effect that Android's files have")
        }
    }

    private mutating func predefined(_ node: XMLNode) throws(ThudError) {
        try node.requireOnly(["name", "fallback"])
        switch node.text("name") {
        case "click": add(.click, 1)
        case "tick": add(.tick, 1)
        case "heavy_click":
            let tap = AndroidXML.heavyClick
            taps.append(Tap(time: time / 1e3, intensity: tap.intensity, sharpness: tap.sharpness))
        case "double_click":
            add(.click, 1)
            time += AndroidXML.doubleClickGap
            add(.click, 1)
        default: throw node.error("expected name to be click, double_click, heavy_click or tick")
        }
    }

    // MARK: - Primitives

    private mutating func primitives(_ nodes: [XMLNode]) throws(ThudError) {
        var start = 0.0
        for node in nodes {
            guard node.name == "primitive-effect" else { throw node.error("expected primitive-effect") }
            try node.requireOnly(["name", "scale", "delayMs", "delayType"])
            guard let primitive = node.text("name").flatMap({ AndroidPrimitive(rawValue: $0.uppercased()) }),
                node.text("name") == primitive.rawValue.lowercased()
            else {
                let known = AndroidPrimitive.allCases.map { $0.rawValue.lowercased() }.joined(separator: ", ")
                throw node.error("expected name to be one of \(known)")
            }
            let scale = try node.number("scale", in: 0...1) ?? 1
            let delay = try node.text("delayMs") == nil ? 0 : node.whole("delayMs", in: 0...Self.latest)
            switch node.text("delayType") ?? "pause" {
            case "pause": time += Double(delay)
            case "relative_start_offset": time = start + Double(delay)
            default: throw node.error("expected delayType to be pause or relative_start_offset")
            }
            guard time <= Double(Self.latest) else { throw node.error("starts later than \(Self.latest / 1_000) s") }
            start = time
            add(primitive, scale)
            try ReadingLimits.check(taps.count, ReadingLimits.taps, "primitives", node)
            try ReadingLimits.check(vibrations.count, ReadingLimits.vibrations, "primitives", node)
        }
        vibrations = VibrationMix(law: .strongest).join(vibrations).vibrations
    }

    private mutating func add(_ primitive: AndroidPrimitive, _ scale: Double) {
        let parts = primitive.parts(scale: scale, atMilliseconds: time)
        if let tap = parts.tap { taps.append(tap) }
        if let vibration = parts.vibration { vibrations.append(vibration) }
        time += Double(primitive.length)
    }

    // MARK: - Waveforms

    private mutating func waveform(_ node: XMLNode, _ notes: inout ReadingNotes) throws(ThudError) {
        try node.requireOnly([])
        var rest = node.children
        let repeating = rest.last?.name == "repeating" ? rest.popLast() : nil
        if !rest.isEmpty || repeating == nil { try entries(rest, node) }
        if let repeating {
            try repeating.requireOnly([])
            try entries(repeating.children, repeating)
            notes.diagnostic(repeating.error("repeats without end on Android; played once here"), .changed)
        }
    }

    private mutating func entries(_ nodes: [XMLNode], _ parent: XMLNode) throws(ThudError) {
        guard !nodes.isEmpty else { throw parent.error("expected a waveform-entry, found none") }
        let start = time
        for node in nodes {
            guard node.name == "waveform-entry" else { throw node.error("expected waveform-entry") }
            try node.requireOnly(["durationMs", "amplitude"])
            let end = time + Double(try node.whole("durationMs", in: 0...Self.latest))
            guard end <= Double(Self.latest) else { throw node.error("ends later than \(Self.latest / 1_000) s") }
            let amplitude =
                try node.text("amplitude") == "default"
                ? AndroidFile.fullAmplitude : Double(node.whole("amplitude", in: 0...Int(AndroidFile.fullAmplitude)))
            if amplitude > 0, end > time {
                vibrations.append(
                    Vibration(
                        start: time / 1e3, end: end / 1e3,
                        intensity: (amplitude / AndroidFile.fullAmplitude).squareRoot(),
                        sharpness: AndroidFile.sharpness))
                try ReadingLimits.check(vibrations.count, ReadingLimits.vibrations, "waveform entries", node)
            }
            time = end
        }
        guard time > start else { throw parent.error("lasts no time, which Android refuses") }
    }

    // MARK: - Envelopes

    private mutating func envelope(
        _ node: XMLNode, isBasic: Bool, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        let initial = isBasic ? "initialSharpness" : "initialFrequencyHz"
        let (level, tone) = isBasic ? ("intensity", "sharpness") : ("amplitude", "frequencyHz")
        let tones = isBasic ? 0...1 : 0.001...1e6
        try node.requireOnly([initial])
        var points: [AndroidEnvelope.Point] = []
        try ReadingLimits.check(node.children.count, ReadingLimits.points / 4, "control points", node)
        for child in node.children {
            guard child.name == "control-point" else { throw child.error("expected control-point") }
            try child.requireOnly([level, tone, "durationMs"])
            guard let value = try child.number(level, in: 0...1), let pitch = try child.number(tone, in: tones) else {
                throw child.error("expected attributes `\(level)` and `\(tone)`")
            }
            let last = points.last?.time ?? Int(time)
            let end = last + (try child.whole("durationMs", in: 1...Self.latest))
            guard end <= Self.latest else { throw child.error("ends later than \(Self.latest / 1_000) s") }
            if points.isEmpty {
                let first = try node.number(initial, in: tones) ?? pitch
                points.append(.init(time: last, level: 0, sharpness: sharpness(first, isBasic, node, &notes)))
            }
            points.append(
                .init(
                    time: end, level: isBasic ? value : value.squareRoot(),
                    sharpness: sharpness(pitch, isBasic, child, &notes)))
        }
        guard let last = points.last else { throw node.error("expected a control-point, found none") }
        guard !isBasic || last.level == 0 else { throw node.error("must end at a control-point of intensity 0") }
        let envelope = AndroidEnvelope(points)
        taps += envelope.taps
        vibrations += envelope.vibrations(isStraightInAmplitude: !isBasic)
        time = Double(last.time)
    }

    private func sharpness(
        _ value: Double, _ isBasic: Bool, _ node: XMLNode, _ notes: inout ReadingNotes
    ) -> Double {
        if isBasic { return value }
        if !DriveLaw.band.contains(value) {
            notes.diagnostic(node.error("a frequency outside 65 to 300 Hz; taken as the nearest"), .clamped)
        }
        return HJIFFile.sharpness(hertz: value)
    }
}
