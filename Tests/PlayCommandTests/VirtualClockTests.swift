import Foundation
import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudSoundFiles
import ThudTestSupport

@testable import thud

/// Rounds in virtual time: no device plays, and time jumps to the next event.
@Suite(.live) struct VirtualClockTests {
    /// The report and the recording of a round.
    private struct Round: Equatable {
        let report: String
        let recording: Data
    }

    /// Plays in a new folder, so that the report names the same file each time.
    private func play(_ arguments: [String], _ surroundings: Surroundings) async throws -> Round {
        let folder = try surroundings.scratch.directory("round-\(UInt64.random(in: 0 ... .max))")
        let outcome = try await surroundings.thud(
            ["play"] + arguments + ["--clock", "virtual", "--json", "--record", "x.wav"], in: folder)
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        return Round(report: outcome.output, recording: try Data(contentsOf: URL(filePath: "\(folder)/x.wav")))
    }

    /// Returns the frames on which a round's cues began.
    private func frames(_ round: Round) throws -> [Int] {
        try JSONReader(Array(round.report.utf8), file: "the report").member("cues").elements()
            .map { Int(try $0.member("frame").number()) }
    }

    @Test(arguments: GameConformanceTests.Played.all)
    func `the same seed gives identical report and recording, and another seed differs`(
        played: GameConformanceTests.Played
    ) async throws {
        let surroundings = try Surroundings()
        let game = played.game.description
        let mode = [game.name, "--mode", played.mode] + (game.isTimed ? ["--seconds", "6"] : [])
        async let first = play(mode + ["--bot", "7"], surroundings)
        async let again = play(mode + ["--bot", "7"], surroundings)
        async let other = play(mode + ["--bot", "8"], surroundings)
        let rounds = try await [first, again, other]
        #expect(try frames(rounds[0]).count > 1)
        #expect(try frames(rounds[0]) == frames(rounds[1]))
        #expect(rounds[0].report == rounds[1].report)
        #expect(rounds[0].recording == rounds[1].recording)
        #expect(rounds[0].recording != rounds[2].recording)
        // A round without a chosen length reports none.
        let report = try JSONReader(Array(rounds[0].report.utf8), file: "the report")
        #expect(try report.optional("seconds")?.number() == (game.isTimed ? 6 : nil))
    }

    @Test func `every cue of a script is heard on its reported frame`() async throws {
        let surroundings = try Surroundings()
        let script = try surroundings.scratch.write("4.6 tilt-down\n5.9 tilt-up\n9 quit\n", to: "script")
        let round = try await play(["--script", script, "--seconds", "4"], surroundings)
        let file = surroundings.scratch.file("round.wav")
        try round.recording.write(to: URL(filePath: file))
        let left = try SoundFile.read(file).channels[0]
        let frames = try frames(round)
        #expect(frames.count >= 6)
        for frame in frames {
            #expect(left[frame..<frame + 96].contains { abs($0) > 0.001 }, "a cue at frame \(frame)")
        }
        #expect(try await play(["--script", script, "--seconds", "4"], surroundings) == round)
    }

    @Test func `a script's interruption cuts playing sounds, and reports scheduled ones as paused`() async throws {
        let surroundings = try Surroundings()
        // The countdown's tick is a separate sound, so the sound that is cut is the fanfare of a right answer.
        func left(_ script: String) async throws -> (samples: ArraySlice<Float>, report: JSONReader) {
            let path = try surroundings.scratch.write(script, to: "script-\(script.count)")
            let round = try await play(["--script", path, "--seconds", "6"], surroundings)
            let file = surroundings.scratch.file("round.wav")
            try round.recording.write(to: URL(filePath: file))
            let report = try JSONReader(Array(round.report.utf8), file: "the report")
            let correct = try #require(
                try report.member("cues").elements().first { try $0.member("cue").string() == "kape/correct" })
            let frame = Int(try correct.member("frame").number())
            return (try SoundFile.read(file).channels[0].dropFirst(frame), report)
        }
        let heard = try await left("4.6 tilt-down\n8 quit\n")
        let at = try #require(
            try heard.report.member("cues").elements().first { try $0.member("cue").string() == "kape/correct" }
                .map { try $0.member("at_s").number() })
        let cut = try await left("4.6 tilt-down\n\(at + 0.1) interruption\n8 quit\n")
        let rest = (0.16 * 48_000)..<(0.25 * 48_000)
        func sounds(_ samples: ArraySlice<Float>) -> Bool {
            samples.dropFirst(Int(rest.lowerBound)).prefix(Int(rest.upperBound - rest.lowerBound))
                .contains { abs($0) > 0.001 }
        }
        #expect(sounds(heard.samples) && !sounds(cut.samples))
        let rules = try cut.report.member("cues").elements().filter {
            try $0.member("outcome").string() == "cancelled"
        }.map { try Set($0.member("changes").elements().map { try $0.member("rule").string() }) }
        #expect(!rules.isEmpty && rules.allSatisfy { $0 == ["paused"] }, "\(rules)")
    }

    @Test func `two minutes pass in less than one, whatever THUD_DEVICE names`() async throws {
        var surroundings = try Surroundings()
        surroundings.environment["THUD_DEVICE"] = "no-such-pcm"
        // The run is killed after a minute.
        let outcome = try await surroundings.thud(
            ["play", "--bot", "7", "--seconds", "120", "--clock", "virtual", "--json"])
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        let report = try JSONReader(Array(outcome.output.utf8), file: "the report")
        #expect(try report.member("cues").elements().contains { try $0.member("at_s").number() > 120 })
        #expect(try report.member("output").optional("recording") == nil)
        #expect(try report.member("xruns").number() == 0)
        #expect(try report.member("frames_lost").number() == 0)
    }

    @Test func `the live clock can be used without an audible device`() async throws {
        let surroundings = try Surroundings()
        let folder = try surroundings.scratch.directory("here")
        let outcome = try await surroundings.thud(
            ["play", "--bot", "7", "--seconds", "1", "--clock", "live"], in: folder)
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.errorOutput.contains(
                "The clock keeps time until a device appears, and the round is recorded to thud-round-1.wav"))
    }

    @Test func `a script that leaves a habit form open ends the program, and says so`() async throws {
        let surroundings = try Surroundings()
        let script = try surroundings.scratch.write("1.0 new\n", to: "open.txt")
        let outcome = try await surroundings.thud(
            ["play", "habit", "--script", script, "--clock", "virtual"], in: surroundings.scratch.directory("here"))
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(outcome.errorOutput.contains("the script ended before the round did"), "\(outcome)")
    }

    @Test func `a script that leaves an effect on ends the program, and says so`() async throws {
        let surroundings = try Surroundings()
        let script = try surroundings.scratch.write("0.1 dismiss\n1.0 snow\n", to: "snow.txt")
        let folder = try surroundings.scratch.directory("here")
        let outcome = try await surroundings.thud(
            ["play", "magic", "--script", script, "--clock", "virtual", "--json"], in: folder)
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(outcome.errorOutput.contains("the script ended before the round did"), "\(outcome)")
        let cues = try JSONReader(Array(outcome.output.utf8), file: "the report").member("cues").elements()
        #expect(try cues.contains { try $0.member("cue").string() == "magic/snow" })
    }

    /// The failure of an unanswered gesture is scheduled for 3.5 s, and the device takes its frames shortly before.
    @Test func `a right gesture in the last moment cuts off the failure that has begun`() async throws {
        let surroundings = try Surroundings()
        let script = try surroundings.scratch.write("3.499 swipe-down\n4.5 quit\n", to: "late.txt")
        let round = try await play(
            ["pocket", "--discreet", "--seed", "3", "--script", script, "--sound", "off", "--haptics", "drive"],
            surroundings)
        let report = try JSONReader(Array(round.report.utf8), file: "the report")
        let failure = try #require(
            try report.member("cues").elements().first { try $0.member("cue").string() == "pocket/failure" })
        #expect(try failure.member("outcome").string() == "played")
        let path = surroundings.scratch.file("late.wav")
        try round.recording.write(to: URL(filePath: path))
        let drive = try SoundFile.read(path).channels[2]
        let start = Int(try failure.member("frame").number())
        // The last of its three taps comes after 200 ms. The right gesture's cue is over by then.
        #expect(drive[start..<start + 480].contains { abs($0) > 0.01 })
        #expect(drive[start + 9_000..<start + 14_400].allSatisfy { $0 == 0 })
    }
}
