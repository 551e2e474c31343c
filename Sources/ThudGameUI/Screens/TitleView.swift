import ThudCore
import ThudTerminal

/// The title screen: the game's name, one primary action, and the keys of the others.
struct TitleView: Hashable, Sendable {
    let title: String
    /// What the title offers for a saved round.
    enum Waiting: Hashable, Sendable {
        case nothing
        /// Resuming is the primary action. The text describes the saved round.
        case first(String)
        /// The player requested another round, which comes first.
        case second
    }

    var waiting = Waiting.nothing
    /// Whether the same press again leads to a round that replaces the saved one.
    var warns = false
    /// The deck that will be played, if it is already named.
    let deck: String?
    /// The mode of the next round, if it is known.
    var mode: String?
    let hasTournament: Bool
    var hasBoard = false
    /// Whether leaving leads back to the launcher.
    var isFromLauncher = false

    /// The width from which the game's emblem stands beside its name.
    private static let roomForEmblem = 100

    func draw(on canvas: inout Canvas) {
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
        canvas.primary(canvas.words(resumesFirst ? canvas[.resume] : canvas[.play]), .confirm, in: button)
        // The row above the footer is free.
        FooterView(keys(canvas.theme)).draw(row: footer.row, rows: 2, in: footer, on: &canvas)
    }

    /// Draws the game's tagline and what will be played. As they come in they start one row lower, which is empty.
    private func drawTagline(beneath room: Area, in page: Area, on canvas: inout Canvas) {
        let row = room.endRow + 1 + canvas.entrance.rowsBelow
        canvas.line(canvas[.tagline], row: row, in: page, Style(canvas.entrance.isLit ? .white : Neon.grey))
        if warns {
            let warning = Style(Neon.orange, on: .black, .bold)
            return canvas.centred(canvas.words(canvas[.pressAgainToReplace]), row: row + 1, in: page, warning)
        }
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
    private func keys(_ theme: Theme) -> [FooterView.Item] {
        let words = theme.words
        var keys: [FooterView.Item] = []
        switch waiting {
        case .nothing: break
        case .first: keys.append(("n", words[.startAnew], .startAnew))
        case .second: keys.append(("r", words[.resumeSaved], .resume))
        }
        if hasTournament { keys.append(("t", words[.tournament], .tournament)) }
        if hasBoard { keys += [("l", words[.board], .board), ("y", words[.daily], .daily)] }
        keys += [("s", words[.settings], .settings), ("?", words[.help], .help)]
        keys.append(("q", isFromLauncher ? words[.leave] : words[.quit], .leave))
        return keys
    }
}
