import Foundation
import TestTraits
import Testing
import ThudCore
import ThudFeedback
import ThudHapticFormats
import ThudPatterns
import ThudTestSupport

/// Sounds as patterns: the options of `thud convert`, and `thud audition`.
@Suite(.live) struct SoundToHapticTests {
    private let surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        try FileManager.default.copyItem(
            atPath: "\(Surroundings.checkout)/Sounds/kape/fanfare.wav", toPath: surroundings.scratch.file("f.wav"))
    }

    private func convert(_ arguments: String...) async throws -> ThudProcess.Outcome {
        try await surroundings.thud(["convert"] + arguments, in: surroundings.scratch.path)
    }

    private func pattern(_ name: String) throws -> HapticPattern {
        let file = surroundings.scratch.file(name)
        let format = try #require(PatternFormat(path: file))
        return try format.read(SourceFile.read(file), file: file).pattern
    }

    private func settings(_ name: String) throws -> JSONValue? {
        try pattern(name).metadata.first { $0.name == "Description" }?.value
    }

    @Test func `every ending of a sound that a cue may have can be converted`() async throws {
        let endings = CueFolder.soundEndings + [".WAV"]
        let outcome = try await surroundings.shell(
            """
            mkdir all; n=0; for e in \(endings.joined(separator: " ")); do n=$((n + 1)); cp f.wav all/$n$e; done
            thud convert all out --to he
            """)
        #expect(outcome.output.hasPrefix("out: \(endings.count) converted, 0 unchanged, 0 left out, "), "\(outcome)")
    }

    @Test func `a conversion says that it leaves out drive signals`() async throws {
        let outcome = try await surroundings.shell(
            """
            thud convert kape/tick one.ogg; thud convert kape/tick two.wav --as actuators
            thud convert one.ogg one.ahap; thud convert two.wav two.ahap
            """)
        for words in ["; channel 3 is a drive signal, which a", "; channels 3 and 4 are drive signals, which a"] {
            #expect(outcome.told.contains(words), "\(outcome)")
        }
        #expect(try await !convert("f.wav", "f.ahap").errorOutput.contains("drive"))
    }

    @Test func `a short sound has no more points a second than it has points, and is named once if it is missing`()
        async throws
    {
        let tick = try await convert("\(Surroundings.checkout)/Sounds/kape/tick.wav", "tick.ahap")
        let points = try pattern("tick.ahap").curves.reduce(0) { $0 + $1.points.count }
        #expect(tick.errorOutput.contains(" envelope, \(points) points a second\n"), "\(tick)")
        #expect(try await surroundings.shell("thud edit tick.ahap -e 'copy .. +1s'").code == 0)
        let outcome = try await convert("tick.ahap", "copy.ahap")
        #expect(outcome.errorOutput.split(separator: "\n").count { $0.contains("needs the sound tick.wav") } == 1)
    }

    @Test func `the settings are stored in the file, with the defaults spelled out`() async throws {
        #expect(try await convert("f.wav", "f.ahap", "--min-gap", "50", "--band", "80..9000").exitCode == 0)
        #expect(
            try settings("f.ahap")
                == .string(
                    "thud convert --onsets 0.3 --quietest 0.1 --reference loudest --tolerance 0.03 --points 60 "
                        + "--min-gap 50 --smooth 100 --sharpness 0..1 --band 80..9000"))
    }

    @Test(arguments: ["ahap", "haptic", "hjif", "hmpg", "he", "harmony"])
    func `--again uses the stored settings, and typed ones take precedence`(format: String) async throws {
        let file = format == "harmony" ? "f.json" : "f.\(format)"
        func converted(_ options: String...) async throws -> ThudProcess.Outcome {
            let words = ["convert", "f.wav", file, "--to", format] + options
            return try await surroundings.thud(words, in: surroundings.scratch.path)
        }
        let first = try await converted("--taps-only", "--sharpness", "0.4..0.6", "--band", "80..9000")
        #expect(first.exitCode == 0, "\(first)")
        let text = try SourceFile.read(surroundings.scratch.file(file))
        // Without --again the file would change, so it is not overwritten.
        #expect(try await converted().exitCode == 2)
        let again = try await converted("--again")
        #expect(again.exitCode == 0, "\(again)")
        #expect(try SourceFile.read(surroundings.scratch.file(file)) == text)
        #expect(try await converted("--again", "--no-taps", "--force").exitCode == 0)
        guard case .string(let line)? = try settings(file) else {
            Issue.record("no settings in \(file)")
            return
        }
        #expect(line.contains("--sharpness 0.4..0.6 --no-taps --band 80..9000") && !line.contains("--taps-only"))
    }

    @Test func `each part of the pattern can be left out`() async throws {
        #expect(try await convert("f.wav", "taps.ahap", "--taps-only").exitCode == 0)
        let taps = try pattern("taps.ahap")
        #expect(taps.events.count { $0.kind == .transient } == 5 && taps.curves.isEmpty)
        #expect(try await convert("f.wav", "none.ahap", "--no-taps").exitCode == 0)
        let none = try pattern("none.ahap")
        #expect(!none.events.contains { $0.kind == .transient } && !none.curves.isEmpty)
        #expect(try await convert("f.wav", "few.ahap", "--min-gap", "200").exitCode == 0)
        #expect(try pattern("few.ahap").events.count { $0.kind == .transient } == 2)
    }

    @Test(arguments: [
        ["f.wav", "f.ahap", "--band", "400..40"], ["f.wav", "f.ahap", "--sharpness", "0.5"],
        ["f.wav", "f.ahap", "--reference", "loud"], ["f.wav", "f.ahap", "--taps-only", "--no-taps"],
        ["f.ahap", "f.haptic", "--onsets", "0.3"], ["f.wav", "f.xml", "--again"], ["f.wav", "new.ahap", "--again"],
        ["f.wav", "plain.ahap", "--again"],
    ])
    func `what cannot be meant gives one sentence and exit code 2`(arguments: [String]) async throws {
        try surroundings.scratch.write(#"{"Version": 1, "Pattern": []}"#, to: "plain.ahap")
        let outcome = try await surroundings.thud(["convert"] + arguments, in: surroundings.scratch.path)
        #expect(outcome.exitCode == 2 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errorOutput.split(separator: "\n").last?.hasPrefix("thud: ") == true, "\(outcome)")
    }

    @Test func `a format without a place for settings loses nothing by them`() async throws {
        let outcome = try await convert("f.wav", "f.xml")
        #expect(outcome.exitCode == 0 && !outcome.errorOutput.contains("Metadata"), "\(outcome)")
    }

    @Test func `a sound that is played is read for its pattern once, and to check and to play it`() async throws {
        let sound = surroundings.scratch.file("f.wav")
        let watch = inotify_init1(Int32(IN_NONBLOCK))
        defer { close(watch) }
        #expect(inotify_add_watch(watch, sound, UInt32(IN_OPEN | IN_CLOSE_NOWRITE)) >= 0)
        let outcome = try await surroundings.thud(["audition", sound, "--plain", "--device", "null"])
        #expect(outcome.exitCode == 0, "\(outcome)")
        var events = [inotify_event](repeating: inotify_event(), count: 100)
        let read = events.withUnsafeMutableBytes { Glibc.read(watch, $0.baseAddress, $0.count) }
        #expect(read == 3 * 2 * MemoryLayout<inotify_event>.size, "\(read)")
    }
}
