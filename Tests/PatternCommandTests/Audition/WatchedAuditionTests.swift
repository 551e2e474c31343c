import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// `thud audition --watch` without a screen: every save counts, whatever is playing.
@Suite(.live) struct WatchedAuditionTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    /// Saves a pattern of this length in seconds.
    private func save(_ duration: Double, to name: String) throws {
        try surroundings.scratch.write(
            #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": \#(duration)}}]}"#,
            to: name)
    }

    /// Patterns are played 40 times, so that one of 2 s plays for longer than any wait.
    private func watching(_ names: String..., body: (RunningProgram) async throws -> Void) async throws {
        try await ThudProcess.running(
            ["audition", "--device", "null", "--watch", "--loop", "40"] + names.map(surroundings.scratch.file),
            environment: surroundings.environment, body)
    }

    private func lengths(_ thud: RunningProgram) -> [String] {
        thud.output.matches(of: /length (\S+) s/).map { String($0.1) }
    }

    @Test func `a file is played again when it is saved, and a broken one is reported`() async throws {
        try save(0.05, to: "edited.ahap")
        try await watching("edited.ahap") { thud in
            try await thud.waitForOutput("length 0.050 s", within: .seconds(15))
            try save(0.25, to: "edited.ahap")
            try await thud.waitForOutput("length 0.250 s", within: .seconds(15))
            try surroundings.scratch.write("{", to: "edited.ahap")
            try await thud.waitForErrorOutput("edited.ahap:1:", within: .seconds(15))
            #expect(thud.isRunning)
        }
    }

    @Test func `a save that names a missing sound is played without it, and says so`() async throws {
        try save(0.05, to: "edited.ahap")
        try await watching("edited.ahap") { thud in
            try await thud.waitForOutput("length 0.050 s", within: .seconds(15))
            try surroundings.scratch.write(
                #"{"Pattern": [{"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "missing.wav"}}]}"#,
                to: "edited.ahap")
            try await thud.waitForErrorOutput(
                "edited.ahap: cannot play the sound missing.wav", within: .seconds(15))
            #expect(thud.isRunning)
        }
    }

    @Test func `a deleted file is reported, and plays again when it is back`() async throws {
        try save(0.05, to: "edited.ahap")
        try await watching("edited.ahap") { thud in
            try await thud.waitForOutput("length 0.050 s", within: .seconds(15))
            // An editor that renames the old file and writes a new one deletes nothing.
            let (old, spare) = (surroundings.scratch.file("edited.ahap"), surroundings.scratch.file("edited.ahap~"))
            try FileManager.default.moveItem(atPath: old, toPath: spare)
            try save(0.1, to: "edited.ahap")
            try await thud.waitForOutput("length 0.100 s", within: .seconds(15))
            try FileManager.default.removeItem(atPath: old)
            try await thud.waitForErrorOutput("edited.ahap was deleted", within: .seconds(15))
            #expect(thud.errorOutput.matches(of: /was deleted/).count == 1)
            try save(0.15, to: "edited.ahap")
            try await thud.waitForOutput("length 0.150 s", within: .seconds(15))
        }
    }

    @Test func `a file plays again when a folder above it was deleted and is back`() async throws {
        let scratch = surroundings.scratch
        for name in ["work", "work/ui", "other", "other/ui"] { _ = try scratch.directory(name) }
        try save(0.05, to: "work/ui/edited.ahap")
        try save(0.1, to: "other/ui/edited.ahap")
        try await watching("work/ui/edited.ahap") { thud in
            try await thud.waitForOutput("length 0.050 s", within: .seconds(15))
            try FileManager.default.removeItem(atPath: scratch.file("work"))
            try await thud.waitForErrorOutput("edited.ahap was deleted", within: .seconds(15))
            try FileManager.default.moveItem(atPath: scratch.file("other"), toPath: scratch.file("work"))
            try await thud.waitForOutput("length 0.100 s", within: .seconds(15))
            try save(0.15, to: "work/ui/edited.ahap")
            try await thud.waitForOutput("length 0.150 s", within: .seconds(15))
            // A folder that is moved away leaves its files as if they were deleted.
            try FileManager.default.moveItem(atPath: scratch.file("work/ui"), toPath: scratch.file("other"))
            _ = try scratch.directory("work/ui")
            try save(0.2, to: "work/ui/edited.ahap")
            try await thud.waitForOutput("length 0.200 s", within: .seconds(15))
        }
    }

    @Test func `a save also rewrites the output files`() async throws {
        try save(0.05, to: "edited.ahap")
        let file = surroundings.scratch.file
        let arguments = ["--save", file("a.wav"), "--picture", file("a.svg"), file("edited.ahap")]
        try await ThudProcess.running(
            ["audition", "--device", "null", "--watch"] + arguments, environment: surroundings.environment
        ) { thud in
            try await thud.waitForOutput("length 0.050 s", within: .seconds(15))
            let picture = try Data(contentsOf: URL(fileURLWithPath: file("a.svg")))
            try FileManager.default.removeItem(atPath: file("a.svg"))
            try save(0.25, to: "edited.ahap")
            try await poll("the picture to be drawn again", within: .seconds(15)) {
                FileManager.default.contents(atPath: file("a.svg")).map { !$0.isEmpty && $0 != picture } ?? false
            }
            // Loudspeaker output rings slightly longer.
            #expect((0.25..<0.3).contains(try SoundFile.read(file("a.wav")).seconds))
        }
    }

    @Test func `input files are not overwritten`() async throws {
        try FileManager.default.copyItem(
            atPath: "\(Surroundings.checkout)/Sounds/kape/ping.wav", toPath: surroundings.scratch.file("ping.wav"))
        let pattern = try surroundings.scratch.write(
            #"{"Pattern": [{"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "ping.wav"}}]}"#,
            to: "own.ahap")
        let outcome = try await surroundings.thud([
            "audition", "--silent", pattern, "--save", surroundings.scratch.file("ping.wav"),
        ])
        #expect(outcome.exitCode == 2 && outcome.errorOutput.contains("ping.wav, a file of the pattern;"))
    }

    @Test func `a saved pattern replaces the playing one, unless it is broken`() async throws {
        try save(2, to: "long.ahap")
        try save(0.0625, to: "next.ahap")
        try await watching("long.ahap", "next.ahap") { thud in
            try await thud.waitForOutput("length 2.000 s", within: .seconds(15))
            try surroundings.scratch.write("{", to: "long.ahap")
            try await thud.waitForErrorOutput("long.ahap:1:", within: .seconds(15))
            #expect(lengths(thud) == ["2.000"])
            try save(0.05, to: "long.ahap")
            // The next one begins when nothing plays any more. By then the 80 s were cut, and their replacement has
            // ended.
            try await thud.waitForOutput("next.ahap", within: .seconds(15))
            #expect(lengths(thud).dropLast() == ["2.000", "0.050"])
        }
    }

    @Test func `a waiting pattern is played when it is saved`() async throws {
        try save(2, to: "long.ahap")
        try save(0.25, to: "next.ahap")
        try await watching("long.ahap", "next.ahap") { thud in
            try await thud.waitForOutput("length 2.000 s", within: .seconds(15))
            try save(0.5, to: "next.ahap")
            try await thud.waitForOutput("length 0.500 s", within: .seconds(15))
        }
    }

    @Test func `files of the same name in two folders are kept apart`() async throws {
        for folder in ["a", "b"] { _ = try surroundings.scratch.directory(folder) }
        try save(0.05, to: "a/x.ahap")
        try save(0.25, to: "b/x.ahap")
        try await watching("a/x.ahap", "b/x.ahap") { thud in
            try await thud.waitForOutput("length 0.250 s", within: .seconds(15))
            try save(0.5, to: "b/x.ahap")
            try await thud.waitForOutput("length 0.500 s", within: .seconds(15))
            #expect(lengths(thud) == ["0.050", "0.250", "0.500"])
        }
    }
}
