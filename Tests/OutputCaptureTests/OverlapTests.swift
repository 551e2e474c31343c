import Testing

@testable import ThudOutputCapture

/// Bursts of which it is known where each sounding stands.
@Suite struct OverlapTests {
    private static let intervals = [5.0...5, 10...10, 20...30, 60...90, 150...250]
    private static let sounds = [SimulatedBurst.chime, SimulatedBurst.tick]
    /// Half a millisecond.
    private static let close = 24.0

    /// Bursts of so many, of which so many come late or are missing, and the least per cent of what sounds that is sure.
    typealias Case = (count: Int, late: Int, missing: Int, least: Int)

    @Test(
        arguments: [
            (2, 0, 0, 100), (3, 0, 0, 100), (8, 0, 0, 100), (20, 0, 0, 75), (64, 0, 0, 100),
            (2, 1, 0, 60), (3, 1, 0, 70), (8, 1, 0, 65), (20, 1, 0, 75), (64, 1, 0, 85),
            (2, 1, 1, 25), (3, 1, 1, 50), (8, 1, 1, 65), (20, 1, 1, 70), (64, 1, 1, 80),
        ] as [Case])
    func `what is sure is right, whatever overlaps, comes late or is missing, and enough is sure`(bursts: Case) {
        let count = bursts.count
        var (sure, sounding) = (0, 0)
        for sound in Self.sounds {
            let finder = CueFinder(sound)
            for interval in count < 20 ? Self.intervals : count < 64 ? [10...10, 150...250] : [10...10] {
                for seed in 0..<UInt64(count < 8 ? 2 : 1) {
                    let burst = SimulatedBurst(
                        of: sound, count: count, interval: interval, late: bursts.late, missing: bursts.missing,
                        seed: seed + UInt64(1000 * count))
                    let errors = burst.errors(finder.find(in: burst.samples, expected: burst.expected))
                    #expect(errors.allSatisfy { $0 <= Self.close }, "\(interval) \(seed): \(errors)")
                    sure += errors.count
                    sounding += burst.places.count { $0 != nil }
                }
            }
        }
        #expect(100 * sure >= bursts.least * sounding, "\(sure) of \(sounding)")
    }

    @Test(arguments: [2, 3]) func `few that overlap are all found where none is astray`(count: Int) {
        for sound in Self.sounds {
            let finder = CueFinder(sound)
            for interval in Self.intervals.dropFirst() {
                let burst = SimulatedBurst(of: sound, count: count, interval: interval, seed: UInt64(count))
                let errors = burst.errors(finder.find(in: burst.samples, expected: burst.expected))
                #expect(errors.count == count && errors.allSatisfy { $0 < 0.1 }, "\(interval): \(errors)")
            }
        }
    }

    @Test(arguments: [20]) func `many a fifth of a second apart are all found though each overlaps the next`(
        count: Int
    ) {
        let burst = SimulatedBurst(of: SimulatedBurst.chime, count: count, interval: 150...250, seed: 5)
        let errors = burst.errors(CueFinder(SimulatedBurst.chime).find(in: burst.samples, expected: burst.expected))
        #expect(errors.count == count && errors.allSatisfy { $0 < 0.1 })
    }

    @Test func `one that comes late among others is found where it is`() {
        for sound in Self.sounds {
            let finder = CueFinder(sound)
            var (sure, all) = (0, 0)
            for seed in 0..<2 as Range<UInt64> {
                let burst = SimulatedBurst(of: sound, count: 3, interval: 150...250, late: 1, seed: seed)
                let errors = burst.errors(finder.find(in: burst.samples, expected: burst.expected))
                sure += errors.count { $0 < 1 }
                all += burst.expected.count
            }
            #expect(sure >= all * 9 / 10, "\(sure) of \(all)")
        }
    }

    @Test func `all of them late by as much are found, as through a cable`() {
        let burst = SimulatedBurst(of: SimulatedBurst.tick, count: 12, interval: 60...250, seed: 3)
        let found = CueFinder(SimulatedBurst.tick).find(in: burst.samples, expected: burst.expected.map { $0 - 960 })
        let errors = burst.errors(found)
        #expect(errors.count == 12 && errors.allSatisfy { $0 < 0.1 })
    }

    @Test func `one late in place of one that is missing is neither`() {
        // The second is expected 1100 frames after the first, and one sounds 60 frames before that.
        let tick = SimulatedBurst.tick
        var samples = [Float](repeating: 0, count: 20_000)
        for (index, sample) in tick.enumerated() { samples[6000 + 1040 + index] = sample }
        let found = CueFinder(tick).find(in: samples, expected: [6000, 7100])
        #expect(found.allSatisfy { $0?.isSure != true })
    }
}
