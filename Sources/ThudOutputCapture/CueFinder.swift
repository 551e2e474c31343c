/// Finds many soundings of one sound, each near where it is expected, though they overlap.
///
/// One that has no other beneath it is sought by itself. Those that overlap are explained together, each where it is
/// expected before anything else is believed; what cannot be told apart is reported as unsure.
public struct CueFinder: Sendable {
    private let filter: MatchedFilter
    private let shape: ShiftedSound
    private let length: Int

    /// How far from where it is expected a sounding is sought, in frames: 80 ms at 48 kHz.
    public static let reach = 3_840
    /// Within so many frames of where it is expected a sounding is taken for that and no other: a millisecond.
    static let close = 48
    /// Soundings that leave less than this between them are explained together: 10 ms.
    private static let air = 480.0

    /// A finder of `template`.
    public init(_ template: [Float]) {
        filter = MatchedFilter(template)
        shape = ShiftedSound(template)
        length = template.count
    }

    /// Each expected sounding as it was found; nil where nothing like it is there.
    ///
    /// They are taken to be equally loud, and late by what all of them are late by, if anything. A sounding elsewhere is
    /// believed only where it can be no other's: none that may have come so late is missing.
    ///
    /// - Parameter expected: the frames on which they should begin, rising.
    public func find(in samples: [Float], expected: [Double]) -> [MatchedFilter.Match?] {
        guard !samples.isEmpty, length > 0 else { return expected.map { _ in nil } }
        let shift = CommonShift(of: filter, in: samples, expected: expected)
        let places = expected.map { $0 + Double(shift.path) }
        let overlaps = OverlapFinder(filter, shape, length: length, usual: Double(shift.prediction))
        var found: [MatchedFilter.Match?] = []
        var single: [Int] = []
        while found.count < expected.count {
            let first = found.count
            var end = first + 1
            while end < expected.count, expected[end] - expected[end - 1] < Double(length) + Self.air { end += 1 }
            if end == first + 1 {
                found.append(filter.best(in: samples, window(first, places)))
                single.append(first)
            } else {
                found += overlaps.find(in: samples, expected: Array(places[first..<end]))
            }
        }
        // A neighbour in its window makes it look as if there were two.
        for index in single where found[index]?.isLikely == true && found[index]?.isSure == false {
            found[index] = alone(index, samples, found, places) ?? found[index]
        }
        return doubting(found, places)
    }

    /// What is found once its neighbours are taken away.
    private func alone(
        _ index: Int, _ samples: [Float], _ found: [MatchedFilter.Match?], _ places: [Double]
    ) -> MatchedFilter.Match? {
        let window = window(index, places)
        let start = max(0, min(samples.count, window.lowerBound - length))
        let end = max(start, min(samples.count, window.upperBound + 2 * length))
        var fit = JointFit(shape, to: Array(samples[start..<end]))
        fit.replace(
            found.enumerated().compactMap { number, match in
                guard number != index, let match, match.isLikely else { return nil }
                guard abs(match.frame - places[index]) < Double(Self.reach + 2 * length) else { return nil }
                return JointFit.Sounding(at: match.frame - Double(start), gain: match.gain)
            })
        let moved = window.lowerBound - start...window.upperBound - start
        guard var match = filter.best(in: fit.rest.samples, moved) else { return nil }
        match.frame += Double(start)
        return match
    }

    /// The same, with doubt wherever a sounding away from its place may be that of another which is missing.
    private func doubting(_ found: [MatchedFilter.Match?], _ places: [Double]) -> [MatchedFilter.Match?] {
        let missing = found.indices.filter { found[$0]?.isSure != true }
        let usual = usualDeviation(found, places)
        return found.enumerated().map { index, match in
            guard var match, !usual.contains(match.frame - places[index]) else { return match }
            let mayBeAnother = missing.contains { $0 != index && abs(match.frame - places[$0]) <= Double(Self.reach) }
            // The same sound may have been taken for two.
            let mayBeShared = found.indices.contains {
                guard $0 != index, let other = found[$0], other.isLikely else { return false }
                return abs(other.frame - match.frame) < min(Double(length), 4 * Double(Self.close))
            }
            match.isDoubtful = match.isDoubtful || mayBeAnother || mayBeShared
            return match
        }
    }

    /// By how much the sure ones stand off their places, but for strays: never more than half a millisecond to either side.
    private func usualDeviation(_ found: [MatchedFilter.Match?], _ places: [Double]) -> ClosedRange<Double> {
        let deviations = zip(found, places).compactMap { match, place -> Double? in
            guard let match, match.isSure, abs(match.frame - place) <= Double(Self.close) else { return nil }
            return match.frame - place
        }.sorted()
        let half = Double(Self.close) / 2
        guard deviations.count >= 3 else { return -half...half }
        let middle = deviations[deviations.count / 2]
        let scatter = deviations.map { abs($0 - middle) }.sorted()[deviations.count / 2]
        let most = min(max(6 * scatter, 5), half)
        return middle - most...middle + most
    }

    /// Up to half the way to its neighbours, so that none is taken for another.
    private func window(_ index: Int, _ expected: [Double]) -> ClosedRange<Int> {
        let place = expected[index]
        let before = index > 0 ? (place - expected[index - 1]) / 2 : .infinity
        let after = index + 1 < expected.count ? (expected[index + 1] - place) / 2 : .infinity
        let reach = Double(Self.reach)
        let first = Int((place - min(reach, max(1, before))).rounded())
        return first...max(first, Int((place + min(reach, max(1, after))).rounded()))
    }
}
