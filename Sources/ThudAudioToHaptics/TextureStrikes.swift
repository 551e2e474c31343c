import Glibc
import ThudCore

/// Finds the strikes of a texture, such as rain, a crackling fire or an engine. Each is too weak to be an onset alone.
/// Designers accent them nevertheless: in the sound and haptic pairs of Lofelt's NiceVibrations, most accents are of
/// this kind.
///
/// If the amplitude of high frequencies jumps by three quarters five times a second, something strikes. A jump may also
/// be as weak as those of noise, which strikes nothing: noise has a low ``SampleKurtosis``. The pulses of a low tone
/// and beats jump as well, but their heights are alike or change smoothly, and their spectrum has lines. If noise
/// hides that, as in a growl or a motor, the energy is steady or the pulses come at equal distances. The shots of a
/// machine gun come at equal distances too, but more slowly than any tone.
struct TextureStrikes {
    /// `isWeak` says that only the surroundings make it a strike.
    typealias Strike = (jump: AmplitudeContour.Jump, contour: AmplitudeContour, isWeak: Bool)

    private let high: AmplitudeContour
    private let whole: AmplitudeContour
    private let highs: AnalysedSound
    /// Multiplies the shares.
    private let scale: Double

    /// The share of the amplitude that must be new, how many such jumps of high frequencies must be in the second
    /// around a strike, and the least kurtosis. Half seconds of noise and wind stay below 3.18.
    private static let tiers: [(share: Double, jumps: Int, kurtosis: Double)] = [(0.42, 5, 0), (0.07, 10, 3.2)]
    /// The steps of 1 ms to each side in which jumps are counted, and the least distance of two that are.
    private static let (reach, distance) = (500, 30)
    /// The least growth, as a share of the largest amplitude of the contour. High frequencies must also be heard beside
    /// the whole sound: at most 46 dB below it.
    private static let (growth, audible): (Float, Float) = (0.015, 0.005)
    /// How much the change from one height to the next must itself change: in octaves of amplitude, and as a share of
    /// the change. Both are medians. For random heights the share is above 1.
    private static let (bend, roughness): (Float, Float) = (0.12, 0.8)
    /// The least ``EnergySwing``. A motor whose pulses designers accent has 0.11.
    private static let swing = 0.085
    /// The longest period of a tone in steps: 19 Hz.
    private static let longestPeriod = 52
    /// The least lower quartile of the gaps in a rhythm as a share of the upper one.
    private static let regular = 0.93
    /// The steps of a cell that is searched for a period, and the least likeness of its peaks one period apart. That
    /// motor stays below 0.45.
    private static let (cell, likeness): (Int, Float) = (250, 0.45)

    /// Follows a sound and its high frequencies with a short hold that falls slowly. `scale` multiplies the shares.
    init(_ sound: AnalysedSound, high: AnalysedSound, scale: Double) {
        self.high = AmplitudeContour(of: high, full: 0.01, release: 0.025)
        whole = AmplitudeContour(of: sound, full: 0.01, release: 0.025)
        highs = high
        self.scale = scale
    }

    /// Returns the strikes of the high frequencies and of the whole sound.
    func strikes() -> [Strike] {
        lazy var kurtosis = SampleKurtosis(of: highs)
        lazy var swing = EnergySwing(of: highs)
        var noise = NoiseTest(highs)
        lazy var tones = high.likenesses(every: Self.cell, periods: 3...Self.longestPeriod).map { $0 >= Self.likeness }
        var strikes: [Strike] = []
        for tier in Self.tiers {
            // Without a kurtosis, softer jumps would be those of wind.
            let share = min(tier.share * (tier.kurtosis > 0 ? scale : max(1, scale)), 0.95)
            let highest = max(Self.growth * high.largest, Self.audible * whole.largest)
            let telling = Self.apart(high.jumps(share: share, growth: highest))
            guard telling.count >= tier.jumps else { continue }
            let jumps = whole.jumps(share: share, growth: Self.growth * whole.largest).map { ($0, whole) }
            for (jump, contour) in telling.map({ ($0, high) }) + jumps {
                let near = Self.near(telling, to: jump.step)
                guard near.count >= tier.jumps else { continue }
                let isTexture =
                    kurtosis.value(at: jump.step) >= tier.kurtosis && swing.value(at: jump.step) >= Self.swing
                    && noise.isNoise(at: jump.step * contour.step) && Self.isRough(near)
                // At an odd sample rate the high frequencies of a very long sound may end a little earlier.
                let isTone = tones[min(jump.step / Self.cell, tones.count - 1)]
                if isTexture || tier.kurtosis == 0 && Self.isRhythm(near), !isTone {
                    strikes.append((jump, contour, tier.kurtosis > 0))
                }
            }
        }
        return strikes
    }

    /// Returns the jumps that are far enough apart; of closer ones the larger.
    private static func apart(_ jumps: [AmplitudeContour.Jump]) -> [AmplitudeContour.Jump] {
        jumps.reduce(into: []) { kept, jump in
            guard let last = kept.last, jump.step - last.step < distance else { return kept.append(jump) }
            if jump.largest > last.largest { kept[kept.count - 1] = jump }
        }
    }

    private static func near(_ jumps: [AmplitudeContour.Jump], to step: Int) -> ArraySlice<AmplitudeContour.Jump> {
        jumps[jumps.partitionPoint { $0.step >= step - reach }..<jumps.partitionPoint { $0.step > step + reach }]
    }

    /// Whether heights neither stay alike nor change smoothly.
    private static func isRough(_ jumps: ArraySlice<AmplitudeContour.Jump>) -> Bool {
        let heights = jumps.map { log2($0.largest) }
        let changes = zip(heights.dropFirst(), heights).map { $0 - $1 }
        let bend = median(zip(changes.dropFirst(), changes).map { abs($0 - $1) })
        return bend >= max(Self.bend, roughness * median(changes.map(abs)))
    }

    private static func isRhythm(_ jumps: ArraySlice<AmplitudeContour.Jump>) -> Bool {
        let gaps = zip(jumps.dropFirst(), jumps).map { $0.step - $1.step }.sorted()
        return gaps[gaps.count / 4] > longestPeriod && areAlike(gaps.map(Double.init))
    }

    /// Whether the lower quartile of sorted gaps is nearly the upper one.
    static func areAlike(_ gaps: [Double]) -> Bool {
        gaps[(gaps.count - 1) / 4] >= regular * gaps[3 * (gaps.count - 1) / 4]
    }

    private static func median(_ values: [Float]) -> Float { values.sorted()[values.count / 2] }
}
