import ThudCore
import ThudPatterns

/// Converts the effects of one channel to taps and vibrations.
struct MPEGEffects {
    let timescale: Double
    let level: Double
    var counts: MPEGCounts
    private var taps: [Tap] = []
    private var vibrations: [Vibration] = []
    private var waveform = MPEGWaveform()

    init(timescale: Double, level: Double, counts: MPEGCounts) {
        self.timescale = timescale
        self.level = level
        self.counts = counts
    }

    /// Returns all effects, with simultaneous ones added.
    mutating func flattened(_ channel: MPEGChannel, _ notes: inout ReadingNotes) throws(ThudError) -> FlattenedPattern {
        try countMovement(waveform.count, channel.place)
        var all = vibrations
        if let felt = waveform.vibration(level: level) {
            if felt.loudest > 1 + Self.slack {
                notes.diagnostic(channel.place, .clamped, Self.beyondFull(felt.loudest))
            }
            all.append(felt.vibration)
        }
        let mix = VibrationMix(law: .layers).join(all)
        notes.diagnostic(mix, of: "effects", at: channel.place, "their amplitudes are added, at the mean frequency")
        return FlattenedPattern(taps: Tap.summed(taps), vibrations: mix.vibrations)
    }

    /// Adds a basis effect that starts at a time in ticks.
    mutating func add(
        _ effect: MPEGEffect, _ kind: MPEGBand.Kind, at start: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        counts.keyframes += effect.keyframes.count
        try ReadingLimits.check(counts.keyframes, ReadingLimits.points, "keyframes", effect.place)
        switch kind {
        case .transient: try addTaps(effect, at: start, &notes)
        case .wave: try addVibration(effect, at: start, &notes)
        case .curve(let type): try addCurve(effect, type, at: start, &notes)
        case .wavelet(let block, let rate): try addWavelets(effect, block, rate, at: start)
        case .unknown: break
        }
    }

    // MARK: - Parametric bands

    /// Reports a phase, which a pattern cannot hold.
    private func diagnosePhase(of effect: MPEGEffect, _ notes: inout ReadingNotes) {
        if effect.phase != 0 {
            notes.diagnostic(effect.place.part("phase"), .changed, "a wave's phase is not supported; read as 0")
        }
    }

    private mutating func addTaps(
        _ effect: MPEGEffect, at start: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        diagnosePhase(of: effect, &notes)
        for frame in effect.keyframes {
            let time = try time(of: frame, after: start)
            let sharpness = sharpness(frame, &notes) ?? 0.5
            let part = part((frame.amplitude ?? 1) * level / HJIFFile.tapAmplitude, frame.place, &notes)
            taps.append(Tap(time: time, intensity: min(abs(part), 1).squareRoot(), sharpness: sharpness))
            counts.taps += 1
            try ReadingLimits.check(counts.taps, ReadingLimits.taps, "taps", frame.place)
        }
    }

    private mutating func addVibration(
        _ effect: MPEGEffect, at start: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        diagnosePhase(of: effect, &notes)
        let shape = fundamental(of: effect, &notes)
        var amplitudes: [PiecewiseLinear.Point] = []
        var sharpnesses: [PiecewiseLinear.Point] = []
        let from = start / timescale
        var to = from
        for frame in effect.keyframes {
            let time = try time(of: frame, after: start)
            to = max(to, time)
            if let amplitude = frame.amplitude {
                let part = part(amplitude * level * shape / HJIFFile.waveAmplitude, frame.place, &notes)
                amplitudes.append(.init(time: time, value: part))
            }
            if let sharpness = sharpness(frame, &notes) { sharpnesses.append(.init(time: time, value: sharpness)) }
        }
        guard to > from else { return lastsNoTime(effect, &notes) }
        if amplitudes.isEmpty {
            let full = part(level * shape / HJIFFile.waveAmplitude, effect.place, &notes)
            amplitudes = PiecewiseLinear(constant: full, from: from, to: to).points
        }
        let sharpness = PiecewiseLinear(sharpnesses) ?? PiecewiseLinear(constant: 0.5, from: from, to: to)
        vibrations.append(Vibration(Self.intensity(amplitudes, from, to), sharpness, from: from, to: to))
        counts.vibrations += 1
        try ReadingLimits.check(counts.vibrations, ReadingLimits.vibrations, "effects", effect.place)
    }

    private mutating func lastsNoTime(_ effect: MPEGEffect, _ notes: inout ReadingNotes) {
        counts.passedOver += 1
        notes.diagnostic(effect.place, .ignored, "has no duration; ignored")
    }

    /// Returns the intensity over time from keyframes with fractions of full amplitude, linear between them.
    private static func intensity(_ amplitudes: [PiecewiseLinear.Point], _ from: Double, _ to: Double)
        -> PiecewiseLinear
    {
        let magnitude = PiecewiseLinear(amplitudes)?.magnitude ?? PiecewiseLinear(constant: 0, from: from, to: to)
        let roots = magnitude.clamped(to: 0...1).map { $0.squareRoot() }
        return PiecewiseLinear(AmplitudeLine.expanded(roots.points)) ?? roots
    }

    /// Returns the strength of the fundamental sine in a wave of amplitude 1. Only the fundamental is felt, because
    /// an actuator has one resonance.
    private func fundamental(of effect: MPEGEffect, _ notes: inout ReadingNotes) -> Double {
        let strength = effect.signal.fundamental
        if effect.signal != .sine {
            notes.diagnostic(
                effect.place.part("base_signal"), .changed, "read as its basic sine, \(shown(strength)) times as strong"
            )
        }
        return strength
    }

    private func time(of frame: MPEGKeyframe, after start: Double) throws(ThudError) -> Double {
        let time = (start + frame.position) / timescale
        guard time >= 0 else { throw frame.place.error("is before the start") }
        guard time <= ReadingLimits.latest else {
            throw frame.place.excess("is later than \(shown(ReadingLimits.latest)) s")
        }
        return time
    }

    private func sharpness(_ frame: MPEGKeyframe, _ notes: inout ReadingNotes) -> Double? {
        guard let frequency = frame.frequency else { return nil }
        let place = frame.place.part("frequency_modulation")
        return HJIFFile.sharpness(hertz: notes.clamped(frequency, to: DriveLaw.band, at: place))
    }

    /// The permitted excess over full amplitude without a remark: half a step of a keyframe in `.hmpg`.
    private static let slack = 0.5 / 127.5 / HJIFFile.waveAmplitude

    /// Returns a signed fraction of full amplitude. It may exceed full, and then the interpolated line is clipped.
    private func part(_ value: Double, _ place: any Place, _ notes: inout ReadingNotes) -> Double {
        if value < 0 {
            notes.diagnostic(
                place, .changed, "a negative amplitude is a movement in the other direction; read as positive")
        }
        guard abs(value) > 1 + Self.slack else { return min(max(value, -1), 1) }
        notes.diagnostic(place, .clamped, Self.beyondFull(abs(value)))
        return value
    }

    private static func beyondFull(_ part: Double) -> String {
        "an amplitude of \(part < 1e9 ? shown(part) : "a billion or more") times full; read as full"
    }

    // MARK: - Bands of movement

    private mutating func addCurve(
        _ effect: MPEGEffect, _ type: CurveType, at start: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        var points: [PiecewiseLinear.Point] = []
        for frame in effect.keyframes {
            let point = PiecewiseLinear.Point(time: try time(of: frame, after: start), value: frame.amplitude ?? 0)
            // A later keyframe at the same time replaces the one before.
            while let last = points.last, last.time >= point.time { points.removeLast() }
            points.append(point)
        }
        guard let first = points.first, let last = points.last, last.time > first.time else {
            return lastsNoTime(effect, &notes)
        }
        let count = Int((last.time - first.time) * MPEGWaveform.rate) + 1
        try countMovement(count, effect.place)
        let times = (0..<count).lazy.map { first.time + Double($0) / MPEGWaveform.rate }
        waveform.add(type.values(at: times, through: points), at: first.time)
    }

    private mutating func addWavelets(
        _ effect: MPEGEffect, _ block: Int, _ rate: Int, at start: Double
    ) throws(ThudError) {
        let time = start / timescale
        let length = Double(block) / Double(rate)
        guard time + length <= ReadingLimits.latest else {
            throw effect.place.excess("is later than \(shown(ReadingLimits.latest)) s")
        }
        let count = Int(length * MPEGWaveform.rate)
        try countMovement(count + block, effect.place)
        let samples = WaveletBlock.samples(effect.stream, length: block)
        // MPEG's synthesizer holds each sample until the next one, at any rate.
        waveform.add((0..<count).map { samples[min($0 * rate / Int(MPEGWaveform.rate), block - 1)] }, at: time)
    }

    private mutating func countMovement(_ samples: Int, _ place: any Place) throws(ThudError) {
        counts.movement += samples
        let most = Double(MPEGCounts.mostMovement) / MPEGWaveform.rate
        guard counts.movement <= MPEGCounts.mostMovement else {
            throw place.excess("at most \(shown(most)) s of curves and wavelets are read from one file")
        }
    }
}

struct MPEGCounts {
    /// The most samples of curves and wavelets, plus those of each channel from its first to its last: enough for 300
    /// s in two channels with a curve and a wavelet band, and some more.
    static let mostMovement = 8 * Int(ReadingLimits.latest * MPEGWaveform.rate)
    var keyframes = 0
    var taps = 0
    var vibrations = 0
    /// Samples of curves and wavelets.
    var movement = 0
    var passedOver = 0
}
