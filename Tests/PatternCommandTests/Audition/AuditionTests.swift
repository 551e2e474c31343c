import Foundation
import TestTraits
import Testing
import ThudCore
import ThudPatterns
import ThudSoundFiles
import ThudTestSupport

/// `thud audition` without a screen: names, files, saved output and errors.
@Suite(.live) struct AuditionTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    /// Writes a pattern with every kind of event, with steps and curves and a sound.
    private func writeFullPattern() throws -> String {
        try FileManager.default.copyItem(
            atPath: "\(Surroundings.checkout)/Sounds/kape/ping.wav", toPath: surroundings.scratch.file("ping.wav"))
        return try surroundings.scratch.write(
            """
            {"Version": 1, "Metadata": {"Description": "Everything at once"}, "Pattern": [
              {"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "ping.wav"}},
              {"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": [
                {"ParameterID": "HapticIntensity", "ParameterValue": 1},
                {"ParameterID": "HapticSharpness", "ParameterValue": 0.2}]}},
              {"Event": {"Time": 0.1, "EventType": "HapticContinuous", "EventDuration": 0.5, "EventParameters": [
                {"ParameterID": "HapticIntensity", "ParameterValue": 0.8},
                {"ParameterID": "AttackTime", "ParameterValue": 0.3}]}},
              {"Event": {"Time": 0.3, "EventType": "AudioContinuous", "EventDuration": 0.3}},
              {"Parameter": {"ParameterID": "HapticSharpnessControl", "ParameterValue": 0.3, "Time": 0.2}},
              {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.1, "ParameterCurveControlPoints": [
                {"Time": 0, "ParameterValue": 1}, {"Time": 0.5, "ParameterValue": 0.2}]}}
            ]}
            """, to: "full.ahap")
    }

    private func figures(_ arguments: [String]) async throws -> [JSONReader] {
        let outcome = try await surroundings.thud(["audition", "--silent", "--json"] + arguments)
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        return try JSONReader(Array(outcome.output.utf8), file: "the report").elements()
    }

    @Test func `without a name it lists the presets and the games' cues`() async throws {
        let outcome = try await surroundings.thud(["audition"])
        #expect(outcome.exitCode == 0)
        let names = outcome.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        for name in ["impact.heavy", "notification.error", "android.thud", "kape/correct"] {
            #expect(names.contains(name), "\(name) in \(names)")
        }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: ["heard", "drive", "felt"])
    func `each rendering of a file with every kind of event is saved and drawn`(rendering: String) async throws {
        let file = try writeFullPattern()
        let (sound, picture) = (surroundings.scratch.file("a.wav"), surroundings.scratch.file("a.svg"))
        let rows = try await figures([file, "--as", rendering, "--save", sound, "--picture", picture])
        let row = try #require(rows.first)
        #expect(try row.member("summary").string() == "Everything at once")
        #expect(try row.member("rendering").string() == rendering)
        let saved = try SoundFile.read(sound)
        #expect(saved.channelCount == 2 && saved.sampleRate == 48_000)
        #expect(abs(saved.seconds - (try row.member("seconds").number())) < 1e-4)
        #expect(saved.seconds > 0.55)
        #expect((saved.channels[0].map(abs).max() ?? 0) > 0.1)
        let svg = surroundings.scratch.text(of: "a.svg")
        #expect(svg.hasPrefix("<?xml") || svg.hasPrefix("<svg"))
        #expect(svg.contains("</svg>"))
    }

    @Test func `without cairo a picture is refused in a sentence, and sounds are saved`() async throws {
        var surroundings = surroundings
        // The loader finds a broken library first.
        try surroundings.scratch.write("", to: "run/libcairo.so.2")
        surroundings.environment["LD_LIBRARY_PATH"] = surroundings.scratch.file("run")
        let picture = surroundings.scratch.file("refused.svg")
        let refused = try await surroundings.thud(["audition", "impact.heavy", "--silent", "--picture", picture])
        #expect(refused.exitCode == 1, "\(refused)")
        #expect(
            refused.errorOutput
                == "thud: \(picture): pictures need cairo, which cannot be loaded; install libcairo2\n")
        let sound = surroundings.scratch.file("saved.wav")
        let saved = try await surroundings.thud(["audition", "impact.heavy", "--silent", "--save", sound])
        #expect(saved.exitCode == 0 && FileManager.default.fileExists(atPath: sound), "\(saved)")
    }

    @Test func `the balance of haptics and sound can be chosen`() async throws {
        let file = try writeFullPattern()
        func saved(_ arguments: String...) async throws -> [Float] {
            let path = surroundings.scratch.file("balance.wav")
            _ = try await figures([file, "--save", path] + arguments)
            return try SoundFile.read(path).channels[0]
        }
        let soundsAlone = try await saved("--haptics", "off")
        var distances: [Float] = []
        for balance in ["-60", "-10", "0"] {
            let both = try await saved("--balance", balance)
            distances.append(zip(both, soundsAlone).map { abs($0 - $1) }.max() ?? 0)
        }
        #expect(distances[0] < 0.002 && distances[1] > 0.02 && distances[2] > 2 * distances[1], "\(distances)")
    }

    @Test func `an attack that the rate makes too long is reported`() async throws {
        let event = #""Time": 0, "EventType": "HapticContinuous", "EventDuration": 2"#
        let attack = #"{"ParameterID": "AttackTime", "ParameterValue": 0.95}"#
        let file = try surroundings.scratch.write(
            #"{"Pattern": [{"Event": {\#(event), "EventParameters": [\#(attack)]}}]}"#, to: "slow.ahap")
        let slow = try await surroundings.thud(["audition", "--silent", file, "--rate", "0.5"])
        #expect(
            slow.errorOutput.contains(
                "at this rate an attack, a decay or a release would last longer than 1 s and is cut"))
        let whole = try await surroundings.thud(["audition", "--silent", file])
        #expect(!whole.errorOutput.contains("at this rate"))
    }

    @Test func `a picture is a PNG if its name says so, and FLAC holds the same samples as WAV`() async throws {
        let (wav, flac) = (surroundings.scratch.file("a.wav"), surroundings.scratch.file("a.flac"))
        _ = try await figures(["impact.heavy", "--save", wav, "--picture", surroundings.scratch.file("a.png")])
        _ = try await figures(["impact.heavy", "--save", flac])
        #expect(try SoundFile.read(wav).channels == SoundFile.read(flac).channels)
        let png = try Data(contentsOf: URL(fileURLWithPath: surroundings.scratch.file("a.png")))
        #expect(png.prefix(8).elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    }

    @Test func `a saved sound has the volume of the loudspeakers, and --loud counts`() async throws {
        var peaks: [Float] = []
        for options in [["--volume", "1"], ["--volume", "0.5"], ["--volume", "0.5", "--loud"]] {
            let path = surroundings.scratch.file("out.wav")
            _ = try await figures(["impact.heavy", "--save", path] + options)
            peaks.append(try SoundFile.read(path).channels[0].map(abs).max() ?? 0)
        }
        #expect(peaks[0] > 0.1 && abs(peaks[1] / peaks[0] - 0.5) < 0.001, "\(peaks)")
        #expect(abs(peaks[2] / peaks[1] - 1.995) < 0.002, "\(peaks)")
    }

    @Test func `the reported length of a part is that of its file`() async throws {
        let path = surroundings.scratch.file("out.wav")
        let rows = try await figures(["kape/correct", "--from", "0.05", "--to", "0.15", "--save", path])
        #expect(try rows[0].member("seconds").number() == 0.1)
        #expect(try SoundFile.read(path).seconds == 0.1)
    }

    @Test func `intensity and sharpness act as dynamic parameters, rate and part as named`() async throws {
        func save(_ arguments: [String]) async throws -> Sound {
            let path = surroundings.scratch.file("out.wav")
            _ = try await figures(["impact.heavy", "--as", "drive", "--save", path] + arguments)
            return try SoundFile.read(path)
        }
        func peak(_ sound: Sound) -> Float { sound.channels[0].map(abs).max() ?? 0 }
        let whole = try await save([])
        let softer = try await save(["--intensity", "0.5"])
        // The law is quadratic.
        #expect(abs(peak(softer) / peak(whole) - 0.25) < 0.01)
        let sharper = try await save(["--sharpness", "0.8"])
        #expect(sharper.frameCount < whole.frameCount)
        // 0.018 s times 48,000 is slightly less than 864 in binary.
        let part = try await save(["--from", "0.008", "--to", "0.018"])
        #expect(part.frameCount == 480)
        #expect(abs(part.channels[0][240] - whole.channels[0][624]) < 1e-5)
    }

    @Test func `driven haptics are not heard, and a recording always has the drive signal`() async throws {
        let pattern = try writeFullPattern()
        func record(_ arguments: [String]) async throws -> [[Float]] {
            let path = surroundings.scratch.file("r.wav")
            let outcome = try await surroundings.thud(
                ["audition", pattern, "--device", "null", "--record", path] + arguments)
            #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
            return try SoundFile.read(path).channels
        }
        func energy(_ samples: [Float]) -> Double { samples.reduce(0) { $0 + Double($1) * Double($1) } }
        let heard = try await record([])
        let drive = try HapticRenderer().drive(AHAP.read(SourceFile.read(pattern), file: pattern))
        #expect(abs(energy(heard[2]) / energy(drive) - 1) < 0.01)
        let sounds = try await record(["--haptics", "off"])
        #expect(energy(sounds[2]) == 0)
        #expect(energy(heard[0]) > 1.005 * energy(sounds[0]))
        let driven = try await record(["--haptics-device", "null"])
        #expect(abs(energy(driven[2]) / energy(drive) - 1) < 0.01)
        #expect(energy(driven[0]) < 1.001 * energy(sounds[0]))
    }

    @Test(arguments: [
        ["--as", "drive"], ["--as", "drive", "--actuator", "lra"], ["--as", "felt", "--actuator", "lra"],
        ["--as", "heard"],
    ])
    func `a loop is as long as its pattern, and what rings on sounds over the next repetition`(
        arguments: [String]
    ) async throws {
        let taps = try surroundings.scratch.write(
            """
            {"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": [
              {"ParameterID": "HapticIntensity", "ParameterValue": 0.4}]}},
              {"Event": {"Time": 0.1, "EventType": "HapticContinuous", "EventDuration": 0.15, "EventParameters": [
                {"ParameterID": "HapticIntensity", "ParameterValue": 0.4}]}}]}
            """, to: "taps.ahap")
        let (one, three) = (surroundings.scratch.file("one.wav"), surroundings.scratch.file("three.wav"))
        _ = try await figures([taps, "--save", one] + arguments)
        let looped = try await surroundings.thud(
            ["audition", taps, "--device", "null", "--loop", "3", "--record", three] + arguments)
        #expect(looped.exitCode == 0, "\(looped.errorOutput)")
        let pass = try SoundFile.read(one).channels[0]
        let played = try SoundFile.read(three).channels[0]
        let period = 12_000
        #expect(pass.count >= period)
        let start = try #require(played.firstIndex { $0 != 0 }) - (pass.firstIndex { $0 != 0 } ?? 0)
        for frame in 0..<2 * period + pass.count {
            let expected = (0..<3).reduce(Float(0)) { sum, repetition in
                let place = frame - repetition * period
                return sum + (pass.indices.contains(place) ? pass[place] : 0)
            }
            try #require(abs(played[start + frame] - expected) < 1e-4, "frame \(frame)")
        }
    }

    @Test func `the lint names line, column and path, and its exit code reflects the result`() async throws {
        let clean = "\(Surroundings.checkout)/Presets/impact.heavy.ahap"
        let fine = try await surroundings.thud(["audition", "--lint", clean])
        #expect(fine.exitCode == 0 && fine.output.isEmpty, "\(fine)")
        let odd = try surroundings.scratch.write(
            """
            {"Version": 1.0, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": [
              {"ParameterID": "HapticIntensity", "ParameterValue": 3}]}}]}
            """, to: "odd.ahap")
        let diagnostics = try await surroundings.thud(["audition", "--lint", odd])
        #expect(diagnostics.exitCode == 1)
        #expect(
            diagnostics.output.contains("\(odd):2:56: Pattern[0].Event.EventParameters[0].ParameterValue: "),
            "\(diagnostics)")
        let broken = try surroundings.scratch.write("{\"Pattern\": 7}", to: "broken.ahap")
        let missing = try await surroundings.thud(["audition", "--lint", "missing.haptic"])
        #expect(missing.exitCode == 4 && missing.output.hasPrefix("missing.haptic: cannot be read: "))
        let refusal = try await surroundings.thud(["audition", "--lint", broken, odd])
        #expect(refusal.exitCode == 4)
        #expect(refusal.output.contains("\(broken):1:13: Pattern: "))
        #expect(refusal.output.contains("\(odd):2:"))
    }

    @Test func `in silence a pattern that cannot be read costs only itself`() async throws {
        let broken = try surroundings.scratch.write("{\"Pattern\": 7}", to: "broken.ahap")
        let outcome = try await surroundings.thud(["audition", "impact.heavy", broken, "impact.light", "--silent"])
        #expect(outcome.exitCode == 4, "\(outcome)")
        #expect(outcome.output.split(separator: "\n").map { $0.prefix(12) } == ["impact.heavy", "impact.light"])
        #expect(outcome.errorOutput.contains("\(broken):1:13: Pattern: "), "\(outcome)")
        #expect(outcome.errorOutput.hasSuffix("thud: 1 pattern cannot be read\n"), "\(outcome)")
    }

    @Test func `the figures describe what is saved`() async throws {
        let path = surroundings.scratch.file("cue.wav")
        let row = try #require(try await figures(["kape/correct", "--save", path]).first).member("figures")
        let saved = try SoundFile.read(path)
        let peak = saved.channels.joined().map(abs).max() ?? 0
        #expect(abs(try row.member("duration_s").number() - saved.seconds) < 1e-4)
        #expect(abs(try row.member("peak").number() - Double(peak)) < 1e-4)
        let energy = saved.channels.joined().reduce(0.0) { $0 + Double($1) * Double($1) }
        let rms = (energy / Double(2 * saved.frameCount)).squareRoot()
        #expect(abs(try row.member("rms").number() - rms) < 1e-4)
    }

    @Test func `output beyond full scale is soft-clipped in the file as in playback`() async throws {
        _ = try writeFullPattern()
        let event = #"{"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "ping.wav"}}"#
        let loud = try surroundings.scratch.write(
            #"{"Version": 1, "Pattern": [\#([event, event, event].joined(separator: ", "))]}"#, to: "loud.ahap")
        let path = surroundings.scratch.file("loud.wav")
        _ = try await figures([loud, "--save", path])
        let saved = try SoundFile.read(path).channels[0]
        #expect((saved.map(abs).max() ?? 0) > 0.9)
        #expect(saved.allSatisfy { abs($0) < 0.999 })
    }

    @Test func `every rate works on a pattern with a sound`() async throws {
        for (rate, seconds) in [("0.1", 4.2), ("10", 0.042)] {
            let row = try #require(try await figures(["kape/correct", "--rate", rate]).first)
            #expect(abs(try row.member("seconds").number() - seconds) < 0.02, "at \(rate)")
        }
    }

    @Test func `a negative number is accepted as a value, and an empty range is reported`() async throws {
        _ = try await figures(["impact.heavy", "--sharpness", "-0.5"])
        let empty = try await surroundings.thud(["audition", "impact.heavy", "--from", "3", "--silent"])
        #expect(empty.exitCode == 0)
        #expect(empty.errorOutput == "impact.heavy: nothing to play: the pattern ends before --from\n")
        let negative = try await surroundings.thud(["audition", "impact.heavy", "--from", "-1", "--silent"])
        #expect(negative.exitCode == 2 && negative.errorOutput.contains("--from takes 0 seconds or more"))
    }

    @Test func `the lint opens the sounds that a pattern names`() async throws {
        let file = try writeFullPattern()
        #expect(try await surroundings.thud(["audition", "--lint", file]).output.contains("ping.wav") == false)
        try FileManager.default.removeItem(atPath: surroundings.scratch.file("ping.wav"))
        let outcome = try await surroundings.thud(["audition", "--lint", file])
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.output.contains(
                "\(file):2:74: Pattern[0].Event.EventWaveformPath: left out: cannot find the sound ping.wav"),
            "\(outcome)")
    }

    @Test func `a missing sound stops nothing, and one elsewhere is found`() async throws {
        let file = try writeFullPattern()
        let ping = surroundings.scratch.file("ping.wav")
        let whole = try await surroundings.thud(["audition", file, "--silent"])
        try FileManager.default.createDirectory(
            atPath: surroundings.scratch.file("kept"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: ping, toPath: surroundings.scratch.file("kept/ping.wav"))
        let outcome = try await surroundings.thud(["audition", file, "--silent"])
        #expect(outcome.exitCode == 0 && outcome.output.contains("length"), "\(outcome)")
        #expect(outcome.errorOutput.contains("cannot play the sound ping.wav"), "\(outcome)")
        #expect(outcome.errorOutput.split(separator: "\n").count == 1)
        let folder = surroundings.scratch.file("kept")
        let found = try await surroundings.thud(["audition", file, "--silent", "--sounds", folder])
        #expect(found.errorOutput.isEmpty && found.output == whole.output, "\(found)")
        for rendering in ["drive", "felt"] {
            let felt = try await surroundings.thud(["audition", file, "--silent", "--as", rendering])
            #expect(felt.exitCode == 0 && felt.errorOutput.isEmpty, "\(felt)")
        }
    }

    @Test func `control characters in a name are spelled out, also colours and line breaks`() async throws {
        let name = "a\u{1B}]0;title\u{7}\u{1B}[8m\nthud: fine.ahap"
        let outcome = try await surroundings.thud(["audition", name, "--silent"])
        #expect(outcome.exitCode == 4)
        #expect(
            outcome.errorOutput.hasPrefix(#"thud: a\u{1B}]0;title\u{7}\u{1B}[8m\u{A}thud: fine.ahap: "#), "\(outcome)")
    }

    @Test(arguments: ["audition impact.heavy --silent", "diff impact.heavy impact.light"])
    func `output that cannot be written is an error, also beside a failed check`(command: String) async throws {
        let shell = try findProgram("sh", package: "dash")
        let program = try RunningProgram(
            shell, ["-c", "exec \(try ThudProcess.path()) \(command) > /dev/full"],
            environment: surroundings.environment)
        let outcome = try await ThudProcess.outcome(of: program, within: .seconds(20))
        #expect(outcome.exitCode == 4)
        let losses = outcome.errorOutput.split(separator: "\n").filter {
            $0.hasPrefix("thud: cannot write to standard output: ")
        }
        #expect(losses.count == 1, "\(outcome)")
    }

    private func refuse(_ arguments: [String], with code: Int32) async throws {
        let outcome = try await surroundings.thud(["audition"] + arguments, in: surroundings.scratch.path)
        #expect(outcome.exitCode == code, "\(arguments): \(outcome)")
        #expect(outcome.errorOutput.hasPrefix("thud: "))
        #expect(outcome.errorOutput.split(separator: "\n").count == 1, "\(outcome.errorOutput)")
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: [
        ["impact.heavy", "--as", "loud"], ["impact.heavy", "--rate", "0"], ["impact.heavy", "--intensity", "nan"],
        ["impact.heavy", "--sharpness", "2"], ["impact.heavy", "--from", "2", "--to", "1"],
        ["impact.heavy", "--loop", "0"], ["impact.heavy", "--save", "a.mp3"], ["impact.heavy", "--picture", "a.gif"],
        ["all", "--silent", "--save", "a.wav"], ["impact.heavy", "--watch"], ["--lint"],
        ["impact.heavy", "--silent", "--record", "r.wav"],
    ])
    func `an invalid command line gives one sentence and exit code 2`(arguments: [String]) async throws {
        try await refuse(arguments, with: 2)
    }

    @Test(arguments: [
        ["nonsense"], ["missing.ahap", "--silent"], ["impact.heavy", "--silent", "--actuator", "nothing"],
        ["missing.txt"],
    ])
    func `a missing file or a non-pattern gives one sentence and exit code 4`(arguments: [String]) async throws {
        try await refuse(arguments, with: 4)
    }

    @Test func `without a device a sound is recorded, and no round`() async throws {
        let file = surroundings.scratch.file("r.wav")
        let outcome = try await surroundings.thud(["audition", "kape/tick", "--record", file])
        #expect(outcome.errorOutput.contains("appears, and the sound is recorded to \(file)\n"), "\(outcome)")
    }

    @Test func `a pattern that cannot be played overwrites no recording`() async throws {
        let recording = try surroundings.scratch.write("an earlier recording", to: "r.wav")
        let broken = try surroundings.scratch.write(#"{"Pattern": 7}"#, to: "broken.ahap")
        for patterns in [[broken], ["impact.heavy", broken], ["impact.heavy", "missing.ahap"]] {
            let outcome = try await surroundings.thud(
                ["audition", "--device", "null", "--record", recording] + patterns)
            #expect(outcome.exitCode == 4, "\(outcome)")
            #expect(outcome.output.isEmpty)
            #expect(surroundings.scratch.text(of: "r.wav") == "an earlier recording", "\(patterns)")
        }
    }

    @Test func `without a sound device it keeps time, records nothing and says so`() async throws {
        let outcome = try await surroundings.thud(["audition", "impact.heavy", "-v"], in: surroundings.scratch.path)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.hasPrefix("impact.heavy"))
        #expect(outcome.errorOutput.contains("nothing is heard"))
        #expect(outcome.errorOutput.contains("Playing through no sound device"))
        #expect(
            try !FileManager.default.contentsOfDirectory(atPath: surroundings.scratch.path).contains {
                $0.hasSuffix(".wav")
            })
    }
}
