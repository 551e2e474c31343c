import ArgumentParser
import Testing
import ThudGameUI
import ThudHapticFormats
import ThudSoundFiles

@testable import thud

@Suite struct SoundKnobsTests {
    private func moved(_ row: Int, _ column: Int) -> SoundKnobs {
        var knobs = SoundKnobs(.standard)
        knobs.move(rows: row, columns: column)
        return knobs
    }

    @Test func `a silent sound is drawn as long as it is`() {
        #expect(Sound(sampleRate: 8_000, channels: [[0, 0, 0]]).drawn == [0, 0, 0])
        #expect(Sound(sampleRate: 8_000, channels: [[0.1, 0, 0], [0, -0.25, 0.125]]).drawn == [0, -1, 0.5])
    }

    private static let places = SoundKnobs(.standard).board.rows.enumerated().flatMap { row, line in
        line.knobs.indices.map { (row, $0) }
    }

    @Test(arguments: places)
    func `each knob goes through values that convert takes, from end to end and back to its default`(
        row: Int, column: Int
    ) throws {
        var knobs = moved(row, column)
        let title = knobs.board.rows[row].knobs[column].text
        var lines: Set<String> = [knobs.options.settings.line]
        for step in [-1, 1] {
            while knobs.turn(by: step) == nil {
                try knobs.options.check(isSound: true, input: "a.wav", output: .ahap)
                let knob = knobs.board.rows[row].knobs[column]
                #expect(knob.isTurned == (knob.text != title))
                lines.insert(knobs.options.settings.line)
                // What is typed gives the same options.
                let typed = try SoundToHapticOptions.parse(knobs.options.changed)
                #expect(typed.settings.line == knobs.options.settings.line)
            }
            let obstacle = knobs.turn(by: step)
            #expect(obstacle?.hasSuffix("ends here") == true)
        }
        #expect(lines.count >= 2)
        _ = knobs.restore()
        let isRestored = knobs.restore()
        #expect(!isRestored && knobs.options.changed == [])
    }

    @Test func `a range keeps its ends in order`() {
        var knobs = moved(3, 1)
        for _ in 0..<8 { _ = knobs.turn(by: -1) }
        knobs.move(rows: 0, columns: -1)
        for _ in 0..<30 { _ = knobs.turn(by: 1) }
        #expect(knobs.options.changed == ["--sharpness", "0.6..0.6"])
    }

    @Test func `a value between two steps goes to the next one`() throws {
        var knobs = SoundKnobs(try .parse(["--onsets", "0.33", "--no-taps"]))
        _ = knobs.turn(by: 1)
        #expect(knobs.options.changed == ["--onsets", "0.35", "--no-taps"])
        _ = knobs.turn(by: -1)
        #expect(knobs.options.changed == ["--no-taps"])
        #expect(knobs.board.rows[1].knobs.map(\.text) == ["smooth 100 ms", "tolerance 0.03", "points 60/s"])
    }

    @Test(arguments: [
        ("hit.wav", "hit.wav"), ("a b.wav", "'a b.wav'"), ("it's.wav", "'it'\\''s.wav'"), ("", "''"), ("$x", "'$x'"),
    ])
    func `a file's name is written as a shell reads it`(text: String, word: String) {
        #expect(ShellWord.quoted(text) == word)
    }
}
