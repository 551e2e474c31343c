/// Finds one known sound in a signal by normalised cross-correlation (the matched filter; Turin 1960), to a fraction of a
/// sample, and says how sure it is.
public struct MatchedFilter: Sendable {
    /// A place where the sound was found.
    public struct Match: Hashable, Sendable {
        /// The frame on which the sound begins, between two where it does.
        public internal(set) var frame: Double
        /// The normalised correlation there, 0 to 1: 1 is the sound alone, at any loudness.
        public let confidence: Double
        /// How loud it is, relative to the template.
        public let gain: Double
        /// How alike the best other place is once this one is taken away, relative to this one (for one of several that overlap, what is left unexplained
        /// here, relative to the best other place): near 1 where the signal
        /// holds nothing but noise, and far below where it holds the sound.
        public let rivalry: Double
        /// Something else may be as good an explanation of what is heard: another place, or another sounding.
        var isDoubtful = false

        /// It is the sound, and not something like it, and no other of its kind.
        ///
        /// The limits are those at which white noise and music without the sound gave no sure match in thousands of
        /// windows, and the sound at half the amplitude of the music beneath it was still found.
        public var isSure: Bool { isLikely && rivalry <= MatchedFilter.mostRivalry && !isDoubtful }

        /// It is like the sound, whatever else is: enough to be taken away while others are sought.
        var isLikely: Bool { confidence >= MatchedFilter.leastConfidence && gain > 0.1 && gain < 10 }
    }

    /// What a sure match has at least.
    public static let leastConfidence = 0.25
    /// What a sure match's rival has at most.
    public static let mostRivalry = 0.7
    /// How many frames are sought first: the loudest run of the sound. The whole of it is compared only around the best.
    private static let coreFrames = 2_048
    /// Around how many of the best places of the core the whole is compared.
    private static let candidates = 8

    private let template: [Float]
    private let energy: Double
    /// The loudest run of the sound.
    let core: [Float]
    /// The frame of the sound on which the core begins.
    let coreStart: Int

    /// A filter for `template`, the samples of the sound from its first frame on.
    public init(_ template: [Float]) {
        self.template = template
        energy = template.reduce(0) { $0 + Double($1) * Double($1) }
        coreStart = MatchedFilter.loudestRun(of: template, frames: MatchedFilter.coreFrames)
        core = Array(template[coreStart..<min(template.count, coreStart + MatchedFilter.coreFrames)])
    }

    /// The best place whose first frame lies in `window`; nil where the template or the signal is silent there.
    public func best(in samples: [Float], _ window: ClosedRange<Int>) -> Match? {
        guard energy > 0 else { return nil }
        let signal = Correlation(samples)
        let coarse = window.map { (frame: $0, likeness: likeness(of: core, in: signal, at: $0 + coreStart)) }
        let best = coarse.sorted { $0.likeness > $1.likeness }.prefix(Self.candidates).flatMap { [$0.frame] }
        let places = best.map { (frame: $0, likeness: likeness(of: template, in: signal, at: $0)) }
        guard let place = places.max(by: { $0.likeness < $1.likeness }), place.likeness > 0 else { return nil }
        let gain = signal.products(of: template, at: place.frame).cross / energy
        let fraction = fraction(around: place.frame, place.likeness, signal)
        return Match(
            frame: Double(place.frame) + fraction, confidence: place.likeness, gain: gain,
            rivalry: rivalry(of: place.frame, gain, samples, window))
    }

    // MARK: Parts

    private func likeness(of part: [Float], in signal: Correlation, at frame: Int) -> Double {
        let (cross, energy) = signal.products(of: part, at: frame)
        let own = part.count == template.count ? self.energy : part.reduce(0) { $0 + Double($1) * Double($1) }
        let scale = (energy * own).squareRoot()
        return scale > 1e-9 ? cross / scale : 0
    }

    /// Where the peak of the likeness lies between frames: the apex of the parabola through it and its neighbours.
    private func fraction(around frame: Int, _ peak: Double, _ signal: Correlation) -> Double {
        let before = likeness(of: template, in: signal, at: frame - 1)
        let after = likeness(of: template, in: signal, at: frame + 1)
        let bend = before - 2 * peak + after
        guard bend < 0 else { return 0 }
        return min(max(0.5 * (before - after) / bend, -0.5), 0.5)
    }

    /// The likeness of the best place of the core once the sound is taken away, relative to that of the sound.
    private func rivalry(of frame: Int, _ gain: Double, _ samples: [Float], _ window: ClosedRange<Int>) -> Double {
        let first = max(0, window.lowerBound + coreStart)
        let last = min(samples.count, window.upperBound + coreStart + core.count)
        guard first < last else { return 1 }
        var rest = Array(samples[first..<last])
        let signal = Correlation(rest)
        let own = signal.products(of: core, at: frame + coreStart - first)
        add(-Float(gain), at: frame - first, to: &rest)
        let without = Correlation(rest)
        // By the energy of the whole signal, so that what is left over of a sound that is all there is counts as nothing.
        let rival =
            window.map { place -> Double in
                let at = place + coreStart - first
                let energy = max(signal.products(of: core, at: at).energy, 1e-12)
                return without.products(of: core, at: at).cross / energy.squareRoot()
            }.max() ?? 0
        let present = own.cross / max(own.energy, 1e-12).squareRoot()
        return present > 0 ? max(0, rival / present) : 1
    }

    private func add(_ gain: Float, at frame: Int, to samples: inout [Float]) {
        for index in max(0, -frame)..<max(0, -frame, min(template.count, samples.count - frame)) {
            samples[frame + index] += gain * template[index]
        }
    }

    private static func loudestRun(of template: [Float], frames: Int) -> Int {
        guard template.count > frames else { return 0 }
        var energy = template[..<frames].reduce(0.0) { $0 + Double($1) * Double($1) }
        var best = (energy: energy, start: 0)
        for start in 1...(template.count - frames) {
            energy += Double(template[start + frames - 1]) * Double(template[start + frames - 1])
            energy -= Double(template[start - 1]) * Double(template[start - 1])
            if energy > best.energy { best = (energy, start) }
        }
        return best.start
    }
}
