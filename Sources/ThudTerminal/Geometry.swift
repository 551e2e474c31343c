/// The size of a terminal or of a grid, in cells.
public struct Size: Hashable, Sendable {
    /// Cells beside each other.
    public var columns: Int
    /// Cells above each other.
    public var rows: Int

    /// A size; negative numbers count as 0.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// The place of a cell; the upper left one is at 0, 0.
public struct Position: Hashable, Sendable {
    /// From the left.
    public var column: Int
    /// From the top.
    public var row: Int

    /// A place.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A rectangle of cells. Parts of it may lie outside of a grid; they are not drawn.
public struct Area: Hashable, Sendable {
    /// The leftmost column.
    public var column: Int
    /// The top row.
    public var row: Int
    /// How many columns, not negative.
    public var columns: Int
    /// How many rows, not negative.
    public var rows: Int

    /// A rectangle; negative extents count as 0.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// All of a grid.
    public init(_ size: Size) { self.init(column: 0, row: 0, columns: size.columns, rows: size.rows) }

    /// The extents.
    public var size: Size { Size(columns: columns, rows: rows) }
    /// The first column to the right of it.
    public var endColumn: Int { column + columns }
    /// The first row beneath it.
    public var endRow: Int { row + rows }

    /// Whether a cell lies in it.
    public func contains(_ position: Position) -> Bool {
        (column..<endColumn).contains(position.column) && (row..<endRow).contains(position.row)
    }

    /// The rectangle without a margin on each side.
    public func inset(columns: Int = 0, rows: Int = 0) -> Area {
        Area(
            column: column + columns, row: row + rows, columns: self.columns - 2 * columns,
            rows: self.rows - 2 * rows)
    }

    /// A rectangle of `size` in the middle of this one; rounding goes left and up.
    public func centred(_ size: Size) -> Area {
        Area(
            column: column + Area.half(columns - size.columns), row: row + Area.half(rows - size.rows),
            columns: size.columns, rows: size.rows)
    }

    /// Half of `difference`, rounded down even where it is negative.
    static func half(_ difference: Int) -> Int { difference >> 1 }
}
