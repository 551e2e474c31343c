/// The energy of a sound over 20 ms, in steps of 1 ms. Noise and the pulses of a tone have peaks that hide a stroke as
/// loud as they are. Their energy is steady, and the stroke stands out of it.
struct EnergyContour {
    /// Samples per step: 1 ms.
    private let step: Int
    private let steps: RunningSums

    /// The steps whose energy is one value, and the farthest steps before it with which it is compared.
    private static let (length, before) = (20, 48)
    /// The steps on each side among which a rise must be the largest.
    private static let reach = 15
    /// How much more energy the next ``length`` may hold: a tremolo, a swell and a glide go on rising.
    private static let rest = 1.1

    init(of sound: AnalysedSound) {
        step = sound.step
        steps = sound.energies
    }

    /// Returns the samples from which the energy is at least `ratio` times the largest shortly before, at least
    /// `least` as a share of the largest of all, and does not go on rising.
    func rises(ratio: Double, least: Double) -> [Int] {
        let energies = (0..<max(0, steps.count + 1 - Self.length)).map { steps.mean($0..<$0 + Self.length) }
        let floor = least * (energies.max() ?? 0)
        let ratios = energies.indices.map { place in
            let earlier = max(0, place - Self.before)..<max(1, place - Self.length + 1)
            let largest = energies[earlier].reduce(0, max)
            return energies[place] >= floor && floor > 0 ? energies[place] / max(largest, 0.01 * floor) : 0
        }
        return ratios.indices.filter { place in
            let near = max(0, place - Self.reach)...min(ratios.count - 1, place + Self.reach)
            let next = energies[min(place + Self.length, energies.count - 1)]
            return ratios[place] >= ratio && next <= Self.rest * energies[place]
                && ratios[near].firstIndex(of: ratios[near].max() ?? 0) == place
        }.map { $0 * step }
    }
}
