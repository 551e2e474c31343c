import ThudCore
import ThudHaptics

/// The effects of one channel as taps and vibrations.
struct HJIFEffects {
    enum Kind {
        case transient, wave, curve
    }

    let timescale: Double
    /// Multiplies all amplitudes.
    let level: Double
    private(set) var counts: HJIFCounts
    private var taps: [Tap] = []
    private var vibrations: [Vibration] = []

    init(timescale: Double, level: Double, counts: HJIFCounts) {
        self.timescale = timescale
        self.level = level
        self.counts = counts
    }

    /// All effects, those at one time added.
    func flattened(_ channel: JSONReader, _ notes: inout ReadingNotes) -> FlattenedPattern {
        let mix = VibrationMix(law: .sum).join(vibrations)
        notes.diagnostic(mix, of: "effects", at: channel, "their amplitudes are added, at the mean frequency")
        return FlattenedPattern(taps: Tap.summed(taps), vibrations: mix.vibrations)
    }

    mutating func add(
        _ effect: JSONReader, _ kind: Kind, at start: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        if kind != .curve { try diagnosePhase(of: effect, &notes) }
        if kind == .transient {
            try addTaps(effect, at: start, &notes)
        } else {
            try addVibration(effect, kind, at: start, &notes)
        }
    }

    /// Tells of a phase, which no pattern here has.
    private func diagnosePhase(of effect: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) {
        if let phase = try effect.optional("phase"), try phase.number() != 0 {
            notes.diagnostic(phase, .changed, "a wave's phase is not read; taken as 0")
        }
    }

    private mutating func addTaps(
        _ effect: JSONReader, at start: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        for frame in try frames(effect) {
            let time = (start + (try position(frame))) / timescale
            try checkLatest(time, frame)
            let amplitude = try frame.optional("amplitude_modulation")?.number() ?? 1
            let sharpness = try sharpness(frame, &notes) ?? 0.5
            let part = part(amplitude * level / HJIFFile.tapAmplitude, frame, &notes)
            taps.append(Tap(time: time, intensity: abs(part).squareRoot(), sharpness: sharpness))
            counts.taps += 1
            try ReadingLimits.check(counts.taps, ReadingLimits.taps, "taps", frame)
        }
    }

    private mutating func addVibration(
        _ effect: JSONReader, _ kind: Kind, at start: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        let shape = try kind == .curve ? 1 : fundamental(of: effect, &notes)
        var amplitudes: [PiecewiseLinear.Point] = []
        var sharpnesses: [PiecewiseLinear.Point] = []
        var end = start
        for frame in try frames(effect) {
            let ticks = start + (try position(frame))
            let time = ticks / timescale
            try checkLatest(time, frame)
            end = max(end, ticks)
            if let amplitude = try frame.optional("amplitude_modulation")?.number() {
                let part = part(amplitude * level * shape / HJIFFile.waveAmplitude, frame, &notes)
                amplitudes.append(.init(time: time, value: part))
            }
            if kind == .wave, let sharpness = try sharpness(frame, &notes) {
                sharpnesses.append(.init(time: time, value: sharpness))
            }
        }
        guard end > start else { return notes.diagnostic(effect, .ignored, "lasts no time; ignored") }
        let (from, to) = (start / timescale, end / timescale)
        if amplitudes.isEmpty {
            let full = part(level * shape / HJIFFile.waveAmplitude, effect, &notes)
            amplitudes = PiecewiseLinear(constant: full, from: from, to: to).points
        }
        let usual = kind == .curve ? 0 : 0.5
        let sharpness = PiecewiseLinear(sharpnesses) ?? PiecewiseLinear(constant: usual, from: from, to: to)
        vibrations.append(Vibration(Self.intensity(amplitudes, from, to), sharpness, from: from, to: to))
        counts.vibrations += 1
        try ReadingLimits.check(counts.vibrations, ReadingLimits.vibrations, "effects", effect)
    }

    /// The intensity over time of keyframes with parts of the full amplitude, straight between them.
    private static func intensity(_ amplitudes: [PiecewiseLinear.Point], _ from: Double, _ to: Double)
        -> PiecewiseLinear
    {
        let magnitude = PiecewiseLinear(amplitudes)?.magnitude ?? PiecewiseLinear(constant: 0, from: from, to: to)
        let roots = magnitude.map { $0.squareRoot() }
        return PiecewiseLinear(AmplitudeLine.expanded(roots.points)) ?? roots
    }

    /// How strong the sine of the base frequency is in a wave of amplitude 1, by its Fourier series. A vibration is felt at
    /// that frequency, because an actuator has one resonance.
    private func fundamental(of effect: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> Double {
        guard let signal = try effect.optional("base_signal") else { return 1 }
        let name = try signal.string()
        let strength: Double
        switch name {
        case "Sine": return 1
        case "Square": strength = 4 / .pi
        case "Triangle": strength = 8 / (.pi * .pi)
        case "SawToothUp", "SawToothDown": strength = 2 / .pi
        default: throw signal.error(expected: "Sine, Square, Triangle, SawToothUp or SawToothDown")
        }
        notes.diagnostic(signal, .changed, "felt as the sine in it, \(shown(strength)) times as strong")
        return strength
    }

    private mutating func frames(_ effect: JSONReader) throws(ThudError) -> [JSONReader] {
        let frames = try effect.member("keyframes").elements()
        counts.keyframes += frames.count
        try ReadingLimits.check(counts.keyframes, ReadingLimits.points, "keyframes", effect)
        return frames
    }

    private func checkLatest(_ time: Double, _ frame: JSONReader) throws(ThudError) {
        guard time <= ReadingLimits.latest else {
            throw frame.error("is later than \(shown(ReadingLimits.latest)) s")
        }
    }

    private func position(_ frame: JSONReader) throws(ThudError) -> Double {
        try frame.stated("relative_position")?.number(in: 0...ReadingLimits.latest * timescale) ?? 0
    }

    private func sharpness(_ frame: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> Double? {
        guard let reader = try frame.optional("frequency_modulation") else { return nil }
        return HJIFFile.sharpness(hertz: try notes.clamped(reader, to: DriveLaw.band))
    }

    /// A part of the full amplitude, with its sign.
    private func part(_ value: Double, _ reader: JSONReader, _ notes: inout ReadingNotes) -> Double {
        if value < 0 {
            notes.diagnostic(
                reader, .changed, "an amplitude below 0 swings the other way round; felt as if it were above")
        }
        if abs(value) > 1 + 1e-9 {
            notes.diagnostic(
                reader, .clamped, "an amplitude \(shown(abs(value))) times the full one; taken as full")
        }
        return min(max(value, -1), 1)
    }
}
