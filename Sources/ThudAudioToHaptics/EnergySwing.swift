/// How much the energy of a sound swings, in steps of 1 ms: its standard deviation over the half second before or after
/// a step, whichever is less, as a share of the mean. Pulses closer than the shortest gap between two taps are evened
/// out first, because a finger cannot tell them apart: a growl or a hard bass is steady, however its samples peak.
struct EnergySwing {
    private let shares, squares: RunningSums

    /// The steps over which the energy is averaged, twice. The 250 steps around take out a swell.
    private static let (even, around) = (22, 125)

    init(of sound: AnalysedSound) {
        let energies = sound.energies
        func evened(_ values: RunningSums) -> RunningSums {
            let half = Self.even / 2
            return RunningSums((0..<values.count).map { values.mean($0 - half..<$0 + half) })
        }
        let even = evened(evened(energies))
        let shares = (0..<energies.count).map { place in
            let power = energies.mean(place - Self.around..<place + Self.around)
            return power > 0 ? even.mean(place..<place + 1) / power : 0
        }
        self.shares = RunningSums(shares)
        squares = RunningSums(shares.map { $0 * $0 })
    }

    func value(at step: Int) -> Double {
        shares.sides(of: step).map { side in
            let mean = shares.mean(side)
            return mean > 0 ? max(0, squares.mean(side) / (mean * mean) - 1).squareRoot() : 0
        }.min() ?? 0
    }
}
