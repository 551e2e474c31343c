/// The parameters of a vibration, for a synthesizer that generates it while it plays.
///
/// A vibration advances in ticks of ``tick`` seconds. The values of a tick are those in its middle. Amplitude and
/// frequency move in straight lines from those of the tick before.
public struct ContinuousTone: Sendable {
    /// The time between two ticks, in seconds.
    public static let tick = VibrationLayers.step
    /// The tone for loudspeakers; see ``HeardLaw``.
    public static let heard = ContinuousTone(HeardLaw(), mean: HeardLaw.smoothingTicks)
    /// The tone for an actuator; see ``DriveLaw``.
    public static let drive = ContinuousTone(DriveLaw(), mean: 1)

    /// One cycle: for each entry the wave, -1 to 1, and its change per entry at that point.
    public let wave: [SIMD2<Float>]
    /// How many ticks are averaged: the amplitude of a tick is the mean over itself and the ticks before it.
    public let mean: Int
    private let law: any RenderingLaw

    private init<Law: RenderingLaw>(_ law: Law, mean: Int) {
        self.law = law
        self.mean = mean
        wave = Law.wave.entries
    }

    /// Returns the linear amplitude for an intensity from 0 to 1, before the level for the sharpness.
    public func amplitude(intensity: Double) -> Double { law.continuousAmplitude(intensity: intensity) }

    /// Returns the factor that a sharpness from 0 to 1 applies to the amplitude.
    public func level(sharpness: Double) -> Double { law.continuousLevel(sharpness: sharpness) }

    /// Returns the frequency for a sharpness from 0 to 1, in hertz.
    public func frequency(sharpness: Double) -> Double { law.continuousFrequency(sharpness: sharpness) }
}
