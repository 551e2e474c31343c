import Testing
import ThudCore
import ThudGameKit

@testable import ThudMotion

struct MotionAssemblerTests {
    /// A pad at rest and level: 8,192 units per g, and 1,024 per degree per second.
    private func assembler() -> MotionAssembler {
        MotionAssembler(
            [0, 8_192, 0, 0, 0, 0].enumerated().map { .init(value: $1, resolution: $0 < 3 ? 8_192 : 1_024) })
    }

    private func report(_ type: UInt16, _ code: UInt16, _ value: Int32 = 0, at milliseconds: Int64) throws
        -> InputReport
    {
        try #require(
            InputReport(type: type, code: code, value: value, at: Instant(nanoseconds: milliseconds * 1_000_000)))
    }

    @Test("A sample has every axis in g and rad/s, and axes that were not reported keep their values")
    func units() throws {
        var assembler = assembler()
        let first = assembler.take(try report(3, 0, -4_096, at: 1))
        let second = assembler.take(try report(3, 5, 180 * 1_024, at: 1))
        #expect(first == .none && second == .none)
        let whole = assembler.take(try report(0, 0, at: 2))
        #expect(
            whole
                == .reading(
                    MotionAssembler.Reading(
                        sample: MotionSample(
                            instant: Instant(nanoseconds: 2_000_000), acceleration: SIMD3(-0.5, 1, 0),
                            rotationRate: SIMD3(0, 0, Double.pi)))))
        guard case .reading(let reading) = assembler.take(try report(0, 0, at: 3)) else {
            Issue.record("a report that changes nothing is a reading too")
            return
        }
        let next = reading.sample
        #expect(next.acceleration == SIMD3(-0.5, 1, 0) && next.instant == Instant(nanoseconds: 3_000_000))
    }

    @Test("After lost reports nothing is read until the axes are read again")
    func losses() throws {
        var assembler = assembler()
        for (report, expected) in [
            (try report(3, 0, 8_192, at: 1), MotionAssembler.Outcome.none), (try report(0, 3, at: 2), .none),
            (try report(3, 0, 77, at: 2), .none), (try report(4, 5, 9, at: 2), .none), (try report(0, 0, at: 2), .lost),
        ] {
            let outcome = assembler.take(report)
            #expect(outcome == expected)
        }
        var unread = assembler
        guard case .reading(let kept) = unread.take(try report(0, 0, at: 3)) else {
            Issue.record("only the group in which reports were lost is discarded")
            return
        }
        #expect(kept.sample.acceleration == SIMD3(1, 1, 0) && kept.timestamp == nil)
        assembler.reread([4_096, 4_096, 0, 0, 0, 1_024])
        guard case .reading(let reading) = assembler.take(try report(0, 0, at: 3)) else {
            Issue.record("what comes after it is a reading again")
            return
        }
        let sample = reading.sample
        #expect(sample.acceleration == SIMD3(0.5, 0.5, 0))
        #expect(sample.rotationRate == SIMD3(0, 0, Double.pi / 180))
    }

    @Test(
        "Other things that devices report are no motion",
        arguments: [(1, 304), (3, 6), (3, 0x28), (4, 4), (0, 1), (0x15, 80)])
    func others(type: UInt16, code: UInt16) {
        #expect(InputReport(type: type, code: code, value: 1, at: Instant(nanoseconds: 0)) == nil)
    }

    @Test("The largest numbers that a device can report are accepted", arguments: [Int32.min, .max])
    func extremes(value: Int32) throws {
        var assembler = MotionAssembler((0..<6).map { _ in .init(value: value, resolution: 1) })
        guard case .reading(let reading) = assembler.take(try report(0, 0, at: 1)) else {
            Issue.record("no sample")
            return
        }
        let sample = reading.sample
        #expect(sample.acceleration.x == Double(value) && sample.rotationRate.x.isFinite)
        // Both detectors reject it as nonsense.
        var (tilts, phone) = (TiltDetector(), PhoneDetector())
        phone.awaited = [.shake, .tilt]
        let (tilt, found) = (tilts.take(sample), phone.take(sample))
        #expect(tilt?.kind == .inputPaused && found.isEmpty)
    }
}

/// Tests the times of readings that arrive together.
struct MotionSpacingTests {
    private static func instant(_ microseconds: Int64) -> Instant { Instant(nanoseconds: microseconds * 1_000) }

    /// Returns readings whose events have these times in microseconds, with the device's clock if it has one.
    private func readings(_ times: [(event: Int64, device: UInt32?)]) -> [MotionAssembler.Reading] {
        times.map { time in
            MotionAssembler.Reading(
                sample: MotionSample(
                    instant: Self.instant(time.event), acceleration: SIMD3(0, 1, 0), rotationRate: .zero),
                timestamp: time.device)
        }
    }

    private func spaced(_ batches: [[(event: Int64, device: UInt32?)]]) -> [Instant] {
        var assembler = MotionAssembler((0..<6).map { _ in .init(value: 0, resolution: 1) })
        return batches.flatMap { assembler.samples(of: readings($0)).map(\.instant) }
    }

    @Test("A device's clock value belongs only to the report after it")
    func timestamp() throws {
        var assembler = MotionAssembler((0..<6).map { _ in .init(value: 0, resolution: 1) })
        func take(_ type: UInt16, _ code: UInt16, _ value: Int32 = 0) throws -> MotionAssembler.Outcome {
            assembler.take(
                try #require(InputReport(type: type, code: code, value: value, at: Self.instant(1))))
        }
        _ = try take(4, 5, -1)
        guard case .reading(let first) = try take(0, 0), case .reading(let second) = try take(0, 0) else {
            Issue.record("two reports are two readings")
            return
        }
        #expect(first.timestamp == UInt32.max && second.timestamp == nil)
    }

    @Test("Readings of one packet are spaced by the device's clock, and the last has the packet's time")
    func packet() {
        #expect(
            spaced([[(15_000, 1_000), (15_003, 6_000), (15_007, 11_000)], [(30_000, 16_000), (30_004, 21_000)]])
                == [5_007, 10_007, 15_007, 25_004, 30_004].map(Self.instant))
    }

    @Test("Packets that are read at once are separated by the times of their events")
    func packets() {
        #expect(
            spaced([[(1_000, 0), (1_004, 5_000), (16_000, 10_000), (16_004, 15_000)]])
                == [-3_996, 1_004, 11_004, 16_004].map(Self.instant))
    }

    @Test("A device's clock can wrap around within a packet")
    func turn() {
        #expect(spaced([[(9_000, UInt32.max - 999), (9_001, 4_000)]]) == [4_001, 9_001].map(Self.instant))
    }

    @Test("Readings without a clock, or that came no faster than they were taken, keep their events' times")
    func others() {
        #expect(spaced([[(1_000, nil), (1_000, nil), (900, nil)]]) == [1_000, 1_000, 900].map(Self.instant))
        #expect(spaced([[(1_000, 0), (5_000, 4_000), (9_500, 8_000)]]) == [1_000, 5_000, 9_500].map(Self.instant))
        // A clock that was set says nothing about their distance.
        #expect(spaced([[(1_000, 500_000), (1_010, 4_000)]]) == [1_000, 1_010].map(Self.instant))
    }

    @Test("The readings of a split packet stay in order")
    func torn() {
        let instants = spaced([[(15_000, 0)], [(15_004, 5_000), (15_008, 10_000)], [(30_000, 15_000)]])
        #expect(instants.first == Self.instant(15_000) && instants.last == Self.instant(30_000))
        #expect(zip(instants, instants.dropFirst()).allSatisfy { $0 < $1 })
    }
}
