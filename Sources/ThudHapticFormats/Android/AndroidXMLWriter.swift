import ThudCore
import ThudPatterns

extension AndroidXML {
    static func write(_ pattern: HapticPattern, as effect: AndroidEffect) -> PatternExport {
        let reduction = PatternReduction(pattern, format: name)
        let flattened = reduction.flattened
        var losses = reduction.losses + MetadataText(pattern).losses(but: [], name)
        let isComposition = AndroidComposition.isChosen(by: effect, for: flattened, &losses)
        let lines =
            switch effect {
            case .envelope, .frequency: envelope(flattened, inHertz: effect == .frequency, &losses)
            case .automatic, .waveform, .composition:
                isComposition ? composition(flattened, &losses) : waveform(flattened, &losses)
            }
        let body = lines.map { "  \($0)\n" }.joined()
        return PatternExport(text: "<vibration-effect>\n\(body)</vibration-effect>\n", losses: losses)
    }

    private static func composition(_ flattened: FlattenedPattern, _ losses: inout [String]) -> [String] {
        AndroidComposition.entries(flattened, name, &losses).map { entry in
            var attributes = [("name", entry.primitive.rawValue.lowercased()), ("scale", digits(entry.scale))]
            if entry.delay > 0 { attributes.append(("delayMs", "\(entry.delay)")) }
            return Markup.element("primitive-effect", attributes)
        }
    }

    private static func waveform(_ flattened: FlattenedPattern, _ losses: inout [String]) -> [String] {
        let entries = AndroidWaveform.runs(flattened, name, &losses).map {
            "  " + Markup.element("waveform-entry", [("durationMs", "\($0.length)"), ("amplitude", "\($0.value)")])
        }
        return ["<waveform-effect>"] + entries + ["</waveform-effect>"]
    }

    private static func envelope(_ flattened: FlattenedPattern, inHertz: Bool, _ losses: inout [String]) -> [String] {
        var rounding = GridRounding(format: name)
        let condensed = inHertz ? HJIFFile.condensed(flattened) : flattened
        var points = AndroidEnvelope(condensed, &rounding, &losses).points
        if points.count == 1 { points.append(.init(time: 1, level: 0, sharpness: 0.5)) }
        losses += FlatLosses.taps(flattened, name) + rounding.losses
        let (tag, level, tone, first) =
            inHertz
            ? ("waveform-envelope-effect", "amplitude", "frequencyHz", "initialFrequencyHz")
            : ("basic-envelope-effect", "intensity", "sharpness", "initialSharpness")
        func pitch(_ point: AndroidEnvelope.Point) -> String {
            digits(inHertz ? DriveLaw.frequency(sharpness: point.sharpness).rounded(decimals: 1) : point.sharpness)
        }
        let lines = zip(points, points.dropFirst()).map { from, to in
            "  "
                + Markup.element(
                    "control-point",
                    [
                        (level, digits(inHertz ? (to.level * to.level).rounded(decimals: 6) : to.level)),
                        (tone, pitch(to)), ("durationMs", "\(to.time - from.time)"),
                    ])
        }
        return ["<\(tag) \(first)=\"\(pitch(points[0]))\">"] + lines + ["</\(tag)>"]
    }

    private static func digits(_ value: Double) -> String {
        JSONValue.number(value.rounded(decimals: 6)).text(.compact)
    }
}
