import ThudCore
import ThudTerminal

/// The title screen: the game's name, one primary action, and the keys of the others.
package struct TitleView: Hashable, Sendable {
    package let title: String
    /// What the title offers for a saved round.
    package enum Waiting: Hashable, Sendable {
        case nothing
        /// Resuming is the primary action. The text describes the saved round.
        case first(String)
        /// The player requested another round, which comes first.
        case second
    }

    package let waiting: Waiting
    /// The deck that will be played, if it is already named.
    package let deck: String?
    /// The mode of the next round, if it is known.
    package let mode: String?
    package let hasTournament: Bool
    package let hasBoard: Bool
    package let isGlossed: Bool

    package init(
        _ title: String, waiting: Waiting = .nothing, deck: String?, mode: String? = nil, hasTournament: Bool,
        hasBoard: Bool = false, isGlossed: Bool
    ) {
        self.title = title
        self.hasTournament = hasTournament
        self.hasBoard = hasBoard
        self.isGlossed = isGlossed
        self.waiting = waiting
        self.deck = deck
        self.mode = mode
    }

    package func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let footer = page.lowest(1)
        let button = page.part(rows: page.rows - 2)
        let margin = page.columns / 12
        let room = page.part(row: 1, rows: button.rows - canvas.size.primaryRows - 5).inset(columns: margin)
        canvas.springing(title, in: room, spare: Size(columns: margin, rows: 1), Style(canvas.theme.accent))
        drawTagline(beneath: room, in: page, on: &canvas)
        let words = canvas.theme.words
        canvas.primary(canvas.words(resumesFirst ? words.resume : words.play), .confirm, in: button)
        let isNarrow = page.columns < Self.roomForBoard
        FooterView(keys(canvas.theme, isNarrow: isNarrow)).draw(row: footer.row, in: footer, on: &canvas)
    }

    /// Draws the game's tagline and what will be played. As they come in they start one row lower, which is empty.
    private func drawTagline(beneath room: Area, in page: Area, on canvas: inout Canvas) {
        let row = room.endRow + 1 + canvas.entrance.rowsBelow
        canvas.line(canvas.theme.words.tagline, row: row, in: page, Style(canvas.entrance.isLit ? .white : Neon.grey))
        guard let chosen else { return }
        canvas.centred(TextWidth.clipped(chosen, to: page.columns), row: row + 1, in: page, Style(Neon.grey))
    }

    private var resumesFirst: Bool {
        if case .first = waiting { true } else { false }
    }

    /// What the primary action begins or resumes.
    private var chosen: String? {
        if case .first(let round) = waiting { round } else { deck ?? mode }
    }

    /// On a narrower screen the key of the leaderboards is left out, so that the other keys fit.
    private static let roomForBoard = 70

    private func keys(_ theme: Theme, isNarrow: Bool) -> [(key: String, phrase: Phrase, action: ShellAction)] {
        let words = theme.words
        var keys: [(key: String, phrase: Phrase, action: ShellAction)] = []
        switch waiting {
        case .nothing: break
        case .first: keys.append(("n", words.startAnew, .startAnew))
        case .second: keys.append(("r", words.resume, .resume))
        }
        if hasTournament { keys.append(("t", words.tournament, .tournament)) }
        if hasBoard, !isNarrow { keys.append(("l", words.board, .board)) }
        keys.append(("s", words.settings, .settings))
        if isGlossed { keys.append(("?", words.english, .gloss)) }
        keys.append(("q", words.leave, .leave))
        return keys
    }
}
