import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// A mixer that hangs, as happens if the sound server is in trouble.
@Suite(.live) struct HangingMixerTests {
    @Test func `neither a key nor the end waits for a mixer that hangs`() async throws {
        let scratch = try ScratchDirectory(prefix: "thud-mixer")
        try await withPrivatePipeWire { server in
            var environment = server.environment
            environment["HOME"] = scratch.path
            // The script of `ThudProcess` would preload something else instead.
            let command = """
                LD_PRELOAD=\(try findProduct("libHangingMixer.so")) exec \(try findProduct("thud")) \
                play pocket --mode practice --plain -v
                """
            try await TmuxScreen.running(command, size: (110, 40), environment: environment, in: scratch.path) {
                screen in
                try await screen.wait(for: "Practice")
                // The mixer is asked what has changed, and hangs.
                try await server.mix("set-volume", "5%-")
                try await screen.wait(for: "the mixer hangs")
                // It hangs for twice as long as this waits.
                try await screen.press("p")
                try await screen.wait(for: "paused")
                // The program does not wait for the mixer, and ends nothing that the mixer may still use.
                try await screen.press("q")
                #expect(try await screen.end() == 0)
            }
        }
    }
}
