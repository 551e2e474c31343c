import Testing
import ThudCore
import ThudTerminal

@testable import ThudGameUI

/// The launcher's picture, the cards of all menus, and the rows of a notice.
@Suite struct FrontDoorTests {
    static let sizes = [(60, 18), (80, 24), (120, 40), (160, 50), (200, 60)].map { Size(columns: $0.0, rows: $0.1) }

    private static let cards = ["Kape", "Out of Pocket", "Habits", "Magic"].map {
        LauncherCard(
            title: $0, letter: Character($0.first?.lowercased() ?? "?"), abstract: "What one does.", art: .none,
            accent: Neon.red, figures: ["best 17", "played today"])
    }

    private func drawn(
        _ size: Size, selected: Int = 0, notice: String? = nil, hasHelp: Bool = false, letters: LetterCase = .init()
    ) -> Canvas {
        LauncherPicture(
            cards: Self.cards, selected: selected, remark: "3 days in a row", notice: notice,
            page: hasHelp ? LauncherPicture.help : nil,
            now: Instant(nanoseconds: 0), age: 5
        ).canvas(size, letters: letters, hasColour: true)
    }

    @Test(arguments: sizes)
    func `either all titles are in large letters, or none is`(size: Size) {
        let canvas = drawn(size, letters: .usual())
        let text = canvas.grid.lines.joined(separator: "\n")
        let plain = Self.cards.count { text.contains($0.title) }
        #expect(plain == (size.columns < 100 ? 4 : 0), "\(text)")
    }

    @Test func `a plain title has the whole abstract below it if there is room`() {
        let card = LauncherCard(
            title: "Kape", letter: "k", abstract: "Friends describe the word on your screen; you guess.", art: .none,
            accent: Neon.red, figures: ["best 17", "played today"])
        let picture = LauncherPicture(
            cards: [card] + Self.cards.dropFirst(), selected: 0, remark: "", now: Instant(nanoseconds: 0), age: 5)
        let text = picture.canvas(Size(columns: 100, rows: 30), letters: .usual(), hasColour: true).grid.lines
        #expect(!text.joined().contains("…") && text.contains { $0.contains("played today") }, "\(text)")
    }

    @Test(arguments: sizes)
    func `every game has a card with its best score, and every way has a key`(size: Size) {
        let canvas = drawn(size)
        let text = canvas.grid.lines.joined(separator: "\n")
        for card in Self.cards { #expect(text.contains(card.title), "\(card.title) in \(text)") }
        #expect(text.components(of: "best 17") == 4 && text.contains("3 days in a row"), "\(text)")
        for words in ["a Patterns", "b Bench", "? Help", "q Quit"] { #expect(text.contains(words), "\(words)") }
        #expect((0..<6).allSatisfy { index in canvas.targets.contains { $0.action == .choose(index) } })
        for target in canvas.targets { #expect(size.contains(target.area), "\(target)") }
    }

    @Test(arguments: sizes)
    func `the chosen card alone is lit`(size: Size) {
        for selected in 0..<4 {
            let canvas = drawn(size, selected: selected)
            let lit = canvas.targets.filter { target in
                canvas.grid.character(at: Position(column: target.area.column, row: target.area.row)) == "┏"
            }
            #expect(lit.map(\.action) == [.choose(selected)])
        }
    }

    @Test func `help lies over everything, and a notice takes the place of the remark`() {
        let help = drawn(Self.sizes[1], hasHelp: true)
        #expect(help.grid.lines.contains { $0.contains("browse the haptic patterns") })
        #expect(!help.targets.contains { $0.action == .choose(0) })
        let told = drawn(Self.sizes[1], notice: "no such folder").grid.lines
        #expect(told.contains { $0.contains("no such folder") } && !told.contains { $0.contains("in a row") })
    }

    @Test(arguments: sizes)
    func `a long notice is told to its end, above all cards`(size: Size) {
        let notice = "cannot find the folder Sounds in or above /home/me/thud; set THUD_ASSETS to a folder with it"
        let canvas = drawn(size, notice: notice)
        let text = canvas.grid.lines.joined(separator: " ")
        for word in notice.split(separator: " ") { #expect(text.contains(word), "\(word) in \(text)") }
        #expect((0..<6).allSatisfy { index in canvas.targets.contains { $0.action == .choose(index) } })
    }

    @Test func `help that is longer than the screen scrolls to its end`() {
        func picture(scroll: Int) -> LauncherPicture {
            LauncherPicture(
                cards: Self.cards, selected: 0, remark: "", page: LauncherPicture.help, scroll: scroll,
                now: Instant(nanoseconds: 0), age: 5)
        }
        let canvas = picture(scroll: 0).canvas(Self.sizes[0], letters: .init(), hasColour: true)
        let most = picture(scroll: 0).mostScroll(on: canvas)
        #expect(most > 0 && !canvas.grid.lines.joined().contains("lists everything"))
        let end = picture(scroll: most).canvas(Self.sizes[0], letters: .init(), hasColour: true)
        #expect(end.grid.lines.joined().contains("everything.") && end.grid.lines.joined().contains("↑↓ Scroll"))
    }

    @Test(arguments: [1, 2, 4, 7, 12], sizes)
    func `cards neither overlap nor leave their room, and the chosen one is among them`(count: Int, size: Size) {
        for selected in 0..<count {
            let grid = CardGrid(count, selected: selected, in: Area(size), smallest: Size(columns: 50, rows: 5))
            #expect(grid.cards.contains { $0.index == selected })
            for card in grid.cards {
                #expect(size.contains(card.area))
                for other in grid.cards where other.index != card.index {
                    let isApart =
                        card.area.endColumn <= other.area.column || other.area.endColumn <= card.area.column
                        || card.area.endRow <= other.area.row || other.area.endRow <= card.area.row
                    #expect(isApart, "\(card) \(other)")
                }
            }
        }
    }

    @Test(arguments: sizes)
    func `a notice has a row of its own and covers nothing of a title or a result`(size: Size) {
        func lines(_ rows: Int, _ draw: (inout Canvas) -> Void) -> [String] {
            var canvas = Canvas(size, letters: LetterCase(), reservedRows: rows)
            draw(&canvas)
            return canvas.grid.lines
        }
        let notice = NoticeView(text: "the sound device is gone")
        let title = TitleView(title: "KAPE!", deck: nil, hasTournament: true)
        let result = ResultView(content: ResultContent(title: Phrase("Time's up!"), score: 7), age: 5)
        for draw in [title.draw, result.draw] as [(inout Canvas) -> Void] {
            let bare = lines(1, draw)
            let told = lines(1) { canvas in
                draw(&canvas)
                notice.draw(on: &canvas)
            }
            #expect(bare.dropLast() == told.dropLast() && told.last?.contains("sound device is gone") == true)
            #expect(bare.last == "")
        }
    }

    @Test func `a notice is told in the language of the game if it can be`() {
        let words = ShellWords(Array("# Albanian\n\nnotice Saved = U ruajt\n".utf8))
        #expect(words.translated(notice: "Saved a.png") == "U ruajt a.png")
        #expect(words.translated(notice: "something else") == "something else")
        let kape = ShellWords(Array("notice # of # cues = # nga # tinguj\nnotice # cues lost = humbën #".utf8))
        let lost = kape.translated(notice: "1 of 12 cues, 12 cues lost")
        #expect(lost == "1 nga 12 tinguj, humbën 12")
        let figures = "1 of 12 cues, 12 cues lost: p50 9 ms"
        #expect(kape.translated(notice: figures) == figures, "A notice has one language.")
    }

    @Test func `a place is a place, and every other word has an English text unless only games have it`() {
        #expect(ShellWords().place(2, of: 7).text == "Place 2 of 7")
        let empty = ShellWord.allCases.filter { ShellWords()[$0].text.isEmpty }
        #expect(empty == [.tagline, .ownLanguage])
    }
}

extension Size {
    fileprivate func contains(_ area: Area) -> Bool {
        area.column >= 0 && area.row >= 0 && area.endColumn <= columns && area.endRow <= rows
    }
}

extension String {
    /// Returns how often a text occurs.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
