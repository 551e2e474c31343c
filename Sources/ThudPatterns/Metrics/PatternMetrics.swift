public import ThudCore

/// The figures of a pattern: how long, how soon, how strong, how bright.
public struct PatternMetrics: Hashable, Sendable {
    /// How long the pattern is, in seconds.
    public let duration: Double
    /// The time at which the rendering first exceeds a hundredth (-40 dB) of its peak, in seconds; nil for silence.
    /// For a drive signal this is the electrical onset.
    public let onset: Double?
    /// The time that ``actuator`` needs to reach 90 % of its steady amplitude (t90), in seconds. It counts from the
    /// start of the first haptic event that is felt, as if that were requested at full strength at once. Nil if there
    /// is no such event, or if the event ends before that. A pattern that builds up peaks later; see ``feltPeak``.
    public let actuatorRise: Double?
    /// The time at which the movement first reaches 99 % of its peak, in seconds from the start; nil if nothing moves.
    /// It is not 100 %, because a steady movement reaches its peak again and again.
    public let feltPeak: Double?
    /// The actuator of ``actuatorRise``.
    public let actuator: ActuatorProfile
    /// The largest absolute sample of either channel, 0 to 1.
    public let peak: Double
    /// The root mean square of the whole rendering, over both channels, 0 to 1.
    public let rms: Double
    /// How strongly the strongest 200 ms are felt, in dB; nil for silence. A steady sine of 250 Hz at full scale is 0
    /// dB, and other frequencies count by ``SkinSensitivity``. A tap counts less than a vibration of the same
    /// strength, because the skin sums over about 200 ms (Verrillo 1965).
    public let feltLevel: Double?
    /// The mean frequency of the rendering weighted by power, in hertz; nil for silence. Channels are averaged.
    public let centroid: Double?

    /// Measures a pattern and one of its renderings.
    ///
    /// - Parameters:
    ///   - pattern: The pattern that was rendered.
    ///   - duration: The length in seconds, including sounds that end with their files; nil for the pattern's own.
    ///   - samples: The rendering if it is mono, or its left channel.
    ///   - right: Its right channel, of the same length, if it has one.
    ///   - felt: The movement of `actuator`, for ``feltLevel`` and ``feltPeak``; nil to use `samples`.
    ///   - feltRate: The sample rate of `felt` in hertz; nil if it is that of `samples`. At one rate a pattern always
    ///     has the same figures.
    ///   - sampleRate: The sample rate in hertz, clamped to ``HapticRenderer/sampleRates``.
    ///   - actuator: The actuator for ``actuatorRise``, whatever was rendered.
    ///   - controls: The live controls under which it was rendered, for ``actuatorRise``.
    public init(
        _ pattern: HapticPattern, lasting duration: Double? = nil, samples: [Float], right: [Float]? = nil,
        felt: [Float]? = nil, feltRate: Double? = nil, sampleRate: Double = 48_000, actuator: ActuatorProfile = .phone,
        controls: LiveControls = LiveControls()
    ) {
        let rate = HapticRenderer(sampleRate: sampleRate).sampleRate
        let channels = [samples] + (right.map { [$0] } ?? [])
        let peak = channels.joined().reduce(Float(0)) { max($0, abs($1)) }
        let energy = channels.joined().reduce(0.0) { $0 + Double($1) * Double($1) }
        let onsets = channels.compactMap { channel in channel.firstIndex { abs($0) > peak / 100 } }
        self.duration = duration ?? pattern.duration
        onset = onsets.min().map { Double($0) / rate }
        actuatorRise = ActuatorRise.time(HapticEvaluation(pattern, controls: controls), by: actuator)
        let movementRate = feltRate ?? rate
        feltPeak = Self.peakTime(felt ?? samples).map { $0 / movementRate }
        self.actuator = actuator
        self.peak = Double(peak)
        rms = samples.isEmpty ? 0 : (energy / Double(samples.count * channels.count)).squareRoot()
        feltLevel = FeltLevel.level(felt ?? samples, sampleRate: movementRate)
        let middle = right.map { right in zip(samples, right).map { ($0 + $1) / 2 } } ?? samples
        centroid = PowerSpectrum(middle, sampleRate: rate).centroid
    }

    /// The figures under names that include their units. An unknown figure is null.
    public var json: JSONValue {
        [
            "duration_s": .number(duration.rounded(decimals: 6)),
            "onset_ms": number(onset.map { $0 * 1000 }, decimals: 3),
            "actuator_rise_ms": number(actuatorRise.map { $0 * 1000 }, decimals: 3),
            "felt_peak_ms": number(feltPeak.map { $0 * 1000 }, decimals: 3),
            "actuator": .string(actuator.name),
            "peak": .number(peak.rounded(decimals: 4)),
            "rms": .number(rms.rounded(decimals: 4)),
            "felt_level_db": number(feltLevel, decimals: 2),
            "centroid_hz": number(centroid, decimals: 1),
        ]
    }

    /// Returns the place of the first peak within a hundredth of the largest, in samples. Peaks are those of parabolas
    /// through three samples, so that the place does not depend on where the samples meet the wave.
    private static func peakTime(_ samples: [Float]) -> Double? {
        var peaks: [(place: Double, value: Double)] = []
        for index in samples.indices.dropFirst().dropLast() {
            let (left, middle, right) = (abs(samples[index - 1]), abs(samples[index]), abs(samples[index + 1]))
            guard middle > 0, middle >= left, middle > right else { continue }
            let bend = Double(left) - 2 * Double(middle) + Double(right)
            let slope = Double(right) - Double(left)
            peaks.append((Double(index) - slope / (2 * bend), Double(middle) - slope * slope / (8 * bend)))
        }
        guard let largest = peaks.map(\.value).max() else { return nil }
        return peaks.first { $0.value >= 0.99 * largest }?.place
    }

    private func number(_ value: Double?, decimals: Int) -> JSONValue {
        value.map { .number($0.rounded(decimals: decimals)) } ?? .null
    }
}
