public import ThudCore

/// A pattern in numbers: how long, how soon, how strong, how bright.
public struct PatternMetrics: Hashable, Sendable {
    /// How long the pattern is, in seconds.
    public let duration: Double

    /// When the rendering first exceeds a hundredth (-40 dB) of its peak, in seconds; nil for silence. Of a drive signal
    /// this is the electrical onset.
    public let onset: Double?

    /// Seconds that ``actuator`` takes to 90 % of its steady amplitude (t90) from the start of the haptic event that is felt
    /// first, as if that were asked for at once; nil where there is no such event, or where it ends before. A pattern that
    /// builds up by itself comes to its own peak later: see ``feltPeak``.
    public let actuatorRise: Double?

    /// When the movement first comes to its peak, in seconds from the start: to 99 % of it, because a steady movement comes to
    /// it again and again; nil where nothing moves.
    public let feltPeak: Double?

    /// The actuator of ``actuatorRise``.
    public let actuator: ActuatorProfile

    /// The largest size of a sample of either channel, 0 to 1.
    public let peak: Double

    /// The root mean square of the whole rendering, both channels together, 0 to 1.
    public let rms: Double

    /// How strongly the strongest 200 ms are felt, in dB, where a steady sine of 250 Hz at full scale is 0 dB and other
    /// frequencies count by ``SkinSensitivity``; nil for silence. A tap counts less than a vibration as strong, for the
    /// skin adds up over about 200 ms (Verrillo 1965).
    public let feltLevel: Double?

    /// The mean frequency of the rendering, of two channels of their middle, weighted by power, in hertz; nil for silence.
    public let centroid: Double?

    /// The figures of a pattern and of one of its renderings.
    ///
    /// - Parameters:
    ///   - pattern: what was rendered.
    ///   - duration: how long that is, in seconds, with sounds that end with their files; nil takes the pattern's own word.
    ///   - samples: the rendering, mono, or its left channel.
    ///   - right: its right channel, as long, if it has one.
    ///   - felt: the movement of `actuator`, at the same rate, by which ``feltLevel`` and ``feltPeak`` are told; nil where
    ///     `samples` are that.
    ///   - sampleRate: of the samples, in hertz, taken into ``HapticRenderer/sampleRates``.
    ///   - actuator: whose rise is told, whatever was rendered.
    public init(
        _ pattern: HapticPattern, lasting duration: Double? = nil, samples: [Float], right: [Float]? = nil,
        felt: [Float]? = nil, sampleRate: Double = 48_000, actuator: ActuatorProfile = .phone
    ) {
        let rate = HapticRenderer(sampleRate: sampleRate).sampleRate
        let channels = [samples] + (right.map { [$0] } ?? [])
        let peak = channels.joined().reduce(Float(0)) { max($0, abs($1)) }
        let energy = channels.joined().reduce(0.0) { $0 + Double($1) * Double($1) }
        let onsets = channels.compactMap { channel in channel.firstIndex { abs($0) > peak / 100 } }
        self.duration = duration ?? pattern.duration
        onset = onsets.min().map { Double($0) / rate }
        actuatorRise = ActuatorRise.time(pattern, by: actuator)
        feltPeak = Self.peakTime(felt ?? samples).map { Double($0) / rate }
        self.actuator = actuator
        self.peak = Double(peak)
        rms = samples.isEmpty ? 0 : (energy / Double(samples.count * channels.count)).squareRoot()
        feltLevel = FeltLevel.level(felt ?? samples, sampleRate: rate)
        let middle = right.map { right in zip(samples, right).map { ($0 + $1) / 2 } } ?? samples
        centroid = PowerSpectrum(middle, sampleRate: rate).centroid
    }

    /// The figures by names that tell their units; what is not known is null.
    public var json: JSONValue {
        [
            "duration_s": .number(rounded(duration, 1e6)),
            "onset_ms": number(onset.map { $0 * 1000 }, 1e3),
            "actuator_rise_ms": number(actuatorRise.map { $0 * 1000 }, 1e3),
            "felt_peak_ms": number(feltPeak.map { $0 * 1000 }, 1e3),
            "actuator": .string(actuator.name),
            "peak": .number(rounded(peak, 1e4)),
            "rms": .number(rounded(rms, 1e4)),
            "felt_level_db": number(feltLevel, 1e2),
            "centroid_hz": number(centroid, 1e1),
        ]
    }

    /// The first sample within a hundredth of the largest.
    private static func peakTime(_ samples: [Float]) -> Int? {
        let peak = samples.reduce(Float(0)) { max($0, abs($1)) }
        return peak > 0 ? samples.firstIndex { abs($0) >= 0.99 * peak } : nil
    }

    private func number(_ value: Double?, _ steps: Double) -> JSONValue {
        value.map { .number(rounded($0, steps)) } ?? .null
    }

    private func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }
}
