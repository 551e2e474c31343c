import CueSounds
import Glibc
import ThudSoundFiles
import ThudSoundRecipes

/// A few numbers that distinguish sounds by ear.
struct Features {
    /// The length in octaves above a hundredth of a second.
    let length: Double
    /// The mean frequency, in octaves above 100 Hz.
    let pitch: Double
    /// The similarity to noise: 0 repeats itself exactly within 10 ms, 1 does not repeat at all.
    let noisiness: Double
    /// The time at which half of the energy has passed, as a share of the length.
    let centre: Double
    /// The octaves by which the frequency rises from the first half of the energy to the second.
    let rise: Double
    /// The number of blows, in octaves above one.
    let blows: Double

    init(of sound: Sound) {
        let sound = sound.onBothSides
        let mono = zip(sound.channels[0], sound.channels[1]).map { Double($0 + $1) / 2 }
        length = log2(sound.seconds / 0.01)

        let total = mono.reduce(0) { $0 + $1 * $1 }
        var passed = 0.0
        let half =
            mono.firstIndex {
                passed += $0 * $0
                return passed >= total / 2
            } ?? 0
        centre = Double(half) / Double(mono.count)

        pitch = log2(Self.frequency(of: mono[...], sound.sampleRate) / 100)
        rise = log2(
            Self.frequency(of: mono[half...], sound.sampleRate) / Self.frequency(of: mono[..<half], sound.sampleRate))

        let heart = Array(mono.dropFirst(max(0, half - 600)).prefix(2_400))
        noisiness = 1 - ((48...480).map { Self.likeness(of: heart, after: $0) }.max() ?? 0)
        blows = log2(Double(Self.blows(of: sound)))
    }

    /// Returns the distance of two sounds: 1 is plainly different in one respect.
    func distance(to other: Features) -> Double {
        let differences = [
            length - other.length, pitch - other.pitch, (noisiness - other.noisiness) * 4, (centre - other.centre) * 4,
            (rise - other.rise) * 2, blows - other.blows,
        ]
        return differences.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    /// Returns the root mean square frequency in hertz: the energy of the slope over that of the sound, without a
    /// spectrum.
    private static func frequency(of samples: ArraySlice<Double>, _ sampleRate: Int) -> Double {
        let slope = zip(samples.dropFirst(), samples).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        let energy = samples.reduce(0) { $0 + $1 * $1 }
        return (slope / max(1e-12, energy)).squareRoot() * Double(sampleRate) / (2 * .pi)
    }

    /// Returns the number of spectral flux peaks above a fifth of the highest, at least 30 ms apart.
    private static func blows(of sound: Sound) -> Int {
        let spectral = SpectralFlux(sound, isAround: false)
        let flux = spectral.all
        let least = (flux.max() ?? 0) / 5
        let apart = sound.sampleRate * 3 / 100 / spectral.hop
        return max(
            1,
            flux.indices.filter { index in
                flux[index] > least
                    && flux[max(0, index - apart)..<min(flux.count, index + apart + 1)].allSatisfy { $0 <= flux[index] }
            }.count)
    }

    /// Returns the correlation of samples with themselves `lag` frames later.
    private static func likeness(of samples: [Double], after lag: Int) -> Double {
        var (product, first, second) = (0.0, 0.0, 0.0)
        for index in samples.indices.dropLast(lag) {
            product += samples[index] * samples[index + lag]
            first += samples[index] * samples[index]
            second += samples[index + lag] * samples[index + lag]
        }
        return product / max(1e-12, (first * second).squareRoot())
    }
}
