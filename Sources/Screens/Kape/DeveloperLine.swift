import Terminal

/// The developer's line, on the last row over whatever is there.
struct DeveloperLine: Hashable {
    let text: String

    func draw(on canvas: inout Canvas) {
        let row = canvas.area.lowest(1)
        let style = Style(RGB(0xC7C7CC), on: Neon.faint)
        canvas.grid.fill(row, style)
        canvas.grid.put(TextWidth.clipped(" " + text, to: row.columns), at: Position(column: 0, row: row.row), style)
    }
}
