import Glibc
import ThudCore

/// Finds the strikes of a texture, such as rain, a crackling fire or an engine. Each is too weak to be an onset alone.
/// Designers accent them nevertheless: in the sound and haptic pairs of Lofelt's NiceVibrations, most accents are of
/// this kind.
///
/// In noise the amplitude of high frequencies rarely jumps by two thirds. If it does so five times a second, something
/// strikes, and weaker jumps count too: the more there are, the weaker. The pulses of a low tone and beats jump as
/// well, but their heights are alike or change smoothly, and their spectrum has lines.
struct TextureStrikes {
    typealias Strike = (jump: AmplitudeContour.Jump, contour: AmplitudeContour)

    private let high: AmplitudeContour
    private let whole: AmplitudeContour
    private let highs: AnalysedSound
    /// Multiplies the thresholds.
    private let scale: Double
    /// The jumps of high frequencies that tell a texture, in order.
    private let telling: [AmplitudeContour.Jump]

    /// The share of the amplitude that must be new, and how many telling jumps there must be in the second around it.
    private typealias Tier = (share: Double, jumps: Int)
    private static let highTiers: [Tier] = [(telling, 5), (0.25, 6), (0.15, 9)]
    private static let wholeTiers: [Tier] = [(0.3, 7), (0.2, 9)]
    /// The share of a telling jump.
    private static let telling = 0.4
    /// The steps of 1 ms to each side in which jumps are counted, and the least distance of two that are.
    private static let (reach, distance) = (500, 30)
    /// The least growth, as a share of the largest amplitude of the contour. High frequencies must also be heard beside
    /// the whole sound: at most 46 dB below it.
    private static let (growth, audible): (Float, Float) = (0.015, 0.005)
    /// How much the change from one height to the next must itself change: in octaves of amplitude, and as a share of
    /// the change. Both are medians. For random heights the share is above 1.
    private static let (bend, roughness): (Float, Float) = (0.12, 0.8)

    /// Follows a sound and its high frequencies with a short hold that falls slowly. `scale` multiplies the thresholds.
    init(_ sound: AnalysedSound, high: AnalysedSound, scale: Double) {
        self.high = AmplitudeContour(of: high, full: 0.01, release: 0.03)
        whole = AmplitudeContour(of: sound, full: 0.01, release: 0.03)
        highs = high
        self.scale = scale
        let all = Self.jumps(self.high, Self.telling * scale, Self.growth(self.high, whole))
        telling = all.reduce(into: []) { kept, jump in
            guard let last = kept.last, jump.step - last.step < Self.distance else { return kept.append(jump) }
            if jump.largest > last.largest { kept[kept.count - 1] = jump }
        }
    }

    /// Returns the strikes, by the kind of their contour and threshold.
    func strikes() -> [Strike] {
        guard telling.count >= Self.highTiers[0].jumps else { return [] }
        var noise = NoiseTest(highs)
        return strikes(high, Self.highTiers, Self.growth(high, whole), &noise)
            + strikes(whole, Self.wholeTiers, Self.growth * whole.largest, &noise)
    }

    private static func growth(_ high: AmplitudeContour, _ whole: AmplitudeContour) -> Float {
        max(growth * high.largest, audible * whole.largest)
    }

    private static func jumps(
        _ contour: AmplitudeContour, _ share: Double, _ growth: Float
    ) -> [AmplitudeContour.Jump] { contour.jumps(share: min(share, 0.95), growth: growth) }

    private func strikes(
        _ contour: AmplitudeContour, _ tiers: [Tier], _ growth: Float, _ noise: inout NoiseTest
    ) -> [Strike] {
        var strikes: [Strike] = []
        for tier in tiers {
            for jump in Self.jumps(contour, tier.share * scale, growth)
            where isTexture(around: jump.step, least: tier.jumps) && noise.isNoise(at: jump.step * contour.step) {
                strikes.append((jump, contour))
            }
        }
        return strikes
    }

    private func isTexture(around step: Int, least: Int) -> Bool {
        let first = telling.partitionPoint { $0.step >= step - Self.reach }
        let end = telling.partitionPoint { $0.step > step + Self.reach }
        guard end - first >= least else { return false }
        let heights = telling[first..<end].map { log2($0.largest) }
        let changes = zip(heights.dropFirst(), heights).map { $0 - $1 }
        let bend = Self.median(zip(changes.dropFirst(), changes).map { abs($0 - $1) })
        return bend >= max(Self.bend, Self.roughness * Self.median(changes.map(abs)))
    }

    private static func median(_ values: [Float]) -> Float { values.sorted()[values.count / 2] }
}
