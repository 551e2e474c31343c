/// The electrical signal for an actuator: a sine with sharpness as frequency and intensity squared as amplitude.
///
/// The frequencies and gains are those of MPEG's reference synthesizer for haptics (ISO/IEC 23090-31). That intensity
/// is quadratic in Core Haptics is a finding of Lofelt's, for its converter to AHAP.
///
/// For an actuator with a resonance this is the command of its driver (`ActuatorDriver`). The carriers are those of its
/// band, and vibrations start and end within 4 ms. A sudden start away from the resonance would make the mass swing at
/// its resonance too, by up to half as much again.
public struct DriveLaw: RenderingLaw {
    /// The carriers at sharpness 0 and 1, in hertz; linear between them (MPEG).
    public static let band = 65.0...300.0
    /// The peak of a vibration at full intensity (MPEG).
    public static let continuousGain = 0.6138
    /// The peak of a tap at full intensity (MPEG).
    public static let transientGain = 0.792

    /// Returns the carrier for a sharpness from 0 to 1, in hertz.
    public static func frequency(sharpness: Double) -> Double { frequency(sharpness: sharpness, in: band) }

    static func frequency(sharpness: Double, in band: ClosedRange<Double>) -> Double {
        band.lowerBound + (band.upperBound - band.lowerBound) * sharpness
    }

    /// Returns the length of a tap for a sharpness from 0 to 1, in seconds: 30 ms if dull and 20 ms if crisp. That is
    /// two cycles at 65 Hz, as in MPEG's 22 ms burst, and six at 300 Hz.
    static func burstLength(sharpness: Double) -> Double { 0.030 - 0.010 * sharpness }

    /// The carriers at sharpness 0 and 1, in hertz.
    private let carriers: ClosedRange<Double>
    let resonance: ActuatorResonance?

    init(_ actuator: ActuatorProfile = .ideal) { (carriers, resonance) = (actuator.carriers, actuator.resonance) }

    private func carrier(_ sharpness: Double) -> Double { Self.frequency(sharpness: sharpness, in: carriers) }

    static let wave = WaveTable.sine
    /// 2.8 ms on each side. Under a ``BlackmanHarris`` window of this length a tap rises from 10 % to 90 % within 1.8
    /// ms. At 700 Hz from its carrier the window's spectrum is more than 90 dB down.
    static let crossfade = 0.0028

    /// One tick in a neutral drive, because a late drive signal makes a late tap.
    var smoothingTicks: Int { resonance == nil ? 1 : Self.shapedTicks }
    static let shapedTicks = 8

    func continuousAmplitude(intensity: Double) -> Double { Self.continuousGain * intensity * intensity }

    /// Returns the level of a command with which the steady drive has the requested amplitude.
    func continuousLevel(sharpness: Double) -> Double {
        resonance.map { 1 / $0.push(at: carrier(sharpness)) } ?? 1
    }

    func continuousFrequency(sharpness: Double) -> Double { carrier(sharpness) }

    func transientAmplitude(intensity: Double) -> Double { Self.transientGain * intensity * intensity }

    func transientLength(sharpness: Double) -> Double { Self.burstLength(sharpness: sharpness) }

    func transient(sharpness: Double, lead: Int, sampleRate: Double) -> Burst {
        Burst(
            frequency: carrier(sharpness), level: continuousLevel(sharpness: sharpness),
            length: Self.burstLength(sharpness: sharpness), lead: lead, sampleRate: sampleRate)
    }

    /// A burst of the carrier that starts at full amplitude and fades as a squared cosine.
    struct Burst: TransientShape {
        private let wave = WaveTable.sine
        private let level: Double
        private let step: Double
        private var phase: Double
        private var lead: Int
        private var left: Int
        private var fade: CosineFade

        init(frequency: Double, level: Double, length: Double, lead: Int, sampleRate: Double) {
            self.level = level
            step = frequency / sampleRate
            phase = -step * Double(lead)
            self.lead = lead
            left = Int((length * sampleRate).rounded(.up))
            fade = CosineFade(length: length, sampleRate: sampleRate)
        }

        @inline(__always)
        mutating func next() -> (level: Double, sine: Double, cosine: Double) {
            defer { phase += step }
            var now = 0.0
            if lead > 0 {
                lead -= 1
            } else if left > 0 {
                now = level * fade.next()
                left -= 1
            }
            return (now, wave.value(at: phase), wave.value(at: phase + 0.25))
        }
    }
}

/// Converts intensity and sharpness to a signal: ``DriveLaw`` for an actuator, ``HeardLaw`` for loudspeakers. The
/// renderer is the same for both.
protocol RenderingLaw: Sendable {
    associatedtype Transient: TransientShape

    /// One cycle of a vibration, within -1 to 1, and 0 at its start.
    static var wave: WaveTable { get }
    /// Half of the time in which a tap fades in over a running signal, in seconds; 0 if it does not fade in.
    static var crossfade: Double { get }
    /// The actuator that the signal is shaped for; nil if there is none.
    var resonance: ActuatorResonance? { get }

    /// How many ticks of ``VibrationLayers`` are averaged: the amplitude of a vibration in a tick is the mean over that
    /// tick and those before it. So it starts gently, and continues for as long after its last event.
    var smoothingTicks: Int { get }

    /// Returns the amplitude of a vibration for an intensity from 0 to 1, before the level for its sharpness.
    func continuousAmplitude(intensity: Double) -> Double

    /// Returns the factor that a sharpness from 0 to 1 applies to the amplitude of a vibration.
    func continuousLevel(sharpness: Double) -> Double

    /// Returns the frequency of a vibration for a sharpness from 0 to 1, in hertz.
    func continuousFrequency(sharpness: Double) -> Double

    /// Returns the peak of a tap for an intensity from 0 to 1.
    func transientAmplitude(intensity: Double) -> Double

    /// Returns how long a tap lasts for a sharpness from 0 to 1, in seconds.
    func transientLength(sharpness: Double) -> Double

    /// Returns a tap for a sharpness from 0 to 1 that starts after `lead` frames.
    func transient(sharpness: Double, lead: Int, sampleRate: Double) -> Transient
}

/// A tap, sample by sample, within -1 to 1.
///
/// `next` is always inlined, so that the state stays in registers. In memory, each sample would wait for the last.
protocol TransientShape {
    /// Returns the level of the next sample and two waves of full level. One is at 0 when the tap starts; the other is
    /// a quarter of a cycle further on.
    mutating func next() -> (level: Double, sine: Double, cosine: Double)
}
