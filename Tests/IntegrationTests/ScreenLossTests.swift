import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// The screen reports lost sound, and only sound that was really lost.
@Suite(.heard)
struct ScreenLossTests {
    /// Waits for the sentence about the last round, once it is visible and no remark covers it.
    private func verdict(_ screen: TmuxScreen, of triggers: Int) async throws -> Substring {
        func line(_ screen: String) -> Substring? {
            screen.split(separator: "\n").first { $0.contains("of \(triggers) triggered cues within 50 ms") }
        }
        let shown = try await screen.wait(for: "the verdict of \(triggers) cues") {
            line($0)?.contains("p50 ") ?? false
        }
        return try #require(line(shown))
    }

    @Test(.heard.long)
    func `the line of a round counts the cues that nobody heard, and no loss of another round`() async throws {
        let scratch = try ScratchDirectory(prefix: "thud-loss")
        let command = "exec \(try ThudProcess.path()) play --deck mix --seconds 10 --json >report"
        try await withPrivatePipeWire { server in
            // Below 24 rows the score is text that can be waited for.
            try await TmuxScreen.running(
                command, size: (200, 23), environment: server.environment, in: scratch.path
            ) { screen in
                try await screen.wait(for: "LUAJ")
                try await screen.press("Enter")
                try await screen.wait(for: "Ul kokën")
                try await screen.press("Down")
                try await screen.wait(for: "✓ 0   ↷ 0")
                try await server.kill()
                // Until the server's end is noticed, a cue may still count as played.
                try await Task.sleep(for: .milliseconds(500))
                try await screen.press("Down")
                try await screen.wait(for: "✓ 1   ↷ 0")
                // The starting press and the tutorial's tilt were heard. The next tilt, the ticks of the last three
                // seconds and the end were not.
                let complaint = try await screen.wait(for: "pajisja e zërit humbi 1 herë, 5 tinguj s'u dëgjuan")
                #expect(!complaint.contains("p50"), "\(complaint)")
                try await server.restart()
                try await screen.wait(for: "u kthye")
                // Figures appear only on request, by a press that is heard.
                try await screen.press("d")
                let lost = try await verdict(screen, of: 4)
                #expect(!lost.contains("4 of 4"), "\(lost)")
                #expect(lost.contains("1 device loss, 5 cues not heard: p50 "), "\(lost)")
                // Two button ticks within 60 ms would merge into one.
                try await Task.sleep(for: .milliseconds(200))
                try await screen.press("Enter")
                try await screen.wait(for: "✓ 0   ↷ 0")
                try await screen.press("Up")
                let whole = try await verdict(screen, of: 2)
                #expect(whole.contains("2 of 2 triggered cues within 50 ms"), "\(whole)")
                // A busy machine may lose frames in any round; this one lost no device.
                #expect(!whole.contains("device loss") && !whole.contains("not heard"), "\(whole)")
                try await screen.press("q")
                try await screen.wait(for: "Telefonin në ballë")
                try await Task.sleep(for: .milliseconds(200))
                try await screen.press("q")
                #expect(try await screen.end() == 1)
            }
        }
        let report = try JSONReader(Array(scratch.text(of: "report").utf8), file: "the report")
        let latency = try report.member("latency")
        let triggered = try report.member("cues").elements().filter { try !$0.member("scheduled").bool() }
        let unheard = try triggered.filter { try $0.member("outcome").string() == "unheard" }
        #expect(unheard.count == 1)
        #expect(try Int(latency.member("unheard").number()) == unheard.count)
        let outcomes = try triggered.map { try $0.member("outcome").string() }
        #expect(try Int(latency.member("count").number()) == triggered.count - unheard.count, "\(outcomes)")
    }

    @Test(.heard.long)
    func `stopping with Ctrl-Z is no loss of sound, and the device plays on afterwards`() async throws {
        let scratch = try ScratchDirectory(prefix: "thud-stop")
        let thud = try ThudProcess.path()
        let profile = try scratch.write("PS1='ready> '\n", to: "profile")
        try await withPrivatePipeWire { server in
            var environment = server.environment
            environment["ENV"] = profile
            try await TmuxScreen.running("exec sh -i", environment: environment, in: scratch.path) { screen in
                try await screen.wait(for: "ready>")
                try await screen.type("\(thud) play --deck mix --json >report")
                try await screen.press("Enter")
                try await screen.wait(for: "LUAJ")
                // Keys are heard once the device is open; then the stream gets half a second to settle.
                try await screen.press("s")
                try await screen.wait(for: "Më pak lëvizje")
                try await Task.sleep(for: .seconds(1))
                try await screen.press("C-z")
                try await screen.wait(for: "Stopped")
                try await Task.sleep(for: .seconds(4))
                try await screen.type("fg")
                try await screen.press("Enter")
                try await screen.wait(for: "Më pak lëvizje")
                // As before: a cue during the start of a stream may be late.
                try await Task.sleep(for: .seconds(1))
                try await screen.press("s")
                try await screen.wait(for: "LUAJ")
                // Two button ticks within 60 ms would merge into one.
                try await Task.sleep(for: .milliseconds(200))
                try await screen.press("q")
                try await poll("the report", within: .seconds(20)) { scratch.text(of: "report").hasSuffix("\n}\n") }
            }
        }
        let report = try JSONReader(Array(scratch.text(of: "report").utf8), file: "the report")
        #expect(try report.member("frames_stopped").number() > 3.5 * 48_000)
        // A busy machine may lose some frames by itself.
        #expect(try report.member("frames_lost").number() < 48_000)
        for key in ["device_losses", "cues_unheard"] { #expect(try report.member(key).number() == 0, "\(key)") }
        let outcomes = try report.member("cues").elements().map { try $0.member("outcome").string() }
        #expect(outcomes.last == "played", "\(outcomes)")
    }

    @Test(.heard.long)
    func `the press that leaves the game is heard`() async throws {
        let scratch = try ScratchDirectory(prefix: "thud-leave")
        let command = "exec \(try ThudProcess.path()) play --deck mix --json >report"
        let sound = try await withPrivatePipeWire { server in
            let recorder = try await MonitorRecorder(server)
            try await TmuxScreen.running(command, environment: server.environment, in: scratch.path) { screen in
                try await screen.wait(for: "LUAJ")
                // Keys are heard once the device is open; then the stream gets half a second to settle.
                try await screen.press("s")
                try await screen.wait(for: "Më pak lëvizje")
                try await Task.sleep(for: .milliseconds(500))
                try await screen.press("s")
                try await screen.wait(for: "LUAJ")
                try await Task.sleep(for: .milliseconds(200))
                try await screen.press("q")
                _ = try await screen.end()
            }
            return try await recorder.finish()
        }
        let report = try JSONReader(Array(scratch.text(of: "report").utf8), file: "the report")
        let last = try #require(try report.member("cues").elements().last)
        #expect(try last.member("cue").string() == "kape/button")
        let frame = sound.frame(at: Instant(nanoseconds: Int64(try last.member("predicted_ns").number())))
        // The tick's first 20 ms.
        #expect(sound.channels[0][frame..<frame + 960].contains { abs($0) > 0.01 })
    }

    @Test(.heard.long, arguments: ["", "--plain --watch"])
    func `an idle audition says at once that the device is gone or back`(options: String) async throws {
        let scratch = try ScratchDirectory(prefix: "thud-audition")
        try scratch.write(
            #"{"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#, to: "a.ahap")
        let command = "exec \(try ThudProcess.path()) audition a.ahap \(options)"
        try await withPrivatePipeWire { server in
            try await TmuxScreen.running(command, environment: server.environment, in: scratch.path) { screen in
                try await screen.wait(for: "length 0.022 s")
                try await Task.sleep(for: .seconds(1))
                try await server.kill()
                try await screen.wait(for: "the sound device is gone", within: .seconds(15))
                try await server.restart()
                try await screen.wait(for: "the sound device is back", within: .seconds(15))
            }
        }
    }
}
