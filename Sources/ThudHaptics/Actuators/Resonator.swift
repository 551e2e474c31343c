import Glibc

/// The acceleration of a mass on a spring under a force, sample by sample.
///
/// Acceleration over force is `s^2 / (s^2 + (w0/Q) s + w0^2)`. Its poles are carried over exactly (`z = e^(s/rate)`,
/// the matched z-transform), so that ring and decay are those of the actuator at any sample rate, and their distance
/// from 0 is `e^(-w0 / (2 Q rate)) < 1`: it cannot become unstable. The two zeros at 0 become two at z = 1, and the gain
/// is set where it matters, at f0, exactly.
///
/// The gain is such that the loudest steady frequency comes out as strong as it went in: for a high quality that is f0,
/// for a quality below 0.71, where no peak is left, it is everything far above.
struct Resonator {
    private let gain: Double
    private let one: Double
    private let two: Double

    // The last two forces and accelerations, the nearer one first.
    private var force = (0.0, 0.0)
    private var acceleration = (0.0, 0.0)

    /// A size that is not felt, far above the denormal numbers on which processors are slow.
    private static let rest = 1e-20

    /// Samples between two checks of whether the mass is at rest.
    private static let block = 256

    init(_ resonance: ActuatorResonance, sampleRate: Double) {
        let turn = 2 * .pi * resonance.frequency / sampleRate
        let damping = 1 / (2 * resonance.quality)
        let radius = exp(-turn * damping)
        one = 2 * radius * cos(turn * max(0, 1 - damping * damping).squareRoot())
        two = -radius * radius
        // |(1 - z)^2| and |1 - one z - two z^2| at z = e^(-i turn).
        let above = 4 * sin(turn / 2) * sin(turn / 2)
        let real = 1 - one * cos(turn) - two * cos(2 * turn)
        let imaginary = one * sin(turn) + two * sin(2 * turn)
        gain = Self.gain(quality: resonance.quality) * hypot(real, imaginary) / above
    }

    /// The gain at f0 of a resonance whose largest gain is 1.
    private static func gain(quality: Double) -> Double {
        quality > 0.5.squareRoot() ? (1 - 1 / (4 * quality * quality)).squareRoot() : quality
    }

    /// Puts accelerations in the place of forces.
    mutating func move(_ samples: inout [Float]) {
        var start = 0
        while start < samples.count {
            let end = min(start + Self.block, samples.count)
            if isAtRest, samples[start..<end].allSatisfy({ $0 == 0 }) {
                force = (0, 0)
                acceleration = (0, 0)
            } else {
                move(&samples, from: start, to: end)
            }
            start = end
        }
    }

    private var isAtRest: Bool {
        max(abs(force.0), abs(force.1), abs(acceleration.0), abs(acceleration.1)) < Self.rest
    }

    private mutating func move(_ samples: inout [Float], from start: Int, to end: Int) {
        var (force, acceleration) = (force, acceleration)
        for index in start..<end {
            let now = Double(samples[index])
            let pushed = gain * (now - 2 * force.0 + force.1) + two * acceleration.1
            force = (now, force.0)
            acceleration = (pushed + one * acceleration.0, acceleration.0)
            samples[index] = Float(acceleration.0)
        }
        self.force = force
        self.acceleration = acceleration
    }
}
