import Testing
import ThudTerminal

@testable import ThudGameUI
@testable import ThudPocket

/// The ink of Stroop for people who do not see its colour.
struct StroopTests {
    private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 60, rows: 18)]

    private func lines(
        _ word: StroopColour, in ink: StroopColour, _ size: Size, _ letters: LetterCase
    ) -> [String] {
        var canvas = Canvas(size, letters: letters)
        StroopView(stroop: Stroop(word: word, ink: ink, labels: StroopColour.allCases)).draw(
            PocketLayout(canvas), on: &canvas)
        return canvas.grid.lines
    }

    @Test("Every word looks different in every ink without its colour, with large or small letters", arguments: sizes)
    func inks(size: Size) {
        for letters in [LetterCase(), LetterCase.usual()] {
            for word in StroopColour.allCases {
                let pictures = StroopColour.allCases.map { lines(word, in: $0, size, letters) }
                #expect(Set(pictures).count == pictures.count)
            }
        }
    }

    @Test("A label has the sample of its ink, which is on both sides of small letters", arguments: sizes)
    func samples(size: Size) {
        for ink in StroopColour.allCases {
            let sample = InkTexture(ink).swatch
            let word: StroopColour = ink == .red ? .blue : .red
            let lines = lines(word, in: ink, size, LetterCase())
            let (label, small) = (ink.rawValue.uppercased(), word.rawValue.uppercased())
            for text in ["\(sample) \(label)", "\(sample) \(small) \(sample)"] {
                #expect(lines.count { $0.contains(text) } == 1, "\(text): \(lines)")
            }
        }
        #expect(Set(StroopColour.allCases.map { InkTexture($0).swatch }).count == 4)
    }

    @Test("No texture removes the last dot of a cell, and none changes anything else", arguments: StroopColour.allCases)
    func strokes(ink: StroopColour) {
        for (text, isWoven) in "▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".map({ (String($0), true) }) + [(" ", false), ("R", false)] {
            var grid = Grid(Size(columns: 1, rows: 1))
            grid.put(text, at: Position(column: 0, row: 0))
            let hasDots = InkTexture(ink).weave(into: Area(grid.size), on: &grid)
            let left = String(grid.character(at: Position(column: 0, row: 0)))
            #expect(hasDots == isWoven)
            #expect(isWoven ? left != " " : left == text)
        }
    }
}
