import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// The live view of `thud audition` in a real terminal.
@Suite(.live) struct LiveAuditionTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func audition<Result>(
        _ arguments: String, _ body: (TmuxScreen) async throws -> Result
    ) async throws -> Result {
        try await surroundings.onScreen(
            "exec \(try ThudProcess.path()) audition --device null \(arguments)", size: (100, 30), body)
    }

    @Test func `keys change intensity, sharpness, rendering, loop and the pattern`() async throws {
        try await audition("impact.heavy impact.light") { screen in
            // It moves on to the second by itself, and stays there.
            try await screen.wait(for: "2 of 2")
            try await screen.press("x")
            try await screen.press("p")
            #expect(try await screen.wait(for: "1 of 2").contains("impact.heavy"))
            try await screen.press("p")
            #expect(try await screen.wait(for: "2 of 2").contains("impact.light"))
            try await screen.press("n")
            try await screen.wait(for: "1 of 2")
            try await screen.press("Down", "Down")
            try await screen.wait(for: "intensity ×0.90")
            try await screen.press("Up", "Left")
            try await screen.wait(for: "intensity ×0.95   sharpness -0.05")
            try await screen.press("0", "l")
            try await screen.wait(for: "intensity ×1.00   sharpness +0.00   loop")
            try await screen.press("r", "r", "r", "l")
            try await screen.waitUntilGone("+0.00   loop")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `without a sound device the screen says so`() async throws {
        let command = "exec \(try ThudProcess.path()) audition impact.heavy"
        try await surroundings.onScreen(command, size: (100, 30)) { screen in
            try await screen.wait(for: "1 of 1")
            try await screen.wait(for: "No sound device: ")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `hundreds of keys on a long pattern are handled together`() async throws {
        let rumble = #"{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 6}}"#
        try surroundings.scratch.write(#"{"Pattern": [\#(rumble)]}"#, to: "long.ahap")
        try await audition("long.ahap") { screen in
            try await screen.wait(for: "length 6.000 s")
            // Rendering them one by one would exceed the wait for the screen.
            try await screen.type(String(repeating: "jk", count: 200) + "j")
            try await screen.press("Left")
            try await screen.wait(for: "intensity ×0.95   sharpness -0.05")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `all plays the patterns one after another`() async throws {
        try await audition("all") { screen in
            try await screen.wait(for: "1 of ")
            try await screen.wait(for: "2 of ")
            try await screen.wait(for: "3 of ")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    /// Returns a pattern whose description is its intensity.
    private func text(_ intensity: String) -> String {
        """
        {"Version": 1.0, "Metadata": {"Description": "At \(intensity)"}, "Pattern": [{"Event": {"Time": 0.0, \
        "EventType": "HapticTransient", "EventParameters": [
          {"ParameterID": "HapticIntensity", "ParameterValue": \(intensity)}]}}]}
        """
    }

    @Test func `a file saved while another plays is shown and played`() async throws {
        for name in ["first.ahap", "second.ahap"] { try surroundings.scratch.write(text("0.5"), to: name) }
        try await audition("first.ahap second.ahap --watch --loop 10000") { screen in
            try await screen.wait(for: "1 of 2")
            try surroundings.scratch.write(text("0.9"), to: "second.ahap")
            try await screen.wait(for: "At 0.9", "second.ahap", "2 of 2")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `a saved file is read again, and a broken one keeps the last good version and shows the error`()
        async throws
    {
        try surroundings.scratch.write(text("0.5"), to: "edited.ahap")
        try await audition("edited.ahap --watch") { screen in
            try await screen.wait(for: "At 0.5")
            try await screen.wait(for: "watching")
            try surroundings.scratch.write(text("0.9"), to: "edited.ahap")
            try await screen.wait(for: "At 0.9", within: .seconds(10))
            try surroundings.scratch.write(text("nine"), to: "edited.ahap")
            try await screen.wait(for: "edited.ahap:2:", "At 0.9", within: .seconds(10))
            // Editors save this way: another file takes the name.
            try surroundings.scratch.write(text("0.25"), to: "edited.tmp")
            #expect(rename(surroundings.scratch.file("edited.tmp"), surroundings.scratch.file("edited.ahap")) == 0)
            try await screen.wait(for: "the mended pattern alone", within: .seconds(10)) {
                $0.contains("At 0.25") && !$0.contains("edited.ahap:2:")
            }
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `a save that names a missing sound plays without it, and the error stays visible`()
        async throws
    {
        try surroundings.scratch.write(text("0.5"), to: "edited.ahap")
        try await audition("edited.ahap --watch") { screen in
            try await screen.wait(for: "watching")
            try surroundings.scratch.write(
                #"{"Pattern": [{"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "missing.wav"}}]}"#,
                to: "edited.ahap")
            try await screen.wait(for: "edited.ahap:1:", within: .seconds(10))
            try await screen.press("r", "Down")
            let pressed = try await screen.wait(for: "intensity ×0.95")
            #expect(!pressed.contains("At 0.5"), "\(pressed)")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `a named sound is watched too, in its own folder and through links`()
        async throws
    {
        let event = #"{"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "sub/a.wav"}"#
        let sub = try surroundings.scratch.directory("sub")
        try surroundings.scratch.write(#"{"Version": 1, "Pattern": [{"Event": \#(event)}]}"#, to: "sub/real.ahap")
        func copy(_ sound: String) throws {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Surroundings.checkout)/Sounds/kape/\(sound).wav"))
            try bytes.write(to: URL(fileURLWithPath: sub + "/a.wav"))
        }
        func seconds(_ sound: String) throws -> String {
            let seconds = try SoundFile.read("\(Surroundings.checkout)/Sounds/kape/\(sound).wav").seconds
            return String(format: "%.3f s", seconds)
        }
        try copy("tick")
        try FileManager.default.createSymbolicLink(
            atPath: surroundings.scratch.file("link.ahap"), withDestinationPath: "sub/real.ahap")
        try await audition("link.ahap --watch") { screen in
            try await screen.wait(for: "length \(try seconds("tick"))")
            try copy("fanfare")
            try await screen.wait(for: "length \(try seconds("fanfare"))", within: .seconds(10))
            try surroundings.scratch.write("{", to: "sub/real.ahap")
            try await screen.wait(for: "link.ahap:1:", within: .seconds(10))
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `a signal during playback restores the terminal`() async throws {
        try await audition("impact.heavy --loop 1000") { screen in
            try await screen.wait(for: "impact.heavy")
            kill(try await screen.processIdentifier(), SIGTERM)
            #expect(try await screen.end() == 128 + SIGTERM)
            #expect(try await !screen.text().contains("impact.heavy"))
        }
    }
}
