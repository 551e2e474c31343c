import ThudTerminal

extension Area {
    /// The part of this rectangle that begins `column` and `row` from its corner, cut off where this one ends.
    func part(column: Int = 0, row: Int = 0, columns: Int = .max, rows: Int = .max) -> Area {
        let column = min(max(0, column), self.columns)
        let row = min(max(0, row), self.rows)
        return Area(
            column: self.column + column, row: self.row + row, columns: min(columns, self.columns - column),
            rows: min(rows, self.rows - row))
    }

    /// The lowest `count` rows of this rectangle.
    func lowest(_ count: Int) -> Area { part(row: rows - count) }
}
