import Glibc
import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudSoundFiles
import ThudTestSupport

@testable import thud

/// The options of `thud bench -- PROGRAM`, and the measurement of a recording, which needs no sound server.
@Suite(.live) struct ProgramOptionTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    @Test func `a bench without a program after -- is refused`() async throws {
        let outcome = try await surroundings.thud(["bench", "--count", "10", "--"])
        #expect(outcome.exitCode == 2 && outcome.errorOutput.contains("name a program after --"), "\(outcome)")
    }

    @Test func `a summary that cannot be written is reported, and goes behind what the page holds`() throws {
        let page = try surroundings.scratch.write("before\n", to: "page.md")
        #expect(BenchCommand.append(["one", "two"], toPage: page) == nil)
        #expect(surroundings.scratch.text(of: "page.md") == "before\none\ntwo")
        let remark = BenchCommand.append(["one"], toPage: surroundings.scratch.file("gone/page.md"))
        #expect(remark?.hasPrefix("thud: no summary on the page of the pull request: ") == true, "\(remark ?? "")")
        #expect(remark?.hasSuffix("; check $GITHUB_STEP_SUMMARY") == true)
    }

    @Test(arguments: [20, 21, 1_000, 1_001])
    func `two programs in turns are pressed as often as requested`(count: Int) {
        let turns = (0..<4).map { ProgramSession.presses(count, inTurn: $0, of: 2) }
        #expect(turns[0] + turns[3] == count && turns[1] + turns[2] == count)
    }

    @Test func `without the kernel's sequencer a note is refused in a sentence`() async throws {
        // Without alsa.conf alsa-lib knows no sequencer, whatever the kernel has.
        var surroundings = surroundings
        surroundings.environment["ALSA_CONFIG_PATH"] = try surroundings.scratch.write("", to: "nothing")
        let outcome = try await surroundings.thud(["bench", "--midi", "60", "--", "cat"])
        #expect(outcome.exitCode == 3, "\(outcome)")
        #expect(outcome.errorOutput.contains("the ALSA sequencer cannot be opened: No such file"), "\(outcome)")
        #expect(outcome.errorOutput.split(separator: "\n").count == 1, "\(outcome.errorOutput)")
    }

    @Test func `a sequencer without a free port is reported`() throws {
        #expect(try NoteStimulus.port(from: 0) == 0)
        let error = try #require(throws: ThudError.self) { try NoteStimulus.port(from: -ENOMEM) }
        #expect(error.code == .noDevice && error.description.contains("no port: Cannot allocate memory"), "\(error)")
    }

    @Test func `an ear that cannot be opened advises another ear`() async throws {
        let outcome = try await surroundings.thud(["bench", "--ear", "bogus", "--", "cat"])
        #expect(outcome.exitCode == 3, "\(outcome)")
        #expect(
            outcome.errorOutput.hasPrefix("thud: --ear cannot capture bogus: No such file or directory; name another"))
    }

    @Test func `a script with an unknown step is refused with its line`() async throws {
        let script = try surroundings.scratch.write("# the menu\nsee Start\npress enter\n", to: "menu.txt")
        let outcome = try await surroundings.thud(["bench", "--prepare", script, "--", "cat"])
        #expect(outcome.exitCode == 4, "\(outcome)")
        #expect(outcome.errorOutput.contains("menu.txt:3: expected `see TEXT`"), "\(outcome.errorOutput)")
        let keys = try surroundings.scratch.write("key F1\n", to: "keys.txt")
        let unknown = try await surroundings.thud(["bench", "--prepare", keys, "--", "cat"])
        #expect(unknown.errorOutput.contains("found `key F1`; KEY is a key that --press takes"), "\(unknown)")
    }

    /// Writes a recording of decaying tones at these times in seconds, and a file of presses.
    ///
    /// - Parameters:
    ///   - ending: the end of each line of that file.
    ///   - channel: the channel of six that has the tones; nil for a recording of one.
    private func record(
        _ answers: [Double], presses: [Double], ending: String = "\n", channel: Int? = nil
    ) throws -> (capture: String, presses: String) {
        let rate = 48_000
        var samples = [Float](repeating: 0, count: Int(((presses.last ?? 0) + 2) * Double(rate)))
        for answer in answers {
            let start = Int((answer * Double(rate)).rounded())
            for index in 0..<4_800 {
                let time = Double(index) / Double(rate)
                samples[start + index] += Float(0.4 * exp(-40 * time) * cos(2 * .pi * 880 * time))
            }
        }
        let capture = surroundings.scratch.file("capture.wav")
        let silence = [Float](repeating: 0, count: samples.count)
        let channels = channel.map { channel in (0..<6).map { $0 == channel ? samples : silence } } ?? [samples]
        try SoundFile.write(Sound(sampleRate: rate, channels: channels), to: capture)
        let text = (["# seconds"] + presses.map { "\($0)" }).map { $0 + ending }.joined()
        return (capture, try surroundings.scratch.write(text, to: "presses.txt"))
    }

    @Test func `a recording may have its sound in any channel, and its list may come from any system`() async throws {
        let presses = presses(12)
        let files = try record(presses.map { $0 + 0.02 }, presses: presses, ending: " \r\n", channel: 2)
        try surroundings.scratch.write("\u{FEFF}" + surroundings.scratch.text(of: "presses.txt"), to: "presses.txt")
        let outcome = try await surroundings.thud(["bench", "--capture", files.capture, "--presses", files.presses])
        #expect(outcome.exitCode == 0 && outcome.output.contains("12 of 12 presses within 50 ms"), "\(outcome)")
    }

    @Test func `a recording is compared with another by their limits, and not by how many answers taught its sound`()
        async throws
    {
        for (count, budget) in [(12, "50"), (9, "60")] {
            let presses = presses(count)
            let files = try record(presses.map { $0 + 0.02 }, presses: presses)
            let json = surroundings.scratch.file("\(budget).json")
            let outcome = try await surroundings.thud([
                "bench", "--capture", files.capture, "--presses", files.presses, "--budget", budget, "--json", json,
            ])
            #expect(outcome.exitCode == 0, "\(outcome)")
        }
        let outcome = try await surroundings.thud(
            ["bench", "--compare", "50.json", "60.json"], in: surroundings.scratch.path)
        #expect(outcome.output.contains("\nthe settings differ: budget was 50.0 ms, is 60.0 ms\n"), "\(outcome)")
    }

    @Test func `presses that no recording can answer are refused with their line`() async throws {
        let presses = presses(12)
        let files = try record(presses.map { $0 + 0.02 }, presses: presses)
        func refusal(_ text: String) async throws -> String {
            let list = try surroundings.scratch.write(text, to: "other.txt")
            let outcome = try await surroundings.thud(["bench", "--capture", files.capture, "--presses", list])
            #expect(outcome.exitCode == 4, "\(outcome)")
            return outcome.errorOutput
        }
        #expect(try await refusal("0.5\n1\n\n700\n").contains("other.txt:4: the press comes after the end of"))
        #expect(try await refusal("0.5\n1\n").contains("other.txt: fewer presses than 3 cannot tell answers"))
        #expect(try await refusal("time\n").contains("other.txt:1: expected a time in seconds"))
        #expect(try await refusal("0.5,1\n1 2\n1,5\n").contains("other.txt:3: expected a time in seconds such as 1.5"))
    }

    @Test func `presses as regular as a clock are named as the reason why nothing is proven`() async throws {
        let presses = (1...12).map { 0.5 * Double($0) }
        let files = try record(presses.map { $0 + 0.02 }, presses: presses)
        let outcome = try await surroundings.thud(["bench", "--capture", files.capture, "--presses", files.presses])
        #expect(outcome.exitCode == 1, "\(outcome)")
        #expect(outcome.words.contains("the pauses between the presses are so alike"), "\(outcome)")
    }

    @Test func `presses that come after their sounds advise to check from when they count`() async throws {
        let presses = presses(24)
        let files = try record(presses.map { $0 - 0.02 }, presses: presses)
        let outcome = try await surroundings.thud(["bench", "--capture", files.capture, "--presses", files.presses])
        #expect(outcome.exitCode == 1, "\(outcome)")
        #expect(outcome.words.contains("presses count from the start of the recording"), "\(outcome)")
        #expect(!outcome.words.contains("--interval"), "\(outcome)")
    }

    @Test func `sounds that are not alike but follow the presses advise --onset`() async throws {
        let presses = presses(24)
        let files = try record([], presses: presses)
        var random = SeededGenerator(seed: 6)
        var samples = [Float](repeating: 0, count: Int((presses[23] + 2) * 48_000))
        for press in presses {
            let pitch = random.between(300, 3_000)
            for index in 0..<4_800 {
                let time = Double(index) / 48_000
                samples[Int((press + 0.02) * 48_000) + index] += Float(
                    0.4 * exp(-40 * time) * cos(2 * .pi * pitch * time))
            }
        }
        try SoundFile.write(Sound(sampleRate: 48_000, channels: [samples]), to: files.capture)
        let recording = ["bench", "--capture", files.capture, "--presses", files.presses]
        let outcome = try await surroundings.thud(recording)
        #expect(outcome.exitCode == 1 && outcome.output.contains("are not alike; use --onset"), "\(outcome)")
        #expect(outcome.output.contains("(24 unknown)"), "a press that a sound follows was not missed")
        let onsets = try await surroundings.thud(recording + ["--onset"])
        #expect(onsets.exitCode == 0, "\(onsets)")
    }

    @Test func `a soft click that precedes a louder sound is the answer`() async throws {
        let presses = presses(12)
        let files = try record(presses.map { $0 + 0.09 }, presses: presses)
        var samples = try SoundFile.read(files.capture).channels[0]
        for press in presses {
            for index in 0..<960 {
                let time = Double(index) / 48_000
                samples[Int((press + 0.03) * 48_000) + index] += Float(
                    0.1 * exp(-200 * time) * cos(2 * .pi * 2_000 * time))
            }
        }
        try SoundFile.write(Sound(sampleRate: 48_000, channels: [samples]), to: files.capture)
        let outcome = try await surroundings.thud(["bench", "--capture", files.capture, "--presses", files.presses])
        #expect(outcome.exitCode == 0 && outcome.output.contains("worst 30.0 ms"), "\(outcome)")
    }

    @Test(arguments: [(0.3, "(12 unknown)"), (0, "(12 missed)")])
    func `answers are missed in silence, but nobody knows in noise`(level: Double, words: String) async throws {
        let presses = presses(12)
        let files = try record([], presses: presses)
        var random = SeededGenerator(seed: 6)
        var samples = (0..<Int((presses[11] + 2) * 48_000)).map { _ in Float(level * random.between(-1, 1)) }
        // A sound at the program's start answers nothing.
        for index in 0..<2_400 { samples[index] = Float(0.4 * sin(2 * .pi * 880 * Double(index) / 48_000)) }
        try SoundFile.write(Sound(sampleRate: 48_000, channels: [samples]), to: files.capture)
        let outcome = try await surroundings.thud(["bench", "--capture", files.capture, "--presses", files.presses])
        #expect(outcome.exitCode == 1 && outcome.output.contains(words), "\(outcome)")
        #expect(outcome.output.contains("; no answers; nothing was measured: fail"), "\(outcome)")
    }

    @Test func `six presses that cannot prove their answers are unknown, and not missed`() async throws {
        let presses = [1.500, 2.169, 2.741, 3.325, 3.912, 4.806]
        let files = try record(presses.map { $0 + 0.02 }, presses: presses)
        let outcome = try await surroundings.thud(["bench", "--capture", files.capture, "--presses", files.presses])
        #expect(outcome.exitCode == 1 && outcome.output.contains("(6 unknown)"), "\(outcome)")
        #expect(outcome.output.contains("6 presses cannot tell answers from sounds of its own"), "\(outcome)")
    }

    @Test func `answers of varying pitch are advised to use --onset, which measures them`() async throws {
        let presses = presses(24)
        let files = try record([], presses: presses)
        var samples = [Float](repeating: 0, count: Int((presses[23] + 2) * 48_000))
        for (number, press) in presses.enumerated() {
            let (start, pitch) = (Int((press + 0.02) * 48_000), Double(600 + 10 * number))
            for index in 0..<7_200 {
                let time = Double(index) / 48_000
                samples[start + index] += Float(0.4 * exp(-30 * time) * sin(2 * .pi * pitch * time))
            }
        }
        try SoundFile.write(Sound(sampleRate: 48_000, channels: [samples]), to: files.capture)
        let command = ["bench", "--capture", files.capture, "--presses", files.presses]
        let outcome = try await surroundings.thud(command)
        #expect(outcome.exitCode == 1 && outcome.output.contains("vary or overlap; use --onset"), "\(outcome)")
        let again = try await surroundings.thud(command + ["--onset"])
        #expect(again.exitCode == 0 && again.output.contains("24 of 24 presses within 50 ms"), "\(again)")
    }

    @Test func `answers under the program's music are measured, and one that is not there is missed`() async throws {
        let presses = presses(30)
        let answers = presses.enumerated().filter { $0.offset % 10 != 7 }.map { $0.element + 0.02 }
        let files = try record(answers, presses: presses)
        var samples = try SoundFile.read(files.capture).channels[0]
        var random = SeededGenerator(seed: 12)
        var next = 0
        while next + 20_000 < samples.count {
            let pitch = 220 * exp2(random.between(0, 24).rounded(.down) / 12)
            let length = Int(random.between(7_000, 19_000))
            for index in 0..<length {
                let time = Double(index) / 48_000
                samples[next + index] += Float(0.1 * exp(-4 * time) * sin(2 * .pi * pitch * time))
                if index < 1_440 { samples[next + index] += Float(random.between(-0.03, 0.03)) }
            }
            next += length
        }
        try SoundFile.write(Sound(sampleRate: 48_000, channels: [samples]), to: files.capture)
        let outcome = try await surroundings.thud(["bench", "--capture", files.capture, "--presses", files.presses])
        #expect(outcome.output.contains("27 of 30 presses within 50 ms (3 missed); worst 20.0 ms"), "\(outcome)")
    }

    @Test(arguments: [[], ["--onset"]])
    func `tones that last longer than the pauses between presses prove nothing`(options: [String]) async throws {
        let presses = presses(30)
        let files = try record([], presses: presses)
        var samples = try SoundFile.read(files.capture).channels[0]
        for press in presses {
            let start = Int((press + 0.02) * 48_000)
            for index in 0..<36_000 {
                let time = Double(index) / 48_000
                let level = 0.3 * min(1, time / 0.08) * exp(-6 * time)
                samples[start + index] += Float(level * sin(2 * .pi * 330 * time))
            }
        }
        try SoundFile.write(Sound(sampleRate: 48_000, channels: [samples]), to: files.capture)
        let outcome = try await surroundings.thud(
            ["bench", "--capture", files.capture, "--presses", files.presses] + options)
        #expect(outcome.exitCode == 1 && outcome.words.contains("record it with longer pauses"), "\(outcome)")
        #expect(outcome.output.contains("music") && !outcome.output.contains("missed"), "\(outcome)")
    }

    /// Returns presses at random instants, in seconds.
    private func presses(_ count: Int) -> [Double] {
        var random = SeededGenerator(seed: 4)
        var next = 0.5
        return (0..<count).map { _ in
            next += random.between(0.4, 0.9)
            return next
        }
    }

    @Test func `a recording is measured to a sample, and a missing answer is missed`() async throws {
        var random = SeededGenerator(seed: 5)
        let presses = presses(24)
        let delays = presses.map { _ in random.between(0.01, 0.04) }
        let answers = presses.indices.filter { $0 != 9 }.map { presses[$0] + delays[$0] }
        let files = try record(answers, presses: presses)
        let json = surroundings.scratch.file("b.json")
        let outcome = try await surroundings.thud(
            ["bench", "--capture", files.capture, "--presses", files.presses, "--json", json])
        #expect(
            outcome.exitCode == 1 && outcome.output.contains("23 of 24 presses within 50 ms (1 missed)"), "\(outcome)")
        let run = try BenchRun(json: SourceFile.read(json), file: json)
        #expect(run.cues.filter { $0.outcome == .unheard }.map(\.index) == [10])
        for (cue, delay) in zip(run.cues, delays) where cue.isSure {
            let latency = try #require(cue.measuredLatency)
            #expect(abs(latency.seconds - delay) < 2 / 48_000, "#\(cue.index) \(latency.seconds - delay)")
        }
        let other = try record(answers, presses: reordered(presses))
        let failed = try await surroundings.thud(
            ["bench", "--capture", other.capture, "--presses", other.presses])
        #expect(failed.exitCode == 1 && failed.output.contains("no answers"), "\(failed)")
        #expect(failed.words.contains("record it with longer pauses"), "\(failed)")
    }

    /// Returns presses with the same pauses in another order.
    private func reordered(_ presses: [Double]) -> [Double] {
        var next = presses[0]
        return [next]
            + zip(presses.dropFirst(), presses).map { $0 - $1 }.reversed().map { pause in
                next += pause
                return next
            }
    }
}
