import Glibc
import ThudPatterns

/// A vibration at one instant; intensity and sharpness are 0 to 1.
struct MixedWave {
    let intensity: Double
    let sharpness: Double
    /// The wave to which the vibration belongs, identified by its starting sharpness.
    var wave = 0.0
    /// The phase of the wave, in cycles.
    var phase = 0.0
}

/// The law by which simultaneous vibrations become one, because an actuator can follow only one signal.
enum MixLaw {
    /// The strongest vibration and its sharpness, as in ``HapticEvaluation/intensity(at:)``.
    case strongest
    /// Vibrations that start with the same sharpness form one wave, in which amplitudes add up. The energies of
    /// different waves add up to at most 1, and two waves of similar frequency also beat. The sharpness is the mean,
    /// weighted by energy. The renderer gives each wave its own layer, so the rendered signal keeps its energy.
    case layers

    /// Mixes the vibrations of one instant.
    /// - Parameter beats: whether waves of similar frequency beat.
    func callAsFunction(_ parts: [MixedWave], beats: Bool = false) -> (intensity: Double, sharpness: Double) {
        guard let strongest = parts.max(by: { $0.intensity < $1.intensity }) else { return (0, 0) }
        guard self != .strongest, strongest.intensity > 0, parts.count > 1 else {
            return (strongest.intensity, strongest.sharpness)
        }
        let waves = Self.waves(parts)
        let energies = waves.map { $0.amplitude * $0.amplitude }
        let whole = energies.reduce(0, +)
        let weighted = zip(energies, waves).reduce(0) { $0 + $1.0 * $1.1.sharpness }
        let beat = beats ? Self.beat(waves) : 0
        return (min(1, max(whole + beat, 0).squareRoot()).squareRoot(), weighted / whole)
    }

    /// Returns the waves, each with its parts added up.
    private static func waves(_ parts: [MixedWave]) -> [MixedWave] {
        var waves: [MixedWave] = []
        var places: [Double: Int] = [:]
        for part in parts {
            if let index = places[part.wave] {
                let amplitude = waves[index].amplitude + part.amplitude
                waves[index] = MixedWave(
                    intensity: amplitude.squareRoot(), sharpness: part.sharpness, wave: part.wave, phase: part.phase)
            } else {
                places[part.wave] = waves.count
                waves.append(part)
            }
        }
        return waves
    }

    private static func beat(_ waves: [MixedWave]) -> Double {
        var energy = 0.0
        for (index, one) in waves.enumerated() {
            for other in waves[..<index] {
                let part = coherence(one.sharpness, other.sharpness)
                guard part > 0 else { continue }
                energy += 2 * part * one.amplitude * other.amplitude * cos(2 * .pi * (one.phase - other.phase))
            }
        }
        return energy
    }

    /// Returns the share of a beat that is felt as a change of strength: all of it up to 8 Hz, none from 16 Hz on.
    /// Faster beats are felt as roughness, and an actuator cannot follow them.
    static func coherence(_ sharpness: Double, _ other: Double) -> Double {
        let beat = abs(DriveLaw.frequency(sharpness: sharpness) - DriveLaw.frequency(sharpness: other))
        return min(max(2 - beat / 8, 0), 1)
    }
}

extension MixedWave {
    fileprivate var amplitude: Double { intensity * intensity }
}
