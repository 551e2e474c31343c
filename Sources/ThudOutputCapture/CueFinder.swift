/// Finds the cues of a run in a capture, each near where it is expected, by a matched filter for the sound that it carries.
///
/// Cues that overlap are told apart by successive cancellation (Patel and Holtzman 1994): each is sought in the capture from
/// which the others, as far as they are found, are subtracted. This needs cues whose loudest parts do not overlap, or else
/// cues that each carry a ``CueMarker``.
package struct CueFinder: Sendable {
    /// A cue that is to be found.
    package struct Expectation: Hashable, Sendable {
        /// The frame on which it should begin, which may lie between two.
        package let frame: Double
        package let sound: Int

        package init(frame: Double, sound: Int = 0) { (self.frame, self.sound) = (frame, sound) }
    }

    private let filters: [MatchedFilter]
    private let band: BandPass?

    /// How far from where it is expected a cue is sought, in frames: 80 ms at 48 kHz.
    package static let reach = 3_840
    /// How often each cue is sought. The first pass seeks it only where it is expected; each later pass seeks it once the
    /// others are subtracted.
    private static let passes = 4
    /// How far from where it is expected the first pass seeks a cue, in frames: a millisecond.
    private static let close = 48

    /// A finder of cues that carry one of `sounds`.
    ///
    /// - Parameter areMarkers: the sounds are markers. Then only their band is looked at, so that louder sounds outside of it
    ///   do not matter.
    package init(_ sounds: [[Float]], areMarkers: Bool = false) {
        let band = areMarkers ? BandPass() : nil
        filters = sounds.map { MatchedFilter(band?.applied(to: $0) ?? $0) }
        self.band = band
    }

    /// Each expected cue as it was found; nil where nothing like it is heard.
    ///
    /// - Parameter expected: the cues in the order of their frames.
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
                    // A narrow window knows no rivals, so that nothing is sure after the first pass.
                    found[index] = filter.best(in: rest, Self.around(cue.frame, Self.close), leastGain: leastGain)
                    found[index]?.rivalry = 1
                } else if let known, known.isSure {
                    // Its rivals are known, and its place becomes more exact once the others are subtracted.
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

    /// How loud the capture is beside what was played, at most 1: a monitor may follow the volume of its sink. It is the middle of
    /// the gains of the cues that stand out exactly where they are expected, which chance does not do; 1 where too few do.
    private func level(of expected: [Expectation], in samples: [Float]) -> Double {
        let gains = expected.compactMap { cue -> Double? in
            let match = filters[cue.sound].best(in: samples, Self.around(cue.frame, Self.close))
            return match.flatMap { $0.confidence >= Self.outstanding ? $0.gain : nil }
        }.sorted()
        guard gains.count >= Self.fewest else { return 1 }
        return min(1, max(0, gains[gains.count / 2]))
    }

    /// The confidence of a cue that stands out.
    private static let outstanding = 0.5
    private static let fewest = 3

    private static func around(_ frame: Double, _ reach: Int) -> ClosedRange<Int> {
        Int(frame.rounded()) - reach...Int(frame.rounded()) + reach
    }

    /// The frames among which a cue is sought: up to half the way to the next that carries the same sound, so that none is
    /// taken for another.
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
