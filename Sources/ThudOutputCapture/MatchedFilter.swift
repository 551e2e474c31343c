import Glibc
import ThudCore

/// Finds one known sound in a signal by normalised cross-correlation (the matched filter; Turin 1960), to a fraction of
/// a frame, with its certainty.
package struct MatchedFilter: Sendable {
    package struct Match: Hashable, Sendable {
        /// The frame on which the sound begins, fractional if it begins between two frames.
        package internal(set) var frame: Double
        /// The normalised correlation there, 0 to 1. It is 1 if only the sound is heard, at any loudness.
        package let confidence: Double
        /// The loudness relative to the template.
        package let gain: Double
        /// The correlation at the rival, relative to this position. The rival is the best other position in the window
        /// after the sound is subtracted here. The value is near 1 for noise alone, and far below 1 for the sound.
        package internal(set) var rivalry: Double
        /// The share of the sound's loudness below which a match is too faint to trust.
        var leastGain = MatchedFilter.usualLeastGain

        /// Whether the match is the sound itself, not something similar.
        ///
        /// With these limits, thousands of windows of white noise and music without the sound gave no sure match. The
        /// sound was still found at half the amplitude of music that played at the same time.
        package var isSure: Bool { isLikely && rivalry <= MatchedFilter.mostRivalry }
        /// Whether the match resembles the sound enough to be subtracted before the search for others.
        var isLikely: Bool { confidence >= MatchedFilter.leastConfidence && !isFaint && gain < 10 }
        /// Whether the match is so much softer than the other sounds came out that it may be chance.
        package var isFaint: Bool { gain <= leastGain }
    }

    package static let usualLeastGain = 0.1
    /// The least confidence of a sure match.
    package static let leastConfidence = 0.25
    package static let mostRivalry = 0.7
    /// How many frames are correlated at every position in a window. The whole sound is used only at the best ones.
    private static let coreFrames = 2_048
    /// The share of the sound's energy below which a rival counts for less the fainter it is.
    private static let leastRivalEnergy = 0.1
    /// At how many of the best positions the whole sound is correlated.
    private static let candidates = 8
    private let template: [Float]
    private let energy: Double
    /// The loudest run of the sound, as frames of the template.
    private let core: Range<Int>
    private let coreEnergy: Double

    package init(_ template: [Float]) {
        self.template = template
        energy = DotProduct.of(template.span, template.span)
        core = MatchedFilter.loudestRun(of: template)
        let loudest = template.span.extracting(core)
        coreEnergy = DotProduct.of(loudest, loudest)
    }

    /// Returns the best position within `window`, which bounds the sound's first frame; nil if the template or the
    /// signal is silent there. The signal counts as silent beyond its ends.
    ///
    /// - Parameter leastGain: the share of the sound's loudness below which a match is not trusted.
    package func best(
        in samples: [Float], _ window: ClosedRange<Int>, leastGain: Double = MatchedFilter.usualLeastGain
    ) -> Match? {
        guard energy > 0 else { return nil }
        // One extra frame on each side of the window shows how far a peak at its edge lies between frames.
        let first = window.lowerBound - 1
        let heard = Excerpt(samples, from: first, count: window.count + template.count + 1)
        let places = 1...window.count
        let coarse = places.map { (place: $0, confidence: confidence(of: core, in: heard, at: $0)) }
        let whole = coarse.sorted { $0.confidence > $1.confidence }.prefix(Self.candidates).map {
            (place: $0.place, confidence: confidence(in: heard, at: $0.place))
        }
        guard let best = whole.max(by: { $0.confidence < $1.confidence }), best.confidence > 0 else { return nil }
        let gain = product(template.indices, heard, at: best.place) / energy
        let place = Double(best.place) + fraction(around: best.place, best.confidence, heard)
        return Match(
            // A sound on its own correlates to 1, apart from single-precision rounding.
            frame: place + Double(first), confidence: min(1, best.confidence), gain: gain,
            rivalry: rivalry(of: place, gain, heard, places), leastGain: leastGain)
    }

    /// Adds the scaled sound to a signal at `place`, with linear interpolation between frames.
    func add(_ gain: Double, at place: Double, to samples: inout [Float]) {
        let whole = Int(place.rounded(.down))
        let (gain, late) = (Float(gain), Float(place - Double(whole)))
        for frame in max(0, whole)..<max(0, whole, min(samples.count, whole + template.count + 1)) {
            let index = frame - whole
            let before = index > 0 ? template[index - 1] : 0
            let here = index < template.count ? template[index] : 0
            samples[frame] += gain * (here + late * (before - here))
        }
    }

    // MARK: Parts

    /// A part of a signal, and the energy of every run in it.
    struct Excerpt {
        var samples: [Float]
        /// The summed energy of all samples before each one.
        private let energies: [Double]

        init(_ signal: [Float], from first: Int, count: Int) {
            samples = [Float](repeating: 0, count: count)
            for frame in max(0, first)..<max(0, first, min(signal.count, first + count)) {
                samples[frame - first] = signal[frame]
            }
            var (sum, energies) = (0.0, [0.0])
            energies.reserveCapacity(count + 1)
            for sample in samples {
                sum += Double(sample) * Double(sample)
                energies.append(sum)
            }
            self.energies = energies
        }

        /// Returns the energy of a run, which is silent beyond the part.
        func energy(of frames: Range<Int>) -> Double {
            let frames = frames.clamped(to: samples.indices)
            return energies[frames.upperBound] - energies[frames.lowerBound]
        }
    }

    /// Returns the product of a part of the template and the signal, with the template starting at `place`.
    private func product(_ part: Range<Int>, _ heard: Excerpt, at place: Int) -> Double {
        DotProduct.of(
            template.span.extracting(part),
            heard.samples.span.extracting(place + part.lowerBound..<place + part.upperBound))
    }

    /// Returns the normalised correlation of the whole template.
    func confidence(in heard: Excerpt, at place: Int) -> Double {
        confidence(of: template.indices, in: heard, at: place)
    }

    /// Returns the normalised correlation of two signals of the same length.
    static func likeness(_ first: Span<Float>, _ second: Span<Float>) -> Double {
        let scale = (DotProduct.of(first, first) * DotProduct.of(second, second)).squareRoot()
        return DotProduct.of(first, second) / max(1e-9, scale)
    }

    /// Returns the amplitude of what is heard relative to the template's, however alike they are.
    func loudness(_ heard: Excerpt, at place: Int) -> Double {
        (heard.energy(of: place..<place + template.count) / energy).squareRoot()
    }

    /// Returns the normalised correlation of a part of the template.
    private func confidence(of part: Range<Int>, in heard: Excerpt, at place: Int) -> Double {
        let own = part == core ? coreEnergy : energy
        let scale = (own * heard.energy(of: place + part.lowerBound..<place + part.upperBound)).squareRoot()
        return scale > 1e-9 ? product(part, heard, at: place) / scale : 0
    }

    /// Returns the peak's offset between frames: the vertex of the parabola through it and its neighbours.
    func fraction(around place: Int, _ peak: Double, _ heard: Excerpt) -> Double {
        let (before, after) = (confidence(in: heard, at: place - 1), confidence(in: heard, at: place + 1))
        let bend = before - 2 * peak + after
        guard bend < 0 else { return 0 }
        return min(max(0.5 * (before - after) / bend, -0.5), 0.5)
    }

    /// Returns the largest correlation within half a frame of a peak, from the correlations at whole frames (Shannon
    /// 1949, under a Hann window).
    static func crest(_ correlations: [Double], at peak: Int) -> Double {
        let near = max(0, peak - reach)...min(correlations.count - 1, peak + reach)
        return stride(from: -0.5, through: 0.5, by: 0.0625).map { offset in
            near.reduce(0) { sum, place in
                let angle = Double.pi * (offset + Double(peak - place))
                let share = angle == 0 ? 1 : sin(angle) / angle * (1 + cos(angle / Double(reach + 1))) / 2
                return sum + share * correlations[place]
            }
        }.reduce(0, max)
    }

    /// How many frames on each side of a peak tell how it continues between frames.
    private static let reach = 8

    /// Returns the core's correlation at the rival, relative to that at `place`.
    private func rivalry(of place: Double, _ gain: Double, _ heard: Excerpt, _ places: ClosedRange<Int>) -> Double {
        var rest = heard
        add(-gain, at: place, to: &rest.samples)
        // Uses the energy with the sound, and not much less than the sound's own, so that residues of subtractions
        // count little.
        let least = max(1e-12, Self.leastRivalEnergy * gain * gain * coreEnergy)
        func correlation(_ signal: Excerpt, _ place: Int) -> Double {
            let energy = heard.energy(of: place + core.lowerBound..<place + core.upperBound)
            return product(core, signal, at: place) / max(energy, least).squareRoot()
        }
        let present = correlation(heard, Int(place.rounded()))
        let rival = places.map { correlation(rest, $0) }.max() ?? 0
        return present > 0 ? max(0, rival / present) : 1
    }

    private static func loudestRun(of template: [Float]) -> Range<Int> {
        guard template.count > coreFrames else { return template.indices }
        let sound = Excerpt(template, from: 0, count: template.count)
        func energy(_ start: Int) -> Double { sound.energy(of: start..<start + coreFrames) }
        let loudest = (0...template.count - coreFrames).max { energy($0) < energy($1) } ?? 0
        return loudest..<loudest + coreFrames
    }
}
