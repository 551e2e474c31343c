import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// Rounds without a sound server: ALSA's `null` PCM paced by the clock, or no device at all.
@Suite(.live) struct PlayTests {
    /// Returns what does not depend on the machine's speed: the cues with their game times, the cards and the score.
    private func essence(_ json: String) throws -> [String] {
        let root = try JSONReader(Array(json.utf8), file: "the report")
        let cues = try root.member("cues").elements().map { cue in
            "\(try cue.member("cue").string()) \(try cue.member("at_s").number())"
        }
        let cards = try root.member("cards").elements().map { try $0.string() }
        return cues.sorted() + cards + ["\(try root.member("score").number())"]
    }

    private func play(_ arguments: [String]) async throws -> ThudProcess.Outcome {
        let outcome = try await Surroundings().thud(["play", "--device", "null", "--json"] + arguments)
        // A busy machine may play a cue late, and nothing else may be wrong.
        let isLate = outcome.exitCode == 1 && outcome.errorOutput.contains(/thud: \d+ cues? came later than 50 ms;/)
        #expect(outcome.exitCode == 0 || isLate, "\(outcome.errorOutput)")
        return outcome
    }

    @Test func `the same seed plays the same round, and another seed another round`() async throws {
        async let first = play(["--bot", "7", "--seconds", "6"])
        async let again = play(["--bot", "7", "--seconds", "6"])
        async let other = play(["--bot", "8", "--seconds", "6"])
        let rounds = try await [first, again, other].map { try essence($0.output) }
        #expect(rounds[0] == rounds[1])
        #expect(rounds[0] != rounds[2])
        #expect(rounds[0].contains { $0.hasPrefix("kape/correct") || $0.hasPrefix("kape/pass") })
    }

    @Test(.live.long) func `a script is played in order, including pause, resume and play again`() async throws {
        let surroundings = try Surroundings()
        let script = try surroundings.scratch.write(
            """
            # The play begins a little after 4 s; after the pause 3, 2, 1 come again.
            4.6 tilt-down
            6.0 pause
            6.3 resume
            11.6 tilt-up
            16.0 play-again
            16.5 quit
            """, to: "script")
        let outcome = try await play(["--script", script, "--seconds", "4"])
        let root = try JSONReader(Array(outcome.output.utf8), file: "the report")
        let names = try root.member("cues").elements().compactMap { cue -> String? in
            let name = try cue.member("cue").string()
            return try cue.member("outcome").string() == "cancelled" ? nil : name
        }
        let tick = "kape/tick"
        #expect(
            names == [
                tick, tick, tick, "kape/go", "kape/correct", tick, "kape/button", "kape/button", tick, tick, tick,
                "kape/go",
                tick, "kape/pass", tick, "kape/times-up", "kape/button", "kape/button",
            ])
    }

    @Test func `a script that ends in a pause ends the session`() async throws {
        let surroundings = try Surroundings()
        let script = try surroundings.scratch.write("4.6 tilt-down\n5.0 pause\n", to: "script")
        let outcome = try await play(["--script", script, "--seconds", "4"])
        #expect(outcome.errorOutput.contains("the script ended while the round was paused"))
    }

    @Test func `a missing cue is named before the round begins`() async throws {
        var surroundings = try Surroundings()
        let folder = try surroundings.copyAssets() + "/Sounds/kape"
        // A sound of its name would stand in for the pattern.
        for kind in ["ahap", "wav"] { try FileManager.default.removeItem(atPath: "\(folder)/warning.\(kind)") }
        let catalog = try String(contentsOfFile: "\(folder)/catalog.json", encoding: .utf8)
        let without = catalog.split(separator: "\n").filter { !$0.contains("warning") }.joined(separator: "\n")
        try without.write(toFile: "\(folder)/catalog.json", atomically: true, encoding: .utf8)
        let outcome = try await surroundings.thud(["play", "--bot", "1", "--device", "null"])
        #expect(outcome.exitCode == 4)
        #expect(outcome.errorOutput.contains("kape/warning"))
    }

    @Test func `without a device the round is recorded, each cue on its frame, and nothing is overwritten`()
        async throws
    {
        let surroundings = try Surroundings()
        let folder = try surroundings.scratch.directory("here")
        for number in 1...2 {
            let outcome = try await surroundings.thud(["play", "--bot", "7", "--seconds", "1", "--json"], in: folder)
            #expect(outcome.exitCode == 0)
            #expect(outcome.errorOutput.contains("No sound device"))
            #expect(outcome.errorOutput.contains("on a virtual clock"))
            #expect(outcome.errorOutput.contains("thud-round-\(number).wav"))
            let recording = try SoundFile.read("\(folder)/thud-round-\(number).wav")
            #expect(recording.channelCount == 3)
            let root = try JSONReader(Array(outcome.output.utf8), file: "the report")
            let cues = try root.member("cues").elements()
            #expect(cues.count == 5)
            for cue in cues {
                let frame = Int(try cue.member("frame").number())
                for channel in recording.channels {
                    #expect(channel[frame - 480..<frame].allSatisfy { $0 == 0 }, "silence before frame \(frame)")
                    // Audible within a millisecond.
                    #expect(channel[frame..<frame + 48].contains { abs($0) > 0.001 }, "a cue at frame \(frame)")
                }
            }
        }
    }

    @Test(.live.long)
    func `a program that was stopped for long keeps the recording in time, and reports what it missed`()
        async throws
    {
        let surroundings = try Surroundings()
        let recording = surroundings.scratch.file("round.wav")
        let thud = try ThudProcess.start(
            ["play", "--bot", "7", "--seconds", "12", "--clock", "live", "--json", "--record", recording],
            environment: surroundings.environment)
        try await thud.waitForErrorOutput("kape/tick", within: .seconds(20))
        thud.send(SIGSTOP)
        try await Task.sleep(for: .milliseconds(7000))
        thud.send(SIGCONT)
        let outcome = try await ThudProcess.outcome(of: thud, within: .seconds(40))
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(!outcome.errorOutput.contains("disk"))
        // There is no device, so nothing had to be heard, and nothing counts as a failure.
        #expect(try JSONReader(Array(outcome.output.utf8), file: "the report").member("cues_unheard").number() > 0)
        let root = try JSONReader(Array(outcome.output.utf8), file: "the report")
        // Almost all of the seven seconds; a part is made up for.
        #expect(try root.member("frames_lost").number() > 5.5 * 48_000)
        let end = try #require(
            try root.member("cues").elements().last { try $0.member("cue").string() == "kape/times-up" })
        #expect(try end.member("outcome").string() == "unheard")
        let frame = Int(try end.member("frame").number())
        let left = try SoundFile.read(recording).channels[0]
        #expect(left[frame - 480..<frame].allSatisfy { $0 == 0 })
        #expect(left[frame..<frame + 48].contains { abs($0) > 0.001 })
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal ends the round, and the recording so far is kept`(number: Int32) async throws {
        let surroundings = try Surroundings()
        let recording = surroundings.scratch.file("round.wav")
        let thud = try ThudProcess.start(
            ["play", "--bot", "7", "--device", "null", "--json", "--record", recording],
            environment: surroundings.environment)
        try await thud.waitForErrorOutput("kape/correct", within: .seconds(20))
        thud.send(number)
        let ending = try await thud.end(within: .seconds(10))
        #expect(ending.signal == number)
        let root = try JSONReader(Array(thud.output.utf8), file: "the report")
        #expect(try root.member("interrupted").bool())
        #expect(try SoundFile.read(recording).seconds > 4)
    }

    @Test func `a separate haptic device is reported separately, and each cue reports its haptics`()
        async throws
    {
        let outcome = try await play(["--bot", "7", "--seconds", "1", "--haptics-device", "null"])
        let root = try JSONReader(Array(outcome.output.utf8), file: "the report")
        let device = try root.member("haptic_device")
        #expect(try device.member("device").string().hasPrefix("null: "))
        for key in ["xruns", "frames_lost", "device_losses", "cues_unheard"] {
            #expect(try device.member(key).number() == 0, "\(key)")
        }
        #expect(try root.member("cues").elements().allSatisfy { try $0.member("haptic_outcome").string() == "played" })
        let alone = try await play(["--bot", "7", "--seconds", "1"])
        #expect(try JSONReader(Array(alone.output.utf8), file: "the report").optional("haptic_device") == nil)
    }

    @Test func `a buffer longer than the budget misses it, which ends with 1`() async throws {
        let outcome = try await Surroundings().thud(
            ["play", "--device", "null", "--bot", "7", "--seconds", "4", "--period", "8192"])
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.contains("0 of 1 triggered cues within 50 ms"), "\(outcome.output)")
        #expect(outcome.errorOutput.contains("thud: 1 cue came later than 50 ms"), "\(outcome.errorOutput)")
    }

    @Test func `behind a long buffer the first tick is still on its exact frame`() async throws {
        let outcome = try await Surroundings().thud(
            ["play", "--device", "null", "--bot", "7", "--seconds", "1", "--period", "8192", "--json"])
        let cues = try JSONReader(Array(outcome.output.utf8), file: "the report").member("cues").elements()
        let ticks = try cues.filter { try $0.member("cue").string() == "kape/tick" }
        #expect(ticks.count == 3)
        for tick in ticks {
            #expect(try tick.member("outcome").string() == "played")
            #expect(try abs(tick.member("latency_ms").number()) < 1)
        }
    }

    @Test func `the closing line reports every loss, and an unheard cue ends with 1`() async throws {
        let surroundings = try Surroundings()
        let thud = try ThudProcess.start(
            ["play", "--device", "null", "--bot", "7", "--seconds", "1"], environment: surroundings.environment)
        try await thud.waitForErrorOutput("kape/tick", within: .seconds(20))
        thud.send(SIGSTOP)
        try await Task.sleep(for: .milliseconds(2500))
        thud.send(SIGCONT)
        let outcome = try await ThudProcess.outcome(of: thud, within: .seconds(40))
        #expect(outcome.exitCode == 1)
        let line = try #require(outcome.output.split(separator: "\n").first { $0.contains("xruns 1, ") })
        #expect(line.contains(/, xruns 1, \d+ frames lost, \d+ cues? not heard$/), "\(line)")
        #expect(outcome.errorOutput.contains(#/thud: \d+ cues? (was|were) not heard;/#), "\(outcome.errorOutput)")
    }

    @Test func `without a device, a folder that takes no recording does not end the round`() async throws {
        let outcome = try await Surroundings().shell(
            "mkdir ro; mount -t tmpfs -o ro none ro; cd ro; thud play --bot 1 --seconds 1; echo $?",
            by: "unshare --map-root-user --mount")
        #expect(outcome.output.hasSuffix("\n0\n"), "\(outcome)")
        #expect(outcome.told.contains("The round runs on a virtual clock, and nothing is heard\n"), "\(outcome)")
    }

    @Test func `resuming without a person is refused before anything else is said`() async throws {
        for arguments in [["--resume"], ["--resume", "--plain"]] {
            let outcome = try await Surroundings().thud(["play"] + arguments)
            #expect(outcome.exitCode == 2)
            #expect(
                outcome.errorOutput
                    == "thud: --resume continues a person's round; run it in a terminal\n")
        }
    }

    @Test func `a script with a byte order mark is read like one without`() async throws {
        let surroundings = try Surroundings()
        let script = try surroundings.scratch.write("\u{FEFF}0.2 quit\n", to: "script")
        _ = try await play(["--script", script])
    }

    @Test func `silenced sound is compensated by brighter flashes`() async throws {
        let outcome = try await play(["--bot", "7", "--seconds", "3", "--silent-switch", "on"])
        let root = try JSONReader(Array(outcome.output.utf8), file: "the report")
        let flashes = try root.member("cues").elements().compactMap { try $0.optional("flash") }
        #expect(try flashes.contains { try $0.member("brightness").number() > 1 })
    }
}
