/// Explains a stretch in which soundings of one sound overlap.
struct OverlapFinder {
    private let filter: MatchedFilter
    private let shape: ShiftedSound
    private let length: Int
    /// By how many frames the predictions are usually wrong.
    private let usual: Double

    /// The normalised correlation that one of several overlapping soundings has at least once the others are away.
    private static let leastLikeness = 0.9
    /// The same for one that is found at its place though it is sought everywhere.
    private static let leastSought = 0.5
    /// Within so many frames of where it is expected a sounding is at its place: half a millisecond.
    private static let close = 24.0
    /// How much louder or softer than the others it is at most.
    private static let mostDifference = 1.3
    /// Of what one at its place leaves unexplained, the share that it leaves of what any other place does, at most.
    private static let mostRivalry = 0.5
    /// A stretch of which so little is left unexplained needs no other explanation.
    private static let explained = 0.03
    private static let passes = 4
    /// Among more than these no search for those that moved is worth its time.
    private static let mostSearched = 12
    /// How many of them are supposed to have moved at most.
    private static let mostMoved = 3

    init(_ filter: MatchedFilter, _ shape: ShiftedSound, length: Int, usual: Double) {
        (self.filter, self.shape, self.length, self.usual) = (filter, shape, length, usual)
    }

    /// Each as it was found, nil where nothing like it is there.
    func find(in samples: [Float], expected: [Double]) -> [MatchedFilter.Match?] {
        guard let first = expected.first, let last = expected.last else { return [] }
        let start = max(0, min(samples.count, Int(first) - CueFinder.reach - shape.count))
        let end = max(start, min(samples.count, Int(last) + CueFinder.reach + 2 * shape.count))
        let places = expected.map { $0 - Double(start) }
        var fit = explanation(of: Array(samples[start..<end]), by: places)
        var holders: [Int?] = places.indices.map { $0 }
        account(for: places, in: &fit, &holders)
        return places.indices.map { index in
            guard let holder = holders[index] else { return nil }
            return match(holder, in: fit, expected: places[index], loudness: loudness(fit), from: start)
        }
    }

    /// All of them at their places, around them, or some of them elsewhere, whatever explains most.
    private func explanation(of samples: [Float], by places: [Double]) -> JointFit {
        var exact = JointFit(shape, to: samples)
        exact.replace(places.map { JointFit.Sounding(at: $0) })
        let plain = exact
        var free = exact
        exact.replace(places.map { JointFit.Sounding(at: $0 + usual, home: $0) })
        let start = exact
        exact.settle(holdingPlaces: true)
        exact.settle()
        guard exact.unexplained > Self.explained else { return exact }
        for _ in 0..<Self.passes { free.seekAroundHomes() }
        free.settle()
        let best = free.unexplained < exact.unexplained ? free : exact
        guard best.unexplained > Self.explained, places.count <= Self.mostSearched else { return best }
        return [withSomeMoved(start, places), withSomeMoved(plain, places)].reduce(best) {
            $1.unexplained < $0.unexplained ? $1 : $0
        }
    }

    /// Supposes one after another that a sounding is not where it is expected, and keeps what explains most.
    private func withSomeMoved(_ start: JointFit, _ places: [Double]) -> JointFit {
        var (best, left) = (start, Double.infinity)
        for _ in 0..<min(Self.mostMoved, places.count) {
            let base = best
            for index in places.indices where base.soundings[index].home == places[index] {
                let trial = moving(index, base, places)
                if trial.unexplained < 0.9 * left { (best, left) = (trial, trial.unexplained) }
            }
            if left < Self.explained || best.soundings.map(\.home) == base.soundings.map(\.home) { break }
        }
        return best
    }

    /// One of them where most is left unexplained once the others are away.
    private func moving(_ index: Int, _ base: JointFit, _ places: [Double]) -> JointFit {
        var others = base
        var soundings = base.soundings
        soundings.remove(at: index)
        others.replace(soundings)
        others.settle(holdingPlaces: true)
        let around = Int(places[index].rounded())
        let match = filter.best(in: others.rest.samples, around - CueFinder.reach...around + CueFinder.reach)
        soundings = others.soundings
        let place = match?.frame ?? places[index]
        soundings.insert(JointFit.Sounding(at: place, gain: match?.gain ?? 0), at: index)
        others.replace(soundings)
        others.settle()
        return others
    }

    /// Moves those that are not where they are expected to where something is left unexplained.
    private func account(for places: [Double], in fit: inout JointFit, _ holders: inout [Int?]) {
        let loudness = loudness(fit)
        let isThere = fit.soundings.indices.map { index in
            let sounding = fit.soundings[index]
            let likeness = fit.likeness(at: sounding.place, in: fit.alone(index))
            return likeness >= 0.5 && sounding.gain > 0.6 * loudness && sounding.gain < 1.6 * loudness
        }
        let isClose = places.indices.map { abs(fit.soundings[$0].place - places[$0]) <= Double(CueFinder.close) }
        let missing = places.indices.filter { !isThere[$0] || !isClose[$0] }
        guard !missing.isEmpty else { return }
        let kept = places.indices.filter { isThere[$0] && isClose[$0] }
        let moved = places.indices.filter { isThere[$0] && !isClose[$0] }
        for index in missing { holders[index] = nil }
        for (number, index) in kept.enumerated() { holders[index] = number }
        fit.replace((kept + moved).map { fit.soundings[$0] })
        fit.settle()
        var late = Array(kept.count..<kept.count + moved.count)
        while late.count < min(missing.count, Self.mostSearched),
            let found = leftover(fit, missing.map { places[$0] }, loudness)
        {
            late.append(fit.soundings.count)
            fit.replace(fit.soundings + [found])
            fit.settle()
        }
        assign(late, to: missing, places, fit, &holders)
    }

    /// What is most like the sound of all that is left unexplained around some places.
    private func leftover(_ fit: JointFit, _ places: [Double], _ loudness: Double) -> JointFit.Sounding? {
        guard let first = places.min(), let last = places.max() else { return nil }
        let window = Int(first.rounded()) - CueFinder.reach...Int(last.rounded()) + CueFinder.reach
        guard let match = filter.best(in: fit.rest.samples, window), match.isLikely, match.gain > 0.4 * loudness,
            match.gain < 2 * loudness
        else { return nil }
        return JointFit.Sounding(at: match.frame, gain: match.gain)
    }

    /// Gives what was found to those that it may be: to the one that it stands at, or else in their order.
    private func assign(
        _ late: [Int], to missing: [Int], _ places: [Double], _ fit: JointFit, _ holders: inout [Int?]
    ) {
        var (late, missing) = (late, missing)
        for number in late {
            let place = fit.soundings[number].place
            guard let index = missing.first(where: { abs(places[$0] - place) <= Double(CueFinder.close) }) else {
                continue
            }
            holders[index] = number
            late.removeAll { $0 == number }
            missing.removeAll { $0 == index }
        }
        for number in late.sorted(by: { fit.soundings[$0].place < fit.soundings[$1].place }) {
            let place = fit.soundings[number].place
            guard let index = missing.first(where: { abs(places[$0] - place) <= Double(CueFinder.reach) }) else {
                continue
            }
            holders[index] = number
            missing.removeAll { $0 == index }
        }
    }

    /// How loud most of them are.
    private func loudness(_ fit: JointFit) -> Double {
        let gains = fit.soundings.map(\.gain).sorted()
        return gains.isEmpty ? 0 : gains[gains.count / 2]
    }

    private func match(
        _ index: Int, in fit: JointFit, expected: Double, loudness: Double, from start: Int
    ) -> MatchedFilter.Match {
        let sounding = fit.soundings[index]
        let own = fit.alone(index)
        let likeness = max(0, fit.likeness(at: sounding.place, in: own))
        let rivalry = rivalry(of: sounding.place, likeness, in: own, fit)
        var match = MatchedFilter.Match(
            frame: sounding.place + Double(start), confidence: likeness, gain: sounding.gain, rivalry: rivalry)
        let overlaps = fit.soundings.indices.contains {
            $0 != index && abs(fit.soundings[$0].place - sounding.place) < Double(length)
        }
        guard overlaps else { return match }
        let isAsLoud = sounding.gain < Self.mostDifference * loudness && loudness < Self.mostDifference * sounding.gain
        match.isDoubtful = likeness < Self.leastLikeness || !isAsLoud || rivalry > Self.mostRivalry
        // Music beneath makes all of them unlike the sound. One that is found at its place, though sought everywhere, is sure.
        guard match.isDoubtful, isAsLoud, abs(sounding.place - expected) <= Self.close else { return match }
        let around = Int(expected.rounded())
        let sought = filter.best(in: own.samples, around - CueFinder.reach...around + CueFinder.reach)
        guard let sought, sought.isSure, sought.confidence >= Self.leastSought,
            abs(sought.frame - sounding.place) <= 1
        else { return match }
        match = sought
        match.frame += Double(start)
        return match
    }

    /// What it leaves unexplained, relative to what the best other place within 5 ms and farther than half a millisecond
    /// would.
    private func rivalry(of place: Double, _ likeness: Double, in own: AudibleStretch, _ fit: JointFit) -> Double {
        let others = Swift.stride(from: -240.0, through: 240, by: 1).filter { abs($0) > 24 }
        let rival = others.map { fit.likeness(at: place + $0, in: own) }.max() ?? 0
        let left = 1 - likeness * likeness
        return left / max(1 - rival * abs(rival), 1e-9)
    }
}
