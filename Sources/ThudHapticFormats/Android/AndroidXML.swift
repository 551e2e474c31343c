import ThudCore
import ThudPatterns

/// Android's own vibration files (`application/vnd.android.haptics.vibration+xml`), which its shell plays with `cmd
/// vibrator_manager xml`.
/// The rules are those of Android's parser (AOSP, `com.android.internal.vibrator.persistence`, up to Android 16),
/// which refuses a file at the first unknown element or attribute. They were checked against `XmlConstants`, the
/// `Serialized…Effect` parsers and the cases of `VibrationEffectXmlSerializationTest`:
/// - `vibration-effect` holds one effect, or primitives. `vibration-select` holds several, of which a device plays
///   the first that it can; Thud reads the first. All must be valid.
/// - `predefined-effect name`: click, double_click, heavy_click, tick. The parser ignores case, but the schema
///   (`vibration.xsd`) has only lower case, which Thud writes.
/// - `waveform-effect`: `waveform-entry durationMs amplitude` (0 to 255, or `default`), then an optional `repeating`
///   of entries. At least one entry has a duration above 0.
/// - `primitive-effect name scale delayMs delayType`: scale 0 to 1. The delay is a pause after the previous primitive,
///   or counts from its start with `relative_start_offset`. A primitive before the previous one's end is dropped.
/// - `basic-envelope-effect initialSharpness`: `control-point intensity sharpness durationMs`, the last with
///   intensity 0. `waveform-envelope-effect initialFrequencyHz`: `control-point amplitude frequencyHz durationMs`.
///   Both (API 36) start at 0 and move linearly to each point within its duration, which is at least 1 ms.
/// - `repeating-effect`: an optional `preamble`, then a `repeating`. Each holds entries, primitives, a predefined
///   effect or an envelope.
/// Repeating parts are played once. The feel of predefined effects is not published. Thud takes them as the
/// primitives of the same names, and a heavy click as a strong and duller click.
enum AndroidXML {
    static let name = "an Android vibration"
    static let heavyClick = (intensity: 1.0, sharpness: 0.4)
    /// The pause within a double click, in milliseconds, as in a Pixel's driver.
    static let doubleClickGap = 100.0

    static func read(_ bytes: [UInt8], file: String, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        let root = try XMLNode.root(bytes, file: file)
        guard root.name == "vibration-select" else { return try pattern(root, &notes) }
        try root.requireOnly([])
        guard let first = root.children.first else { throw root.error("expected a vibration-effect, found none") }
        if root.children.count > 1 {
            notes.diagnostic(root, .changed, "a device plays the first it supports; Thud reads the first")
        }
        let chosen = try pattern(first, &notes)
        var unread = ReadingNotes()
        for other in root.children.dropFirst() { _ = try pattern(other, &unread) }
        return chosen
    }

    private static func pattern(_ effect: XMLNode, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        guard effect.name == "vibration-effect" else {
            throw effect.error("expected vibration-effect or vibration-select")
        }
        try effect.requireOnly([])
        var reader = AndroidXMLReader()
        try reader.effects(effect, &notes)
        let flattened = FlattenedPattern(taps: Tap.strongest(reader.read.taps), vibrations: reader.read.vibrations)
        let pattern = PatternAssembly.pattern(flattened, metadata: [])
        try ReadingLimits.check(pattern, effect)
        return pattern
    }
}

struct AndroidXMLReader {
    private(set) var read = FlattenedPattern(taps: [], vibrations: [])
    /// Milliseconds from the start of the effect.
    private var time = 0.0

    /// The longest time that Android reads, in milliseconds.
    private static let longest = Int(Int32.max)

    /// Reads the single effect, or the primitives, within an element.
    mutating func effects(_ parent: XMLNode, _ notes: inout ReadingNotes) throws(ThudError) {
        guard let first = parent.children.first else { throw parent.error("expected an effect, found none") }
        switch first.name {
        case "primitive-effect": return try primitives(parent.children, &notes)
        case "waveform-effect": try waveform(first, &notes)
        case "repeating-effect":
            try first.requireOnly([])
            let names = first.children.map(\.name)
            guard names == ["repeating"] || names == ["preamble", "repeating"] else {
                throw first.error("expected a `repeating` element, or a `preamble` and then a `repeating` element")
            }
            for part in first.children { try repeated(part, &notes) }
            notes.diagnostic(first, .changed, "repeats without end on Android; played once here")
        default: try single(first, &notes)
        }
        try requireAlone(parent)
    }

    /// Reads the content of a preamble or repeating in a repeating effect.
    private mutating func repeated(_ part: XMLNode, _ notes: inout ReadingNotes) throws(ThudError) {
        try part.requireOnly([])
        guard let first = part.children.first else { throw part.error("expected an effect, found none") }
        switch first.name {
        case "primitive-effect": try primitives(part.children, &notes)
        case "waveform-entry":
            let start = time
            try entries(part.children, part)
            guard time > start else { throw part.error("has no duration; Android rejects it") }
        default:
            try single(first, &notes)
            try requireAlone(part)
        }
    }

    private func requireAlone(_ parent: XMLNode) throws(ThudError) {
        guard parent.children.count == 1 else { throw parent.children[1].error("expected a single effect") }
    }

    private mutating func single(_ node: XMLNode, _ notes: inout ReadingNotes) throws(ThudError) {
        switch node.name {
        case "predefined-effect": try predefined(node, &notes)
        case "basic-envelope-effect": try envelope(node, isBasic: true, &notes)
        case "waveform-envelope-effect": try envelope(node, isBasic: false, &notes)
        default: throw node.error("is not a known effect")
        }
    }

    /// Returns the name of an effect in lower case, because Android's parser ignores case.
    private func name(_ node: XMLNode, _ notes: inout ReadingNotes) -> String? {
        guard let name = node.text("name") else { return nil }
        if name != name.lowercased() {
            notes.diagnostic(node, .accepted, "the schema allows only small letters; the parser allows any")
        }
        return name.lowercased()
    }

    private mutating func predefined(_ node: XMLNode, _ notes: inout ReadingNotes) throws(ThudError) {
        try node.requireOnly(["name"])
        try node.requireEmpty()
        switch name(node, &notes) {
        case "click": read.add(.click, 1, at: &time)
        case "tick": read.add(.tick, 1, at: &time)
        case "heavy_click":
            let tap = AndroidXML.heavyClick
            read.taps.append(Tap(time: time / 1e3, intensity: tap.intensity, sharpness: tap.sharpness))
        case "double_click":
            read.add(.click, 1, at: &time)
            time += AndroidXML.doubleClickGap
            read.add(.click, 1, at: &time)
        default: throw node.error("expected name to be click, double_click, heavy_click or tick")
        }
    }

    // MARK: - Primitives

    private mutating func primitives(_ nodes: [XMLNode], _ notes: inout ReadingNotes) throws(ThudError) {
        var (start, end) = (time, time)
        for node in nodes {
            guard node.name == "primitive-effect" else { throw node.error("expected primitive-effect") }
            try node.requireOnly(["name", "scale", "delayMs", "delayType"])
            try node.requireEmpty()
            guard let primitive = name(node, &notes).flatMap({ AndroidPrimitive(rawValue: $0.uppercased()) }) else {
                let known = AndroidPrimitive.allCases.map { $0.rawValue.lowercased() }.joined(separator: ", ")
                throw node.error("expected name to be one of \(known)")
            }
            let scale = try node.number("scale", in: 0...1) ?? 1
            let delay = try node.text("delayMs") == nil ? 0 : node.whole("delayMs", in: 0...Self.longest)
            switch node.text("delayType") ?? "pause" {
            case "pause": time += Double(delay)
            case "relative_start_offset": time = start + Double(delay)
            default: throw node.error("expected delayType to be pause or relative_start_offset")
            }
            guard time <= ReadingLimits.latest * 1e3 else {
                throw node.excess("starts later than \(shown(ReadingLimits.latest)) s")
            }
            start = time
            guard start >= end else {
                notes.diagnostic(node, .ignored, "starts before the previous one has ended; Android drops it")
                time = end
                continue
            }
            read.add(primitive, scale, at: &time)
            end = time
            try ReadingLimits.check(read.taps.count, ReadingLimits.taps, "primitives", node)
        }
        time = end
    }

    // MARK: - Waveforms

    private mutating func waveform(_ node: XMLNode, _ notes: inout ReadingNotes) throws(ThudError) {
        try node.requireOnly([])
        let start = time
        var rest = node.children
        let repeating = rest.last?.name == "repeating" ? rest.popLast() : nil
        if !rest.isEmpty || repeating == nil { try entries(rest, node) }
        if let repeating {
            try repeating.requireOnly([])
            try entries(repeating.children, repeating)
            notes.diagnostic(repeating, .changed, "repeats without end on Android; played once here")
        }
        guard time > start else { throw node.error("has no duration; Android rejects it") }
    }

    private mutating func entries(_ nodes: [XMLNode], _ parent: XMLNode) throws(ThudError) {
        guard !nodes.isEmpty else { throw parent.error("expected a waveform-entry, found none") }
        for node in nodes {
            guard node.name == "waveform-entry" else { throw node.error("expected waveform-entry") }
            try node.requireOnly(["durationMs", "amplitude"])
            try node.requireEmpty()
            let end = time + Double(try node.whole("durationMs", in: 0...Self.longest))
            try ReadingLimits.check(end: end, node)
            let amplitude =
                try node.text("amplitude") == "default"
                ? AndroidFile.fullAmplitude : Double(node.whole("amplitude", in: 0...Int(AndroidFile.fullAmplitude)))
            if amplitude > 0, end > time {
                read.vibrations.append(Vibration(amplitude: amplitude / AndroidFile.fullAmplitude, from: time, to: end))
                try ReadingLimits.check(read.vibrations.count, HapticLimits.events, "waveform entries", node)
            }
            time = end
        }
    }

    // MARK: - Envelopes

    private mutating func envelope(_ node: XMLNode, isBasic: Bool, _ notes: inout ReadingNotes) throws(ThudError) {
        let initial = isBasic ? "initialSharpness" : "initialFrequencyHz"
        let (level, tone) = isBasic ? ("intensity", "sharpness") : ("amplitude", "frequencyHz")
        let tones = isBasic ? 0...1 : 0.001...1e6
        try node.requireOnly([initial])
        var points: [AndroidEnvelope.Point] = []
        // A tap takes four of them.
        try ReadingLimits.check(node.children.count, 4 * HapticLimits.events, "control points", node)
        for child in node.children {
            guard child.name == "control-point" else { throw child.error("expected control-point") }
            try child.requireOnly([level, tone, "durationMs"])
            try child.requireEmpty()
            guard let value = try child.number(level, in: 0...1), let pitch = try child.number(tone, in: tones) else {
                throw child.error("expected attributes `\(level)` and `\(tone)`")
            }
            let last = points.last?.time ?? Int(time)
            let end = last + (try child.whole("durationMs", in: 1...Self.longest))
            try ReadingLimits.check(end: Double(end), child)
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
        read.taps += envelope.taps
        read.vibrations += envelope.vibrations(isStraightInAmplitude: !isBasic)
        time = Double(last.time)
    }

    private func sharpness(_ value: Double, _ isBasic: Bool, _ node: XMLNode, _ notes: inout ReadingNotes) -> Double {
        if isBasic { return value }
        if !DriveLaw.band.contains(value) {
            notes.diagnostic(node, .clamped, "a frequency outside 65 to 300 Hz; read as the nearest")
        }
        return HJIFFile.sharpness(hertz: value)
    }
}
