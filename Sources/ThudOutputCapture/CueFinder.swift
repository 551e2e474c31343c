/// Finds the cues of a run in a capture with a matched filter for each sound, near the expected positions.
///
/// Successive cancellation (Patel and Holtzman 1994) separates overlapping cues: the search for one first subtracts the
/// others found so far. This requires cues whose loudest parts do not overlap, or a ``CueMarker`` for each cue.
package struct CueFinder: Sendable {
    /// The frame on which a cue should begin, which may be fractional, and the number of its sound.
    package typealias Expectation = (frame: Double, sound: Int)

    private let filters: [MatchedFilter]
    private let band: BandPass?

    /// How far from its expected position a cue is searched for, in frames: 80 ms at 48 kHz.
    package static let reach = 3_840
    /// The number of searches for each cue. The first looks only at the expected position, later ones more widely, with
    /// the other cues subtracted.
    private static let passes = 4
    /// How far from the expected position the first pass looks, in frames: a millisecond.
    private static let close = 48

    /// - Parameter areMarkers: whether the sounds are markers. Then louder sounds outside their band do not matter.
    package init(_ sounds: [[Float]], areMarkers: Bool = false) {
        let band = areMarkers ? BandPass() : nil
        filters = sounds.map { MatchedFilter(band?.applied(to: $0) ?? $0) }
        self.band = band
    }

    /// Returns the match for each of the cues, which are in order of their frames; nil if nothing similar is heard.
    package func find(in samples: [Float], expected: [Expectation]) -> [MatchedFilter.Match?] {
        var rest = band?.applied(to: samples) ?? samples
        let windows = expected.indices.map { window($0, expected) }
        var found = [MatchedFilter.Match?](repeating: nil, count: expected.count)
        let leastGain = MatchedFilter.usualLeastGain * level(of: expected, in: rest)
        for pass in 0..<Self.passes {
            for (index, cue) in expected.enumerated() {
                let filter = filters[cue.sound]
                let known = found[index]
                if let known, known.isLikely { filter.add(known.gain, at: known.frame, to: &rest) }
                if pass == 0 {
                    // A narrow window shows no rivals, so no match is sure after the first pass.
                    found[index] = filter.best(in: rest, Self.around(cue.frame, Self.close), leastGain: leastGain)
                    found[index]?.rivalry = 1
                } else if let known, known.isSure {
                    // Its rivals are known, and its position becomes more exact with the other cues subtracted.
                    found[index] = filter.best(in: rest, Self.around(known.frame, 2), leastGain: leastGain)
                    found[index]?.rivalry = known.rivalry
                } else {
                    found[index] = filter.best(in: rest, windows[index], leastGain: leastGain)
                }
                if let new = found[index], new.isLikely { filter.add(-new.gain, at: new.frame, to: &rest) }
            }
        }
        return found
    }

    /// Returns the capture's level relative to what was played, at most 1, because a monitor may follow the volume of
    /// its sink. The level is the median gain of the cues that stand out exactly at their expected positions, which
    /// does not happen by chance. It is 1 if there are too few such cues.
    private func level(of expected: [Expectation], in samples: [Float]) -> Double {
        let gains = expected.compactMap { cue -> Double? in
            let match = filters[cue.sound].best(in: samples, Self.around(cue.frame, Self.close))
            return match.flatMap { $0.confidence >= Self.outstanding ? $0.gain : nil }
        }.sorted()
        guard gains.count >= Self.fewest else { return 1 }
        return min(1, max(0, gains[gains.count / 2]))
    }

    /// The confidence from which a cue stands out.
    private static let outstanding = 0.5
    private static let fewest = 3

    private static func around(_ frame: Double, _ reach: Int) -> ClosedRange<Int> {
        Int(frame.rounded()) - reach...Int(frame.rounded()) + reach
    }

    /// Returns the range of frames to search for a cue. It extends at most halfway to the next cue with the same sound,
    /// so that the two are not confused.
    private func window(_ index: Int, _ expected: [Expectation]) -> ClosedRange<Int> {
        let cue = expected[index]
        let same = { (other: Expectation) in other.sound == cue.sound }
        let before = expected[..<index].last(where: same).map { (cue.frame - $0.frame) / 2 } ?? .infinity
        let after = expected[(index + 1)...].first(where: same).map { ($0.frame - cue.frame) / 2 } ?? .infinity
        let reach = Double(Self.reach)
        let first = Int((cue.frame - min(reach, max(1, before))).rounded())
        return first...max(first, Int((cue.frame + min(reach, max(1, after))).rounded()))
    }
}
