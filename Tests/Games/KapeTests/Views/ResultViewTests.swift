import Testing
import ThudCore
import ThudGameKit
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

@Suite struct ResultViewTests {
    private let motley = KapeResult(
        got: (1...40).map { "Karta \($0)" }, passed: (1...9).map { "Fjalë \($0)" }, seen: [])

    @Test(arguments: RoundScreen.sizes)
    func `every card can be scrolled into view, and a mark shows that there are more`(size: Size) {
        let most = ResultView(content: ResultContent(motley), age: 5).mostScroll(on: drawn(motley, size))
        var shown = ""
        for scroll in 0...most {
            let canvas = drawn(motley, size, scroll: scroll)
            shown += canvas.text + " "
            #expect(canvas.text.contains("…") == (most > 0))
            #expect(canvas.text.contains("↑↓ Lëviz") == (most > 0))
        }
        for card in motley.got + motley.passed { #expect(shown.contains(card + " "), "\(card)") }
        #expect(drawn(motley, size, scroll: most).grid == drawn(motley, size, scroll: .max).grid)
        #expect(drawn(motley, size, scroll: 0).grid == drawn(motley, size, scroll: .min).grid)
    }

    @Test(arguments: RoundScreen.sizes)
    func `the best scores are below the cards, and can be scrolled into view`(size: Size) {
        let result = ResultContent(motley)
        let board = ResultContent.List(
            mark: "★", phrase: Phrase("Place 1 of 2"), colour: Neon.gold, entries: ["▸ 1.  40", "2.  12"])
        let content = ResultContent(
            title: result.title, score: result.score, figures: result.figures, lists: result.lists + [board])
        let still = Canvas.drawn(size, allowsMotion: true) { _ in }
        let most = ResultView(content: content, age: 5).mostScroll(on: still)
        let text = Canvas.drawn(size, allowsMotion: true) {
            ResultView(content: content, age: 5, scroll: most).draw(on: &$0)
        }.text
        #expect(text.contains("★ 2. 12") && text.contains("★ ▸ 1. 40"), "\(text)")
    }

    @Test(arguments: 14...30)
    func `no line of a list begins with the unit of a time`(columns: Int) {
        let cards = ["→ swipe right  0.42 s", "▸ 1.  2 · Arta, 3.0 s, 2026-12-01"]
        let lines = CardList(cards, mark: "✓", Neon.green, columns: columns).lines.map(\.text)
        #expect(!lines.contains { $0.wholeMatch(of: /[✓ ]+s(,.*)?/) != nil }, "\(lines)")
        #expect(lines.joined().contains("0.42 s") && !lines.joined().contains("\u{A0}"), "\(lines)")
    }

    @Test func `a list below another has one heading`() {
        let text = drawn(KapeResult(got: [], passed: [], seen: []), RoundScreen.sizes[0]).text
        #expect(text.matches(of: /↷ 0 Të kaluara/).count == 1, "\(text)")
    }

    /// Returns the text of a result with the best scores beside the cards.
    private func withBoard(_ latest: Int, isHighScore: Bool, _ size: Size, _ result: KapeResult? = nil) -> String {
        let result = ResultContent(result ?? KapeResult(got: ["Flija"], passed: ["Besa"], seen: []))
        let rows = [40, 12, 9, 9, 8, 7, 1].enumerated().map {
            BoardRow(score: $1, player: "Zoë", notes: "60.0 s", day: "2026-11-24", isLatest: $0 == latest)
        }
        let content = ResultContent(
            title: result.title, remark: result.remark, score: result.score, figures: result.figures,
            stamp: result.stamp, stampColour: result.stampColour, isTriumph: result.isTriumph,
            lists: result.lists + [ResultContent.List(best: rows, Kape.theme)])
        return Canvas.drawn(size) {
            ResultView(content: content, age: 5, isHighScore: isHighScore).draw(on: &$0)
        }.text
    }

    @Test(arguments: RoundScreen.sizes)
    func `every list has its heading, above it or before its entries, and the place is a place`(size: Size) {
        let cards = KapeResult(got: ["Flija"], passed: [], seen: [])
        let text = withBoard(1, isHighScore: false, size, cards)
        for part in ["✓ 1", "↷ 0", "★ Vendi 2 nga 7", "▸ 2. 12"] {
            // The smallest screen scrolls to the last list, whose heading it shows at once.
            guard size.columns >= 80 || !part.hasPrefix("▸") else { continue }
            #expect(text.contains(part), "\(part) in \(text)")
        }
        if size.columns == 80 { #expect(text.contains("↷ 0 Të kaluara"), "\(text)") }
        #expect(!text.contains("★ 7") && text.matches(of: /★ *\n/).isEmpty, "\(text)")
    }

    @Test(arguments: RoundScreen.sizes)
    func `a record, LEGJENDË and MISH I HUAJ are large at every size`(size: Size) {
        func largeRows(_ result: KapeResult, isHighScore: Bool) -> Int {
            var canvas = Canvas(size, letters: .usual(), theme: Kape.theme)
            let content = ResultContent(result)
            let view = ResultView(content: content, age: 5, isHighScore: isHighScore)
            view.draw(on: &canvas)
            // The rank is nowhere in plain letters.
            #expect(!canvas.text.contains("LEGJENDË ") || isHighScore)
            // Rows of the stamp, which lies across the screen above the score.
            return canvas.grid.lines.prefix(size.rows / 2).count { line in
                line.count { "▀▄█▌▐▘▝▖▗▛▜▙▟▚▞".contains($0) } > size.columns / 4
            }
        }
        for (result, isHighScore) in [
            (RoundScreen.outcome, false), (KapeResult(got: ["Flija"], passed: [], seen: []), false),
            (KapeResult(got: ["Flija"], passed: [], seen: []), true),
        ] { #expect(largeRows(result, isHighScore: isHighScore) >= 3) }
    }

    @Test(arguments: RoundScreen.sizes)
    func `guests see what the rank means beside the stamp, and nobody else does`(size: Size) {
        for (got, meaning) in [(1, "foreigner"), (9, "a legend")] {
            let result = KapeResult(got: (0..<got).map { "Karta \($0)" }, passed: [], seen: [])
            func canvas(isGlossed: Bool, isEnglish: Bool) -> Canvas {
                var canvas = Canvas(
                    size, letters: .usual(), theme: Kape.theme, isGlossed: isGlossed, isEnglish: isEnglish)
                ResultView(content: ResultContent(result), age: 5).draw(on: &canvas)
                return canvas
            }
            for (isGlossed, isEnglish) in [(true, false), (false, true)] {
                let shown = canvas(isGlossed: isGlossed, isEnglish: isEnglish)
                #expect(shown.text.contains(meaning), "\(shown.text)")
                // It takes no letters from the stamp.
                #expect(!shown.text.contains(result.rank.rawValue))
            }
            #expect(!canvas(isGlossed: false, isEnglish: false).text.contains(meaning))
        }
    }

    @Test func `a near miss says how near it was`() {
        let result = KapeResult(got: (1...7).map { "Karta \($0)" }, passed: [], seen: [])
        let text = Canvas.drawn(RoundScreen.sizes[1]) {
            ResultView(content: ResultContent(result), age: 5, best: 12).draw(on: &$0)
        }.text
        #expect(text.contains("Edhe 2 për LEGJENDË") && text.contains("më i miri 12, ti 7"), "\(text)")
        for score in [0, 5, 9, 10] {
            let far = KapeResult(got: (0..<score).map { "Karta \($0)" }, passed: [], seen: [])
            #expect(ResultContent(far).nearMiss == nil)
        }
    }

    @Test func `a record comes before a rank, and nobody is consoled for one`() {
        let size = RoundScreen.sizes[1]
        let (record, usual) = (withBoard(0, isHighScore: true, size), withBoard(0, isHighScore: false, size))
        #expect(record.contains("REKORD I RI!") && !record.contains("shqiponja"), "\(record)")
        #expect(usual.hasPrefix("Koha mbaroi!") && usual.contains("shqiponja"), "\(usual)")
        let legend = withBoard(0, isHighScore: true, size, RoundScreen.outcome)
        #expect(legend.contains("REKORD I RI!") && legend.contains("★ LEGJENDË ★"), "\(legend)")
    }

    @Test func `cards got have a green mark, passed ones an orange, and the words are white`() {
        let canvas = drawn(RoundScreen.outcome, RoundScreen.sizes[2])
        #expect(Set(canvas.places(of: "✓").map { canvas.grid.style(at: $0).foreground }) == [Neon.green])
        #expect(Set(canvas.places(of: "↷").map { canvas.grid.style(at: $0).foreground }) == [Neon.orange])
        #expect(Set(canvas.places(of: "B").map { canvas.grid.style(at: $0).foreground }) == [.white])
    }

    @Test func `the rank is stamped in gold or in red`() {
        #expect(frames(drawn(RoundScreen.outcome, RoundScreen.sizes[1])).contains(Neon.gold))
        let poor = drawn(KapeResult(got: ["Flija"], passed: [], seen: []), RoundScreen.sizes[1])
        #expect(poor.text.contains("MISH I HUAJ"))
        #expect(frames(poor) == [Neon.red])
    }

    @Test func `the stamp falls from above, is bright as it lands, and then rests`() {
        let falling = drawn(RoundScreen.outcome, RoundScreen.sizes[1], age: 0)
        #expect(!falling.text.contains("LEGJENDË"))
        #expect(frames(falling).contains(Neon.gold))
        for age in [0, 0.05, 0.1, 0.15, 0.17] {
            let text = drawn(RoundScreen.outcome, RoundScreen.sizes[1], age: age).text
            for words in ["Koha mbaroi!", "Gjaku s'bëhet ujë.", "10/13 · 77 % saktësi", "✓ 10 Të gjetura", "Golf 4"] {
                #expect(text.contains(words), "\(words) after \(age) s in \(text)")
            }
        }
        let landed = drawn(RoundScreen.outcome, RoundScreen.sizes[1], age: 0.2)
        #expect(landed.text.contains("LEGJENDË"))
        #expect(frames(landed).contains(.white))
        #expect(
            drawn(RoundScreen.outcome, RoundScreen.sizes[1], age: 0.31).grid
                == drawn(RoundScreen.outcome, RoundScreen.sizes[1], age: 99).grid)
    }

    @Test func `with Reduce Motion the stamp only fades in at its place`() {
        let end = drawn(RoundScreen.outcome, RoundScreen.sizes[1], allowsMotion: false)
        for step in 0...6 {
            let canvas = drawn(RoundScreen.outcome, RoundScreen.sizes[1], age: Double(step) / 20, allowsMotion: false)
            #expect(canvas.grid.lines == end.grid.lines)
        }
        let half = drawn(RoundScreen.outcome, RoundScreen.sizes[1], age: 0.15, allowsMotion: false)
        #expect(frames(half).contains(Colour.black.mixed(with: Neon.gold, 0.5)))
    }

    @Test func `the button shows what comes next`() {
        let cases: [(ResultView.Next, String)] = [
            (.playAgain, "HAJDE PRAP ↵"), (.nextPlayer("Besa"), "TJETRI: Besa ↵"), (.podium, "PODIUMI ↵"),
        ]
        for (next, label) in cases {
            let canvas = Canvas.drawn(RoundScreen.sizes[0]) {
                ResultView(content: ResultContent(motley), player: "Arbnora", age: 5, next: next).draw(on: &$0)
            }
            #expect(canvas.text.contains(label))
            #expect(canvas.text.hasPrefix("Arbnora"))
        }
    }

    @Test func `a round without cards and a very long card are drawn`() {
        #expect(drawn(KapeResult(got: [], passed: [], seen: []), RoundScreen.sizes[0]).text.contains("0/0 · 0 %"))
        let long = KapeResult(got: [String(repeating: "ë", count: 500)], passed: [""], seen: [])
        #expect(drawn(long, RoundScreen.sizes[0]).text.contains("1/2 · 50 %"))
    }

    private func drawn(
        _ result: KapeResult, _ size: Size, age: Double = 5, scroll: Int = 0, allowsMotion: Bool = true
    ) -> Canvas {
        Canvas.drawn(size, allowsMotion: allowsMotion) {
            ResultView(content: ResultContent(result), age: age, scroll: scroll).draw(on: &$0)
        }
    }

    /// Returns the colours of the heavy frames' lower right corners.
    private func frames(_ canvas: Canvas) -> Set<Colour> {
        Set(canvas.places(of: "┛").map { canvas.grid.style(at: $0).foreground })
    }
}
