import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// `thud render`: cues as a sound file of three channels.
@Suite(.live) struct RenderTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    /// Renders, and reads the written file.
    private func render(_ input: String, to name: String = "out.wav", _ options: [String] = []) async throws -> Sound {
        let file = surroundings.scratch.file(name)
        let outcome = try await surroundings.thud(["render", input, file] + options)
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        return try SoundFile.read(file)
    }

    /// Returns the largest difference between two runs of samples.
    private func difference(_ one: some Collection<Float>, _ other: some Collection<Float>) -> Float {
        zip(one, other).map { abs($0 - $1) }.max() ?? .infinity
    }

    /// The rendering begins with the cue; in the round's recording the cue is on the reported frame.
    @Test func `a rendered cue equals a round's output on each channel`() async throws {
        let script = try surroundings.scratch.write("4.6 tilt-down\n9 quit\n", to: "script")
        let file = surroundings.scratch.file("round.wav")
        let outcome = try await surroundings.thud([
            "play", "--script", script, "--seconds", "8", "--clock", "virtual", "--json", "--record", file,
        ])
        let cues = try JSONReader(Array(outcome.output.utf8), file: "report").member("cues").elements()
        let cue = try #require(cues.first { try $0.member("cue").string() == "kape/correct" })
        let frame = Int(try cue.member("frame").number())
        let round = try SoundFile.read(file)
        let sound = try await render("kape/correct")
        #expect(sound.channelCount == 3 && sound.sampleRate == 48_000 && sound.frameCount > 4_800)
        for channel in 0..<3 {
            let samples = sound.channels[channel]
            #expect(samples.contains { abs($0) > 0.05 }, "channel \(channel)")
            // Nothing else sounds in the first quarter of a second.
            let part = samples.prefix(12_000)
            #expect(difference(part, round.channels[channel][frame...]) < 1e-4, "channel \(channel)")
        }
    }

    @Test func `a script puts each cue on its frame, in WAV and in FLAC`() async throws {
        let script = try surroundings.scratch.write(
            "1.5 kape/tick\n# nothing\nimpact.heavy\n0.75 kape/tick\n", to: "a.cues")
        let tick = try await render("kape/tick")
        let heavy = try await render("impact.heavy")
        let both = try await render(script)
        let flac = try await render(script, to: "out.flac")
        #expect(both.frameCount == 72_000 + tick.frameCount && flac.channels == both.channels)
        for channel in 0..<3 {
            let samples = both.channels[channel]
            for frame in [36_000, 72_000] {
                #expect(difference(samples[frame...].prefix(tick.frameCount), tick.channels[channel]) < 1e-6)
            }
            #expect(difference(samples.prefix(heavy.frameCount), heavy.channels[channel]) < 1e-6)
            #expect(samples[heavy.frameCount..<36_000].allSatisfy { $0 == 0 })
        }
    }

    @Test func `a pattern file is a cue, with the sounds that it names`() async throws {
        let cue = try await render("kape/pass")
        let file = try await render("\(Surroundings.checkout)/Sounds/kape/pass.ahap")
        #expect(cue.channels == file.channels)
    }

    @Test func `a pattern of many close taps is rendered, and their closeness is not remarked on`() async throws {
        let taps = (0..<40).map {
            #"{"Event": {"Time": \#(0.02 * Double($0)), "EventType": "HapticTransient", "EventParameters": []}}"#
        }
        let text = #"{"Version": 1, "Pattern": [\#(taps.joined(separator: ", "))]}"#
        let file = try surroundings.scratch.write(text, to: "rain.ahap")
        let outcome = try await surroundings.thud(["render", file, surroundings.scratch.file("rain.wav")])
        #expect(outcome.exitCode == 0 && outcome.errorOutput.isEmpty, "\(outcome.errorOutput)")
        #expect(try SoundFile.read(surroundings.scratch.file("rain.wav")).channels[2].contains { abs($0) > 0.1 })
    }

    @Test func `settings affect a rendered cue as they do in a round`() async throws {
        let unfelt = try await render("kape/correct", to: "out.wav", ["--haptics", "off"])
        #expect(unfelt.channels[2].allSatisfy { $0 == 0 } && unfelt.channels[0].contains { $0 != 0 })
        let unheard = try await render("kape/correct", to: "out.wav", ["--haptics", "drive", "--volume", "0"])
        #expect(unheard.channels[2].contains { $0 != 0 } && unheard.channels[0].allSatisfy { $0 == 0 })
    }

    @Test func `JSON reports the same cues and frames`() async throws {
        let script = try surroundings.scratch.write("1.5 kape/tick\n0.75 kape/tick\n", to: "a.cues")
        let outcome = try await surroundings.thud(["render", script, surroundings.scratch.file("x.wav"), "--json"])
        let cues = try JSONReader(Array(outcome.output.utf8), file: "render").member("cues").elements()
        #expect(try cues.map { try $0.member("frame").number() } == [36_000, 72_000])
        #expect(try cues.map { try $0.member("at_s").number() } == [0.75, 1.5])
    }

    @Test func `cues that begin late because there are too many are reported`() async throws {
        let script = try surroundings.scratch.write(String(repeating: "kape/tick\n", count: 300), to: "late.cues")
        let outcome = try await surroundings.thud(["render", script, surroundings.scratch.file("x.wav")])
        #expect(outcome.errorOutput.contains(" ms late: too many cues at once"), "\(outcome)")
    }

    @Test func `more simultaneous cues than voices are reported, and end with 1`() async throws {
        let text = String(repeating: "kape/tick\n", count: 2_000)
        let script = try surroundings.scratch.write(text, to: "many.cues")
        let outcome = try await surroundings.thud(["render", script, surroundings.scratch.file("x.wav")])
        #expect(
            outcome.exitCode == 1 && outcome.errorOutput.contains(" cues of the script"),
            "\(outcome.errorOutput.suffix(300))")
    }

    @Test(arguments: [
        ("kape/none", "no cue or file is called kape/none; `thud names` lists the cues"),
        ("kape/corect", "no cue or file is called kape/corect; did you mean kape/correct?"),
        ("kape/tick\n1 kape/none", ":2:3: unknown cue `kape/none`"),
        ("1 kape/tick kape/go", ":1:13: expected the end of the line"),
        ("# nothing", "x.wav: there is nothing to hear or feel, so it is not written"),
    ])
    func `a cue that cannot be rendered gives one sentence, and no file`(text: String, message: String) async throws {
        let isName = !text.contains { $0.isWhitespace }
        let input = isName ? text : try surroundings.scratch.write(text, to: "a.cues")
        let file = surroundings.scratch.file("x.wav")
        let outcome = try await surroundings.thud(["render", input, file])
        #expect(outcome.exitCode == 4 && outcome.output.isEmpty)
        #expect(
            outcome.errorOutput.contains(message) && outcome.errorOutput.split(separator: "\n").count == 1, "\(outcome)"
        )
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `errors of a script on standard input name it`() async throws {
        let outcome = try await surroundings.shell("echo 1 kape/none | thud render - x.wav 2>&1")
        #expect(outcome.output.hasPrefix("thud: standard input:1:3: unknown cue `kape/none`; "), "\(outcome)")
    }

    @Test func `input files are not overwritten`() async throws {
        var surroundings = surroundings
        let sounds = try surroundings.copyAssets() + "/Sounds/kape"
        for input in ["kape/correct", "\(sounds)/correct.ahap"] {
            let outcome = try await surroundings.thud(["render", input, "\(sounds)/ping.wav"])
            #expect(outcome.exitCode == 2 && outcome.errorOutput.contains("would overwrite"), "\(outcome)")
        }
    }
}
