import Glibc
import ThudCore
import ThudPatterns

/// What acts at one instant.
struct MixedWave {
    /// 0 to 1.
    let intensity: Double
    /// 0 to 1.
    let sharpness: Double
    /// The wave to which it belongs: what starts with one sharpness is one wave.
    var wave = 0.0
    /// Where the wave stands, in cycles.
    var phase = 0.0
}

/// How vibrations at one time become one. An actuator can only swing one way.
enum MixLaw {
    /// The strongest one and its sharpness, as in ``HapticEvaluation/intensity(at:)``.
    case strongest
    /// What starts with one sharpness is one wave, and amplitudes in it add up. The energies of waves add up, to the full one at
    /// most, and the beat of two that are near in frequency is what it does to them. The sharpness is the mean, weighted by
    /// energy. The renderer gives each such wave a layer of its own, so the rendered signal keeps its energy.
    case layers

    /// The mix of what acts at one instant.
    ///
    /// - Parameter beats: whether waves that are near in frequency beat.
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

    /// The parts with those of one wave added up.
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

    /// What beats add to the energy, or take from it.
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

    /// How much of a beat is felt as a change of strength: all of it up to 8 Hz, none of it from 16 Hz on, where it is felt as
    /// roughness and lasts less than an actuator takes to follow.
    static func coherence(_ sharpness: Double, _ other: Double) -> Double {
        let beat = abs(DriveLaw.frequency(sharpness: sharpness) - DriveLaw.frequency(sharpness: other))
        return min(max(2 - beat / 8, 0), 1)
    }
}

extension MixedWave {
    /// Intensity squared.
    fileprivate var amplitude: Double { intensity * intensity }
}
