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
    /// Whether leaving leads back to the launcher.
    package let isFromLauncher: Bool

    package init(
        _ title: String, waiting: Waiting = .nothing, deck: String?, mode: String? = nil, hasTournament: Bool,
        hasBoard: Bool = false, isFromLauncher: Bool = false
    ) {
        self.title = title
        self.hasTournament = hasTournament
        self.hasBoard = hasBoard
        self.isFromLauncher = isFromLauncher
        self.waiting = waiting
        self.deck = deck
        self.mode = mode
    }

    /// The width from which the game's emblem stands beside its name.
    private static let roomForEmblem = 100

    package func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let footer = page.lowest(1)
        let button = page.part(rows: page.rows - 2)
        let margin = page.columns / 12
        var room = page.part(row: 1, rows: button.rows - canvas.size.primaryRows - 5).inset(columns: margin)
        if page.columns >= Self.roomForEmblem, canvas.theme.emblem != .none {
            let art = room.part(columns: min(2 * room.rows, room.columns * 2 / 5))
            canvas.draw(canvas.theme.emblem, in: art, Style(canvas.theme.accent))
            room = room.part(column: art.columns + 4)
        }
        canvas.springing(title, in: room, spare: Size(columns: margin / 2, rows: 1), Style(canvas.theme.accent))
        if canvas.entrance.isOver { canvas.glow(around: room, canvas.theme.accent) }
        drawTagline(beneath: room, in: page, on: &canvas)
        let words = canvas.theme.words
        canvas.primary(canvas.words(resumesFirst ? words.resume : words.play), .confirm, in: button)
        // The row above the footer is free.
        FooterView(keys(canvas.theme)).draw(row: footer.row, rows: 2, in: footer, on: &canvas)
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

    /// The keys by importance, because a narrow screen leaves out those before the last.
    private func keys(_ theme: Theme) -> [(key: String, phrase: Phrase, action: ShellAction)] {
        let words = theme.words
        var keys: [(key: String, phrase: Phrase, action: ShellAction)] = []
        switch waiting {
        case .nothing: break
        case .first: keys.append(("n", words.startAnew, .startAnew))
        case .second: keys.append(("r", words.resume, .resume))
        }
        if hasTournament { keys.append(("t", words.tournament, .tournament)) }
        if hasBoard { keys += [("l", words.board, .board), ("y", words.daily, .daily)] }
        keys += [("s", words.settings, .settings), ("?", words.help, .help)]
        keys.append(("q", isFromLauncher ? words.leave : words.quit, .leave))
        return keys
    }
}
