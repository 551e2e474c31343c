import ThudCore
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

    func draw(on canvas: inout Canvas) {
        canvas.targets = []
        canvas.grid.fill(canvas.area, .plain)
        let screen = canvas.free.inset(columns: 1)
        let columns = min(Self.widest, screen.columns)
        let shown = rows(within: Size(columns: columns - 6, rows: screen.rows - 5), canvas)
        let isLarge =
            screen.rows - shown.count >= Self.roomForTitle
            && canvas.isLarge(title, in: Size(columns: columns - 6, rows: Self.titleRows))
        let head = isLarge ? Self.titleRows : 1
        let panel = screen.centred(Size(columns: columns, rows: min(screen.rows, shown.count + 4 + head)))
        canvas.neonFrame(panel, canvas.theme.accent, isLit: true)
        let inner = panel.inset(columns: 3, rows: 1)
        canvas.large(title, in: inner.part(rows: head), Style(canvas.theme.accent))
        for (index, line) in shown.prefix(inner.rows - 2 - head).enumerated() {
            canvas.grid.put(
                line, at: Position(column: inner.column, row: inner.row + 1 + head + index), .plain,
                limit: inner.columns)
        }
        canvas.addTarget(canvas.area, .help)
        FooterView([("?", canvas[.back], .help)]).draw(row: inner.endRow - 1, in: inner, on: &canvas)
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
        case .modes: return modes + variantHelp
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
        case .finished: return [words[.helpResult], words[.helpBoard]]
        default:
            return theme.words.howTo
                + modes.filter { $0.text.hasPrefix(flow.description.mode(flow.mode)?.title ?? "?") }
        }
    }

    /// A line for each mode with a description: `Versus: both play the same sequence`.
    private var modes: [Phrase] {
        flow.description.modes.filter { !$0.abstract.isEmpty }.map { Phrase("\($0.title): \($0.abstract)") }
    }

    private var variantHelp: [Phrase] {
        flow.description.variant.map { [Phrase("\($0.title): \($0.abstract)")] } ?? []
    }
}
