import Foundation
import TestTraits
import Testing
import ThudCore
import ThudPatterns
import ThudSoundFiles
import ThudTestSupport

/// How long a pattern may be, and which other files it needs.
@Suite(.live) struct LimitTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func thud(_ arguments: [String]) async throws -> ThudProcess.Outcome {
        try await surroundings.thud(arguments, in: surroundings.scratch.path)
    }

    /// Writes ten vibrations of 30 s each, occasional taps, and one tap at the very end.
    private func writeLongPattern() throws {
        let vibrations = (0..<10).map {
            HapticEvent(
                .continuous, at: Double($0) * 30, duration: 30, intensity: 0.3 + Double($0) / 20, sharpness: 0.5)
        }
        let taps = (0...20).map { HapticEvent(.transient, at: Double($0) * 15, intensity: 1, sharpness: 0.5) }
        try surroundings.scratch.write(AHAP.text(HapticPattern(vibrations + taps)), to: "long.ahap")
    }

    @Test func `the end of a pattern of 300 s is saved, drawn, heard and recorded`() async throws {
        try writeLongPattern()
        let outcome = try await thud([
            "audition", "long.ahap", "--from", "299.5", "--as", "drive", "--save", "a.wav", "--picture", "a.svg",
            "--device", "null", "--record", "b.wav",
        ])
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(abs(try SoundFile.read(surroundings.scratch.file("a.wav")).seconds - 0.522) < 0.01)
        #expect(surroundings.scratch.text(of: "a.svg").contains("</svg>"))
        let recorded = try SoundFile.read(surroundings.scratch.file("b.wav"))
        #expect(recorded.seconds > 0.5 && (recorded.channels[0].map(abs).max() ?? 0) > 0.1)
    }

    @Test(arguments: ["ahap", "haptic", "hjif", "he", "json", "xml"])
    func `a pattern of 300 s converts into every format and is read back`(format: String) async throws {
        try writeLongPattern()
        let converted = try await thud(["convert", "long.ahap", "out.\(format)"])
        #expect(converted.exitCode == 0 && converted.output.contains(", 300.0"), "\(converted)")
        #expect(!converted.errorOutput.contains("what comes after"), "\(converted)")
        let read = try await thud(["convert", "out.\(format)", "back.ahap"])
        #expect(read.exitCode == 0 && read.output.contains(", 300.0"), "\(read)")
    }

    @Test(arguments: [
        ["audition", "cue.ahap", "--silent", "--as", "drive", "--save", "a.wav"],
        ["audition", "cue.ahap", "--silent", "--as", "felt", "--save", "a.wav", "--picture", "a.svg"],
        ["audition", "cue.ahap", "--as", "drive", "--device", "null", "--record", "a.wav"],
        ["convert", "cue.ahap", "a.he"], ["convert", "cue.ahap", "a.haptic"],
        ["convert", "cue.ahap", "--check", "meta"],
    ])
    func `felt output needs no sound files`(arguments: [String]) async throws {
        try surroundings.scratch.write(
            """
            {"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "no.wav"}},
              {"Event": {"Time": 0, "EventType": "HapticTransient"}}]}
            """, to: "cue.ahap")
        let outcome = try await thud(arguments)
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(!outcome.errorOutput.contains("cannot play the sound"), "\(outcome)")
    }

    @Test func `an outside path is reported, and the sound beside the pattern is used`() async throws {
        try SoundFile.write(
            Sound(sampleRate: 48_000, channels: [[Float](repeating: 0.25, count: 4_800)]),
            to: surroundings.scratch.file("ping.wav"))
        for path in ["../ping.wav", "/Users/me/Sounds/ping.wav", "~/ping.wav", "Sounds\\\\ping.wav"] {
            let file = try surroundings.scratch.write(
                """
                {"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "\(path)"}}]}
                """, to: "cue.ahap")
            let heard = try await thud(["audition", file, "--silent"])
            #expect(heard.exitCode == 0 && heard.errorOutput.isEmpty && heard.output.contains("peak 0.25"), "\(heard)")
            let lint = try await thud(["audition", file, "--lint"])
            #expect(lint.exitCode == 1 && lint.output.contains("Event.EventWaveformPath: "), "\(lint)")
            #expect(lint.errorOutput == "thud: one remark\n", "\(lint)")
        }
    }

    @Test func `files can be played without the games' sounds installed`() async throws {
        var bare = surroundings
        bare.environment["THUD_ASSETS"] = surroundings.scratch.path
        let file = try surroundings.scratch.write(
            AHAP.text(HapticPattern([HapticEvent(.transient, intensity: 1, sharpness: 0.5)])), to: "tap.ahap")
        let outcome = try await bare.thud(["audition", file, "--silent"])
        #expect(outcome.exitCode == 0 && outcome.errorOutput.isEmpty, "\(outcome)")
        let named = try await bare.thud(["audition", "impact.heavy", "--silent"])
        #expect(named.exitCode == 4 && named.errorOutput.contains("has no Sounds folder"), "\(named)")
    }

    /// A limit of Thud's own is no verdict of the platform.
    @Test func `a file that is more than Thud reads is neither accepted nor rejected`() async throws {
        let tap = #"{"Event": {"Time": 0, "EventType": "HapticTransient"}}"#
        let events = Array(repeating: tap, count: 16_385).joined(separator: ",")
        try surroundings.scratch.write("{\"Pattern\": [\(events)]}", to: "long.ahap")
        let entry = "<waveform-entry amplitude=\"255\" durationMs=\"400000\"/>"
        try surroundings.scratch.write(
            "<vibration-effect><waveform-effect>\(entry)</waveform-effect></vibration-effect>", to: "late.xml")
        for (file, device, sentence) in [
            ("long.ahap", "apple", "a pattern holds at most 16384 events"),
            ("late.xml", "android", "ends later than 300 s"),
        ] {
            let outcome = try await thud(["convert", file, "--check", device])
            #expect(outcome.exitCode == 4 && outcome.errorOutput.contains(sentence), "\(outcome)")
            #expect(!outcome.errorOutput.contains("rejects") && outcome.output.isEmpty, "\(outcome)")
        }
    }
}
