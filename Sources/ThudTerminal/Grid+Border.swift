extension Grid {
    /// Draws a frame of box-drawing characters along the inside of a rectangle; one of less than 2 x 2 is not drawn.
    public mutating func border(_ area: Area, _ style: Style, isHeavy: Bool = false) {
        guard area.columns > 1, area.rows > 1 else { return }
        let (horizontal, vertical, corners) =
            isHeavy ? ("━", "┃", ["┏", "┓", "┗", "┛"]) : ("─", "│", ["╭", "╮", "╰", "╯"])
        let line = String(repeating: horizontal, count: min(area.columns, size.columns + 2) - 2)
        for (row, first) in [(area.row, 0), (area.endRow - 1, 2)] {
            put(corners[first], at: Position(column: area.column, row: row), style)
            put(line, at: Position(column: area.column + 1, row: row), style)
            put(corners[first + 1], at: Position(column: area.endColumn - 1, row: row), style)
        }
        for row in max(0, area.row + 1)..<max(0, area.row + 1, min(area.endRow - 1, size.rows)) {
            put(vertical, at: Position(column: area.column, row: row), style)
            put(vertical, at: Position(column: area.endColumn - 1, row: row), style)
        }
    }

    /// Draws a level from the left in eighths of a column.
    ///
    /// - Parameter share: how much of the row is filled, 0 to 1.
    public mutating func bar(_ area: Area, share: Double, _ style: Style) {
        let eighths = Int((min(max(share.isFinite ? share : 0, 0), 1) * Double(area.columns * 8)).rounded())
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let text = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
        for row in area.row..<area.endRow {
            fill(Area(column: area.column, row: row, columns: area.columns, rows: 1), style)
            put(text, at: Position(column: area.column, row: row), style)
        }
    }
}
