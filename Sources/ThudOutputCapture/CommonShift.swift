/// How much later than expected all soundings of a sound stand.
struct CommonShift {
    /// What a cable or the air adds: more than a millisecond, or nothing.
    var path = 0
    /// What the prediction is wrong by beside that: less than a millisecond.
    var prediction = 0

    /// More soundings than these do not tell it better.
    private static let most = 40
    /// Fewer than these may well have gone astray each by itself.
    private static let fewest = 5
    /// A shift by more than a millisecond is believed where it explains so much more than none.
    private static let persuasion = 1.5

    /// The shift in whole frames under which what is heard at all expected places together is most like the sound.
    init(of filter: MatchedFilter, in samples: [Float], expected: [Double]) {
        let signal = Correlation(samples)
        let step = max(1, expected.count / Self.most)
        let places = Swift.stride(from: 0, to: expected.count, by: step).map { Int(expected[$0].rounded()) }
        let reach = places.count < Self.fewest ? CueFinder.close : CueFinder.reach
        let sums = (-reach...reach).map { shift in
            places.reduce(0) { $0 + signal.products(of: filter.core, at: $1 + shift + filter.coreStart).cross }
        }
        let near = reach - CueFinder.close...reach + CueFinder.close
        guard let farthest = sums.indices.max(by: { sums[$0] < sums[$1] }),
            let nearest = near.max(by: { sums[$0] < sums[$1] }), sums[farthest] > 0
        else { return }
        if sums[farthest] > Self.persuasion * sums[nearest], !Self.repeats(expected, after: farthest - reach) {
            path = farthest - reach
        } else if sums[nearest] > 0 {
            prediction = nearest - reach
        }
    }

    /// Whether so late most would stand where others are expected: then one that is missing looks like a shift of all.
    private static func repeats(_ expected: [Double], after shift: Int) -> Bool {
        let others = expected.count { place in
            expected.contains { abs(place + Double(shift) - $0) <= Double(CueFinder.close) }
        }
        return 2 * others >= expected.count
    }
}
