import BenchSamples
import Glibc
import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudSoundFiles
import ThudTestSupport

/// The options of `thud bench -- PROGRAM`, and the measurement of a recording, which needs no sound server.
@Suite struct ProgramOptionTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    @Test(arguments: [
        (["--press", "space"], "--press needs a program to measure"),
        (["--onset"], "--onset needs a program to measure"),
        (["--ci"], "--ci needs a program to measure"),
        (["--press", "ctrl", "--", "cat"], "unknown key ctrl"),
        (["--press", "x", "--line", "y", "--", "cat"], "choose one"),
        (["--cue", "kape/pass", "--", "cat"], "--cue concerns Thud's own cues"),
        (["--inject", "60", "--", "cat"], "--inject concerns Thud's own cues"),
        (["--capture", "a.wav"], "give both"),
        (["--count", "5", "--", "cat"], "raise --count"),
        (["--osc", "9000/tap"], "--osc needs a program to measure"),
        (["--osc", "9000/tap", "--midi", "60", "--", "cat"], "choose one"),
        (["--osc", "tap", "--", "cat"], "--osc takes [HOST:]PORT/ADDRESS"),
        (["--osc", "70000/tap", "--", "cat"], "--osc takes [HOST:]PORT/ADDRESS"),
        (["--osc", "9000/", "--", "cat"], "--osc takes [HOST:]PORT/ADDRESS"),
        (["--midi", "128", "--", "cat"], "--midi takes a note from 0 to 127"),
        (["--midi", "60@", "--", "cat"], "--midi takes a note from 0 to 127"),
        (["--midi", "c4", "--", "cat"], "--midi takes a note from 0 to 127"),
        (["--x11"], "--x11 needs a program to measure"),
        (["--click", "middle", "--", "cat"], "add --x11"),
        (["--x11", "--click", "5", "--", "cat"], "--click takes a place such as 320,200"),
        (["--x11", "--line", "x", "--", "cat"], "--line does not press in a window; leave out --x11"),
        (["--fps", "30", "--", "cat"], "--fps concerns Thud's own cues"),
        (["--volume", "1", "--", "cat"], "--volume concerns Thud's own cues"),
        (["--capture", "a.wav", "--presses", "a.txt", "--count", "20"], "--count does not apply to a recording"),
        (["--count", "19", "--vs", "cat", "--", "cat"], "fewer presses than 20"),
    ])
    func `options that do not go together are refused`(arguments: [String], words: String) async throws {
        let outcome = try await surroundings.thud(["bench"] + arguments)
        #expect(outcome.exitCode == 2 && outcome.errorOutput.contains(words), "\(outcome)")
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
    }

    /// Writes a recording of decaying tones at these times in seconds, and a file of presses.
    private func record(_ answers: [Double], presses: [Double]) throws -> (capture: String, presses: String) {
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
        try SoundFile.write(Sound(sampleRate: rate, channels: [samples]), to: capture)
        let text = presses.map { "\($0)\n" }.joined()
        return (capture, try surroundings.scratch.write("# seconds\n" + text, to: "presses.txt"))
    }

    @Test func `a recording is measured to a sample, and a missing answer is missed`() async throws {
        var random = SeededGenerator(seed: 4)
        var next = 0.5
        let presses = (0..<24).map { _ in
            next += random.between(0.4, 0.9)
            return next
        }
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
