import ThudCore
import ThudTerminal

/// What the launcher tells about a game.
package struct LauncherCard: Hashable, Sendable {
    package let title: String
    /// The letter that starts it.
    package let letter: Character
    package let abstract: String
    package let art: Emblem
    package let accent: Colour
    /// The best score, the last time it was played, a streak.
    package let figures: [String]

    package init(
        title: String, letter: Character, abstract: String, art: Emblem, accent: Colour, figures: [String]
    ) {
        self.title = title
        self.letter = letter
        self.abstract = abstract
        self.art = art
        self.accent = accent
        self.figures = figures
    }
}

/// The front door: a card for each game, and the ways to the patterns, the bench and the help.
package struct LauncherPicture: ScreenPicture, Hashable {
    package let cards: [LauncherCard]
    package let selected: Int
    /// The streak of days with a round, and similar remarks of one line.
    package let remark: String
    package let notice: String?
    /// A page that lies over the games: the help, the achievements.
    package let page: HelpPage?
    package let now: Instant
    /// The time since it appeared, in seconds.
    private let age: Double

    package init(
        cards: [LauncherCard], selected: Int, remark: String, notice: String? = nil, page: HelpPage? = nil,
        now: Instant, age: Double
    ) {
        self.cards = cards
        self.selected = selected
        self.remark = remark
        self.notice = notice
        self.page = page
        self.now = now
        self.age = age
    }

    package var isMoving: Bool { !Entrance(age: age).isOver }
    /// The rows of a notice, at the end of which it is cut.
    private static let noticeLines = 2

    package static let help = HelpPage(
        title: "THUD",
        lines: [
            Phrase("Four games whose sounds and haptics you hear on time."), Phrase(""),
            Phrase("arrows, mouse: choose a card     ↵ or its letter: play"),
            Phrase("a: browse the haptic patterns, with a picture of each"),
            Phrase("b: measure the latency of this machine, about ten seconds"),
            Phrase("t: your achievements     q: quit     in a game, q leads back here"), Phrase(""),
            Phrase("In a shell: `thud play kape` starts a game at once,"),
            Phrase("`thud doctor` looks for what delays sound, `thud --help` lists everything."),
        ])

    package func canvas(_ size: Size, letters: LetterCase, hasColour: Bool) -> Canvas {
        var canvas = Canvas(size, letters: letters, hasColour: hasColour)
        guard ShellPicture.fits(size) else {
            TooSmallView(size: size).draw(on: &canvas)
            return canvas
        }
        canvas.comeIn(age: age)
        draw(on: &canvas)
        page?.draw(on: &canvas)
        return canvas
    }

    private func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let head = page.part(rows: page.rows < 22 ? 2 : max(4, page.rows / 8))
        canvas.springing("THUD", in: head, spare: Size(columns: 4, rows: 0), Style(Neon.red))
        if canvas.entrance.isOver { canvas.glow(around: head, Neon.red) }
        let row = page.row + head.rows
        let words = notice ?? remark
        // The glow of the letters ends above it.
        canvas.grid.fill(page.part(row: head.rows, rows: 1), .plain)
        canvas.centred(words, row: row, in: page, Style(notice == nil ? Neon.grey : Neon.orange))
        let room = page.part(row: head.rows + 1, rows: page.rows - head.rows - 3)
        // Two beside each other even on the smallest screen, so that all of them are seen.
        let smallest = Size(columns: min(36, page.columns / 2), rows: 6)
        let grid = CardGrid(cards.count, selected: selected, in: room, smallest: smallest)
        for (index, inside) in grid.draw(cards.map(\.accent), on: &canvas) {
            draw(cards[index], isChosen: index == selected, in: inside, on: &canvas)
        }
        FooterView([
            ("↵", Phrase("Play"), .confirm), ("a", Phrase("Patterns"), .choose(cards.count)),
            ("b", Phrase("Bench"), .choose(cards.count + 1)), ("t", Phrase("Trophies"), .board),
            ("?", Phrase("Help"), .help),
            ("q", Phrase("Quit"), .leave),
        ]).draw(row: page.endRow - 1, in: page, on: &canvas)
    }

    /// Draws a card: the art beside the text, or above it on a card that is higher than wide.
    private func draw(_ card: LauncherCard, isChosen: Bool, in area: Area, on canvas: inout Canvas) {
        let isTall = area.columns < 3 * area.rows && area.rows > 14
        let art = isTall ? area.part(rows: area.rows / 2) : area.part(columns: min(2 * area.rows, area.columns * 2 / 5))
        canvas.draw(card.art, in: art, Style(isChosen ? card.accent : card.accent.mixed(with: .black, 0.35)))
        let text = isTall ? area.part(row: art.rows + 1) : area.part(column: art.columns + 2)
        let (figures, lines) = (card.figures, TextWidth.wrapped(card.abstract, to: text.columns).prefix(2))
        let title = text.part(rows: max(1, text.rows - figures.count - (text.rows > 6 ? lines.count + 1 : 0)))
        let used = canvas.large(card.title, in: title, Style(isChosen ? .white : Neon.grey))
        canvas.grid.put(
            String(card.letter), at: Position(column: area.endColumn - 1, row: area.row),
            Style(card.accent, on: .black, .bold))
        var row = used.endRow
        func put(_ words: String, _ style: Style) {
            guard row < text.endRow else { return }
            canvas.centred(words, row: row, in: text, style)
            row += 1
        }
        if text.rows > 6 { for line in lines { put(line, Style(.white)) } }
        for figure in figures { put(figure, Style(isChosen ? Neon.gold : Neon.grey)) }
    }
}
