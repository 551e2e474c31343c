import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// A mixer that hangs, as happens if the sound server is in trouble.
@Suite(.live) struct HangingMixerTests {
    @Test func `a key does not wait for a mixer that hangs for two seconds`() async throws {
        let scratch = try ScratchDirectory(prefix: "thud-mixer")
        try await withPrivatePipeWire { server in
            var environment = server.environment
            environment["HOME"] = scratch.path
            let command = """
                LD_PRELOAD=\(try findProduct("libHangingMixer.so")) exec \(try ThudProcess.path()) \
                play pocket --mode practice --plain -v
                """
            try await TmuxScreen.running(command, size: (110, 40), environment: environment, in: scratch.path) {
                screen in
                try await screen.wait(for: "Practice")
                // The mixer is asked what has changed, and hangs.
                let change = try RunningProgram(
                    findProgram("wpctl", package: "wireplumber"), ["set-volume", "@DEFAULT_AUDIO_SINK@", "5%-"],
                    environment: server.environment)
                #expect(try await change.end(within: .seconds(5)).exitCode == 0)
                try await screen.press("p")
                try await screen.wait(for: "paused", within: .milliseconds(1_500))
            }
        }
    }
}
