/// A picture made of characters. A screen draws on it, and a test reads it.
package struct Grid: Hashable, Sendable {
    package let size: Size
    var cells: [Cell]

    package init(_ size: Size, style: Style = .plain) {
        self.size = size
        cells = Array(repeating: .blank(style), count: size.columns * size.rows)
    }

    package var area: Area { Area(size) }

    /// The grid as text, one string per row, without trailing spaces.
    package var lines: [String] {
        (0..<size.rows).map { row in
            var line = ""
            for cell in cells[row * size.columns..<(row + 1) * size.columns] where cell.columns > 0 {
                line.append(cell.character)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Returns the character at a position; a space outside the grid and after a wide character.
    package func character(at position: Position) -> Character { index(position).map { cells[$0].character } ?? " " }

    package func style(at position: Position) -> Style { index(position).map { cells[$0].style } ?? .plain }

    /// Returns whether the position belongs to the character to its left.
    package func isContinuation(at position: Position) -> Bool {
        index(position).map { cells[$0].columns == 0 } ?? false
    }

    /// Writes `text` on one row from `position`; what exceeds the row or `limit` columns is left out. Returns the
    /// number of columns used.
    @discardableResult
    package mutating func put(
        _ text: String, at position: Position, _ style: Style = .plain, limit: Int = .max
    ) -> Int {
        guard (0..<size.rows).contains(position.row) else { return 0 }
        var column = position.column
        let end = limit < size.columns - position.column ? position.column + limit : size.columns
        for character in text {
            let width = TextWidth.columns(of: character)
            guard width > 0 else { continue }
            guard column + width <= end else { break }
            if column >= 0 { place(character, width, column, position.row, style) }
            column += width
        }
        return column - position.column
    }

    /// Writes lines below each other, the first at `position`.
    package mutating func put(
        lines: some Sequence<String>, at position: Position, _ style: Style = .plain, limit: Int = .max
    ) {
        for (index, line) in lines.enumerated() {
            put(line, at: Position(column: position.column, row: position.row + index), style, limit: limit)
        }
    }

    /// Writes one character that is one column wide. Outside the grid it does nothing.
    package mutating func put(narrow character: Character, at position: Position, _ style: Style) {
        guard index(position) != nil else { return }
        place(character, 1, position.column, position.row, style)
    }

    package mutating func fill(_ area: Area, _ style: Style) {
        let (rows, columns) = visible(area)
        for row in rows { for column in columns { place(" ", 1, column, row, style) } }
    }

    package mutating func restyle(_ area: Area, _ change: (inout Style) -> Void) {
        let (rows, columns) = visible(area)
        for row in rows { for column in columns { change(&cells[row * size.columns + column].style) } }
    }

    /// Returns the rows and columns of an area that lie in the grid.
    private func visible(_ area: Area) -> (rows: Range<Int>, columns: Range<Int>) {
        (
            max(0, area.row)..<max(0, area.row, min(area.endRow, size.rows)),
            max(0, area.column)..<max(0, area.column, min(area.endColumn, size.columns))
        )
    }

    /// Copies the cells of an area from a grid of the same size.
    package mutating func copy(_ area: Area, from other: Grid) {
        guard other.size == size else { return }
        let (rows, columns) = visible(area)
        for row in rows {
            for column in columns {
                cells[row * size.columns + column] = other.cells[row * size.columns + column]
            }
        }
    }

    /// Draws another grid with its upper left cell at a position.
    package mutating func draw(_ other: Grid, at position: Position) {
        for row in 0..<other.size.rows {
            for column in 0..<other.size.columns where !other.isContinuation(at: Position(column: column, row: row)) {
                let source = Position(column: column, row: row)
                put(
                    String(other.character(at: source)),
                    at: Position(column: position.column + column, row: position.row + row), other.style(at: source))
            }
        }
    }

    /// Shifts the whole grid right by `columns`, or left if negative. What leaves is lost, and blanks fill the gap.
    package mutating func shift(columns: Int) {
        let before = cells
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let source = column - columns
                let isThere = (0..<size.columns).contains(source)
                cells[row * size.columns + column] = isThere ? before[row * size.columns + source] : .blank(.plain)
            }
            // Half of a wide character cannot remain.
            let (first, last) = (row * size.columns, (row + 1) * size.columns - 1)
            guard first <= last else { continue }
            if cells[first].columns == 0 { cells[first] = .blank(cells[first].style) }
            if cells[last].columns == 2 { cells[last] = .blank(cells[last].style) }
        }
    }

    private func index(_ position: Position) -> Int? {
        guard (0..<size.columns).contains(position.column), (0..<size.rows).contains(position.row) else { return nil }
        return position.row * size.columns + position.column
    }

    /// Places a character. A half-overwritten wide character leaves a blank.
    private mutating func place(_ character: Character, _ width: Int, _ column: Int, _ row: Int, _ style: Style) {
        let first = row * size.columns + column
        let last = first + width - 1
        if cells[first].columns == 0 { cells[first - 1] = .blank(cells[first - 1].style) }
        if cells[last].columns == 2 { cells[last + 1] = .blank(cells[last + 1].style) }
        cells[first] = Cell(character: character, columns: UInt8(width), style: style)
        if width == 2 { cells[last] = Cell(character: " ", columns: 0, style: style) }
    }

    /// Draws a frame of box-drawing characters along the inside of a rectangle of at least 2 x 2.
    package mutating func border(_ area: Area, _ style: Style, isHeavy: Bool = false) {
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

    /// Draws a level from the left in eighths of a column: the `share` of the row, 0 to 1.
    package mutating func bar(_ area: Area, share: Double, _ style: Style) {
        let eighths = Int((min(max(share.isFinite ? share : 0, 0), 1) * Double(area.columns * 8)).rounded())
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let text = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
        for row in area.row..<area.endRow {
            fill(Area(column: area.column, row: row, columns: area.columns, rows: 1), style)
            put(text, at: Position(column: area.column, row: row), style)
        }
    }
}
