import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// Lines on the standard input of `thud listen`, judged by the output of a private server's sink.
@Suite(.timed)
struct ListenSoundTests {
    private struct Heard {
        let cues: [(name: String, isScheduled: Bool, trigger: Instant, predicted: Instant, frame: Int)]
        let monitor: CapturedSound
        let recording: Sound
    }

    /// Runs it with lines written while it listens.
    private func listen(_ lines: String) async throws -> Heard {
        let scratch = try ScratchDirectory(prefix: "thud-listen")
        let file = scratch.file("listen.wav")
        return try await withPrivatePipeWire { server in
            // A missed cycle on a busy machine breaks any stream; a longer quantum is missed less often.
            try await server.forceQuantum(1024)
            let recorder = try await MonitorRecorder(server)
            let outcome = try await ThudProcess.run(
                ["listen", "--json", "--period", "1024", "--record", file], environment: server.environment,
                input: lines)
            // A long quantum may make a cue late, which the exit code reports.
            #expect(outcome.exitCode == 0 || outcome.exitCode == 1, "\(outcome)")
            let cues = try outcome.output.split(separator: "\n").dropFirst().map { line in
                let cue = try JSONReader(Array(line.utf8), file: "listen")
                return (
                    name: try cue.member("cue").string(), isScheduled: try cue.member("scheduled").bool(),
                    trigger: Instant(nanoseconds: Int64(try cue.member("trigger_ns").number())),
                    predicted: Instant(nanoseconds: Int64(try cue.member("predicted_ns").number())),
                    frame: Int(try cue.member("frame").number())
                )
            }
            return Heard(cues: cues, monitor: try await recorder.finish(), recording: try SoundFile.read(file))
        }
    }

    @Test func `each cue comes out on the reported frame, at its time`() async throws {
        let heard = try await listen("kape/correct\n+0.9 kape/tick\n+1.4 kape/pass\n2.0 kape/tick\n")
        let names = ["kape/correct", "kape/tick", "kape/pass", "kape/tick"]
        #expect(heard.cues.map(\.name) == names)
        #expect(heard.cues.map(\.isScheduled) == [false, true, true, true])
        // Distances are exact to the frame: between scheduled cues by their lines, between all by the recording.
        for (cue, seconds) in zip(heard.cues.dropFirst(2), [0.5, 1.1]) {
            #expect(abs(cue.frame - heard.cues[1].frame - Int(seconds * 48_000)) <= 48, "\(cue)")
        }
        var offsets: [Int] = []
        for (index, cue) in heard.cues.enumerated() {
            let template = try ExpectedCue(cue.name).mixed
            let recorded = Array(heard.recording.channels[0][cue.frame..<cue.frame + template.count])
            let difference = zip(recorded, template).map { abs($0 - $1) }.max() ?? 1
            #expect(difference < 1e-3, "\(cue.name) is not on frame \(cue.frame) of the recording: \(difference)")
            let found = heard.monitor.find(template, confidence: 0.9)
            let nearest = found.min {
                ($0.instant - cue.predicted).nanoseconds.magnitude < ($1.instant - cue.predicted).nanoseconds.magnitude
            }
            let place = try #require(nearest, "\(cue.name), number \(index), is not in the monitor")
            offsets.append(place.frame - cue.frame)
        }
        // A missed cycle breaks the stream.
        if heard.monitor.isSeamless { #expect(Set(offsets).count == 1, "\(offsets)") }
    }

    @Test func `what is timed while the stream starts is never early`() async throws {
        try await withPrivatePipeWire { server in
            for delay in [0.05, 0.1, 0.12, 0.15] {
                let outcome = try await ThudProcess.run(
                    ["listen", "--json"], environment: server.environment, input: "+\(delay) kape/tick\n")
                let line = try #require(outcome.output.split(separator: "\n").last)
                let latency = try JSONReader(Array(line.utf8), file: "listen").member("latency_ms").number()
                #expect(latency > -2, "\(outcome.output)")
            }
        }
    }

    @Test func `a cue that waits for the stream to start is whole, on its reported time and not late`()
        async throws
    {
        try await withPrivatePipeWire { server in
            let recorder = try await MonitorRecorder(server)
            let outcome = try await ThudProcess.run(
                ["listen", "--json", "--latency", "gentle"], environment: server.environment, input: "kape/correct\n")
            #expect(outcome.exitCode == 0, "\(outcome)")
            let monitor = try await recorder.finish()
            let line = try #require(outcome.output.split(separator: "\n").last)
            let cue = try JSONReader(Array(line.utf8), file: "listen")
            let predicted = Instant(nanoseconds: Int64(try cue.member("predicted_ns").number()))
            let found = monitor.find(try ExpectedCue("kape/correct").mixed, confidence: 0.99)
            let onset = try #require(found.first, "it is not whole in the monitor")
            // After a missed cycle, frames come out later than planned.
            if monitor.isSeamless { #expect(abs((onset.instant - predicted).milliseconds) < 1) }
        }
    }
}
