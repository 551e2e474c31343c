import Foundation
import TestTraits
import Testing
import ThudTestSupport

/// Broken files and devices: one clear sentence, the right exit code, and nothing on standard output.
@Suite(.live) struct BadInputTests {
    private func expect(
        _ arguments: [String], in surroundings: Surroundings, at folder: String? = nil, exit code: Int32,
        says parts: [String]
    ) async throws {
        let outcome = try await surroundings.thud(arguments, in: folder)
        #expect(outcome.exitCode == code, "\(outcome.errorOutput)")
        #expect(outcome.output.isEmpty)
        for part in parts { #expect(outcome.errorOutput.contains(part), "\(part) is not in: \(outcome.errorOutput)") }
    }

    @Test func `a missing deck is named`() async throws {
        try await expect(
            ["play", "--deck", "foo"], in: Surroundings(), exit: 4, says: ["deck foo", "gurbet, mix, ushqim, vip"])
        try await expect(
            ["play", "--deck", "no/such.json"], in: Surroundings(), exit: 4, says: ["no/such.json", "cannot be read"])
        let surroundings = try Surroundings()
        try await expect(
            ["play", "--deck", "run"], in: surroundings, at: surroundings.scratch.path, exit: 4,
            says: ["run: cannot be read: it is not a regular file"])
    }

    @Test(
        arguments: [
            (["why", ""], 4, "unknown cue \"\";"), (["play", ""], 2, "unknown game \"\";"),
            (["audition", ""], 4, "called \"\";"), (["render", "", "a.wav"], 4, "called \"\";"),
            (["render", "kape/tick", ""], 2, "not \"\""), (["convert", "", "a.ahap"], 2, "\"\": unknown extension"),
            (["convert", "kape/tick", ""], 2, "\"\": unknown extension"), (["gallery", ""], 2, "not \"\""),
            (["new", ""], 2, "called \"\";"), (["decks", "unlock", ""], 4, "unknown deck \"\";"),
            (["decks", "check", ""], 4, "\"\": cannot be read"),
            (["listen", "--cues", ""], 4, "\"\": cannot be listed"),
            (["scores", "pocket", "--mode", ""], 2, "leaderboard \"\";"),
            (["audition", "kape/tick", "--save", ""], 2, "not \"\""),
            (["audition", "kape/tick", "--actuator", ""], 4, "unknown actuator \"\";"),
            (["audition", "kape/tick", "--device", ""], 2, "not \"\""),
            (["play", "--haptics-device", ""], 2, "not \"\""), (["bench", "--game", ""], 2, "unknown game \"\";"),
            (["send", "--socket", "", "kape/tick"], 2, "--socket takes the path of a socket, not \"\""),
            (["convert", "kape/tick", "x.json", "--to", "feedbackd", "--event", ""], 2, "--event takes the name"),
            (["bench", "--capture", "", "--presses", "a"], 2, "not \"\""),
            (["bench", "--ear", "", "--", "a"], 2, "not \"\""),
            (["bench", "--interval", ""], 2, "not \"\""), (["edit", "", "-e", "thin 1"], 2, "not \"\";"),
        ] as [([String], Int32, String)])
    func `an empty word is shown as one`(arguments: [String], code: Int32, words: String) async throws {
        let outcome = try await Surroundings().thud(arguments)
        #expect(outcome.exitCode == code && outcome.errorOutput.contains(words), "\(outcome)")
    }

    @Test func `a bench says whose cues it plays`() async throws {
        for (cue, words) in [("habit/complete", "kape has no cue habit/complete;"), ("", "kape has no cue \"\";")] {
            try await expect(
                ["bench", "--device", "null", "--loopback", "off", "--cue", cue], in: Surroundings(), exit: 4,
                says: [words, "choose one of kape/button, kape/correct,", "--game none"])
        }
    }

    @Test func `a broken deck is reported with line and column`() async throws {
        let surroundings = try Surroundings()
        let broken = try surroundings.scratch.write("{\n  \"id\": \"x\",\n  \"title\": 7\n}", to: "broken.json")
        try await expect(
            ["play", "--deck", broken], in: surroundings, exit: 4,
            says: ["broken.json:3:12", "title", "expected a string"])
    }

    @Test func `a missing or broken script is reported`() async throws {
        let surroundings = try Surroundings()
        try await expect(["play", "--script", "nowhere"], in: surroundings, exit: 4, says: ["nowhere"])
        let script = try surroundings.scratch.write("1.0 tilt-down\n2.0 tilt-sideways\n", to: "script")
        try await expect(
            ["play", "--script", script], in: surroundings, exit: 4, says: ["script:2:", "tilt-sideways", "tilt-up"])
    }

    @Test(arguments: ["/dev/null", "/nowhere", "script", "."])
    func `a path without motion sensors is refused`(path: String) async throws {
        let surroundings = try Surroundings()
        try surroundings.scratch.write("1.0 motion 0 1 0 0 0 0\n", to: "script")
        let terminal = try PseudoTerminal()
        try terminal.start(
            "'\(try ThudProcess.path())' play --motion \(path); echo ended with $?.",
            environment: surroundings.environment, in: surroundings.scratch.path)
        try await terminal.wait(for: "ended with 3.")
        let lines = String(decoding: terminal.output, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("thud: \(path) "), "\(lines)")
    }

    @Test func `a deck without cards and an endless script are refused`() async throws {
        let surroundings = try Surroundings()
        let head = #"{"id":"x","title":"X","description":"X","icon":"x","difficulty":"Shqipe","language":"sq","cards":"#
        let deck = try surroundings.scratch.write(head + "[]}", to: "deck.json")
        try await expect(
            ["play", "--deck", deck], in: surroundings, exit: 4, says: ["deck.json:1:", "cards", "empty"])
        try surroundings.scratch.write(head + "[\"Burek\", 7]}", to: "deck.json")
        try await expect(["play", "--deck", deck], in: surroundings, exit: 4, says: ["cards[1]: expected a string"])
        try await expect(["play", "--script", "/dev/zero"], in: surroundings, exit: 4, says: ["not a regular file"])
    }

    @Test func `a broken pattern is reported with file, line, JSON path and what was expected`() async throws {
        var surroundings = try Surroundings()
        let file = try surroundings.copyAssets() + "/Sounds/kape/pass.ahap"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacingOccurrences(of: "\"AudioCustom\"", with: "42").write(
            toFile: file, atomically: true, encoding: .utf8)
        try await expect(
            ["play", "--bot", "1", "--device", "null"], in: surroundings, exit: 4,
            says: ["pass.ahap:", "Pattern[0].Event.EventType", "expected a string"])
    }

    @Test func `a missing or invalid sound is reported`() async throws {
        var surroundings = try Surroundings()
        let file = try surroundings.copyAssets() + "/Sounds/kape/ping.wav"
        try "this is a letter".write(toFile: file, atomically: true, encoding: .utf8)
        try await expect(
            ["play", "--bot", "1", "--device", "null"], in: surroundings, exit: 4,
            says: ["ping.wav", "WAV, FLAC, Ogg, AIFF"])
        try FileManager.default.removeItem(atPath: file)
        try await expect(["play", "--bot", "1", "--device", "null"], in: surroundings, exit: 4, says: ["ping.wav"])
    }

    @Test func `scores that cannot be read are not shown as none`() async throws {
        let surroundings = try Surroundings()
        _ = try surroundings.scratch.directory("data")
        _ = try surroundings.scratch.write("no folder", to: "data/thud")
        try await expect(["scores"], in: surroundings, exit: 4, says: ["data/thud: cannot be read: Not a directory"])
    }

    @Test func `records in place of which something else is are not shown as no scores`() async throws {
        let surroundings = try Surroundings()
        _ = try surroundings.scratch.directory("data/thud/thud.sqlite")
        try await expect(
            ["scores", "--json"], in: surroundings, exit: 4, says: ["thud.sqlite: it is not a regular file"])
    }

    @Test func `missing assets are reported`() async throws {
        var surroundings = try Surroundings()
        surroundings.environment["THUD_ASSETS"] = "/nowhere"
        try await expect(["play"], in: surroundings, exit: 4, says: ["THUD_ASSETS", "/nowhere"])
    }

    @Test(arguments: [["--device", "null"], []])
    func `a recording that cannot be written is refused, and never announced`(device: [String]) async throws {
        let outcome = try await Surroundings().thud(
            ["play", "--bot", "1", "--record", "/nowhere/round.wav"] + device)
        #expect(outcome.exitCode == 4)
        #expect(outcome.errorOutput.hasPrefix("thud: /nowhere/round.wav: cannot be written: "), "\(outcome)")
    }

    @Test func `bad input overwrites no recording and leaves no empty one`() async throws {
        var surroundings = try Surroundings()
        let recording = try surroundings.scratch.write("an earlier recording", to: "round.wav")
        let play = ["play", "--bot", "1", "--record", recording]
        let nowhere = "no-such-pcm"
        for (arguments, code) in [
            (["--device", nowhere], 3), (["--device", "null", "--haptics-device", nowhere], 3),
            (["--deck", "foo"], 4), (["--script", "nowhere"], 2),
        ] as [([String], Int32)] {
            #expect(try await surroundings.thud(play + arguments).exitCode == code, "\(arguments)")
        }
        let pattern = try surroundings.copyAssets() + "/Sounds/kape/correct.ahap"
        try "{".write(toFile: pattern, atomically: true, encoding: .utf8)
        try await expect(play, in: surroundings, exit: 4, says: ["correct.ahap"])
        #expect(surroundings.scratch.text(of: "round.wav") == "an earlier recording")
        let empty = try surroundings.scratch.directory("empty")
        #expect(try await surroundings.thud(["play", "--bot", "1"], in: empty).exitCode == 4)
        #expect(try FileManager.default.contentsOfDirectory(atPath: empty).isEmpty)
    }

    @Test func `a requested device that fails is not replaced by a recording, and the option takes precedence`()
        async throws
    {
        var surroundings = try Surroundings()
        let folder = try surroundings.scratch.directory("here")
        let failed = try await surroundings.thud(["play", "--bot", "1", "--device", "default"], in: folder)
        #expect(failed.exitCode == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        surroundings.environment["THUD_DEVICE"] = "no-such-pcm"
        let script = try surroundings.scratch.write("0 quit\n", to: "script")
        // On a busy machine the cue of leaving may be late, which is 1.
        let played = try await surroundings.thud(["play", "--device", "null", "--script", script])
        #expect([0, 1].contains(played.exitCode), "\(played)")
    }

    @Test(arguments: ["hw:0", "plughw:0,0", "front:0", "hdmi:0"])
    func `a device that would exclude other programs is refused`(name: String) async throws {
        let hasCard = FileManager.default.fileExists(atPath: "/proc/asound/card0")
        try await expect(
            ["play", "--bot", "1", "--device", name], in: Surroundings(), exit: 3,
            says: [hasCard ? "--exclusive" : "there is no sound card for \(name); `thud devices` lists the devices\n"])
    }

    @Test func `a missing device or a silent server is reported`() async throws {
        var surroundings = try Surroundings()
        try await expect(
            ["play", "--bot", "1", "--device", "no-such-pcm"], in: surroundings, exit: 3,
            says: ["no-such-pcm", "thud devices"])
        try await expect(
            ["play", "--bot", "1", "--device", "pipewire"], in: surroundings, exit: 3, says: ["no sound server answers"]
        )
        surroundings.environment["THUD_DEVICE"] = "no-such-pcm"
        try await expect(["play", "--bot", "1"], in: surroundings, exit: 3, says: ["no-such-pcm"])
        try await expect(
            ["play", "--bot", "1", "--haptics-device", "hw:9"], in: Surroundings(), exit: 3, says: ["hw:9"])
    }
}
