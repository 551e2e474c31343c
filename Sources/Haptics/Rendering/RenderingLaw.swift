/// How intensity and sharpness become a signal. Two laws exist: ``DriveLaw`` for an actuator and ``HeardLaw`` for
/// loudspeakers; the renderer is the same for both.
protocol RenderingLaw {
    /// One tap; made once an event, then asked once a sample.
    associatedtype Transient: TransientShape

    /// Over how many ticks of ``ContinuousGrid`` a change of amplitude is spread.
    static var smoothingTicks: Int { get }

    /// The peak of a vibration of an intensity from 0 to 1.
    static func continuousAmplitude(intensity: Double) -> Double

    /// The frequency of a vibration of a sharpness from 0 to 1, in hertz.
    static func continuousFrequency(sharpness: Double) -> Double

    /// The wave of a vibration at a phase in cycles, within -1 to 1, and 0 at phase 0.
    static func wave(phase: Double) -> Double

    /// The peak of a tap of an intensity from 0 to 1.
    static func transientAmplitude(intensity: Double) -> Double

    /// The shape of a tap of a sharpness from 0 to 1.
    static func transient(sharpness: Double, sampleRate: Double) -> Transient
}

/// The shape of one tap, within -1 to 1, 0 at both ends.
protocol TransientShape {
    /// How long it lasts, in seconds.
    var length: Double { get }

    /// Its value, `time` seconds after its start.
    func value(at time: Double) -> Double
}
