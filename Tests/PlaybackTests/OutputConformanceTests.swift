import SoundFiles
import TestSupport
import Testing
import Timebase

@testable import Playback

/// What the audio thread relies on, whichever output it holds.
@Suite struct OutputConformanceTests {
    /// The frames that `interval` covers at the tests' rate, rounded up.
    private func frames(_ interval: Interval) -> Int {
        Int(StreamClock.frames(nanoseconds: interval.nanoseconds, at: Int64(OpenOutput.sampleRate)))
    }

    @Test(arguments: OpenOutput.Kind.allCases)
    func `an empty output has room for a period at least and its capacity at most`(kind: OpenOutput.Kind) throws {
        let open = try OpenOutput(kind)
        let room = try #require(try open.room())
        #expect(room >= open.output.period)
        #expect(room <= open.output.capacity)
        #expect(open.output.capacity >= open.output.period)
        try open.close()
    }

    @Test(arguments: OpenOutput.Kind.allCases)
    func `it takes frames no faster than time passes, whole periods at a time`(kind: OpenOutput.Kind) throws {
        let open = try OpenOutput(kind)
        let began = Instant.now()
        var accepted = 0
        // So slow a machine that 0.3 s of frames take 20 s would play nothing at all.
        while accepted < frames(.milliseconds(300)), Instant.now() - began < .seconds(20) {
            let room = try open.fill()
            accepted += room
            #expect(room >= open.output.period && room <= open.output.capacity)
            #expect(accepted <= frames(Instant.now() - began) + open.output.capacity + 1)
        }
        #expect(accepted >= frames(.milliseconds(300)))
        try open.close()
    }

    @Test(arguments: OpenOutput.Kind.allCases)
    func `what is queued fits the capacity and never grows of itself`(kind: OpenOutput.Kind) throws {
        let open = try OpenOutput(kind, period: 4800)
        let before = Instant.now()
        let room = try open.fill()
        let written = Instant.now()
        let first = try #require(open.output.queued(at: written))
        #expect(first <= Int64(room))
        // However long this thread was held up meanwhile, no more than that can have left.
        #expect(first >= Int64(room - frames(written - before) - 1))
        try holdOn("a few milliseconds to pass", within: .seconds(20)) {
            Instant.now() - written > .milliseconds(10)
        }
        let second = try #require(open.output.queued(at: .now()))
        #expect(second < first)
        try open.close()
    }

    @Test(arguments: OpenOutput.Kind.allCases)
    func `a signal ends the wait of a full output, and until it is taken every wait`(kind: OpenOutput.Kind) throws {
        let open = try OpenOutput(kind, period: 12_000)
        var room: Int? = try open.fill()
        open.wake.signal()
        for _ in 0..<2 {
            room = try open.room()
            #expect(room == nil, "a period is a quarter of a second: only the signal can have ended the wait")
        }
        EventDescriptor.clear(open.wake.number)
        room = try open.room()
        #expect(room != nil, "without a signal the wait goes on until a period is due")
        try open.close()
    }

    @Test func `the file device records every block as it was, to 24 bits`() throws {
        let open = try OpenOutput(.file)
        var expected = [[Float]](repeating: [], count: Mixer.channelCount)
        while expected[0].count < 5000 {
            let room = try #require(try open.room())
            for channel in expected.indices {
                for frame in 0..<room {
                    // Any multiple of a 24-bit step comes back to the bit.
                    let step = (expected[channel].count * 7_919_333 + channel * 1_234_567) % (1 << 24) - (1 << 23)
                    open.block.channel(channel)[frame] = Float(step) / Float(1 << 23)
                    expected[channel].append(Float(step) / Float(1 << 23))
                }
            }
            try open.write(room)
        }
        let sound = try SoundFile.read(open.close())
        #expect(sound.sampleRate == OpenOutput.sampleRate)
        #expect(sound.channels == expected)
    }
}
