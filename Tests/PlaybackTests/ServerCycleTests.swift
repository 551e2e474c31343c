import Testing
import ThudCore

@testable import ThudPlayback

/// What is learned about a server that takes frames in cycles.
@Suite struct ServerCycleTests {
    /// A simulated server that takes `length` frames at once, `length` frames before they are heard.
    private struct Server {
        var length: Int64
        /// The time passed, in frames.
        var now: Int64 = 0
        var begun: Int64 = 0
        var taken: Int64 = 0

        /// The frames until the next cycle.
        var left: Int64 { length - (now - begun) }

        mutating func pass(_ frames: Int64) {
            now += frames
            while now - begun >= length {
                begun += length
                taken += length
            }
        }

        /// In how many frames the next frame that it takes is heard.
        var delay: Int64 { begun + 2 * length - now }
    }

    private static let rate = 48_000

    /// Observes the server every half millisecond until its cycles are known.
    private func learn(_ cycle: inout ServerCycle, _ server: inout Server) {
        for _ in 0..<4000 where cycle.isLearning {
            server.pass(24)
            cycle.observe(taken: server.taken, delay: server.delay)
        }
    }

    @Test(arguments: [32, 64, 128, 441, 1024, 2048])
    func `frames are left alone only if the next cycle is near`(length: Int) {
        var server = Server(length: Int64(length))
        var cycle = ServerCycle(sampleRate: Self.rate)
        #expect(cycle.isLearning && cycle.guardFrames(delay: server.delay) == 256)
        #expect(cycle.longestWay == nil)
        learn(&cycle, &server)
        #expect(cycle.length == server.length)
        var free = 0
        for step in 0..<1000 {
            server.pass(Int64(1 + step % 7))
            cycle.observe(taken: server.taken, delay: server.delay)
            let guardFrames = cycle.guardFrames(delay: server.delay)
            // Observing every half millisecond may have missed the longest delay by as much.
            if server.left > 16 + 24 { #expect(guardFrames == 0, "\(server.left) frames before the next cycle") }
            if server.left <= 16 {
                #expect(guardFrames == server.length, "\(server.left) frames before the next cycle")
            }
            if guardFrames == 0 { free += 1 }
        }
        #expect(length < 64 || free > 300)
    }

    @Test func `a late reading, which sees several cycles as one, makes them no longer`() {
        var server = Server(length: 64)
        var cycle = ServerCycle(sampleRate: Self.rate)
        for frames in [64, 192] as [Int64] {
            server.pass(frames)
            cycle.observe(taken: server.taken, delay: server.delay)
        }
        learn(&cycle, &server)
        #expect(cycle.length == 64)
    }

    @Test(
        arguments: [(late: 10, isForgotten: false), (late: 30, isForgotten: true)] as [(late: Int64, isForgotten: Bool)]
    )
    func `a cycle that begins a little late is no other cycle`(late: Int64, isForgotten: Bool) {
        var cycle = ServerCycle(sampleRate: Self.rate)
        for number in 1...20 as ClosedRange<Int64> {
            for delay in [128, 65] as [Int64] { cycle.observe(taken: 64 * number, delay: delay) }
        }
        #expect(!cycle.isLearning)
        cycle.observe(taken: 64 * 20, delay: 64 - late)
        #expect(cycle.isLearning == isForgotten)
    }

    @Test func `a fast thread changes frames until just before the next cycle`() throws {
        var server = Server(length: 64)
        var cycle = ServerCycle(sampleRate: Self.rate)
        learn(&cycle, &server)
        let way = try #require(cycle.longestWay)
        for _ in 0..<1000 { cycle.handover.learn(Interval(nanoseconds: 5000), isRewrite: true) }
        // Too few readings show when the cycles begin.
        server.pass(server.left + 64 - 16)
        #expect(cycle.guardFrames(delay: server.delay) == 64)
        for step in 0..<1000 {
            server.pass(Int64(1 + step % 7))
            cycle.observe(taken: server.taken, delay: server.delay)
        }
        for left in 1...63 {
            server.pass(server.left + 64 - Int64(left))
            #expect(cycle.guardFrames(delay: server.delay) == (left > 2 ? 0 : 64), "\(left) frames before the cycle")
        }
        // The longest way is what a trigger with a constant delay can rely on.
        #expect(cycle.longestWay == way)
        // A late handover counts for the next cycle, and whatever is forgotten about the cycles.
        cycle.handover.learn(Interval(nanoseconds: 5000), isRewrite: true, isLate: true)
        server.pass(server.left + 64 - 4)
        #expect(cycle.guardFrames(delay: server.delay) == 64)
        let bound = cycle.handover.bound
        cycle.forget()
        #expect(cycle.isLearning && cycle.handover.bound == bound)
    }

    @Test func `one wrong delay changes nothing, and longer cycles are learned again`() throws {
        var server = Server(length: 64)
        var cycle = ServerCycle(sampleRate: Self.rate)
        learn(&cycle, &server)
        let way = try #require(cycle.longestWay)
        cycle.observe(taken: server.taken, delay: server.delay + 130)
        #expect(!cycle.isLearning && cycle.longestWay == way)
        server.length = 1024
        for _ in 0..<200 where !cycle.isLearning {
            server.pass(24)
            cycle.observe(taken: server.taken, delay: server.delay)
        }
        #expect(cycle.isLearning)
        learn(&cycle, &server)
        #expect(cycle.length == 1024)
    }

    @Test func `in doubt the server is watched closely for a while, and what is known still applies`() throws {
        var server = Server(length: 64)
        var cycle = ServerCycle(sampleRate: Self.rate)
        learn(&cycle, &server)
        let way = try #require(cycle.longestWay)
        #expect(!cycle.wantsCloseLooks)
        cycle.lookOften()
        #expect(cycle.wantsCloseLooks && !cycle.isLearning && cycle.longestWay == way)
        #expect(cycle.guardFrames(delay: server.delay) <= server.length)
        for _ in 0..<16 {
            server.pass(24)
            cycle.observe(taken: server.taken, delay: server.delay)
        }
        #expect(!cycle.wantsCloseLooks)
    }

    @Test func `a delay that says nothing about the cycle leaves a whole cycle alone`() {
        var server = Server(length: 256)
        var cycle = ServerCycle(sampleRate: Self.rate)
        for _ in 0..<400 {
            server.pass(24)
            cycle.observe(taken: server.taken, delay: 300)
        }
        #expect(cycle.length == 256 && cycle.guardFrames(delay: 300) == 256)
        #expect(cycle.longestWay == 556)
    }

    @Test(arguments: [
        ([nil, 1024, nil, 1024, 1024], 0), ([1024, 1023, 1025, 1024], 0), ([1114, 1115, 1114], 0),
        ([1024, 64], 1), ([64, nil, 1024], 1), ([64, 1024, 64, nil, 64, 1024], 3), ([nil, nil], 0),
    ])
    func `another cycle length is counted, and a difference of one frame is not`(lengths: [Int64?], count: Int) {
        var changes = CycleChanges()
        for length in lengths { changes.observe(length) }
        #expect(changes.count == count)
    }

    @Test func `the length is reported once it is learned, and again after it changes`() {
        var server = Server(length: 1024)
        var cycle = ServerCycle(sampleRate: Self.rate)
        var changes = CycleChanges()
        func pass() {
            for _ in 0..<800 {
                server.pass(24)
                cycle.observe(taken: server.taken, delay: server.delay)
                changes.observe(cycle.learntLength)
            }
        }
        pass()
        #expect(cycle.learntLength == 1024 && changes.count == 0)
        server.length = 64
        pass()
        #expect(cycle.learntLength == 64 && changes.count == 1)
        server.length = 2048
        pass()
        #expect(cycle.learntLength == 2048 && changes.count == 2)
    }
}
