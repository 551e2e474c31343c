import Foundation
import Testing
import ThudCore
import ThudGameKit
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

@Suite struct MenuViewTests {
    @Test func `an English screen names decks, levels and places in English`() throws {
        let text = """
            {"id": "mix", "title": "Mix", "description": "Pak nga të gjitha", "gloss": "A bit of everything",
            "icon": "🦅", "difficulty": "Bishë", "language": "sq", "cards": ["Flija"]}
            """
        let deck = try Deck(parsing: Array(text.utf8), file: "mix.json")
        let choice = DeckChoice(id: "mix", outcome: .deck(deck), isLocked: false, seen: 0, isOwn: false)
        for isEnglish in [true, false] {
            var decks = Canvas(RoundScreen.sizes[1], letters: LetterCase(), theme: Kape.theme, isEnglish: isEnglish)
            var podium = decks
            DecksView(decks: [choice], selected: 0).draw(on: &decks)
            PodiumView(places: [.init(place: 2, name: "Besa", score: 3, title: "Argjend")], age: 5).draw(on: &podium)
            #expect(decks.text.contains(isEnglish ? "A bit of everything" : "Pak nga të gjitha"))
            #expect(decks.text.contains(isEnglish ? "▲▲ Beast" : "▲▲ Bishë"))
            #expect(podium.text.contains(isEnglish ? "Silver" : "Argjend"))
        }
    }

    @Test func `the descriptions of the shipped decks are whole at 80x24, and on less the chosen one's`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../Decks/kape")
        let decks = DeckShelf(shipped: folder.standardized.path).entries.compactMap(\.deck)
        #expect(decks.count == 4)
        let choices = decks.map {
            DeckChoice(id: $0.id, outcome: .deck($0), isLocked: false, seen: 0, isOwn: false)
        }
        for isEnglish in [true, false] {
            var canvas = Canvas(RoundScreen.sizes[1], letters: LetterCase(), theme: Kape.theme, isEnglish: isEnglish)
            DecksView(decks: choices, selected: 0).draw(on: &canvas)
            #expect(!canvas.text.contains("…"), "\(canvas.text)")
            for (index, deck) in decks.enumerated() {
                var small = Canvas(RoundScreen.sizes[0], letters: LetterCase(), theme: Kape.theme, isEnglish: isEnglish)
                DecksView(decks: choices, selected: index).draw(on: &small)
                let last = (isEnglish ? deck.gloss : deck.description)?.split(separator: " ").last
                #expect(last.map(small.text.contains) == true, "\(small.text)")
            }
        }
    }

    @Test(arguments: MenuScreen.allCases, RoundScreen.sizes)
    func `the texts of a menu are whole at every size`(screen: MenuScreen, size: Size) throws {
        let canvas = try screen.canvas(size)
        for words in screen.words(at: size) { #expect(canvas.text.contains(words), "\(words) in \(canvas.text)") }
        #expect(!canvas.text.contains("…") || screen == .players && canvas.text.contains("a…z"), "\(canvas.text)")
    }

    @Test(arguments: RoundScreen.sizes)
    func `every size explains that nothing is bought`(size: Size) throws {
        let canvas = try MenuScreen.unlock.canvas(size, isGlossed: true)
        #expect(canvas.text.contains("s'blihet asgjë. · Free: nothing to buy here."), "\(canvas.text)")
        #expect(canvas.text.contains("thud decks unlock gurbet"), "\(canvas.text)")
    }

    @Test(arguments: MenuScreen.allCases, RoundScreen.sizes)
    func `a menu has at most one button, and its targets are on the screen`(
        screen: MenuScreen, size: Size
    ) throws {
        for isGlossed in [false, true] {
            let canvas = try screen.canvas(size, isGlossed: isGlossed)
            let buttons = canvas.targets.filter { [.confirm, .tournament].contains($0.action) && $0.area.rows > 1 }
            #expect(buttons.count == (screen.hasPrimary ? 1 : 0))
            for button in buttons { #expect(canvas.text(in: button.area).contains("↵")) }
            for target in canvas.targets {
                #expect(target.area.column >= 0 && target.area.endColumn <= size.columns, "\(target)")
                #expect(target.area.row >= 0 && target.area.endRow <= size.rows, "\(target)")
            }
        }
    }

    @Test(arguments: MenuScreen.allCases)
    func `no size is too small to draw a menu`(screen: MenuScreen) throws {
        for (columns, rows) in [(0, 0), (1, 1), (20, 3), (0, 9), (9, 0), (2, 2), (7, 40), (300, 2), (33, 11)] {
            let canvas = try screen.canvas(Size(columns: columns, rows: rows), isGlossed: true)
            #expect(canvas.grid.lines.count == rows)
        }
    }

    @Test(arguments: MenuScreen.allCases, HostileNameTests.names)
    func `no name breaks a menu`(screen: MenuScreen, name: String) throws {
        for size in RoundScreen.sizes + [Size(columns: 1, rows: 1), Size(columns: 20, rows: 3)] {
            let canvas = try screen.canvas(size, naming: name)
            for line in canvas.grid.lines { #expect(TextWidth.columns(of: line) <= size.columns) }
            let scalars = canvas.positions.flatMap { canvas.grid.character(at: $0).unicodeScalars }
            #expect(!scalars.contains { $0.value < 0x20 })
        }
    }

    @Test(arguments: RoundScreen.sizes)
    func `the selected deck is visible and framed, however many there are`(size: Size) throws {
        let decks = try (0..<40).map { index in
            let deck = try DeckFixture.deck("d\(index)", title: "Letra \(index).")
            return DeckChoice(id: "d\(index)", outcome: .deck(deck), isLocked: false, seen: 0, isOwn: false)
        }
        for selected in [0, 1, 20, 38, 39] {
            let canvas = Canvas.drawn(size) { DecksView(decks: decks, selected: selected).draw(on: &$0) }
            let target = try #require(canvas.targets.first { $0.action == .choose(selected) })
            #expect(canvas.text(in: target.area).contains("Letra \(selected)."))
            let corner = Position(column: target.area.column, row: target.area.row)
            #expect(canvas.grid.character(at: corner) == "┏")
            #expect(canvas.places(of: "▼").isEmpty == (selected >= 38))
        }
    }

    @Test(arguments: RoundScreen.sizes)
    func `each setting can be pressed on its own row`(size: Size) throws {
        let canvas = try MenuScreen.settings.canvas(size)
        for (index, row) in SettingsPanel().rows(Preferences(), Kape.theme.words).enumerated() {
            let target = try #require(canvas.targets.first { $0.action == .choose(index) })
            #expect(target.area.rows == 1 || size.columns >= 110)
            #expect(canvas.text(in: target.area).contains(row.label.text))
            #expect(canvas.text(in: target.area).contains(row.value.text))
        }
    }

    @Test(arguments: RoundScreen.sizes)
    func `the mouse lowers a chosen setting at its left arrow`(size: Size) throws {
        let canvas = try MenuScreen.settings.canvas(size)
        let arrow = try #require(canvas.places(of: "◂").first)
        #expect(canvas.targets.last { $0.area.contains(arrow) }?.action == .left)
    }

    @Test(arguments: 2...5, RoundScreen.sizes)
    func `the names are all large or all small, and a small one is in the middle of its card`(count: Int, size: Size)
        throws
    {
        let names = ["Besa", "Dritan", "Teuta", "Gëzim", "Lumturie"].prefix(count).map(\.self)
        let canvas = Canvas.drawn(size) { PlayersView(form: PlayersForm(names: names)).draw(on: &$0) }
        let cards = canvas.targets.filter { if case .choose = $0.action { $0.area.rows > 1 } else { false } }
        let small = cards.filter { card in names.contains { canvas.text(in: card.area).contains($0) } }
        #expect(small.isEmpty || small.count == cards.count { $0.action != .choose(count) })
        for card in small {
            let middle = canvas.text(in: card.area.part(row: card.area.rows / 2, rows: 1))
            #expect(card.area.rows % 2 == 1 && names.contains { middle.contains($0) }, "\(canvas.text)")
        }
    }

    @Test(arguments: RoundScreen.sizes)
    func `the first nine decks have a figure key`(size: Size) throws {
        let decks = try (0..<12).map { index in
            let deck = try DeckFixture.deck("d\(index)", title: "Letra")
            return DeckChoice(id: "d\(index)", outcome: .deck(deck), isLocked: false, seen: 0, isOwn: false)
        }
        for selected in [0, 8, 11] {
            let canvas = Canvas.drawn(size) { DecksView(decks: decks, selected: selected).draw(on: &$0) }
            let target = try #require(canvas.targets.first { $0.action == .choose(selected) })
            let first = canvas.text(in: target.area.inset(columns: 2, rows: 1)).first
            #expect((first == "\(selected + 1)".first) == (selected < 9), "\(canvas.text)")
        }
    }

    @Test func `a long name shows its end while it is typed`() {
        let name = String(repeating: "漢", count: 39) + "Ω"
        let canvas = Canvas.drawn(RoundScreen.sizes[0]) {
            PlayersView(form: PlayersForm(names: [name, name])).draw(on: &$0)
        }
        #expect(canvas.text.contains("漢Ω▏"))
        #expect(canvas.places(of: "Ω").count == 1)
    }

    @Test func `equal names are named as the reason`() {
        var form = PlayersForm(names: ["Besa", "Besa"])
        form.refuse(1)
        let canvas = Canvas.drawn(Size(columns: 80, rows: 24)) { PlayersView(form: form).draw(on: &$0) }
        #expect(canvas.text.contains("Dy kanë të njëjtin emër"), "\(canvas.text)")
    }

    @Test func `a notice has at most three lines and marks its cut`() {
        let notice = NoticeView(text: String(repeating: "fjalë ", count: 200))
        let size = RoundScreen.sizes[0]
        var canvas = Canvas(size, letters: LetterCase(), reservedRows: notice.rows(columns: size.columns))
        notice.draw(on: &canvas)
        #expect(canvas.grid.lines.count { $0.contains("fjalë") } == 3)
        #expect(canvas.places(of: "…").count == 1)
    }

    @Test func `the developer's line fills only the last row`() throws {
        let canvas = try MenuScreen.developer.canvas(RoundScreen.sizes[1])
        #expect(canvas.grid.lines.last?.hasPrefix(" Besa") == true)
        #expect(canvas.grid.lines.dropLast().allSatisfy { $0.allSatisfy { $0 == " " } })
    }
}

/// The screens around a round, each at a typical moment.
enum MenuScreen: String, CaseIterable {
    case title, resume, decks, unlock, players, board, settings, tooSmall, notice, developer

    func draw(on canvas: inout Canvas) throws {
        try draw(on: &canvas, naming: "Besa")
    }

    /// - Parameter name: the text in all places that show typed text.
    func draw(on canvas: inout Canvas, naming name: String) throws {
        switch self {
        case .title:
            TitleView(title: "KAPE!", deck: nil, hasTournament: true).draw(on: &canvas)
        case .resume:
            TitleView(title: "KAPE!", waiting: .first("\(name) · 42"), deck: name, hasTournament: true).draw(
                on: &canvas)
        case .decks:
            let own = DeckChoice(id: name, outcome: .problem(name), isLocked: false, seen: 0, isOwn: true)
            DecksView(decks: try DeckFixture.choices() + [own], selected: 3).draw(on: &canvas)
        case .unlock: UnlockView(title: name, id: "gurbet").draw(on: &canvas)
        case .players: PlayersView(form: PlayersForm(names: [name, "", name])).draw(on: &canvas)
        case .board:
            let row = BoardRow(score: 12, player: name, notes: "60.0 s", day: "2026-11-23", isLatest: true)
            let heading = BoardKey(mode: .init("round", title: name), seconds: 60)
            BoardView(heading: heading, hasModes: true, rows: [row], scroll: 0, hasBefore: true, hasAfter: true)
                .draw(on: &canvas)
        case .settings:
            SettingsView(rows: SettingsPanel().rows(Preferences(), Kape.theme.words), selected: 3).draw(on: &canvas)
        case .tooSmall: TooSmallView(size: canvas.grid.size).draw(on: &canvas)
        case .notice: NoticeView(text: name).draw(on: &canvas)
        case .developer: DeveloperLine(metrics: DeveloperMetrics([name], device: "null")).draw(on: &canvas)
        }
    }

    func canvas(_ size: Size, naming name: String = "Besa", isGlossed: Bool = false) throws -> Canvas {
        let reserved = self == .notice ? NoticeView(text: name).rows(columns: size.columns) : 0
        var canvas = Canvas(
            size, letters: LetterCase(), theme: Kape.theme, isGlossed: isGlossed, reservedRows: reserved)
        try draw(on: &canvas, naming: name)
        return canvas
    }

    /// The texts that must be there in plain letters, which are never drawn in dots.
    func words(at size: Size) -> [String] {
        switch self {
        case .title: ["KAPE!", "Telefonin në ballë. Shokët flasin. Ti e kap.", "LUAJ", "t Turne", "q Dil"]
        case .resume: ["KAPE!", "Besa", "VAZHDO RAUNDIN", "n Raund i ri"]
        case .decks: ["Me çka po luajmë?", "Besa", "E prishur", "esc Kthehu"]
        case .unlock: ["E kyçur", "Besa", "HAPE", "s'blihet asgjë", "thud decks unlock"]
        case .players:
            // The smallest screen scrolls to the last card.
            ["Kush luan?", "┏━", "Besa▏", "Lojtari 2", "GATI!"] + (size.rows < 20 ? [] : ["+ Shto lojtar"])
        case .board: ["Rekordet", "◂ Besa · 60 s ▸", "▸ 1.", "2026-11-23", "←→ Zgjidh", "esc Kthehu"]
        case .settings:
            // On a large screen the frame of its card marks the chosen one.
            ["Cilësimet", "Tinguj", "Dridhje", "▸ Volumi", "◂ 100 % ▸", "60 s"]
                + ["Volumi", "Rreshti i zhvilluesit"]
        case .tooSmall: ["Terminali është i vogël", "The terminal is too small", "duhen 60×18"]
        case .notice, .developer: ["Besa"]
        }
    }

    var hasPrimary: Bool { [.title, .resume, .unlock, .players].contains(self) }
}
