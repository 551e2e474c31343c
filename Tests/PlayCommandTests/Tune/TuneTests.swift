import Foundation
import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudGames
import ThudPatterns
import ThudRecords
import ThudTestSupport

/// `thud tune` as a developer uses it.
@Suite(.live) struct TuneTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func tune(
        _ arguments: String, size: (columns: Int, rows: Int), _ body: (TmuxScreen) async throws -> Void
    ) async throws {
        try await surroundings.onScreen(
            "exec \(try ThudProcess.path()) tune \(arguments) --device null", size: size, body)
    }

    @Test func `a knob below a round is turned and saved`() async throws {
        try await tune("pocket --bot 3 --into mine", size: (80, 24)) { screen in
            try await screen.wait(for: "ctrl-t: knobs")
            try await screen.press("C-t")
            try await screen.wait(for: "▸·")
            for key in ["Right", "Right", "-", "-"] { try await screen.press(key) }
            try await screen.wait(for: "▸−10 %")
            try await screen.press("s")
            try await screen.wait(for: "saved right.ahap, tick.wav in mine")
            try await screen.press("0")
            try await screen.wait(for: "▸·")
            for key in ["Down", "+"] { try await screen.press(key) }
            try await screen.wait(for: "▸+5 %")
            try await screen.press("Escape")
            try await screen.wait(for: "ctrl-t: knobs")
            try await screen.press("C-c")
            try await screen.wait(for: "not saved: right: as designed; faster: haptics +5 %")
        }
        let path = surroundings.scratch.file("mine/right.ahap")
        let saved = try AHAP.read(SourceFile.read(path), file: path)
        let shipped = "\(Surroundings.checkout)/Sounds/pocket/right.ahap"
        var tuning = PatternTuning()
        tuning[.intensity] = -2
        #expect(saved == tuning.applied(to: try AHAP.read(SourceFile.read(shipped), file: shipped)))
    }

    @Test func `while the knobs have the keys, the chosen cue is drawn as it is tuned`() async throws {
        try await tune("pocket --bot 3", size: (120, 40)) { screen in
            try await screen.wait(for: "cause ")
            try await screen.press("C-t")
            // Columns with one of these have a vibration or a tap.
            let filled = { (text: String) in
                let lane = text.split(separator: "\n").first { $0.hasPrefix(" intensity") }
                return lane?.count { "█▄▌▐▙▟▛▜".contains($0) }
            }
            // The screen may be read while a frame is written to it.
            let designed = try await screen.wait(for: "the whole drawing of the cue") { text in
                ["drive ", "╵0 ms", "sharpness "].allSatisfy(text.contains) && !text.contains("cause ")
            }
            #expect((filled(designed) ?? 0) > 0, "\(designed)")
            for key in ["Right", "Right"] + Array(repeating: "-", count: 20) { try await screen.press(key) }
            try await screen.wait(for: "▸−100 %")
            try await screen.wait(for: "a lower curve") { (filled($0) ?? 0) < (filled(designed) ?? 0) }
            try await screen.press("C-t")
            try await screen.wait(for: "cause ")
            try await screen.press("C-c")
        }
    }

    @Test func `a changed time for a gesture applies from the next prompt`() async throws {
        try await tune("pocket --bot 3", size: (120, 40)) { screen in
            try await screen.wait(for: "of 3.0 s")
            try await screen.press("C-t")
            for _ in 0..<12 { try await screen.press("Down") }
            for _ in 0..<2 { try await screen.press("Up") }
            try await screen.wait(for: "▸3.00 s")
            for _ in 0..<20 { try await screen.press("+") }
            try await screen.wait(for: "▸5.00 s")
            // One or more speed steps may have happened in the meantime.
            try await screen.wait(for: "the longer time") { $0.contains("of 5.0 s") || $0.contains("of 4.") }
            try await screen.press("C-c")
        }
    }

    @Test func `a person plays on while the knobs have the keys, and gets the keys back`() async throws {
        try await tune("magic", size: (100, 32)) { screen in
            try await screen.wait(for: "PLAY")
            try await screen.press("Enter")
            try await screen.wait(for: "ctrl-t: knobs")
            try await screen.press("C-t")
            try await screen.wait(for: "ctrl-t to the round")
            // The round must not see this key, which would turn its page.
            try await screen.press("Right")
            try await screen.press("C-t")
            try await screen.wait(for: "ctrl-t: knobs")
            try await screen.press("Enter")
            try await screen.wait(for: "○ ● ○ ○")
            try await screen.press("C-c")
        }
    }

    @Test func `on a small screen no hidden knob is turned`() async throws {
        try await tune("--bot 3", size: (80, 20)) { screen in
            try await screen.wait(for: "┏")
            try await screen.press("C-t")
            try await screen.wait(for: "too few rows for the knobs")
            try await screen.press("C-c")
        }
    }

    @Test func `on a narrow screen no knob gets the keys, however many rows there are`() async throws {
        try await tune("pocket --bot 3", size: (50, 30)) { screen in
            try await screen.wait(for: "50×30")
            try await screen.press("C-t")
            // Nothing shows that the key was read.
            try await Task.sleep(for: .milliseconds(500))
            try await screen.resize(columns: 80, rows: 24)
            try await screen.wait(for: "ctrl-t: knobs", unless: "ctrl-t to the round")
            try await screen.press("C-c")
        }
    }

    @Test func `a person's settings and decks apply, and stay unchanged`() async throws {
        _ = try surroundings.scratch.directory("config/thud")
        try surroundings.scratch.write(#"{ "volume": 0.2 }"#, to: "config/thud/settings.json")
        #expect(try await surroundings.thud(["decks", "unlock", "vip"]).exitCode == 0)
        try await tune("kape", size: (120, 40)) { screen in
            try await screen.wait(for: Seen.title)
            try await screen.press("s")
            try await screen.wait(for: "20 %")
            for key in ["Down", "Down", "Down", "Right"] { try await screen.press(key) }
            try await screen.wait(for: "30 %")
            try await screen.press("s")
            try await screen.waitUntilGone(Seen.settings)
            try await screen.press("Enter")
            try await screen.wait(for: Seen.decks, unless: "🔒")
            try await screen.press("C-c")
        }
        #expect(surroundings.scratch.text(of: "config/thud/settings.json") == #"{ "volume": 0.2 }"#)
    }

    @Test func `an old version's settings do not become a file here`() async throws {
        let store = try RecordStore.open(folder: surroundings.scratch.directory("data/thud")).store
        var old = Preferences()
        old.volume = 0.2
        try store.keep(.preferences(old, before: Preferences()))
        try await tune("kape", size: (120, 40)) { screen in
            try await screen.wait(for: Seen.title)
            try await screen.press("s")
            try await screen.wait(for: "20 %")
            try await screen.press("C-c")
        }
        #expect(!SourceFile.exists(surroundings.scratch.file("config/thud/settings.json")))
    }

    @Test(arguments: ["tune", "scores"])
    func `a missing game is reported with the existing ones`(command: String) async throws {
        let outcome = try await surroundings.thud([command, "chess"])
        #expect(outcome.exitCode == 2)
        let sentence = "thud: unknown game chess; choose one of \(Games.names.joined(separator: ", ")) "
        #expect(outcome.errorOutput.hasPrefix(sentence), "\(outcome.errorOutput)")
    }

    @Test func `without a screen there is nothing to turn`() async throws {
        let outcome = try await surroundings.thud(["tune"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errorOutput == "thud: thud tune needs a screen; run it in a terminal\n")
        let terminal = try PseudoTerminal()
        try terminal.start(
            "TERM=dumb exec \(try ThudProcess.path()) tune", environment: surroundings.environment,
            in: surroundings.scratch.path)
        try await terminal.wait(for: "thud tune needs a screen; set TERM to the type of your terminal")
    }
}
