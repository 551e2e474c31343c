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

    /// 2.8 ms to each side: under a ``BlackmanHarris`` window as long as that a tap rises from a tenth to nine tenths within
    /// 1.8 ms, and 700 Hz from its carrier the window's spectrum lies more than 90 dB down.
    static let crossfade = 0.0028

    /// One tick: an actuator has its own inertia, and a late drive is a late tap.
    var tailTicks: Int { 1 }

    func continuousAmplitude(intensity: Double) -> Double { Self.continuousGain * intensity * intensity }

    func continuousLevel(sharpness: Double) -> Double { 1 }

    func continuousFrequency(sharpness: Double) -> Double { Self.frequency(sharpness: sharpness) }

    func settle(_ amplitudes: inout [Float], at frequencies: inout [Float]) {}

    func transientAmplitude(intensity: Double) -> Double { Self.transientGain * intensity * intensity }

    func transientLength(sharpness: Double) -> Double { Self.burstLength(sharpness: sharpness) }

    func transient(sharpness: Double, lead: Int, sampleRate: Double) -> Burst {
        Burst(
            frequency: Self.frequency(sharpness: sharpness), length: Self.burstLength(sharpness: sharpness),
            lead: lead, sampleRate: sampleRate)
    }

    /// A burst of the carrier that starts at full swing and fades as a squared cosine.
    struct Burst: TransientShape {
        private let wave = WaveTable.sine
        private let step: Double
        private var phase: Double
        private var lead: Int
        private var left: Int
        private var fade: CosineFade

        init(frequency: Double, length: Double, lead: Int, sampleRate: Double) {
            step = frequency / sampleRate
            phase = -step * Double(lead)
            self.lead = lead
            left = Int((length * sampleRate).rounded(.up))
            fade = CosineFade(length: length, sampleRate: sampleRate)
        }

        @inline(__always)
        mutating func next() -> (level: Double, sine: Double, cosine: Double) {
            defer { phase += step }
            var level = 0.0
            if lead > 0 {
                lead -= 1
            } else if left > 0 {
                level = fade.next()
                left -= 1
            }
            return (level, wave.value(at: phase), wave.value(at: phase + 0.25))
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

    /// Half of the time that a tap takes to come in on what runs already, in seconds; 0 where it does not fade in.
    static var crossfade: Double { get }

    /// How many ticks of ``VibrationLayers`` a vibration goes on after its last event has ended.
    var tailTicks: Int { get }

    /// The amplitude of a vibration of an intensity from 0 to 1, before the level of its sharpness.
    func continuousAmplitude(intensity: Double) -> Double

    /// By how much the amplitude of a vibration counts at a sharpness from 0 to 1.
    func continuousLevel(sharpness: Double) -> Double

    /// The frequency of a vibration of a sharpness from 0 to 1, in hertz.
    func continuousFrequency(sharpness: Double) -> Double

    /// Puts what comes out at the end of each tick in the place of what is asked for in it: amplitudes, and frequencies in
    /// hertz.
    func settle(_ amplitudes: inout [Float], at frequencies: inout [Float])

    /// The peak of a tap of an intensity from 0 to 1.
    func transientAmplitude(intensity: Double) -> Double

    /// How long a tap of a sharpness from 0 to 1 lasts, in seconds.
    func transientLength(sharpness: Double) -> Double

    /// A tap of a sharpness from 0 to 1 that starts after `lead` frames.
    func transient(sharpness: Double, lead: Int, sampleRate: Double) -> Transient
}

/// A tap, sample by sample, within -1 to 1.
///
/// Its `next` is always inlined, so that the state stays in registers. Through memory each sample would wait for the one
/// before.
protocol TransientShape {
    /// The level of the next sample, and the wave of full level that stands at 0 when the tap starts; and the one that is a
    /// quarter of a cycle further.
    mutating func next() -> (level: Double, sine: Double, cosine: Double)
}
