/// How intensity and sharpness become a signal: ``DriveLaw`` for an actuator, ``HeardLaw`` for loudspeakers, `FeltLaw`
/// for an actuator whose answer is known; the renderer is the same for all.
protocol RenderingLaw: Sendable {
    /// One tap.
    associatedtype Transient: TransientShape

    /// One cycle of a vibration, within -1 to 1, and 0 at its start.
    static var wave: WaveTable { get }

    /// How many ticks of ``ContinuousGrid`` a vibration goes on after its last event has ended.
    var tailTicks: Int { get }

    /// The peak of a vibration of an intensity from 0 to 1.
    func continuousAmplitude(intensity: Double) -> Double

    /// The frequency of a vibration of a sharpness from 0 to 1, in hertz.
    func continuousFrequency(sharpness: Double) -> Double

    /// The amplitudes at the end of each tick, from those that are asked for in it and their frequencies in hertz.
    func settled(_ amplitudes: [Float], at frequencies: [Float]) -> [Float]

    /// The peak of a tap of an intensity from 0 to 1.
    func transientAmplitude(intensity: Double) -> Double

    /// A tap of a sharpness from 0 to 1.
    func transient(sharpness: Double, sampleRate: Double) -> Transient
}

/// A tap, sample by sample: within -1 to 1 (more where it overdrives an actuator), 0 at both ends.
///
/// What is asked once a sample is always inlined, so that its state stays in registers: through memory each sample would
/// wait for the one before.
protocol TransientShape {
    /// How long it lasts, in seconds.
    var length: Double { get }

    /// The next sample; the first one is 0.
    mutating func next() -> Double
}
