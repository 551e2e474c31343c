import ThudCore
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

    func draw(on canvas: inout Canvas) {
        canvas.targets = []
        canvas.grid.fill(canvas.area, .plain)
        let screen = canvas.free.inset(columns: 1)
        let columns = min(Self.widest, screen.columns)
        let all = lines.flatMap { phrase in
            let words = canvas.text(phrase)
            return words.isEmpty ? [""] : TextWidth.wrapped(words, to: columns - 6)
        }
        // Empty lines give way first.
        let rows = screen.rows - 5
        let shown = all.count <= rows ? all : all.filter { !$0.isEmpty }
        let step = 2 * shown.count <= rows ? 2 : 1
        let panel = screen.centred(Size(columns: columns, rows: min(screen.rows, step * shown.count + 5)))
        canvas.neonFrame(panel, canvas.theme.accent, isLit: true)
        let inner = panel.inset(columns: 3, rows: 1)
        canvas.centred(title, row: inner.row, in: inner, Style(canvas.theme.accent, on: .black, .bold))
        for (index, line) in shown.prefix(inner.rows - 3).enumerated() {
            canvas.grid.put(
                line, at: Position(column: inner.column, row: inner.row + 2 + step * index), .plain,
                limit: inner.columns)
        }
        canvas.addTarget(canvas.area, .help)
        FooterView([("?", canvas.theme.words.back, .help)]).draw(row: inner.endRow - 1, in: inner, on: &canvas)
    }
}
