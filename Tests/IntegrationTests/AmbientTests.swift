import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// Other programs on the same server are not disturbed, and the system's mute is respected.
@Suite(.heard)
struct AmbientTests {
    @Test(.heard.long)
    func `music plays unchanged before, during and after a round that is mixed into it`() async throws {
        let scratch = try ScratchDirectory(prefix: "thud-ambient")
        let path = scratch.file("round.wav")
        let (music, monitor, round) = try await playBesideMusic(recordingTo: path)
        // A cue over the music distorts the value of its tenth of a second; ducking would lower many values.
        let gains = try music.gains(in: monitor)
        let untouched = gains.count { abs($0 - 1) < 0.1 }
        #expect(untouched * 10 >= gains.count * 9, "the music at each tenth of a second: \(gains)")
        let rest = try music.remainder(of: monitor)
        let start = try music.start(in: monitor)
        let thud = try SoundFile.read(path).channels[0]
        let first = try #require(round.played.first)
        let found = locate(thud, around: first.frame, in: rest)
        let place = try #require(found, "no cue is on the monitor")
        // Before and after thud played, the monitor holds nothing but the music.
        let before = rest[start..<max(start, place - first.frame)]
        let after = rest[
            min(rest.count, place - first.frame + thud.count)..<min(rest.count, start + music.samples.count)]
        #expect(before.count > 24_000 && after.count > 24_000)
        #expect((before.map(abs).max() ?? 1) < 1e-4)
        #expect((after.map(abs).max() ?? 1) < 1e-4)
        // While both play, the monitor is their sum. A cycle that the server missed shifts everything after it.
        guard round.xruns == 0 else { return }
        let sum = zip(rest[(place - first.frame)...], thud).map { abs($0 - $1) }
        #expect((sum.prefix(thud.count - 9600).max() ?? 1) < 1e-4)
    }

    @Test(.heard.long) func `music survives the quantum change that low latency causes`() async throws {
        let (music, monitor) = try await withPrivatePipeWire { server in
            let recorder = try await MonitorRecorder(server)
            let music = try Music(.seconds(13), on: server)
            try await Task.sleep(for: .milliseconds(2500))
            let outcome = try await ThudProcess.run(
                ["play", "--bot", "5", "--seconds", "2", "--latency", "low", "--json"],
                environment: server.environment,
                within: .seconds(30))
            #expect(outcome.exitCode == 0)
            try await music.end()
            return (music, try await recorder.finish())
        }
        // A tenth of each second of the music must come out once, at its own loudness, at any position.
        let pieces = (0..<12).map { second in
            monitor.find(Array(music.samples[second * 48_000 + 9600..<second * 48_000 + 14_400]), confidence: 0.3)
        }
        let whole = pieces.map { $0.count == 1 && abs($0[0].gain - 1) < 0.1 }
        #expect(whole.count { !$0 } <= 1, "the seconds that came out whole: \(whole)")
        #expect(whole[0] && whole[11], "the music plays before and after")
        let places = zip(pieces, whole).filter(\.1).map { $0.0[0].frame }
        #expect(places == places.sorted())
    }

    @Test func `listing devices takes no sample from playing music`() async throws {
        let (music, monitor) = try await withPrivatePipeWire { server in
            let recorder = try await MonitorRecorder(server)
            let music = try Music(.seconds(4), on: server)
            try await Task.sleep(for: .milliseconds(1500))
            let outcome = try await ThudProcess.run(
                ["devices"], environment: server.environment, within: .seconds(20))
            #expect(outcome.exitCode == 0 && outcome.output.contains("default"), "\(outcome)")
            try await music.end()
            return (music, try await recorder.finish())
        }
        #expect((try music.remainder(of: monitor).map(abs).max() ?? 1) < 1e-4)
    }

    /// Plays a round in the middle of a piece of music.
    private func playBesideMusic(recordingTo path: String) async throws -> (Music, CapturedSound, RoundPlayed) {
        try await withPrivatePipeWire { server in
            let recorder = try await MonitorRecorder(server)
            let music = try Music(.seconds(14), on: server)
            try await Task.sleep(for: .milliseconds(1500))
            let outcome = try await ThudProcess.run(
                ["play", "--bot", "5", "--seconds", "4", "--json", "--record", path],
                environment: server.environment, within: .seconds(30))
            try await music.end()
            return (music, try await recorder.finish(), try RoundPlayed(outcome))
        }
    }

    /// Returns the frame of `sound` that corresponds to frame `frame` of `recording`, found by the first tick.
    private func locate(_ recording: [Float], around frame: Int, in sound: [Float]) -> Int? {
        let template = Array(recording[frame..<min(frame + 1500, recording.count)])
        let captured = CapturedSound(untimed: sound)
        return captured.find(template, confidence: 0.95).first?.frame
    }

    @Test(.heard.long) func `the flash is brighter while the system is muted`() async throws {
        let (before, muted, off) = try await withPrivatePipeWire { server in
            func play(_ arguments: [String] = []) async throws -> RoundPlayed {
                try RoundPlayed(
                    await ThudProcess.run(
                        ["play", "--bot", "7", "--seconds", "3", "--json"] + arguments,
                        environment: server.environment, within: .seconds(30)))
            }
            let before = try await play()
            try await server.mix("set-mute", "1")
            return (before, try await play(), try await play(["--silent-switch", "off"]))
        }
        #expect(before.cues("kape/correct").compactMap(\.brightness) == [1])
        #expect(muted.cues("kape/correct").compactMap(\.brightness) == [1.6])
        #expect(off.cues("kape/correct").compactMap(\.brightness) == [1])
    }

    @Test func `the mute is followed again after the sound server has restarted`() async throws {
        try await withPrivatePipeWire { server in
            try await server.mix("set-mute", "1")
            try await ThudProcess.running(["listen", "--json"], environment: server.environment) { thud in
                func waitForCue(muted isMuted: Bool) async throws {
                    try await poll(
                        "a cue that is \(isMuted ? "muted" : "heard")", within: .seconds(30), every: .milliseconds(200),
                        atMost: .milliseconds(200)
                    ) {
                        try thud.write("kape/correct\n")
                        let line = thud.output.split(separator: "\n").last { $0.contains("kape/correct") }
                        return line?.contains("silentSwitch") == isMuted
                    }
                }
                try await waitForCue(muted: true)
                try await server.kill()
                // The new server is not muted.
                try await server.restart()
                try await waitForCue(muted: false)
                try await server.mix("set-mute", "1")
                try await waitForCue(muted: true)
            }
        }
    }
}
