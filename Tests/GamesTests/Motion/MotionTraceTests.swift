import Testing
import ThudCore
import ThudGames

@Suite struct MotionTraceTests {
    @Test func `a trace reads back as it was written`() throws {
        var head = SyntheticMotion(seed: 4, start: Instant(nanoseconds: 0))
        let samples = (0..<200).compactMap { head.sample(at: Instant(nanoseconds: Int64($0) * 10_000_000)) }
        let trace = MotionTrace(samples: samples)
        #expect(try MotionTrace(csv: trace.csv, file: "head.csv") == trace)
    }

    @Test func `comments, empty lines, spaces and carriage returns mean nothing`() throws {
        let text = "# a head\r\n\r\nseconds,ax,ay,az,gx,gy,gz\r\n# at rest\n 0.5, 0,1 ,0,0,0,0\r\n"
        let trace = try MotionTrace(csv: text, file: "head.csv")
        #expect(
            trace.samples == [
                MotionSample(instant: Instant(nanoseconds: 500_000_000), acceleration: [0, 1, 0], rotationRate: .zero)
            ])
    }

    @Test func `absurd readings are kept for the detector to judge`() throws {
        let trace = try MotionTrace(csv: MotionTrace.header + "\n0,nan,1,0,inf,0,0", file: "head.csv")
        #expect(trace.samples[0].acceleration.x.isNaN)
        #expect(trace.samples[0].rotationRate.x == .infinity)
    }

    @Test(arguments: [
        ("", "head.csv:1: no header; begin with `seconds,ax,ay,az,gx,gy,gz`"),
        ("a,b\n", "head.csv:1: expected the header `seconds,ax,ay,az,gx,gy,gz`, found `a,b`"),
        ("seconds,ax,ay,az,gx,gy,gz", "head.csv:1: no samples after the header"),
        (
            "seconds,ax,ay,az,gx,gy,gz\n0,1,2",
            "head.csv:2: expected 7 numbers separated by commas, found 3 fields"
        ),
        ("seconds,ax,ay,az,gx,gy,gz\n#\n0,1,x,0,0,0,0", "head.csv:3: `x` is not a number (ay)"),
        (
            "seconds,ax,ay,az,gx,gy,gz\nnan,0,1,0,0,0,0",
            "head.csv:2: the time must be within a day of the start, in seconds; found nan"
        ),
    ])
    func `a bad trace names file, line and what is wrong`(text: String, message: String) {
        let error = #expect(throws: MotionTraceError.self) { try MotionTrace(csv: text, file: "head.csv") }
        #expect(error?.description == message)
    }

    @Test func `a replay begins when it is told to`() throws {
        let trace = try MotionTrace(csv: MotionTrace.header + "\n0.25,0,1,0,0,0,0", file: "head.csv")
        let replayed = Array(trace.replay(from: Instant(nanoseconds: 1_000_000_000)))
        #expect(replayed.map(\.instant) == [Instant(nanoseconds: 1_250_000_000)])
    }
}
