/// Finds many soundings of one sound, each near where it is expected, though they overlap.
public struct CueFinder: Sendable {
    private let filter: MatchedFilter

    /// How far from where it is expected a sounding is sought, in frames: 80 ms at 48 kHz.
    public static let reach = 3_840
    /// How far from where it was found a sounding is sought again: 10 ms.
    private static let secondReach = 480
    /// So often at most all of them are gone through; they settle in two or three times where few overlap.
    private static let mostPasses = 8
    /// Frames by which none moves any more once they have settled.
    private static let settled = 0.01

    /// A finder of `template`.
    public init(_ template: [Float]) { filter = MatchedFilter(template) }

    /// Each expected sounding as it was found; nil where nothing like it is there.
    ///
    /// What was found is taken away before the next is sought, sure or not, for as long as others of its kind sound nothing
    /// can be sure. Then each is sought again with all the others away, until none moves any more: neither what rings on
    /// from before nor what comes after bends it then, and whether it is sure is judged by what is left.
    ///
    /// - Parameter expected: the frames on which they should begin, rising.
    public func find(in samples: [Float], expected: [Double]) -> [MatchedFilter.Match?] {
        var rest = samples
        var found = [MatchedFilter.Match?](repeating: nil, count: expected.count)
        for _ in 0..<Self.mostPasses {
            var farthest = 0.0
            for index in expected.indices {
                let before = found[index]
                if let before, before.isLikely { filter.restore(before, in: &rest) }
                let match = filter.best(in: rest, window(index, expected, before))
                if let match, match.isLikely { filter.remove(match, from: &rest) }
                found[index] = match
                farthest = max(farthest, distance(before, match))
            }
            if farthest < Self.settled { break }
        }
        return found
    }

    private func distance(_ before: MatchedFilter.Match?, _ after: MatchedFilter.Match?) -> Double {
        guard before?.isLikely == true || after?.isLikely == true else { return 0 }
        guard let before, let after, before.isLikely == after.isLikely else { return .infinity }
        return abs(after.frame - before.frame)
    }

    /// Up to half the way to its neighbours, so that none is taken for another; once found, not far from that place.
    private func window(
        _ index: Int, _ expected: [Double], _ found: MatchedFilter.Match?
    ) -> ClosedRange<Int> {
        let place = expected[index]
        let before = index > 0 ? (place - expected[index - 1]) / 2 : .infinity
        let after = index + 1 < expected.count ? (expected[index + 1] - place) / 2 : .infinity
        let reach = Double(Self.reach)
        let first = Int((place - min(reach, max(1, before))).rounded())
        let window = first...max(first, Int((place + min(reach, max(1, after))).rounded()))
        guard let found, found.isLikely else { return window }
        let again = Int(found.frame.rounded())
        return window.clamped(to: again - Self.secondReach...again + Self.secondReach)
    }
}
