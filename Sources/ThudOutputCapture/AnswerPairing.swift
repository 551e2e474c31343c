import ThudCore

/// Decides which sounds of a program answer which stimuli.
///
/// An answer keeps its distance to its stimulus, and a sound that the program makes on its own does not. The pairing
/// looks for the span of distances into which more stimuli have a sound than chance explains. The same search over
/// shuffled stimuli, whose pauses are the same in another order, shows what chance does; if it does nearly as well,
/// nothing is an answer.
package struct AnswerPairing: Sendable {
    /// For each stimulus the index of its answer; nil if it has none.
    package private(set) var answers: [Int?]
    /// The stimuli without an answer after which the program made another sound that may be one.
    package private(set) var ambiguous: Set<Int> = []
    /// Whether the sounds are answers at all. If not, `answers` are all nil.
    package let isProven: Bool

    /// The spans of distances that are tried, in seconds: from an exact answer to one at random within 160 ms.
    private static let spans = [0.001, 0.004, 0.016, 0.064, 0.16]
    private static let shuffles = 40
    /// By how much the real stimuli must beat every shuffled list.
    private static let lead = 1.3
    /// The share of the most evidence at which an earlier span counts.
    private static let nearlyAsMuch = 0.9
    /// The least share of stimuli with an answer; of a program that makes fewer sounds, the least share of its sounds
    /// that are answers, and how many these must be.
    private static let leastShare = 0.3
    private static let leastOwnShare = 0.6
    private static let fewest = 5.0
    /// The number of sounds of its own as near to the span as an outlier, above which that may be one of them.
    private static let mostOwn = 0.05

    /// Pairs stimuli and sounds, both in seconds and in order.
    ///
    /// - Parameters:
    ///   - unplaced: sounds whose beginnings are not certain. None is an answer, but each may stand for one.
    ///   - reach: the longest distance of an answer, in seconds.
    package init(stimuli: [Double], sounds: [Double], unplaced: [Double] = [], reach: Double) {
        answers = [Int?](repeating: nil, count: stimuli.count)
        let search = Search(sounds: sounds, reach: reach)
        guard let found = search.best(stimuli) else {
            isProven = false
            return
        }
        var random = SeededGenerator(seed: 1)
        let chance = (0..<Self.shuffles).map { _ in
            search.best(Self.moved(stimuli, using: &random))?.evidence ?? 0
        }
        var best = search.best(stimuli, isProven: true) ?? found
        // A span longer than a pause holds answers of the next stimulus too, which a missing one would be given.
        let pause = zip(stimuli.dropFirst(), stimuli).map { $0 - $1 }.min() ?? .infinity
        while best.width > pause / 2,
            let narrower = search.best(stimuli, isProven: true, narrowerThan: best.width),
            narrower.evidence >= Self.nearlyAsMuch * best.evidence
        { best = narrower }
        func answered(_ finding: Search.Finding) -> Int {
            Self.assigned(stimuli, sounds, finding.span).count { $0 != nil }
        }
        // Of two sounds that follow each stimulus the first is the answer, even if others hide it once or twice, or
        // leave its place uncertain up to every other time.
        let all = Search(sounds: (sounds + unplaced).sorted(), reach: reach)
        while let earlier = all.best(stimuli, isProven: true, before: best),
            earlier.evidence >= Self.nearlyAsMuch * best.evidence,
            2 * answered(earlier) >= answered(best)
        { best = earlier }
        let most = max(Self.fewest, Self.leastOwnShare * Double(sounds.count))
        let least = max(3, min(Self.leastShare * Double(stimuli.count), most))
        isProven = found.evidence > Self.lead * (chance.max() ?? 0) && Double(answered(best)) >= least
        guard isProven else { return }
        answers = Self.assigned(stimuli, sounds, best.span)
        addOutliers(stimuli, sounds, unplaced, reach, beside: best.span)
    }

    /// Returns shuffled stimuli of which hardly any are where they were, because those that are say nothing about
    /// chance: of ten stimuli, a shuffle often leaves five there.
    private static func moved(_ stimuli: [Double], using random: inout SeededGenerator) -> [Double] {
        var best = shuffled(stimuli, using: &random)
        func kept(_ other: [Double]) -> Int { zip(stimuli, other).count { abs($0 - $1) < closeness } }
        for _ in 0..<tries where kept(best) > max(2, stimuli.count / 4) {
            let next = shuffled(stimuli, using: &random)
            if kept(next) < kept(best) { best = next }
        }
        return best
    }

    /// How near to its place a stimulus counts as left there, in seconds, and how often it is shuffled again.
    private static let closeness = 0.064
    private static let tries = 8

    /// Returns stimuli with the same pauses in another order.
    package static func shuffled(_ stimuli: [Double], using random: inout SeededGenerator) -> [Double] {
        guard var next = stimuli.first else { return [] }
        let pauses = random.shuffled(zip(stimuli.dropFirst(), stimuli).map { $0 - $1 })
        return [next]
            + pauses.map { pause in
                next += pause
                return next
            }
    }

    /// Returns the first unused sound in the span after each stimulus.
    private static func assigned(_ stimuli: [Double], _ sounds: [Double], _ span: ClosedRange<Double>) -> [Int?] {
        var used: Set<Int> = []
        return stimuli.map { stimulus in
            let place = sounds.indices.first { index in
                span.contains(sounds[index] - stimulus) && !used.contains(index)
            }
            if let place { used.insert(place) }
            return place
        }
    }

    /// Takes the sound next to the span for an answer if hardly any sound of the program's own comes so near.
    private mutating func addOutliers(
        _ stimuli: [Double], _ sounds: [Double], _ unplaced: [Double], _ reach: Double,
        beside span: ClosedRange<Double>
    ) {
        let used = Set(answers.compactMap(\.self))
        var free = sounds.indices.filter { !used.contains($0) }
        let length = max(reach, (stimuli.last ?? 0) - (stimuli.first ?? 0) + reach)
        let missing = stimuli.indices.filter { answers[$0] == nil }
        // Each missing answer may itself be one of the free sounds.
        let own = Double(max(0, free.count - missing.count)) / length
        for index in missing {
            let end = index + 1 < stimuli.count ? min(reach, stimuli[index + 1] - stimuli[index]) : reach
            func gap(_ place: Int) -> Double {
                let distance = sounds[free[place]] - stimuli[index]
                return max(span.lowerBound - distance, distance - span.upperBound)
            }
            let near = free.indices.filter { 0...end ~= sounds[free[$0]] - stimuli[index] }
            guard let place = near.min(by: { gap($0) < gap($1) }) else { continue }
            if !unplaced.contains(where: { span.contains($0 - stimuli[index]) }),
                own * min(end, 2 * gap(place)) <= Self.mostOwn
            {
                answers[index] = free.remove(at: place)
            } else {
                ambiguous.insert(index)
            }
        }
    }

    /// The search for the span with the most evidence.
    private struct Search {
        let sounds: [Double]
        let reach: Double

        typealias Finding = (evidence: Double, width: Double, span: ClosedRange<Double>)

        /// - Parameters:
        ///   - isProven: whether the sounds in the span are known to be answers, and not chance.
        ///   - later: a span that must come after the one to find and be as wide or wider; nil for no limit.
        ///   - limit: the width that the span must not reach.
        func best(
            _ stimuli: [Double], isProven: Bool = false, before later: Finding? = nil,
            narrowerThan limit: Double = .infinity
        ) -> Finding? {
            let distances = distances(stimuli).filter { $0.distance < later?.span.lowerBound ?? .infinity }
            guard let first = stimuli.first, let last = stimuli.last, !distances.isEmpty else { return nil }
            let length = max(reach, last - first + reach)
            var best: Finding?
            for width in AnswerPairing.spans where width <= later?.width ?? .infinity && width < limit {
                var counts: [Int: Int] = [:]
                var low = 0
                for high in distances.indices {
                    counts[distances[high].stimulus, default: 0] += 1
                    while distances[high].distance - distances[low].distance > width {
                        let stimulus = distances[low].stimulus
                        counts[stimulus] = counts[stimulus].flatMap { $0 > 1 ? $0 - 1 : nil }
                        low += 1
                    }
                    // Chance puts a sound into the span after this share of the stimuli.
                    let own = isProven ? max(0, sounds.count - counts.count) : sounds.count
                    let expected = Double(stimuli.count) * min(1, Double(own) / length * width)
                    let evidence = (Double(counts.count) - expected) / (expected + 1).squareRoot()
                    if evidence > best?.evidence ?? 0 {
                        let slack = width / 4
                        best = (
                            evidence, width,
                            max(-AnswerPairing.earliest, distances[low].distance - slack)...distances[high].distance
                                + slack
                        )
                    }
                }
            }
            return best
        }

        private func distances(_ stimuli: [Double]) -> [(distance: Double, stimulus: Int)] {
            var found: [(distance: Double, stimulus: Int)] = []
            var low = 0
            for (number, stimulus) in stimuli.enumerated() {
                while low < sounds.count, sounds[low] < stimulus - AnswerPairing.earliest { low += 1 }
                for sound in sounds[low...].prefix(while: { $0 <= stimulus + reach }) {
                    found.append((sound - stimulus, number))
                }
            }
            return found.sorted { $0.distance < $1.distance }
        }
    }

    /// By how much the clock of a capture may put an answer before its stimulus, in seconds.
    private static let earliest = 0.001
}
