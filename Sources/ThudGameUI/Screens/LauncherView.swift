import ThudCore
import ThudTerminal

/// What the launcher tells about a game.
package struct LauncherCard: Hashable, Sendable {
    package let title: String
    package let letter: Character
    package let abstract: String
    package let art: Emblem
    package let accent: Colour
    /// The best score, the last time it was played, a streak.
    package let figures: [String]

    package init(title: String, letter: Character, abstract: String, art: Emblem, accent: Colour, figures: [String]) {
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
    /// A page that lies over the games: the help, the trophies.
    package let page: HelpPage?
    /// How far the page is scrolled, in rows.
    private let scroll: Int
    package let now: Instant
    /// The time since it appeared, in seconds.
    private let age: Double

    package init(
        cards: [LauncherCard], selected: Int, remark: String, notice: String? = nil, page: HelpPage? = nil,
        scroll: Int = 0, now: Instant, age: Double
    ) {
        self.cards = cards
        self.selected = selected
        self.remark = remark
        self.notice = notice
        self.page = page
        self.scroll = scroll
        self.now = now
        self.age = age
    }

    package var isMoving: Bool { !Entrance(age: age).isOver }
    package func stillFrame(_ size: Size) -> AnyHashable? { nil }
    package func mostScroll(on canvas: Canvas) -> Int { page?.mostScroll(on: canvas) ?? 0 }

    package static let help = HelpPage(
        title: "THUD",
        lines: [
            Phrase("These games have sounds and haptics that you hear on time."), Phrase(""),
            Phrase("arrows, mouse: choose a card"), Phrase("↵ or its letter: play"),
            Phrase("a: browse the haptic patterns, with a picture of each"),
            Phrase("b: measure the latency of this machine, about ten seconds"),
            Phrase("t: your trophies"), Phrase("q: quit; in a game, q leads back here"), Phrase(""),
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
        page?.draw(scroll: scroll, on: &canvas)
        return canvas
    }

    private func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let head = page.part(rows: page.rows < 22 ? 2 : max(4, page.rows / 8))
        canvas.springing("THUD", in: head, spare: Size(columns: 4, rows: 0), Style(Neon.red))
        if canvas.entrance.isOver { canvas.glow(around: head, Neon.red) }
        let lines = notice.map { TextWidth.wrapped($0, to: page.columns, rows: 3) } ?? [remark]
        // The glow of the letters ends above them.
        canvas.grid.fill(page.part(row: head.rows, rows: lines.count), .plain)
        let style = Style(notice == nil ? Neon.grey : Neon.orange)
        canvas.centred(lines: lines, row: page.row + head.rows, in: page, style)
        let used = head.rows + lines.count
        let room = page.part(row: used, rows: page.rows - used - 2)
        // At least two beside each other even on the smallest screen, so that all of them are seen.
        let grids = (1...max(2, page.columns / 36)).reversed().map { columns in
            let smallest = Size(columns: page.columns / columns, rows: 5)
            return CardGrid(cards.count, selected: selected, in: room, smallest: smallest)
        }
        let forms = [2, 0].flatMap { lines in Self.artShares.map { Layout.Form(artShare: $0, lines: lines) } }
        // All titles are large, or none is. The words below them, the art and the number of columns give way for them.
        var large: (grid: CardGrid, form: Layout.Form)?
        for grid in grids where large == nil {
            let form = forms.first { form in
                grid.areAllLarge(on: canvas) { (cards[$0].title, Layout(cards[$0], in: $1, form).title) }
            }
            large = form.map { (grid, $0) }
        }
        let shown = (large?.grid ?? grids[0]).draw(cards.map(\.accent), on: &canvas)
        // Two columns at each side of a plain title stay free for the card's letter.
        let plain = Self.artShares.map { Layout.Form(artShare: $0, lines: 3) }
        let form =
            large?.form
            ?? plain.first { form in
                shown.allSatisfy { index, inside in
                    let room = Layout(cards[index], in: inside, form).title
                    return TextWidth.columns(of: cards[index].title) + 4 <= room.columns
                }
            } ?? plain[2]
        for (index, inside) in shown {
            let layout = Layout(cards[index], in: inside, form)
            draw(cards[index], layout, isChosen: index == selected, isLarge: large != nil, on: &canvas)
        }
        FooterView([
            ("↵", Phrase("Play"), .confirm), ("a", Phrase("Patterns"), .choose(cards.count)),
            ("b", Phrase("Bench"), .choose(cards.count + 1)), ("t", Phrase("Trophies"), .board),
            ("?", Phrase("Help"), .help), ("↑↓←→", Phrase("Choose"), .right), ("q", Phrase("Quit"), .leave),
        ]).draw(row: page.endRow - 1, in: page, on: &canvas)
    }

    /// The shares of a card's width that the art may take, the best first.
    private static let artShares = [0.4, 0.33, 0.25]

    /// The places in a card: the art beside the text, or above it on a card that is higher than wide.
    private struct Layout {
        let art: Area
        let text: Area
        let title: Area
        /// The lines of the abstract that there is room for.
        let lines: [String]

        /// The share of a card's width that the art may take, and the most lines of the abstract.
        struct Form {
            let artShare: Double
            let lines: Int
        }

        init(_ card: LauncherCard, in area: Area, _ form: Form) {
            let isTall = area.columns < 3 * area.rows && area.rows > 14
            art =
                isTall
                ? area.part(rows: area.rows / 2)
                : area.part(columns: min(2 * area.rows, Int(Double(area.columns) * form.artShare)))
            // The letter of the card is in the first row, which large letters leave free.
            let beside = area.part(column: art.columns + 2)
            text = isTall ? area.part(row: art.rows + 1) : area.rows > 8 ? beside.part(row: 1) : beside
            let most = text.rows > 6 ? form.lines : 0
            lines = TextWidth.wrapped(card.abstract, to: text.columns, rows: most)
            title = text.part(rows: max(1, text.rows - card.figures.count - (lines.isEmpty ? 0 : lines.count + 1)))
        }
    }

    private func draw(_ card: LauncherCard, _ layout: Layout, isChosen: Bool, isLarge: Bool, on canvas: inout Canvas) {
        canvas.draw(card.art, in: layout.art, Style(isChosen ? card.accent : card.accent.mixed(with: .black, 0.35)))
        let style = Style(isChosen ? .white : Neon.grey)
        let used =
            isLarge
            ? canvas.large(card.title, in: layout.title, style)
            : canvas.plain(card.title, in: layout.title, style)
        let text = layout.text
        canvas.grid.put(
            String(card.letter), at: Position(column: text.endColumn - 1, row: layout.art.row),
            Style(card.accent, on: .black, .bold))
        // Large letters need a little air, if there is room for it.
        let isAiry = isLarge && used.endRow + layout.lines.count + card.figures.count < text.endRow
        var row = used.endRow + (isAiry ? 1 : 0)
        func put(_ words: String, _ style: Style) {
            guard row < text.endRow else { return }
            canvas.centred(words, row: row, in: text, style)
            row += 1
        }
        for line in layout.lines { put(line, Style(.white)) }
        for figure in card.figures { put(figure, Style(isChosen ? Neon.gold : Neon.grey)) }
    }
}
