import Testing
import ThudCore

@testable import ThudPlayback

/// The time that the audio thread needs to hand frames to a server, as it measures itself.
@Suite struct HandoverTimeTests {
    private func learn(_ microseconds: Int64, times: Int, isRewrite: Bool = true, in handover: inout HandoverTime) {
        for _ in 0..<times { handover.learn(Interval(nanoseconds: 1000 * microseconds), isRewrite: isRewrite) }
    }

    @Test func `a third of a millisecond is kept until enough is measured`() {
        var handover = HandoverTime()
        #expect(handover.bound == 333_333)
        learn(100, times: 63, in: &handover)
        #expect(handover.bound == 333_333)
        learn(100, times: 1, in: &handover)
        #expect((100_000...125_000).contains(handover.bound))
    }

    @Test(arguments: [(100, 1, 60), (100, 2, 200), (1999, 1, 60), (1999, 2, 200), (3000, 3, 60), (3000, 4, 200)])
    func `the bound is the 99.9th percentile`(count: Int, slow: Int, expected: Int64) {
        var handover = HandoverTime()
        learn(200, times: slow, in: &handover)
        learn(60, times: count - slow, in: &handover)
        // A bucket is at most a quarter as long as its beginning.
        #expect((1000 * expected...1250 * expected).contains(handover.bound))
    }

    @Test func `handovers that fill the queue count until enough were rewritten`() {
        var handover = HandoverTime()
        learn(60, times: 63, in: &handover)
        #expect(handover.bound == 333_333)
        learn(200, times: 64, isRewrite: false, in: &handover)
        #expect((200_000...250_000).contains(handover.bound))
        learn(60, times: 1, in: &handover)
        #expect((60_000...75_000).contains(handover.bound))
    }

    @Test func `buckets end at or just after the times that they count`() {
        for time in stride(from: Int64(41), to: 990, by: 7) {
            var handover = HandoverTime()
            learn(time, times: 100, in: &handover)
            #expect(handover.bound >= 1000 * time)
            #expect(handover.bound <= 1250 * time)
        }
    }

    @Test func `a late handover doubles the bound at once, and that fades slowly`() {
        var handover = HandoverTime()
        learn(60, times: 2000, in: &handover)
        let before = handover.bound
        handover.learn(Interval(nanoseconds: 60_000), isRewrite: true, isLate: true)
        #expect(handover.bound == 2 * before)
        handover.learn(Interval(nanoseconds: 60_000), isRewrite: true, isLate: true)
        #expect((4 * before - 1000...4 * before).contains(handover.bound))
        learn(60, times: 1000, in: &handover)
        #expect(handover.bound > 3 * before)
        learn(60, times: 100_000, in: &handover)
        #expect(handover.bound == before)
    }

    @Test func `the bound stays between its limits`() {
        var handover = HandoverTime()
        learn(1, times: 100, in: &handover)
        #expect(handover.bound == 40_000)
        for time in [0, 5_000_000, 5_000_000, Int64.max] {
            handover.learn(Interval(nanoseconds: time), isRewrite: true)
        }
        #expect(handover.bound == 1_000_000)
        for _ in 0..<100 { handover.learn(.zero, isRewrite: true, isLate: true) }
        #expect(handover.bound == 1_000_000)
        // What lies beyond the limit must not take longer to fade.
        learn(1, times: 60_000, in: &handover)
        #expect(handover.bound < 50_000)
    }

    @Test func `slow handovers are forgotten after some thousands of faster ones`() {
        var handover = HandoverTime()
        learn(500, times: 100, in: &handover)
        learn(50, times: 4000, in: &handover)
        #expect(handover.bound >= 500_000)
        learn(50, times: 20_000, in: &handover)
        #expect(handover.bound < 70_000)
    }
}
