import ThudTerminal

/// A remark near the bottom, over whatever is there.
struct NoticeView: Hashable {
    let text: String

    private static let mostLines = 3

    func draw(on canvas: inout Canvas) {
        let widest = min(canvas.area.columns - 4, 100)
        let lines = TextWidth.wrapped(text, to: widest - 4)
        let shown = lines.prefix(Self.mostLines).enumerated().map { index, line in
            let isCut = index == Self.mostLines - 1 && lines.count > Self.mostLines
            return isCut ? TextWidth.clipped(line + " …", to: widest - 4) : line
        }
        let columns = (shown.map { TextWidth.columns(of: $0) }.max() ?? 0) + 4
        let box = canvas.area.part(rows: canvas.area.rows - 1).lowest(shown.count + 2)
            .centred(Size(columns: columns, rows: shown.count + 2))
        canvas.grid.fill(box, .plain)
        canvas.grid.border(box, Style(Neon.orange))
        for (index, line) in shown.enumerated() {
            canvas.grid.put(line, at: Position(column: box.column + 2, row: box.row + 1 + index), .plain)
        }
    }
}
