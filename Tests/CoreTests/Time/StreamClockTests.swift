import Testing
import ThudCore

@Suite struct StreamClockTests {
    private let clock = StreamClock(
        frame: Frame(1000), instant: Instant(nanoseconds: 5_000_000_000), sampleRate: 48_000)

    @Test(arguments: [Int64(0), 1, 47_999, 48_000, -1, -48_001, 1_000_000_007])
    func `a frame's instant leads back to the frame`(offset: Int64) {
        let frame = Frame(1000 + offset)
        #expect(clock.frame(at: clock.instant(of: frame)) == frame)
    }

    @Test func `an instant between two frames belongs to the later one`() {
        let between = clock.instant(of: Frame(1001)) + Interval(nanoseconds: 1000)
        #expect(clock.frame(at: between) == Frame(1002))
    }

    @Test func `whole seconds are whole numbers of frames`() {
        for second in Int64(1)...3 {
            let instant = clock.anchorInstant + .seconds(Double(second))
            #expect(clock.frame(at: instant) - clock.anchorFrame == second * 48_000)
        }
    }

    @Test func `no number of seconds or milliseconds traps`() {
        let (longest, shortest) = (Interval(nanoseconds: .max), Interval(nanoseconds: .min))
        for count in [Double.infinity, 1e300, 1e10] {
            #expect(Interval.seconds(count) == longest && .seconds(-count) == shortest)
        }
        #expect(Interval.seconds(.nan) == .zero && .seconds(-2.5e-9) == Interval(nanoseconds: -3))
        #expect(Interval.seconds(2.5e-9) == Interval(nanoseconds: 3))
        #expect(Interval.milliseconds(.max) == longest && .milliseconds(.min) == shortest)
        #expect(longest * 2 == longest && shortest * -2 == longest && longest * -2 == shortest)
        #expect(.milliseconds(-3) * 2 == Interval.milliseconds(-6))
    }

    @Test func `a length below a second is told in milliseconds, before and after zero`() {
        let texts = [0.9996, 1, 2.5, -0.0123, -2.5].map { Interval.seconds($0).description }
        #expect(texts == ["999.6 ms", "1 s", "2.5 s", "-12.3 ms", "-2.5 s"])
    }

    @Test func `a century does not overflow`() {
        let century: Int64 = 100 * 365 * 86_400
        let frame = Frame(century * 48_000)
        let interval = Interval(frames: frame.index, at: 48_000)
        #expect(interval == Interval(nanoseconds: century * 1_000_000_000))
        #expect(interval.frames(at: 48_000) == frame.index)
    }
}
