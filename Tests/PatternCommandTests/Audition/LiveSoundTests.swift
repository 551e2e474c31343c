import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// `thud audition` of a sound in a real terminal, and without one.
@Suite(.live) struct LiveSoundTests {
    private let surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        try FileManager.default.copyItem(
            atPath: "\(Surroundings.checkout)/Sounds/kape/fanfare.wav", toPath: surroundings.scratch.file("hit.wav"))
    }

    private func audition<Result>(
        _ words: String = "hit.wav", size: (columns: Int, rows: Int) = (100, 30),
        _ body: (TmuxScreen) async throws -> Result
    ) async throws -> Result {
        try await surroundings.onScreen(
            "exec \(try ThudProcess.path()) audition --device null \(words)", size: size, body)
    }

    private func thud(_ arguments: String...) async throws -> ThudProcess.Outcome {
        try await surroundings.thud(arguments, in: surroundings.scratch.path)
    }

    private func bytes(_ name: String) throws -> [UInt8] { try SourceFile.read(surroundings.scratch.file(name)) }

    @Test func `turned knobs make another pattern, which is saved as convert makes it`() async throws {
        try await audition("hit.wav --loop 1000") { screen in
            try await screen.wait(
                for: "5 onsets; curves within", "▼", "sound ", "▸onsets 0.3", "thud convert hit.wav hit.ahap",
                "not saved")
            try await screen.press("Right")
            for _ in 0..<8 { try await screen.press("+") }
            try await screen.wait(for: "hit.ahap --min-gap 200")
            try await screen.wait(for: "2 onsets; curves within")
            try await screen.press("Down", "Down", "Down", "Left", "+", "+")
            try await screen.wait(for: "--min-gap 200 --sharpness 0.1..1")
            try await screen.press("s")
            try await screen.wait(for: "saved hit.ahap")
            try await screen.press("-", "-", "-")
            try await screen.wait(for: "from ends here")
            try await screen.press("+", "+", "q")
            #expect(try await screen.end() == 0)
            try await screen.wait(for: "thud convert hit.wav hit.ahap --min-gap 200 --sharpness 0.1..1")
        }
        let options = ["--min-gap", "200", "--sharpness", "0.1..1"]
        let outcome = try await surroundings.thud(
            ["convert", "hit.wav", "other.ahap"] + options, in: surroundings.scratch.path)
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(try bytes("hit.ahap") == bytes("other.ahap"))
    }

    @Test func `a sound of which no pattern can be made is not waited for`() async throws {
        let channel = [Float](repeating: 0.1, count: 520_000)
        let long = Sound(sampleRate: 8_000, channels: [channel, channel])
        try SoundFile.write(long, to: surroundings.scratch.file("long.wav"))
        try await audition("long.wav --rate 0.1") { screen in
            try await screen.wait(for: "cannot be resampled", "not saved")
            try await screen.press("s")
            try await screen.wait(for: "there is no pattern to save")
        }
        try await audition("long.wav kape/tick --rate 0.1") { screen in _ = try await screen.wait(for: "kape/tick") }
    }

    @Test func `what somebody edited is overwritten only on request, and what was saved here at once`() async throws {
        try surroundings.scratch.write("{}", to: "hit.ahap")
        try await audition { screen in
            try await screen.wait(for: "5 onsets")
            try await screen.press("s")
            try await screen.wait(for: "hit.ahap exists and holds something else; S overwrites it")
            #expect(surroundings.scratch.text(of: "hit.ahap") == "{}")
            try await screen.press("S")
            try await screen.wait(for: "saved hit.ahap")
            let first = try bytes("hit.ahap")
            try await screen.press("+")
            try await screen.wait(for: "not saved")
            // A save waits for the pattern that the knobs mean.
            try await screen.press("+", "s")
            try await screen.wait(for: "--onsets 0.4")
            try await screen.wait(for: "saved hit.ahap")
            #expect(try bytes("hit.ahap") != first)
            try surroundings.scratch.write("{ }", to: "hit.ahap")
            try await screen.press("s")
            try await screen.wait(for: "S overwrites it")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
        #expect(surroundings.scratch.text(of: "hit.ahap") == "{ }")
    }

    @Test func `it begins with what the pattern beside the sound stores`() async throws {
        #expect(try await thud("convert", "hit.wav", "hit.ahap", "--taps-only", "--band", "80..9000").exitCode == 0)
        try await audition { screen in
            try await screen.wait(for: "parts taps only", "from 80 Hz")
            try await screen.wait(for: "hit.ahap --taps-only --band 80..9000")
            try await screen.wait(for: "   saved")
            try await screen.press("r", "l")
            try await screen.wait(for: "loop")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `every size is drawn or says what it needs, and it goes on after a stop`() async throws {
        try await surroundings.onScreen("exec sh -i", size: (63, 13)) { screen in
            try await screen.type("\(try ThudProcess.path()) audition --device null hit.wav")
            try await screen.press("Enter")
            try await screen.wait(for: "too small: 64×14")
            // Nobody sees what they turn or save.
            try await screen.press("+", "s")
            for (columns, rows) in [(64, 14), (80, 24), (200, 60)] {
                try await screen.resize(columns: columns, rows: rows)
                try await screen.wait(for: "▸onsets 0.3", "sound ", "thud convert", "not saved", unless: "--onsets")
            }
            try await screen.press("C-z")
            try await screen.wait(for: "Stopped")
            try await screen.type("clear; fg")
            try await screen.press("Enter")
            try await screen.wait(for: "▸onsets 0.3", unless: "--onsets")
            try await screen.press("+")
            try await screen.wait(for: "hit.ahap --onsets 0.35")
            try await screen.press("q")
            try await screen.waitUntilGone("▸onsets")
        }
    }

    @Test func `two sounds keep their knobs while one browses, and both commands are printed`() async throws {
        try FileManager.default.copyItem(
            atPath: "\(Surroundings.checkout)/Sounds/kape/tick.wav", toPath: surroundings.scratch.file("it's.wav"))
        try await audition("hit.wav \"it's.wav\"") { screen in
            try await screen.wait(for: "1 of 2")
            try await screen.press("+")
            try await screen.wait(for: "--onsets 0.35")
            try await screen.press("n", "-")
            try await screen.wait(for: "'it'\\''s.ahap' --onsets 0.25")
            try await screen.press("p")
            try await screen.wait(for: "hit.ahap --onsets 0.35")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
            try await screen.wait(for: "--onsets 0.25", "thud convert hit.wav hit.ahap --onsets 0.35")
        }
    }

    @Test func `without a screen a sound is the pattern that convert makes`() async throws {
        #expect(try await thud("convert", "hit.wav", "hit.ahap").exitCode == 0)
        let (sound, pattern) = (
            try await thud("audition", "hit.wav", "--silent"), try await thud("audition", "hit.ahap", "--silent")
        )
        #expect(sound.exitCode == 0 && sound.output == pattern.output.replacing("hit.ahap", with: "hit.wav "))
    }

    @Test(arguments: ["junk.wav", "empty.wav", "missing.wav"])
    func `a sound that cannot be read gives one sentence and exit code 4`(name: String) async throws {
        try surroundings.scratch.write("RIFF junk", to: "junk.wav")
        try surroundings.scratch.write("", to: "empty.wav")
        let outcome = try await thud("audition", name, "--silent")
        #expect(outcome.exitCode == 4 && outcome.output.isEmpty)
        #expect(outcome.errorOutput.split(separator: "\n").count == 1 && outcome.errorOutput.contains(name))
        try await audition(name) { screen in
            #expect(try await screen.end() == 4)
            try await screen.wait(for: "thud: ", name)
        }
    }
}
