import ThudCore
import ThudPatterns

/// The vibrations of feedbackd's themes (feedback-themes(5)), of which a file holds one:
///     { "type": "VibraPattern", "magnitudes": [0.5, 0, 1], "durations": [100, 50, 200] }
///     { "type": "VibraRumble", "duration": 750, "count": 3, "pause": 50, "magnitude": 0.5 }
///     { "type": "VibraPeriodic", "duration": 1000, "magnitude": 0.5, "fade-in-time": 500, "fade-in-level": 0 }
/// Times are milliseconds. The duration of a rumble holds `count` rumbles, each with its pause. A magnitude is an
/// amplitude, which is intensity squared, as in the drive signal. There is no frequency, so sharpness is read as 0.5.
package enum VibraFile {
    static let name = "a VibraPattern"
    /// Themes of early versions have magnitudes up to this.
    private static let mostMagnitude = 65_535.0

    static func read(_ root: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        guard var pattern = try vibration(root, &notes) else {
            throw root.part("type").error("expected VibraPattern, VibraRumble or VibraPeriodic")
        }
        pattern.events.removeAll { $0.intensity == 0 }
        return pattern
    }

    /// Returns vibrations as a pattern. A pause until `end`, which counts if it repeats, is a vibration of intensity 0.
    private static func pattern(_ vibrations: [Vibration], until end: Double) -> HapticPattern {
        let last = vibrations.last?.end ?? 0
        let pause = end - last > 1e-6 ? [Vibration(start: last, end: end, intensity: 0, sharpness: 0)] : []
        return PatternAssembly.pattern(FlattenedPattern(taps: [], vibrations: vibrations + pause), metadata: [])
    }

    /// Reads a feedback of a theme, with a pause at its end; nil if it is no vibration.
    static func vibration(_ feedback: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern? {
        func milliseconds(_ name: String, else usual: Double) throws(ThudError) -> Double {
            try feedback.optional(name)?.milliseconds() ?? usual
        }
        func magnitude(_ name: String, else usual: Double) throws(ThudError) -> Double {
            let value = try feedback.optional(name)?.number(in: 0...mostMagnitude) ?? usual
            return value > 1 ? value / mostMagnitude : value
        }
        let own: Set<String>
        let read: HapticPattern
        switch try feedback.member("type").string() {
        case "VibraPattern":
            own = ["magnitudes", "durations"]
            read = try pulses(feedback, &notes)
        case "VibraRumble":
            own = ["duration", "count", "pause", "magnitude"]
            let count = try feedback.optional("count")?.integer(in: 1...ReadingLimits.vibrations) ?? 1
            let (whole, pause) = (try milliseconds("duration", else: 1_000), try milliseconds("pause", else: 0))
            let rumble = whole / Double(count) - pause
            let strength = try magnitude("magnitude", else: 0.5)
            read =
                rumble > 0
                ? pulses(Array(repeating: [(strength, rumble), (0, pause)], count: count).flatMap { $0 })
                : pulses([(strength, 1_000)])
        case "VibraPeriodic":
            own = ["duration", "magnitude", "fade-in-time", "fade-in-level"]
            let end = try milliseconds("duration", else: 1_000) / 1e3
            let strongest = try magnitude("magnitude", else: 0.5).squareRoot()
            let first = min(try magnitude("fade-in-level", else: 0).squareRoot(), strongest)
            let fade = try milliseconds("fade-in-time", else: 500) / 1e3
            guard end > 0, strongest > 0 else { return pattern([], until: end) }
            var points = [PiecewiseLinear.Point(time: 0, value: first), .init(time: fade, value: strongest)]
            points = fade > 0 ? AmplitudeLine.expanded(points) : []
            let strength = PiecewiseLinear(points.map { .init(time: $0.time, value: $0.value / strongest) })
            let vibration = Vibration(
                start: 0, end: end, intensity: strongest, sharpness: AndroidFile.sharpness,
                strength: first < strongest ? strength?.restricted(from: 0, to: end) : nil)
            read = pattern([vibration], until: end)
        default: return nil
        }
        try notes.ignoreAll(in: feedback, but: own.union(["type", "event-name"]))
        return read
    }

    private static func pulses(_ feedback: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        let (magnitudes, durations) = (try feedback.member("magnitudes"), try feedback.member("durations"))
        let (levels, times) = (try magnitudes.elements(), try durations.elements())
        guard levels.count == times.count else {
            throw magnitudes.error("expected as many magnitudes as durations (\(times.count)), found \(levels.count)")
        }
        try ReadingLimits.check(times.count, ReadingLimits.vibrations, "durations", durations)
        var parts: [(magnitude: Double, milliseconds: Double)] = []
        var end = 0.0
        for (level, time) in zip(levels, times) {
            let length = try time.milliseconds()
            parts.append((try notes.clamped(level, to: 0...1), length))
            end += length
            try ReadingLimits.check(end: end, time)
        }
        return pulses(parts)
    }

    /// Returns vibrations one after the other: amplitudes from 0 to 1, and milliseconds.
    package static func pulses(_ parts: [(magnitude: Double, milliseconds: Double)]) -> HapticPattern {
        var (vibrations, end): ([Vibration], Double) = ([], 0)
        for (magnitude, length) in parts where length > 0 {
            let start = end
            end += length
            guard magnitude > 0 else { continue }
            vibrations.append(Vibration(amplitude: magnitude, from: start, to: end))
        }
        return pattern(vibrations, until: end / 1e3)
    }

    static func write(_ pattern: HapticPattern) -> PatternExport {
        let (members, losses) = members(pattern, name)
        return PatternExport(text: JSONValue.object(members).text(), losses: losses)
    }

    /// Returns a pattern as the members of a VibraPattern, with the losses of the format called `format`.
    static func members(_ pattern: HapticPattern, _ format: String) -> ([JSONValue.Member], losses: [String]) {
        let reduction = PatternReduction(pattern, format: format)
        var rounding = GridRounding(format: format)
        let sampled = SampledPattern(
            reduction.flattened.withoutSharpness, every: GamepadFile.step, most: 4_000, &rounding)
        var parts = sampled.samples.map { ($0.intensity * $0.intensity).rounded(decimals: 6) }.runs
        if parts.count > 1, parts.last?.value == 0 { parts.removeLast() }
        let losses =
            reduction.losses + sampled.losses
            + FlatLosses.sharpness(reduction.flattened, format) + rounding.losses
            + MetadataText(pattern).losses(but: [], format)
        let members: [JSONValue.Member] = [
            .init("type", "VibraPattern"), .init("magnitudes", .array(parts.map { .number($0.value) })),
            .init("durations", .array(parts.map { .integer(min($0.length, milliseconds(ReadingLimits.latest))) })),
        ]
        return (members, losses)
    }
}
