import Testing
import ThudCore

@testable import ThudInput

/// What holds reveal about the keyboard's delay, and what does not.
struct RepeatTimingTests {
    private static func timing(_ milliseconds: [Int64], of key: Key = .down) -> RepeatTiming {
        var timing = RepeatTiming()
        for instant in milliseconds { timing.press(key, at: at(instant)) }
        return timing
    }

    private static func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test(
        "Two quick repeats after a pause reveal the delay, to within 30 ms",
        arguments: [(250, 92), (500, 25), (600, 40), (660, 40)] as [(Int64, Int64)])
    func hold(delay: Int64, gap: Int64) {
        #expect(Self.timing([0, delay, delay + gap]).delay == nil)
        let timing = Self.timing([0, delay, delay + gap, delay + 2 * gap])
        #expect(timing.delay == .milliseconds(delay) && timing.showsHold)
        for (difference, isNear) in [(-31, false), (-30, true), (0, true), (30, true), (31, false)] as [(Int64, Bool)] {
            #expect(timing.isDelay(.milliseconds(delay + difference)) == isNear)
        }
    }

    @Test(
        "A hand's rhythm, a stream that halts and an implausible delay reveal nothing",
        arguments: [
            [0, 300, 430, 560], [0, 300, 400, 550, 650], [0, 30, 60, 400, 430, 460], [0, 199, 230, 260],
            [0, 700, 730, 760], [0, 20, 40, 60],
        ] as [[Int64]])
    func noHold(_ presses: [Int64]) {
        let timing = Self.timing(presses)
        #expect(timing.delay == nil && !timing.showsHold)
        #expect(!timing.isDelay(.milliseconds(300)))
    }

    @Test("Another key, a release and a reported repeat start over")
    func breaks() {
        var timing = RepeatTiming()
        #expect(timing.press(.down, at: Self.at(0)) == nil)
        #expect(timing.press(.down, at: Self.at(500)) == .milliseconds(500))
        #expect(timing.press(.up, at: Self.at(520)) == nil)
        #expect(timing.press(.down, at: Self.at(530)) == nil)
        timing.breakOff()
        #expect(timing.press(.down, at: Self.at(550)) == nil)
        #expect(timing.quick == 0)
    }

    @Test("The last hold counts, and a doubtful press settles after one and a half gaps, 60 to 120 ms")
    func relearning() {
        var timing = Self.timing([0, 500, 533, 566])
        #expect(timing.repeatWait(after: .milliseconds(500)) == .milliseconds(60))
        #expect(
            timing.repeatWait(after: .milliseconds(540)) == .milliseconds(150), "of another keyboard's delay")
        for instant in [2_000, 2_250, 2_342, 2_434] as [Int64] { timing.press(.up, at: Self.at(instant)) }
        #expect(timing.delay == .milliseconds(250))
        #expect(timing.repeatWait(after: .milliseconds(250)) == .milliseconds(120))
        for instant in [5_000, 5_660, 5_710, 5_760] as [Int64] { timing.press(.up, at: Self.at(instant)) }
        #expect(timing.delay == .milliseconds(660) && timing.repeatWait(after: .milliseconds(660)) == .milliseconds(75))
    }
}
