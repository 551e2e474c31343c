import Testing
import ThudCore
import ThudGameKit

@testable import ThudMotion

struct MotionAssemblerTests {
    /// A pad at rest and level: 8,192 units make a g, 1,024 a degree a second.
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

    @Test("A sample has every axis in g and rad/s, those that were not told as they were before")
    func units() throws {
        var assembler = assembler()
        let first = assembler.take(try report(3, 0, -4_096, at: 1))
        let second = assembler.take(try report(3, 5, 180 * 1_024, at: 1))
        #expect(first == .none && second == .none)
        let whole = assembler.take(try report(0, 0, at: 2))
        #expect(
            whole
                == .sample(
                    MotionSample(
                        instant: Instant(nanoseconds: 2_000_000), acceleration: SIMD3(-0.5, 1, 0),
                        rotationRate: SIMD3(0, 0, Double.pi))))
        guard case .sample(let next) = assembler.take(try report(0, 0, at: 3)) else {
            Issue.record("a report that changes nothing is a reading too")
            return
        }
        #expect(next.acceleration == SIMD3(-0.5, 1, 0) && next.instant == Instant(nanoseconds: 3_000_000))
    }

    @Test("Where reports were lost nothing is read until the axes were read anew")
    func losses() throws {
        var assembler = assembler()
        for (report, expected) in [
            (try report(3, 0, 8_192, at: 1), MotionAssembler.Outcome.none), (try report(0, 3, at: 2), .none),
            (try report(3, 0, 77, at: 2), .none), (try report(0, 0, at: 2), .lost),
        ] {
            let outcome = assembler.take(report)
            #expect(outcome == expected)
        }
        assembler.reread([4_096, 4_096, 0, 0, 0, 1_024])
        guard case .sample(let sample) = assembler.take(try report(0, 0, at: 3)) else {
            Issue.record("what comes after it is a reading again")
            return
        }
        #expect(sample.acceleration == SIMD3(0.5, 0.5, 0))
        #expect(sample.rotationRate == SIMD3(0, 0, Double.pi / 180))
    }

    @Test(
        "Other things that devices report are no motion",
        arguments: [(1, 304), (3, 6), (3, 0x28), (4, 5), (0, 1), (0x15, 80)])
    func others(type: UInt16, code: UInt16) {
        #expect(InputReport(type: type, code: code, value: 1, at: Instant(nanoseconds: 0)) == nil)
    }

    @Test("The largest numbers that a device can tell are taken", arguments: [Int32.min, .max])
    func extremes(value: Int32) throws {
        var assembler = MotionAssembler((0..<6).map { _ in .init(value: value, resolution: 1) })
        guard case .sample(let sample) = assembler.take(try report(0, 0, at: 1)) else {
            Issue.record("no sample")
            return
        }
        #expect(sample.acceleration.x == Double(value) && sample.rotationRate.x.isFinite)
        // Both detectors take it for nonsense.
        var (tilts, phone) = (TiltDetector(), PhoneDetector())
        phone.awaited = [.shake, .tilt]
        let (tilt, found) = (tilts.take(sample), phone.take(sample))
        #expect(tilt?.kind == .inputPaused && found.isEmpty)
    }
}
