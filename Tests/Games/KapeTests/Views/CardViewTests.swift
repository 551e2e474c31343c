import Glibc
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal

@testable import ThudKape

@Suite struct CardViewTests {
    @Test(arguments: ["mix", "ushqim", "gurbet", "vip"], RoundScreen.sizes)
    func `no card of a shipped deck loses a character`(deck: String, size: Size) throws {
        for card in try shipped(deck).cards {
            let canvas = drawn(card, size)
            #expect(canvas.text.contains(card), "\(card) in \(canvas.text)")
        }
    }

    @Test func `the longest card of a deck is whole on the smallest screen`() {
        let card = "Aaaaaaaaaaaaaaaaaaaa Bbbbbbbbbbbbbbbbbbbb Cccccccccccccccccc"
        #expect(drawn(card, RoundScreen.sizes[0]).text.contains(card))
    }

    /// Counts the rows with parts of large letters.
    private func largeRows(_ card: String, _ size: Size) -> Int {
        var canvas = Canvas(size, letters: .usual(), theme: Kape.theme)
        CardView(card: card, remaining: 60, length: 60, score: 0, passes: 0).draw(on: &canvas)
        return canvas.grid.lines.dropLast().count { $0.contains { "▀▄█▌▐▘▝▖▗▛▜▙▟▚▞".contains($0) } }
    }

    @Test func `a card of one long word is large on the smallest screens, even with an emoji`() {
        for size in [Size(columns: 60, rows: 18), Size(columns: 80, rows: 24)] {
            for card in ["Letërnjoftimi", "Nënshkrimimitetet", "Kryeministërllëkut", "Byrek 😀", "Zamira 🇦🇱 Hyseni"] {
                #expect(largeRows(card, size) >= 5, "\(card)")
            }
            for card in ["漢字", "😀😀 a", "مرحبا"] { #expect(largeRows(card, size) == 0, "\(card)") }
        }
        var canvas = Canvas(Size(columns: 80, rows: 24), letters: .usual(), theme: Kape.theme)
        CardView(card: "Byrek 😀", remaining: 60, length: 60, score: 0, passes: 0).draw(on: &canvas)
        #expect(canvas.text.contains("Byrek 😀"))
    }

    @Test func `the clock is a bar over the whole width, red for the last ten seconds`() {
        let size = Size(columns: 80, rows: 24)
        for (remaining, cells, colour) in [
            (60.0, 80, Colour.white), (30, 40, .white), (10, 13, Neon.red), (0, 0, Neon.red),
        ] {
            let canvas = Canvas.drawn(size) {
                CardView(card: "Pite", remaining: remaining, length: 60, score: 0, passes: 0).draw(on: &$0)
            }
            let full = canvas.places(of: "█").filter { $0.row == 23 }
            #expect(full.count == cells)
            #expect(full.allSatisfy { canvas.grid.style(at: $0).foreground == colour })
        }
    }

    @Test func `seconds are rounded up, and an invalid time does no harm`() {
        let cases = [(9.01, "10"), (0.2, "1"), (0, "0"), (-3, "0"), (.nan, "0"), (125, "2:05"), (.infinity, "1440:00")]
        for (remaining, text) in cases {
            let canvas = Canvas.drawn(Size(columns: 80, rows: 24)) {
                CardView(card: "Pite", remaining: remaining, length: 60, score: 0, passes: 0).draw(on: &$0)
            }
            #expect(canvas.text.contains("↷ 0 \(text) ✕"), "\(remaining)")
        }
    }

    @Test func `the hints appear only on request`() {
        let canvas = drawn("Pite", RoundScreen.sizes[1])
        #expect(!canvas.text.contains("E gjete"))
        #expect(canvas.targets.map(\.action) == [.leave])
    }

    @Test(arguments: [true, false])
    func `an answered card leaves in the direction of the gesture, under its sign`(
        isGuessed: Bool
    ) throws {
        let start = Instant(nanoseconds: 5_000_000_000)
        let answer = KapeState.Answer(card: "Byrek", isGuessed: isGuessed, instant: start)
        /// Returns the row of the leaving card, `seconds` after the answer.
        func row(_ seconds: Double, allowsMotion: Bool = true) -> Int? {
            let canvas = Canvas.drawn(RoundScreen.sizes[1], allowsMotion: allowsMotion) {
                CardView(
                    card: "Pite", remaining: 42, length: 60, score: 5, passes: 2,
                    leaving: LeavingCard(answer, at: start + .seconds(seconds))
                ).draw(on: &$0)
            }
            return canvas.grid.lines.firstIndex { $0.contains(isGuessed ? "✓  Byrek  ↓" : "↷  Byrek  ↑") }
        }
        let rows = try [0, 0.1, 0.2, 0.3].map { try #require(row($0)) }
        #expect(rows == (isGuessed ? rows.sorted() : rows.sorted(by: >)))
        #expect(abs(rows[3] - rows[0]) >= 5, "\(rows)")
        // With less motion it is at its final place at once.
        #expect(row(0, allowsMotion: false) == row(0.3, allowsMotion: false))
        #expect(row(0.4) == nil && row(-0.1) == nil)
    }

    @Test func `a key press that came too soon is reported`() {
        let canvas = Canvas.drawn(RoundScreen.sizes[1]) {
            CardView(card: "Pite", remaining: 42, length: 60, score: 5, passes: 2, isTooSoon: true).draw(on: &$0)
        }
        #expect(canvas.text.contains("⊘ Prit pak!"))
        #expect(!drawn("Pite", RoundScreen.sizes[1]).text.contains("⊘"))
    }

    private func drawn(_ card: String, _ size: Size) -> Canvas {
        Canvas.drawn(size) { CardView(card: card, remaining: 42, length: 60, score: 5, passes: 2).draw(on: &$0) }
    }

    private func shipped(_ id: String) throws -> Deck {
        let path = "\(#filePath.split(separator: "/").dropLast(5).map { "/" + $0 }.joined())/Decks/kape/\(id).json"
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return try Deck(parsing: bytes, file: path)
    }
}
