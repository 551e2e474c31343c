/// How a rendering makes a vibration: what a synthesizer needs that makes it while it plays.
///
/// A vibration goes by ticks of ``tick`` seconds. The values of a tick are those in its middle; amplitude and frequency move in
/// straight lines from those of the tick before.
public struct ContinuousTone: Sendable {
    /// Seconds between two ticks.
    public static let tick = VibrationLayers.step

    /// For loudspeakers; see ``HeardLaw``.
    public static let heard = ContinuousTone(HeardLaw(), mean: HeardLaw.smoothingTicks)

    /// For an actuator; see ``DriveLaw``.
    public static let drive = ContinuousTone(DriveLaw(), mean: 1)

    /// One cycle: the wave within -1 to 1, and by how much it moves from entry to entry there.
    public let wave: [SIMD2<Float>]

    /// The amplitude of a tick is the mean of those that so many ticks ask for, this one and those before it.
    public let mean: Int

    private let law: any RenderingLaw

    private init<Law: RenderingLaw>(_ law: Law, mean: Int) {
        self.law = law
        self.mean = mean
        wave = Law.wave.entries
    }

    /// The linear amplitude for an intensity from 0 to 1, before the level of a sharpness.
    public func amplitude(intensity: Double) -> Double { law.continuousAmplitude(intensity: intensity) }

    /// By how much the amplitude counts at a sharpness from 0 to 1.
    public func level(sharpness: Double) -> Double { law.continuousLevel(sharpness: sharpness) }

    /// The frequency at a sharpness from 0 to 1, in hertz.
    public func frequency(sharpness: Double) -> Double { law.continuousFrequency(sharpness: sharpness) }
}
