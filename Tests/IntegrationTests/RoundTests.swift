import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// A scripted round through ALSA's `default` on a private server, judged by the monitor of its sink.
@Suite(.timed)
struct RoundTests {
    /// Cues far enough apart not to overlap; the round runs from about 4.1 s on.
    private static let script = """
        4.5 tilt-down
        6.0 tilt-up
        7.5 tilt-down
        9.0 tilt-up
        10.5 tilt-down
        """
    /// The resulting cues, in order.
    private static let expected =
        [
            "tick", "tick", "tick", "go", "correct", "warning", "pass", "correct", "pass", "correct", "tick", "tick",
            "tick",
            "times-up",
        ]
        .map { "kape/\($0)" }

    private typealias Played = (round: RoundPlayed, monitor: CapturedSound, recording: Sound)

    /// Whether the server missed a cycle, as noticed by thud or by the recorder.
    private func isTorn(_ played: Played) -> Bool { played.round.xruns > 0 || !played.monitor.isSeamless }

    /// Plays `script` and returns the report, the monitor's recording and thud's own.
    private func play(channels: Int, quantum: Int? = nil, _ arguments: [String]) async throws -> Played {
        let scratch = try ScratchDirectory(prefix: "thud-round")
        let script = try scratch.write(Self.script, to: "script")
        let recording = scratch.file("round.wav")
        return try await withPrivatePipeWire(channels: channels) { server in
            if let quantum { try await server.forceQuantum(quantum) }
            let recorder = try await MonitorRecorder(server)
            let outcome = try await ThudProcess.run(
                ["play", "kape", "--script", script, "--seconds", "11.4", "--json", "--record", recording] + arguments,
                environment: server.environment, within: .seconds(40))
            return (try RoundPlayed(outcome), try await recorder.finish(), try SoundFile.read(recording))
        }
    }

    @Test(.timed.long)
    func `every cue comes out once, on time, in order and within the budget`() async throws {
        let played = try await play(channels: 2, [])
        let (round, monitor, recording) = played
        // A missed cycle may have damaged a cue or two; without one, none is damaged.
        let mostBent = isTorn(played) ? 2 : 0
        var bent: [String] = []
        #expect(round.cues.map(\.name) == Self.expected)
        #expect(round.cues.allSatisfy { $0.outcome == "played" })
        #expect(round.deviceLosses == 0)
        for name in Set(Self.expected) {
            let template = try ExpectedCue(name).mixed
            let found = monitor.find(template, confidence: 0.8)
            let cues = round.cues(name)
            try #require(found.count == cues.count, "\(name): \(found.count) found, \(cues.count) played")
            for (place, cue) in zip(found, cues) {
                let error = (place.instant - cue.predicted).milliseconds
                if abs(error) >= 1 || abs(place.gain - 1) >= 0.01 {
                    bent.append("\(name): \(error) ms after its prediction, at gain \(place.gain)")
                }
            }
            for cue in cues where !cue.isScheduled && round.xruns == 0 {
                #expect(cue.latency > 0 && cue.latency < 50, "\(name) took \(cue.latency) ms")
            }
            // Thud's own recording holds the same cue on exactly the reported frame.
            for cue in cues {
                let stretch = recording.channels[0][cue.frame..<min(cue.frame + template.count, recording.frameCount)]
                let error = zip(stretch, template).map { abs($0 - $1) }.max() ?? 1
                #expect(error < 1e-4, "\(name) is recorded up to \(error) off at frame \(cue.frame)")
            }
        }
        #expect(bent.count <= mostBent, "\(bent), with \(round.xruns) xruns")
        let ticks = round.cues("kape/tick").map(\.frame)
        if round.xruns == 0 {
            // Three before the round and three before its end, 11.4 s later.
            let starts = ticks.map { $0 - ticks[0] }
            #expect(starts == [0, 10, 20, 114, 124, 134].map { $0 * 4_800 }, "\(starts)")
        }
    }

    @Test(.heard.long)
    func `sound and haptic of a cue come out on the same frame of the same stream`() async throws {
        // Latency does not matter here, and a long quantum is rarely missed.
        let (round, monitor, recording) = try await play(
            channels: 4, quantum: 1024, ["--haptics", "drive", "--period", "1024"])
        for name in ["kape/correct", "kape/pass", "kape/times-up"] {
            let expected = try ExpectedCue(name)
            let sounds = monitor.find(expected.sound, confidence: 0.9, channel: 0)
            let drives = monitor.find(expected.drive, confidence: 0.9, channel: 2)
            try #require(sounds.count == round.cues(name).count)
            // Another cue's impact may look like this one's, but each sound has its own on exactly its frame.
            #expect(Set(sounds.map(\.frame)).isSubset(of: drives.map(\.frame)), "\(name)")
        }
        #expect(recording.channelCount == 3)
        for cue in round.cues("kape/correct") {
            let drive = try ExpectedCue(cue.name).drive
            let stretch = recording.channels[2][cue.frame..<cue.frame + drive.count]
            #expect((zip(stretch, drive).map { abs($0 - $1) }.max() ?? 1) < 1e-4)
        }
    }

    @Test func `haptics on a separate device begin at the same instant`() async throws {
        let round = try await withPrivatePipeWire { server in
            try RoundPlayed(
                await ThudProcess.run(
                    ["play", "--bot", "3", "--seconds", "6", "--json", "--haptics-device", "pipewire"],
                    environment: server.environment, within: .seconds(40)))
        }
        #expect(round.played.count >= 4)
        for cue in round.played where round.xruns == 0 {
            let apart = try #require(cue.hapticPredicted) - cue.predicted
            #expect(abs(apart.milliseconds) < 1, "\(cue.name): \(apart.milliseconds) ms apart")
        }
    }
}
