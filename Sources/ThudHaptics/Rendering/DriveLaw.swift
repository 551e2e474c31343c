/// The electrical signal for an actuator: a sine whose frequency is the sharpness and whose amplitude is the intensity
/// squared.
///
/// The frequencies and gains are those of MPEG's reference synthesizer for haptics (ISO/IEC 23090-31); that intensity
/// is quadratic in Core Haptics is what Lofelt found for its converter to AHAP.
public struct DriveLaw: RenderingLaw {
    /// The carrier at sharpness 0 and 1, in hertz; linear between them (MPEG).
    public static let band = 65.0...300.0

    /// The peak of a vibration at full intensity (MPEG).
    public static let continuousGain = 0.6138

    /// The peak of a tap at full intensity (MPEG).
    public static let transientGain = 0.792

    /// The carrier for a sharpness from 0 to 1, in hertz.
    public static func frequency(sharpness: Double) -> Double {
        band.lowerBound + (band.upperBound - band.lowerBound) * sharpness
    }

    /// How long a tap of a sharpness from 0 to 1 is, in seconds: 30 ms when dull and 20 ms when crisp, two cycles at
    /// 65 Hz, as MPEG's 22 ms burst has, and six at 300 Hz.
    static func burstLength(sharpness: Double) -> Double { 0.030 - 0.010 * sharpness }

    static let wave = WaveTable.sine

    /// One tick: an actuator has its own inertia, and a late drive is a late tap.
    var tailTicks: Int { 1 }

    func continuousAmplitude(intensity: Double) -> Double { Self.continuousGain * intensity * intensity }

    func continuousFrequency(sharpness: Double) -> Double { Self.frequency(sharpness: sharpness) }

    func settled(_ amplitudes: [Float], at frequencies: [Float]) -> [Float] { amplitudes }

    func transientAmplitude(intensity: Double) -> Double { Self.transientGain * intensity * intensity }

    func transient(sharpness: Double, sampleRate: Double) -> Burst {
        Burst(
            frequency: Self.frequency(sharpness: sharpness), length: Self.burstLength(sharpness: sharpness),
            sampleRate: sampleRate)
    }

    /// A burst of the carrier that starts at full swing and fades as a squared cosine.
    struct Burst: TransientShape {
        let length: Double
        private let wave = WaveTable.sine
        private let step: Double
        private var phase = 0.0
        private var fade: CosineFade

        init(frequency: Double, length: Double, sampleRate: Double) {
            self.length = length
            step = frequency / sampleRate
            fade = CosineFade(length: length, sampleRate: sampleRate)
        }

        @inline(__always)
        mutating func next() -> Double {
            defer { phase += step }
            return wave.value(at: phase) * fade.next()
        }
    }
}

/// How intensity and sharpness become a signal: ``DriveLaw`` for an actuator, ``HeardLaw`` for loudspeakers, `FeltLaw` for
/// an actuator whose response is known. The renderer is the same for all.
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
/// Its `next` is always inlined, so that the state stays in registers. Through memory each sample would wait for the one
/// before.
protocol TransientShape {
    /// How long it lasts, in seconds.
    var length: Double { get }

    /// The next sample; the first one is 0.
    mutating func next() -> Double
}
