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
        let lines = canvas.grid.lines.dropFirst(canvas.headRows).dropLast()
        return lines.count { $0.contains { "▀▄█▌▐▘▝▖▗▛▜▙▟▚▞".contains($0) } }
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
            let canvas = Canvas.drawn(Size(columns: 80, rows: 23)) {
                CardView(card: "Pite", remaining: remaining, length: 60, score: 0, passes: 0).draw(on: &$0)
            }
            #expect(canvas.text.contains("↷ 0 \(text) ✕"), "\(remaining)")
        }
    }

    @Test(arguments: RoundScreen.sizes)
    func `the hints stay at the ends of the margin, grey after the first cards, and can be pressed`(size: Size) throws {
        for (isNew, colour) in [(true, Colour.white), (false, Neon.grey)] {
            for isGlossed in [true, false] {
                let canvas = Canvas.drawn(size, isGlossed: isGlossed) {
                    CardView(card: "Pite", remaining: 42, length: 60, score: 7, passes: 2, isNew: isNew).draw(on: &$0)
                }
                let row = try #require(canvas.places(of: "↓").first).row
                #expect(row == canvas.headRows && canvas.places(of: "↑").map(\.row) == [row])
                let line = canvas.text(in: Area(column: 0, row: row, columns: size.columns, rows: 1))
                #expect(line.hasPrefix("↓ E gjete") && line.hasSuffix(" ↑") && line.contains("Edhe 2 për LEGJENDË"))
                for place in canvas.places(of: "↓") + canvas.places(of: "↑") {
                    #expect(canvas.grid.style(at: place) == Style(colour))
                }
                #expect(Set(canvas.targets.map(\.action)) == [.leave, .down, .up])
            }
        }
    }

    /// A card with the one answered before it, `seconds` after the answer.
    private func leaving(
        _ isGuessed: Bool, _ seconds: Double, _ size: Size = RoundScreen.sizes[1], allowsMotion: Bool = true
    ) -> Canvas {
        let start = Instant(nanoseconds: 5_000_000_000)
        let answer = KapeState.Answer(card: "Byrek", isGuessed: isGuessed, instant: start)
        return Canvas.drawn(size, allowsMotion: allowsMotion) {
            CardView(
                card: "Pite", remaining: 42, length: 60, score: 2, passes: 2,
                leaving: LeavingCard(answer, at: start + .seconds(seconds))
            ).draw(on: &$0)
        }
    }

    @Test(arguments: [true, false])
    func `an answered card leaves along the margin to its side, under its sign`(isGuessed: Bool) throws {
        let label = isGuessed ? "✓  Byrek  ↓" : "↷  Byrek  ↑"
        func place(_ seconds: Double, allowsMotion: Bool = true) -> (row: Int, column: Int)? {
            let lines = leaving(isGuessed, seconds, allowsMotion: allowsMotion).grid.lines
            guard let row = lines.firstIndex(where: { $0.contains(label) }) else { return nil }
            return lines[row].firstRange(of: label).map { (row, lines[row][..<$0.lowerBound].count) }
        }
        let places = try [0.13, 0.2, 0.3].map { try #require(place($0)) }
        #expect(Set(places.map(\.row)) == [3])
        let columns = places.map(\.column)
        #expect(columns == (isGuessed ? columns.sorted() : columns.sorted(by: >)) && Set(columns).count == 3)
        // With less motion it is at its final place at once.
        #expect(try #require(place(0.13, allowsMotion: false)) == #require(place(0.3, allowsMotion: false)))
        #expect(place(0.4) == nil && place(-0.1) == nil)
    }

    @Test(arguments: RoundScreen.sizes, [true, false])
    func `an answered card covers nothing of the next one, only the hints`(size: Size, isGuessed: Bool) {
        let alone = Canvas.drawn(size) {
            CardView(card: "Pite", remaining: 42, length: 60, score: 2, passes: 2).draw(on: &$0)
        }
        for seconds in [0.13, 0.2, 0.34] {
            let both = leaving(isGuessed, seconds, size)
            for place in alone.positions
            where alone.grid.character(at: place) != " " && place.row != alone.headRows {
                #expect(both.grid.character(at: place) == alone.grid.character(at: place), "\(place)")
            }
        }
    }

    @Test(arguments: [(1, "1"), (2, "2"), (8, "8")])
    func `three rows show the score from 24 rows on, in every digit`(score: Int, text: String) {
        let canvas = Canvas.drawn(Size(columns: 80, rows: 24)) {
            CardView(card: "Pite", remaining: 42, length: 60, score: score, passes: 0).draw(on: &$0)
        }
        let rows = (0..<3).map { row in
            canvas.text(in: Area(column: 3, row: row, columns: 3, rows: 1))
        }
        #expect(rows.allSatisfy { !$0.isEmpty }, "\(rows)")
        let small = Canvas.drawn(Size(columns: 80, rows: 23)) {
            CardView(card: "Pite", remaining: 42, length: 60, score: score, passes: 0).draw(on: &$0)
        }
        #expect(small.grid.lines[0].contains("✓ \(text)"))
    }

    @Test func `a guest sees what a card means, and nobody else does`() {
        func text(isGlossed: Bool, isEnglish: Bool) -> String {
            var canvas = Canvas(
                RoundScreen.sizes[1], letters: LetterCase(), theme: Kape.theme, isGlossed: isGlossed,
                isEnglish: isEnglish)
            CardView(card: "Rakia", remaining: 42, length: 60, score: 5, passes: 2, gloss: "the fruit brandy")
                .draw(on: &canvas)
            return canvas.text
        }
        #expect(text(isGlossed: true, isEnglish: false).contains("the fruit brandy"))
        #expect(text(isGlossed: false, isEnglish: true).contains("the fruit brandy"))
        #expect(!text(isGlossed: false, isEnglish: false).contains("the fruit brandy"))
    }

    @Test func `every card of Mix Shqip has a gloss`() throws {
        let deck = try shipped("mix")
        #expect(deck.cards.filter { deck.glosses[$0] == nil } == [])
    }

    @Test func `right answers in a row and the way to LEGJENDË are counted out loud`() {
        func text(_ score: Int, inARow: Int, leaving: LeavingCard? = nil) -> String {
            Canvas.drawn(Size(columns: 80, rows: 23)) {
                CardView(
                    card: "Pite", remaining: 42, length: 60, score: score, passes: 0, leaving: leaving, inARow: inARow
                ).draw(on: &$0)
            }.text
        }
        #expect(!text(2, inARow: 2).contains("në radhë") && text(3, inARow: 3).contains("3 në radhë"))
        #expect(text(7, inARow: 0).contains("Edhe 2 për LEGJENDË") && !text(9, inARow: 0).contains("LEGJENDË"))
        let now = Instant(nanoseconds: 5_000_000_000)
        let answer = LeavingCard(KapeState.Answer(card: "Besa", isGuessed: true, instant: now), at: now + .seconds(0.2))
        for milestone in [10, 25, 50] {
            #expect(text(milestone, inARow: milestone, leaving: answer).contains("★ \(milestone) në radhë ★"))
        }
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
