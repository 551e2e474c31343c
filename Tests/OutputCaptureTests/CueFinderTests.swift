import Testing

@testable import ThudOutputCapture

/// Runs of cues with known positions.
@Suite struct CueFinderTests {
    private static let markers = (0..<CueMarker.count).map { CueMarker.samples($0, overlapping: CueMarker.count) }

    /// How many cues a run has, and how many of them are late or missing.
    typealias Case = (count: Int, late: Int, missing: Int)

    /// Finds the cues of a run, and checks that the sure ones are right.
    ///
    /// - Returns: how many sound, how many of them are sure, and the largest error of these in frames.
    private func find(_ run: SimulatedRun, _ sounds: [[Float]], areMarkers: Bool) -> (
        all: Int, sure: Int, worst: Double
    ) {
        let found = CueFinder(sounds, areMarkers: areMarkers).find(in: run.samples, expected: run.expected)
        let errors = run.errors(found)
        #expect(errors.allSatisfy { $0 <= 2 }, "\(errors)")
        return (run.places.count { $0 != nil }, errors.count, errors.max() ?? 0)
    }

    @Test(
        arguments: [
            (2, 0, 0), (3, 0, 0), (8, 0, 0), (20, 0, 0), (64, 0, 0), (2, 1, 0), (3, 1, 0), (8, 1, 0), (20, 4, 0),
            (64, 20, 0), (2, 1, 1), (3, 1, 1), (8, 1, 1), (20, 4, 4), (64, 20, 10),
        ] as [Case])
    func `in a burst each sounding marker is found to the sample, however late, and no other`(burst: Case) {
        for interval in [5.0...5, 10...10, 20...30] {
            let run = SimulatedRun(
                of: Self.markers, count: burst.count, interval: interval, late: burst.late, missing: burst.missing,
                seed: UInt64(burst.count))
            let (all, sure, worst) = find(run, Self.markers, areMarkers: true)
            #expect(sure == all && worst < 0.1, "\(interval): \(sure) of \(all), \(worst)")
        }
    }

    @Test func `a cue is found only nearer to its own place than to those of its kind beside it`() {
        func sure(_ frames: Int...) -> [Bool] {
            var samples = [Float](repeating: 0, count: 20_000)
            for frame in frames {
                for (index, sample) in SimulatedRun.tick.enumerated() { samples[frame + index] += sample }
            }
            let found = CueFinder([SimulatedRun.tick]).find(in: samples, expected: [(10_000, 0), (11_000, 0)])
            return found.map { $0?.isSure ?? false }
        }
        #expect(sure(10_900) == [false, true] && sure(10_100) == [true, false])
        // Something else makes the same sound.
        #expect(!sure(10_000, 10_400)[1])
    }

    @Test func `a whole burst within two milliseconds is found`() {
        var run = SimulatedRun(of: Self.markers, count: 8, interval: 0.2...0.2, seed: 4)
        for index in run.expected.indices { run.expected[index].frame = 6_000 - 480 * Double(7 - index) }
        let (all, sure, worst) = find(run, Self.markers, areMarkers: true)
        #expect(sure == all && worst < 0.1, "\(sure) of \(all), \(worst)")
    }

    @Test func `markers are found below music of ten times their amplitude`() {
        for seed in 0..<4 as Range<UInt64> {
            let run = SimulatedRun(of: Self.markers, count: 64, interval: 10...10, late: 6, music: 0.25, seed: seed)
            let (all, sure, worst) = find(run, Self.markers, areMarkers: true)
            #expect(100 * sure >= 98 * all && worst < 0.5, "\(sure) of \(all), \(worst)")
        }
    }

    @Test(arguments: [(2, 0, 0), (3, 0, 0), (20, 0, 0), (20, 1, 0), (20, 4, 0), (20, 4, 2)] as [Case])
    func `cues a fifth of a second apart are found although they overlap`(cues: Case) {
        // A null sink captures no noise at all, so only the residue of subtractions is heard.
        for (sound, noise) in [(SimulatedRun.chime, 0.001), (SimulatedRun.chime, 0), (SimulatedRun.tick, 0)] {
            let run = SimulatedRun(
                of: [sound], count: cues.count, interval: 150...250, late: cues.late, missing: cues.missing,
                noise: Float(noise), seed: 5)
            let (all, sure, worst) = find(run, [sound], areMarkers: false)
            #expect(sure == all && worst < 0.1, "\(sure) of \(all), \(worst)")
        }
    }

    @Test func `cues that are all equally late, as through a cable, are found`() {
        for sounds in [[SimulatedRun.tick], Self.markers] {
            var run = SimulatedRun(of: sounds, count: 12, interval: 90...250, seed: 3)
            for index in run.expected.indices { run.expected[index].frame -= 960 }
            let (all, sure, worst) = find(run, sounds, areMarkers: sounds.count > 1)
            #expect(sure == all && worst < 0.1, "\(sure) of \(all), \(worst)")
        }
    }

    @Test func `a cue near the position of a missing one is recognised as itself`() {
        // The second is expected 1100 frames after the first. The first comes 60 frames before that, and the second
        // never.
        var run = SimulatedRun(of: Self.markers, count: 2, interval: 23...23, missing: 2, seed: 1)
        for (index, sample) in Self.markers[0].enumerated() { run.samples[6_000 + 1_040 + index] += sample }
        run.expected = [(6_000, 0), (7_100, 1)]
        let found = CueFinder(Self.markers, areMarkers: true).find(in: run.samples, expected: run.expected)
        #expect(found.map { $0?.isSure ?? false } == [true, false])
        #expect(abs((found[0]?.frame ?? 0) - 7_040) < 0.1)
    }

    @Test func `a missing cue is not found between its neighbours`() {
        let tick = SimulatedRun.tick
        var run = SimulatedRun(of: [tick], count: 3, interval: 83...83, missing: 3, noise: 0.05, seed: 3)
        for place in [3_000, 11_000] {
            for (index, sample) in tick.enumerated() { run.samples[place + index] += sample }
        }
        let expected = [3_000.0, 7_000, 11_000].map { (frame: $0, sound: 0) }
        let found = CueFinder([tick]).find(in: run.samples, expected: expected)
        #expect(found.map { $0?.isSure ?? false } == [true, false, true])
    }
}
