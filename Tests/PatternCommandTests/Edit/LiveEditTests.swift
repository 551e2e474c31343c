import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// `thud edit` in a real terminal.
@Suite(.live) struct LiveEditTests {
    private let surroundings: Surroundings

    private static let text = """
        {
          "Version": 1.0,
          "Pattern": [
            { "Event": { "Time": 0.1, "EventType": "HapticTransient", "EventParameters": [
              { "ParameterID": "HapticIntensity", "ParameterValue": 0.5 },
              { "ParameterID": "HapticSharpness", "ParameterValue": 0.5 } ] } },
            { "Event": { "Time": 0.4, "EventType": "HapticTransient" } },
            { "Event": { "Time": 0.5, "EventType": "HapticContinuous", "EventDuration": 0.5 } }
          ]
        }

        """

    init() throws {
        surroundings = try Surroundings()
        try surroundings.scratch.write(Self.text, to: "edited.ahap")
    }

    private var saved: String { surroundings.scratch.text(of: "edited.ahap") }

    private func edit<Result>(
        _ size: (columns: Int, rows: Int) = (80, 24), _ body: (TmuxScreen) async throws -> Result
    ) async throws -> Result {
        try await surroundings.onScreen(
            "exec \(try ThudProcess.path()) edit --device null edited.ahap", size: size, body)
    }

    @Test(arguments: ["edited.wav", "named.wav"])
    func `a recording does not replace a sound of the pattern`(sound: String) async throws {
        let event = #"{"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "named.wav"}"#
        let text = sound == "named.wav" ? #"{"Pattern": [{"Event": \#(event)}]}"# : Self.text
        try surroundings.scratch.write(text, to: "edited.ahap")
        try surroundings.scratch.write("a sound", to: sound)
        let command = "exec \(try ThudProcess.path()) edit --device null edited.ahap --record ./\(sound)"
        let status = try await surroundings.onScreen(command) { screen in try await screen.end() }
        #expect(status == 2)
        #expect(surroundings.scratch.text(of: sound) == "a sound")
    }

    @Test func `keys edit only what they touch, and undoing all gives the identical file`() async throws {
        try await edit { screen in
            try await screen.wait(for: "cursor at 0 s", "s save")
            try await screen.press("Tab")
            try await screen.wait(for: "tap at 0.1 s   intensity 0.50   sharpness 0.50")
            try await screen.press("Right", "S-Right", "Up", "]")
            try await screen.wait(for: "tap at 0.111 s   intensity 0.55   sharpness 0.55", "4 edits", "not saved")
            #expect(saved == Self.text)
            try await screen.press("s")
            try await screen.wait(for: "saved edited.ahap")
            let expected = Self.text.replacing(#""Time": 0.1,"#, with: #""Time": 0.111,"#).replacing(
                "ParameterValue\": 0.5 ", with: "ParameterValue\": 0.55 ")
            #expect(saved == expected)
            try await screen.press("z", "z", "z")
            try await screen.wait(for: "tap at 0.101 s")
            try await screen.press("Z", "q")
            #expect(try await screen.end() == 0)
            #expect(saved == Self.text.replacing(#""Time": 0.1,"#, with: #""Time": 0.111,"#))
        }
        let outcome = try await surroundings.thud(["edit", surroundings.scratch.file("edited.ahap"), "--undo-all"])
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(saved == Self.text)
    }

    @Test func `things are added, copied and deleted at the cursor, and a range as a whole`() async throws {
        try await edit((120, 40)) { screen in
            try await screen.wait(for: "cursor at 0 s")
            try await screen.press("a")
            try await screen.wait(for: "tap at 0 s   intensity 0.80")
            try await screen.press("m", "BTab", "BTab", "v")
            try await screen.wait(for: "at 0.4 vibration")
            try await screen.press("c")
            try await screen.wait(for: "intensity point at")
            try await screen.press("m")
            try await screen.wait(for: "range of 0 s to ")
            try await screen.press("Up")
            try await screen.wait(for: "reaches the limit of 1")
            try await screen.press("d")
            try await screen.wait(for: "copy 0..", "range of 0.4 s to 0.8 s")
            try await screen.press("z")
            try await screen.wait(for: "range of 0 s to 0.4 s")
            try await screen.press("Z")
            try await screen.wait(for: "range of 0.4 s to 0.8 s")
            try await screen.press("Escape")
            try await screen.wait(for: "cursor at 0.4 s")
            try await screen.press("Tab", "x")
            try await screen.wait(for: "6 edits")
            try await screen.press("?")
            try await screen.wait(for: "begin, end, remove a range")
            try await screen.press("Escape")
            _ = try await screen.waitUntilGone("begin, end, remove a range")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
        let scratch = surroundings.scratch
        #expect(
            scratch.text(of: "edited.ahap.edits").split(separator: "\n").filter { $0.contains("\"edit\"") }.count == 6)
        let outcome = try await surroundings.thud(["edit", scratch.file("edited.ahap"), "--undo-all"])
        #expect(outcome.exitCode == 0 && saved == Self.text, "\(outcome)")
    }

    @Test func `a kill loses no edit, and undo goes back beyond it`() async throws {
        try await edit { screen in
            try await screen.wait(for: "cursor at 0 s")
            try await screen.press("Tab", "Right", "Right", "Tab", "x")
            try await screen.wait(for: "delete tap@0.4")
            kill(try await screen.processIdentifier(), SIGKILL)
            _ = try await screen.end()
        }
        #expect(saved == Self.text)
        try await edit { screen in
            try await screen.wait(for: "carried out 3 changes of a session that broke off")
            #expect(saved != Self.text && saved.contains("0.102"))
            try await screen.press("z", "z")
            try await screen.wait(for: "1 edit ")
            try await screen.press("z", "q")
            #expect(try await screen.end() == 0)
        }
        #expect(saved == Self.text)
    }

    @Test func `another program's save is taken in at once, unless it changes the same`() async throws {
        try await edit { screen in
            try await screen.wait(for: "cursor at 0 s")
            try FileManager.default.removeItem(atPath: surroundings.scratch.file("edited.ahap"))
            try await screen.wait(for: "edited.ahap was deleted; saving writes it again", "not saved")
            try await screen.press("s")
            try await screen.wait(for: "saved edited.ahap")
            #expect(saved == Self.text)
            try await screen.press("Tab", "Up")
            try await screen.wait(for: "intensity 0.55")
            let theirs = Self.text.replacing("\"EventDuration\": 0.5", with: "\"EventDuration\": 0.75")
            try surroundings.scratch.write(theirs, to: "edited.ahap")
            try await screen.wait(for: "another program has saved")
            try await screen.press("s")
            let merged = theirs.replacing(
                "Intensity\", \"ParameterValue\": 0.5 ", with: "Intensity\", \"ParameterValue\": 0.55 ")
            // The remark on the other save holds the words of the remark on this one, too.
            try await poll("the save of both", within: .seconds(20)) { saved == merged }
            try await screen.press("Up")
            try await screen.wait(for: "intensity 0.60")
            let other = saved.replacing("0.55", with: "0.1")
            try surroundings.scratch.write(other, to: "edited.ahap")
            try await screen.wait(for: "edited.ahap:5: another program has changed")
            try await screen.press("q")
            try await screen.wait(for: "edited.ahap:5: another program has changed", "q again leaves")
            try await screen.press("z", "q")
            #expect(try await screen.end() == 0)
            #expect(saved == other)
        }
    }

    @Test func `edits that cannot be saved are kept, and leaving says so`() async throws {
        let command = "\(try ThudProcess.path()) edit --device null edited.ahap; echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen(command) { screen in
            try await screen.wait(for: "cursor at 0 s")
            try await screen.press("Tab", "Up")
            try await screen.wait(for: "intensity 0.55")
            try surroundings.scratch.write(Self.text.replacing("0.5 }", with: "0.1 }"), to: "edited.ahap")
            try await screen.wait(for: "another program has changed")
            try await screen.press("q")
            try await screen.wait(for: "q again leaves")
            // Any other key means that nobody wants to leave.
            try await screen.press("Tab")
            try await screen.waitUntilGone("q again leaves")
            try await screen.press("q")
            try await screen.wait(for: "q again leaves")
            try await screen.press("q")
            try await screen.wait(for: "edited.ahap is not saved", "ended with 0")
        }
    }

    @Test func `the sound beside a pattern is shown, and edits snap to its onsets`() async throws {
        let scratch = surroundings.scratch
        let arguments = ["render", "kape/correct", scratch.file("edited.wav")]
        #expect(try await surroundings.thud(arguments).exitCode == 0)
        try await edit { screen in
            let first = try await screen.wait(for: "cursor at 0 s", "sound ")
            #expect(!first.contains("signal"), "\(first)")
            try await screen.press("Tab", "C-Left")
            try await screen.wait(for: "shift tap@0.1 -")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test(arguments: ["edited.ogg", "edited.wav"])
    func `the drive signal that was made of a pattern is not its sound`(name: String) async throws {
        let scratch = surroundings.scratch
        let arguments = ["convert", scratch.file("edited.ahap"), scratch.file(name)]
        #expect(try await surroundings.thud(arguments).exitCode == 0)
        try await edit { screen in
            let first = try await screen.wait(for: "cursor at 0 s", "signal ")
            #expect(!first.contains("sound "), "\(first)")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `a small terminal gets a message, and no terminal an error`() async throws {
        try await edit((39, 11)) { screen in
            try await screen.wait(for: "too small")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
        let outcome = try await surroundings.thud(["edit", surroundings.scratch.file("edited.ahap")])
        #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
        #expect(outcome.errorOutput.hasPrefix("thud: thud edit needs a screen;"), "\(outcome.errorOutput)")
        #expect(outcome.errorOutput.split(separator: "\n").count == 1)
    }

    @Test func `on a terminal that is too small no key edits, and a larger one explains all keys`() async throws {
        try await edit { screen in
            try await screen.wait(for: "cursor at 0 s")
            try await screen.resize(columns: 30, rows: 10)
            try await screen.wait(for: "too small")
            try await screen.press("a", "x", "Up")
            try await screen.resize(columns: 60, rows: 14)
            try await screen.wait(for: "cursor at 0 s", "0 edits")
            try await screen.press("?", "?")
            try await screen.wait(for: "length of a vibration")
            try await screen.resize(columns: 100, rows: 30)
            try await screen.wait(for: "next; shift-tab: before", "save and leave")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
        #expect(saved == Self.text)
    }

    @Test func `losses of the format are in the status, and on standard error for scripts`() async throws {
        let file = surroundings.scratch.file("b.haptic")
        #expect(try await surroundings.thud(["convert", surroundings.scratch.file("edited.ahap"), file]).exitCode == 0)
        let fine = try await surroundings.thud(["edit", file, "-e", "shift tap@0.4 +10ms"])
        #expect(fine.exitCode == 0 && fine.errorOutput.isEmpty, "\(fine)")
        let lossy = try await surroundings.thud(["edit", file, "-e", "at 0.41 tap .2/.2; at 0.1 tap .2/.2"])
        #expect(lossy.exitCode == 0)
        let lines = lossy.errorOutput.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("\(file): events[") }, "\(lossy.errorOutput)")
        try await surroundings.onScreen(
            "exec \(try ThudProcess.path()) edit --device null b.haptic", size: (120, 30)
        ) { screen in
            let first = try await screen.wait(for: "cursor at 0 s")
            #expect(!first.contains("loss"))
            // A copy of a tap, which is moved back onto it.
            try await screen.press("a")
            try await screen.wait(for: "tap at 0 s")
            try await screen.press("d")
            try await screen.wait(for: "tap at 0.05 s", unless: "loss")
            try await screen.press("S-Left", "S-Left", "S-Left", "S-Left", "S-Left")
            try await screen.wait(for: "1 loss", "cannot hold two taps at one time")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }
}
