import ThudGameKit
import ThudTerminal

/// A page of help, drawn in place of the current screen.
package struct HelpPage: Hashable, Sendable {
    package let title: String
    package let lines: [Phrase]

    package init(title: String, lines: [Phrase]) {
        self.title = title
        self.lines = lines
    }

    private static let widest = 100
    /// The rows of a large title, and the free rows from which it is large.
    private static let (titleRows, roomForTitle) = (6, 16)

    /// The places on a screen, and the rows of text.
    private struct Layout {
        let panel: Area
        let title: Area
        let text: Area
        let rows: [String]
        /// How far the text can be scrolled, in rows.
        var mostScroll: Int { max(0, rows.count - text.rows) }
    }

    private func layout(on canvas: Canvas) -> Layout {
        let screen = canvas.free.inset(columns: 1)
        let columns = min(Self.widest, screen.columns)
        let rows = rows(within: Size(columns: columns - 6, rows: screen.rows - 5), canvas)
        let isLarge =
            screen.rows - rows.count >= Self.roomForTitle
            && canvas.isLarge(title, in: Size(columns: columns - 6, rows: Self.titleRows))
        let head = isLarge ? Self.titleRows : 1
        let panel = screen.centred(Size(columns: columns, rows: min(screen.rows, rows.count + 4 + head)))
        let inner = panel.inset(columns: 3, rows: 1)
        return Layout(
            panel: panel, title: inner.part(rows: head), text: inner.part(row: 1 + head, rows: inner.rows - 2 - head),
            rows: rows)
    }

    /// Returns how far the text can be scrolled on a screen, in rows.
    func mostScroll(on canvas: Canvas) -> Int { layout(on: canvas).mostScroll }

    /// Draws the page, scrolled by `scroll` rows. Larger values count as the maximum.
    func draw(scroll: Int = 0, on canvas: inout Canvas) {
        canvas.targets = []
        canvas.grid.fill(canvas.area, .plain)
        let layout = layout(on: canvas)
        canvas.neonFrame(layout.panel, canvas.theme.accent, isLit: true)
        canvas.large(title, in: layout.title, Style(canvas.theme.accent))
        let text = layout.text
        let shown = layout.rows.dropFirst(min(scroll, layout.mostScroll)).prefix(text.rows)
        canvas.grid.put(lines: shown, at: text.corner, limit: text.columns)
        canvas.addTarget(canvas.area, .help)
        let more: [FooterView.Item] = layout.mostScroll > 0 ? [("↑↓", canvas[.scroll], .down)] : []
        FooterView(more + [("?", canvas[.back], .help)]).draw(row: text.endRow, in: text, on: &canvas)
    }

    /// Returns the lines, broken at the width. Empty rows, which keep the lines apart, give way first.
    private func rows(within room: Size, _ canvas: Canvas) -> [String] {
        let paragraphs = lines.map { phrase in
            // The later rows of a line are indented.
            let rows = TextWidth.wrapped(canvas.text(phrase), to: room.columns - 2)
            return rows.isEmpty ? [""] : rows.prefix(1) + rows.dropFirst().map { "  " + $0 }
        }
        let apart = Array(paragraphs.joined(separator: [""]))
        let close = Array(paragraphs.joined())
        return [apart, close].first { $0.count <= room.rows } ?? close.filter { !$0.isEmpty }
    }
}

/// The help of each screen: how the game is played, its modes, and what the screen is for.
extension ShellPicture {
    var helpPage: HelpPage {
        HelpPage(title: flow.description.title, lines: helpLines + [Phrase(""), theme.words[.helpKeys]])
    }

    private var helpLines: [Phrase] {
        let words = theme.words
        switch flow.scene {
        case .language, .title: return theme.words.howTo + (modes.isEmpty ? [] : [Phrase("")] + modes)
        case .modes: return modes + (flow.description.variant.map { [Phrase("\($0.title): \($0.abstract)")] } ?? [])
        case .decks, .unlock: return [words[.helpDecks], words[.helpLocked]]
        case .players: return [words[.helpPlayers], words[.helpTurns]]
        case .board: return [words[.helpBoard]]
        case .podium: return [words[.helpPodium]]
        case .round: return roundHelp
        }
    }

    private var roundHelp: [Phrase] {
        let words = theme.words
        switch session?.stage {
        case .handOver: return [words[.helpTurns]]
        case .paused: return [words[.helpPause]] + theme.words.howTo
        case .finished:
            return [words[.helpResult]] + (flow.boards.isEmpty ? [] : [words[.helpOpenBoard], words[.helpBoard]])
        default:
            return theme.words.howTo
                + modes.filter { $0.text.hasPrefix(flow.description.mode(flow.mode)?.title ?? "?") }
        }
    }

    /// A line for each mode with a description: `Versus: both play the same sequence`.
    private var modes: [Phrase] {
        flow.description.modes.filter { !$0.abstract.isEmpty }.map { Phrase("\($0.title): \($0.abstract)") }
    }
}
