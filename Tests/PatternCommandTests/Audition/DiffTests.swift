import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// `thud diff`.
@Suite(.live) struct DiffTests {
    private let surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        try surroundings.scratch.write(Self.pattern(time: 0.33, intensity: 0.8), to: "a.ahap")
        try surroundings.scratch.write(Self.pattern(time: 0.34, intensity: 0.8), to: "near.ahap")
        try surroundings.scratch.write(Self.pattern(time: 0.4, intensity: 0.5), to: "far.ahap")
    }

    private static func pattern(time: Double, intensity: Double) -> String {
        """
        {"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}},
          {"Event": {"Time": \(time), "EventType": "HapticTransient", "EventParameters": [
            {"ParameterID": "HapticIntensity", "ParameterValue": \(intensity)}]}}]}
        """
    }

    private func diff(_ arguments: String...) async throws -> ThudProcess.Outcome {
        try await surroundings.thud(["diff"] + arguments, in: surroundings.scratch.path)
    }

    @Test func `the exit code says whether a difference is felt`() async throws {
        let same = try await diff("a.ahap", "a.ahap")
        #expect(same.exitCode == 0 && same.output == "no difference\n", "\(same)")
        let near = try await diff("a.ahap", "near.ahap")
        #expect(near.exitCode == 0 && near.output.contains("  tap at 0.330 s: 10 ms later, 0.42 JND\n"), "\(near)")
        #expect(near.output.contains("nobody feels the difference: at most 0."))
        let far = try await diff("a.ahap", "far.ahap")
        #expect(far.exitCode == 1 && far.errorOutput.contains("the difference is felt"), "\(far)")
        #expect(far.output.contains("HapticIntensity 0.8 to 0.5"))
        #expect(try await diff("a.ahap", "missing.ahap").exitCode == 4)
        #expect(try await diff("a.ahap").exitCode == 2)
    }

    @Test(arguments: [
        ("other.wav", 1.0, 1.0, "the difference is only heard; what is heard differs"),
        ("one.wav", 0.5, 1, "the difference is only heard: at most 5.00 JND"),
        ("one.wav", 0.5, 0.8, "the difference is felt: at most 1."),
    ])
    func `another sound or volume counts, although nobody feels it`(
        sound: String, volume: Double, intensity: Double, verdict: String
    ) async throws {
        func pattern(_ sound: String, _ volume: Double, _ intensity: Double) -> String {
            """
            {"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": [
                {"ParameterID": "HapticIntensity", "ParameterValue": \(intensity)}]}},
              {"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "\(sound)", "EventParameters": [
                {"ParameterID": "AudioVolume", "ParameterValue": \(volume)}]}}]}
            """
        }
        try surroundings.scratch.write(pattern("one.wav", 1, 1), to: "one.ahap")
        try surroundings.scratch.write(pattern(sound, volume, intensity), to: "other.ahap")
        let outcome = try await diff("one.ahap", "other.ahap")
        #expect(outcome.exitCode == 1 && outcome.errorOutput.contains(verdict), "\(outcome)")
    }

    @Test func `formats, presets and sounds with a haptic channel can be compared`() async throws {
        for name in ["b.haptic", "b.hjif", "b.ogg"] {
            let converted = try await surroundings.thud(["convert", "a.ahap", name], in: surroundings.scratch.path)
            #expect(converted.exitCode == 0)
            let outcome = try await diff("a.ahap", name, "--json")
            #expect(outcome.exitCode == 0, "\(name): \(outcome)")
            let json = try JSONReader(Array(outcome.output.utf8), file: "the report")
            #expect(try json.member("largest_jnd").number(in: 0...1) < 0.5, "\(name)")
            #expect(try json.member("st_sim").number(in: 0...1.1) > 0)
        }
        #expect(try await diff("impact.heavy", "impact.light").exitCode == 1)
        let sounding = try await diff("kape/tick", "selection")
        #expect(sounding.exitCode == 0 && sounding.output.contains("0.00 JND; what is heard differs"), "\(sounding)")
        let ping = "\(Surroundings.checkout)/Sounds/kape/ping.wav"
        let surround = surroundings.scratch.file("surround.wav")
        try SoundFile.write(Sound(sampleRate: 8000, channels: Array(repeating: [0, 0.5, 0], count: 6)), to: surround)
        for name in [ping, surround] {
            let mute = try await diff("a.ahap", name)
            #expect(mute.exitCode == 4 && mute.errorOutput.contains("has no haptic channel"), "\(mute)")
        }
    }

    @Test func `a lossless conversion takes few lines, although its curves leave taps alone`() async throws {
        let scratch = surroundings.scratch
        let made = try await surroundings.thud(["new", "explosion", "boom.ahap"], in: scratch.path)
        let converted = try await surroundings.thud(["convert", "boom.ahap", "boom.haptic"], in: scratch.path)
        #expect(made.exitCode == 0 && converted.exitCode == 0, "\(converted)")
        let outcome = try await diff("boom.ahap", "boom.haptic")
        #expect(outcome.exitCode == 0 && outcome.output.contains("nobody feels the difference"), "\(outcome)")
        #expect(!outcome.output.contains("  tap at 0.5"), "\(outcome)")
    }

    @Test func `both patterns are drawn, but never over one of them`() async throws {
        for name in ["pair.svg", "pair.png"] {
            #expect(try await diff("a.ahap", "near.ahap", "--picture", name).exitCode == 0)
            #expect(try SourceFile.read(surroundings.scratch.file(name)).count > 4_000)
        }
        let svg = surroundings.scratch.text(of: "pair.svg")
        #expect(svg.contains("a.ahap") && svg.contains("near.ahap") && svg.contains("translate(0 675)"))
    }

    @Test func `what git cannot show is JSON, too, if that is wanted`() async throws {
        let broken = try surroundings.scratch.write("broken", to: "broken.ahap")
        for (arguments, problem) in [
            (["a.ahap"], "not merged yet"),
            (["a.ahap", broken, "0", "100644", broken, "0", "100644"], "broken.ahap:1:1: "),
        ] {
            let outcome = try await surroundings.thud(["diff", "--git", "--json"] + arguments)
            let told = try JSONReader(Array(outcome.output.utf8), file: "stdout")
            #expect(outcome.exitCode == 0 && outcome.errorOutput.isEmpty, "\(outcome)")
            #expect(try told.member("file").string() == "a.ahap")
            #expect(try told.member("problem").string().contains(problem), "\(outcome)")
        }
    }

    @Test func `git shows what changed in a pattern`() async throws {
        let script = """
            set -e
            cd '\(surroundings.scratch.path)'
            git init -q . && git config user.email a@b && git config user.name a
            git config diff.haptics.command "'\(try ThudProcess.path())' diff --git"
            echo '*.ahap diff=haptics' > .gitattributes
            git add a.ahap .gitattributes && git commit -qm one
            cp far.ahap a.ahap
            git --no-pager diff
            git rm -q --cached a.ahap && git --no-pager diff --cached
            git add a.ahap && git commit -qm two
            git mv a.ahap moved.ahap && printf ' \n' >> moved.ahap && git add moved.ahap && git commit -qm three
            git --no-pager diff -M HEAD~1
            echo broken > moved.ahap && cp near.ahap after.ahap && git add -N after.ahap
            git --no-pager diff
            """
        let shell = try RunningProgram("/bin/sh", ["-c", script], environment: surroundings.environment, input: "")
        let ending = try await shell.end(within: .seconds(30))
        #expect(ending.exitCode == 0, "\(shell.errorOutput)")
        #expect(shell.output.contains("haptics of a.ahap") && shell.output.contains("70 ms later"), "\(shell.output)")
        #expect(shell.output.contains("- tap at 0.000 s: only in the first"), "\(shell.output)")
        #expect(shell.output.contains("haptics of a.ahap, now moved.ahap\nno difference"), "\(shell.output)")
        // A broken file keeps no other one from being shown.
        #expect(shell.output.contains("haptics of moved.ahap\n"), "\(shell.output)")
        #expect(shell.output.contains("haptics of after.ahap\n+ tap"), "\(shell.output)")
    }
}
