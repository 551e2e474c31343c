import Glibc
import Testing
import ThudCore
import ThudTestSupport

@testable import ThudOutputCapture

@Suite struct LoopbackCaptureTests {
    @Test func `a source that delivers without limit fails, and nothing of it is kept`() throws {
        let source = try LoopbackSource.find(for: "default", .pcm("null"))
        let capture = try LoopbackCapture(#require(source))
        for _ in 0..<600_000 where capture.end == nil { usleep(1_000) }
        #expect(capture.end?.cause == .unpaced)
        let captured = capture.finish().left
        #expect(captured.count == 0 && captured.frame(at: .now()) == nil)
    }

    @Test func `a source that waits for a connection is connected while it opens`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-waiting")
        let pipe = scratch.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // Such a PCM opens once somebody writes into the pipe.
        let source = LoopbackSource(
            description: "a pipe", name: "waiting",
            configuration: "pcm.waiting { type file, slave.pcm { type null }, file /dev/null, infile \"\(pipe)\" }")
        var connections = 0
        let capture = try LoopbackCapture(source) {
            let writer = open(pipe, O_WRONLY | O_NONBLOCK)
            if writer >= 0, close(writer) == 0 { connections += 1 }
        }
        #expect(connections > 0)
        _ = capture.finish()
    }

    @Test func `a sample that is no number is heard as silence`() {
        let block: [Float] = [0.5, 1, .nan, 2, -.infinity, 3, 0.25, .nan, 9, 9]
        #expect(LoopbackCapture.samples(of: block, 4, channel: 0) == [0.5, 0, 0, 0.25])
        #expect(LoopbackCapture.samples(of: block, 4, channel: 1) == [1, 2, 3, 0])
    }

    @Test func `a full buffer and a fast crystal are accepted, and twice the clock is not`() {
        let start = Instant(nanoseconds: 0)
        let backlog = CaptureBacklog(sampleRate: 48_000, start: start)
        func allows(_ seconds: Double, after elapsed: Double) -> Bool {
            backlog.allows(Int(seconds * 48_000), at: start + .seconds(elapsed))
        }
        #expect(allows(1.4, after: 0.001) && allows(1.4 + 600 * 1.001, after: 600))
        #expect(!allows(4, after: 0.001) && !allows(20, after: 10))
    }
}
