import ThudCore
import ThudPatterns

/// Gamepad effects on the web (W3C Gamepad API, `GamepadHapticActuator.playEffect`), with the type beside the
/// parameters. A file has one effect, or several that play in sequence:
///     [ { "type": "dual-rumble", "startDelay": 0, "duration": 200, "weakMagnitude": 1, "strongMagnitude": 0.5 } ]
/// The strong motor turns slowly and the weak one fast, so together they give an amplitude and a sharpness. The
/// amplitude is the larger magnitude. Sharpness is 0 for the strong motor alone, 0.5 if both are equal and 1 for the
/// weak one alone, linear in between. Amplitude is intensity squared, as in the drive signal. In
/// `trigger-rumble` the stronger trigger replaces the weak motor if it exceeds it.
enum GamepadFile {
    static let name = "a file of gamepad effects"
    /// The length of one effect of a changing vibration, in milliseconds: a frame at 60 Hz, as gamepads are driven.
    static let step = 16
    /// The longest delay and duration together in milliseconds; Chromium refuses more (`kMaxEffectDurationMillis`).
    static let longest = 5_000
    private static let triggers = ["leftTrigger", "rightTrigger"]
    /// The members that tell an effect from the many other files with a `duration`.
    static let signs = Set(["type", "startDelay", "weakMagnitude", "strongMagnitude"] + triggers)

    static func read(_ root: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        let effects = try root.oneOrMore()
        try ReadingLimits.check(effects.count, ReadingLimits.vibrations, "effects", root)
        var vibrations: [Vibration] = []
        var time = 0.0
        for effect in effects {
            let delay = try effect.stated("startDelay")?.milliseconds() ?? 0
            let duration = try effect.member("duration").milliseconds()
            if delay + duration > Double(longest) {
                notes.diagnostic(effect, .suspicious, "browsers reject an effect of more than \(longest) ms")
            }
            let start = time + delay
            time = start + duration
            try ReadingLimits.check(end: time, effect)
            let felt = try motors(effect, &notes).felt
            guard felt.intensity > 0, duration > 0 else { continue }
            vibrations.append(
                .init(start: start / 1e3, end: time / 1e3, intensity: felt.intensity, sharpness: felt.sharpness))
        }
        guard time > 0 else { throw root.error("has no duration") }
        return PatternAssembly.pattern(FlattenedPattern(taps: [], vibrations: vibrations), metadata: [])
    }

    private static func motors(_ effect: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> GamepadMotors {
        try notes.ignoreAll(in: effect, but: signs.union(["duration"]))
        let type = try effect.stated("type")
        func magnitude(_ name: String) throws(ThudError) -> Double {
            try effect.stated(name).map { reader throws(ThudError) in try reader.number(in: 0...1) } ?? 0
        }
        var motors = GamepadMotors(strong: try magnitude("strongMagnitude"), weak: try magnitude("weakMagnitude"))
        switch try type?.string() ?? "dual-rumble" {
        case "dual-rumble":
            for name in triggers {
                if let trigger = try effect.stated(name), try trigger.number() != 0 {
                    notes.diagnostic(trigger, .ignored, "dual-rumble does not move the triggers; ignored")
                }
            }
        case "trigger-rumble":
            let strongest = max(try magnitude(triggers[0]), try magnitude(triggers[1]))
            if strongest > 0 {
                notes.diagnostic(effect, .changed, "the triggers rumble alone; read as a rumble of the whole gamepad")
            }
            motors.weak = max(motors.weak, strongest)
        default: throw (type ?? effect).error(expected: "dual-rumble or trigger-rumble")
        }
        return motors
    }

    static func write(_ pattern: HapticPattern) -> PatternExport {
        let reduction = PatternReduction(pattern, format: name)
        var rounding = GridRounding(format: name)
        let sampled = SampledPattern(reduction.flattened, every: step, most: 4_000, &rounding)
        let motors = sampled.samples.map { GamepadMotors(intensity: $0.intensity, sharpness: $0.sharpness) }
        return PatternExport(
            text: JSONValue.array(effects(motors.runs)).text(),
            losses: reduction.losses + sampled.losses + rounding.losses + MetadataText(pattern).losses(but: [], name))
    }

    /// Returns the effects of runs. Silence before an effect becomes its delay, and silence at the end is left out.
    private static func effects(_ runs: [(value: GamepadMotors, length: Int)]) -> [JSONValue] {
        var effects: [JSONValue] = []
        func add(_ motors: GamepadMotors, delay: Int, duration: Int) {
            effects.append([
                "type": "dual-rumble", "startDelay": .integer(delay), "duration": .integer(duration),
                "weakMagnitude": .number(motors.weak), "strongMagnitude": .number(motors.strong),
            ])
        }
        var delay = 0
        for run in runs {
            guard run.value != .still else {
                delay = run.length
                continue
            }
            while delay >= longest {
                add(.still, delay: 0, duration: longest)
                delay -= longest
            }
            var rest = run.length
            while rest > 0 {
                let duration = min(rest, longest - delay)
                add(run.value, delay: delay, duration: duration)
                (rest, delay) = (rest - duration, 0)
            }
        }
        if effects.isEmpty { add(.still, delay: 0, duration: 1) }
        return effects
    }
}

/// The magnitudes of a gamepad's two motors, 0 to 1.
struct GamepadMotors: Equatable {
    var strong: Double
    var weak: Double
    static let still = GamepadMotors(strong: 0, weak: 0)

    init(strong: Double, weak: Double) { (self.strong, self.weak) = (strong, weak) }

    /// Creates the motors for an intensity and a sharpness, in millionths, so that weak ones keep their sharpness.
    init(intensity: Double, sharpness: Double) {
        let amplitude = intensity * intensity
        strong = (amplitude * min(1, 2 * (1 - sharpness))).rounded(decimals: 6)
        weak = (amplitude * min(1, 2 * sharpness)).rounded(decimals: 6)
    }

    /// Returns the intensity and sharpness that motors give.
    var felt: (intensity: Double, sharpness: Double) {
        let largest = max(strong, weak)
        guard largest > 0 else { return (0, 0.5) }
        let sharpness = strong >= weak ? weak / strong / 2 : 1 - strong / weak / 2
        return (largest.squareRoot(), sharpness)
    }
}
