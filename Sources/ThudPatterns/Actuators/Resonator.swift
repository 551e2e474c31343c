import Glibc

/// The acceleration of an actuator under a drive signal, sample by sample.
///
/// It is the mass on a spring of ``ActuatorResonance``, `K s^2 / (s^2 + (w0/Q) s + w0^2)`, as a filter of second order
/// (bilinear transform, exact at the resonance). K makes the strongest frequency 1.
struct Resonator {
    private let resonance: ActuatorResonance
    private let sampleRate: Double
    private let input: Double
    private let feedback: (Double, Double)

    /// The fade at the end of the longest ring, in seconds.
    private static let fade = 0.005

    init(_ resonance: ActuatorResonance, sampleRate: Double) {
        self.resonance = resonance
        self.sampleRate = sampleRate
        let pulse = 2 * Double.pi * resonance.frequency
        let warp = pulse / tan(min(pulse / (2 * sampleRate), 0.49 * .pi))
        let damping = pulse / resonance.quality * warp
        let scale = 1 / (warp * warp + damping + pulse * pulse)
        input = resonance.peakScale * warp * warp * scale
        feedback = (2 * (pulse * pulse - warp * warp) * scale, (warp * warp - damping + pulse * pulse) * scale)
    }

    /// Returns the acceleration under `drive`, which starts and ends at 0, until the ring has faded.
    func acceleration(under drive: [Float]) -> [Float] {
        guard !drive.isEmpty else { return [] }
        let ring = Int((resonance.freeRing * sampleRate).rounded(.up))
        var movement = [Float](repeating: 0, count: drive.count + ring)
        var (first, second) = (0.0, 0.0)
        var last = drive.count - 1
        for index in movement.indices {
            let force = index < drive.count ? Double(drive[index]) : 0
            let value = input * force + first
            first = -2 * input * force - feedback.0 * value + second
            second = input * force - feedback.1 * value
            movement[index] = Float(value)
            if abs(value) >= ShapedDriveLaw.rest { last = max(last, index) }
        }
        movement.removeLast(movement.count - 1 - last)
        let fade = min(Int(Self.fade * sampleRate), movement.count)
        for index in 0..<fade { movement[movement.count - 1 - index] *= Float(index) / Float(fade) }
        return movement
    }
}
