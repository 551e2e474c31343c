import CThudSystem

/// The size of a terminal or of a grid, in cells.
package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    /// Creates a size; negative numbers count as 0.
    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    package func holds(_ other: Size) -> Bool { columns >= other.columns && rows >= other.rows }
}

/// The position of a cell; the upper left one is at 0, 0.
package struct Position: Hashable, Sendable {
    /// The column, counted from 0 at the left.
    package var column: Int
    /// The row, counted from 0 at the top.
    package var row: Int

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A rectangle of cells. Parts outside the grid are not drawn.
package struct Area: Hashable, Sendable {
    package var column: Int
    package var row: Int
    /// The number of columns, not negative.
    package var columns: Int
    /// The number of rows, not negative.
    package var rows: Int

    /// Creates a rectangle; negative extents count as 0.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    package init(_ size: Size) { self.init(column: 0, row: 0, columns: size.columns, rows: size.rows) }

    package var size: Size { Size(columns: columns, rows: rows) }
    /// The first column to its right.
    package var endColumn: Int { column + columns }
    /// The first row below it.
    package var endRow: Int { row + rows }

    package func contains(_ position: Position) -> Bool {
        (column..<endColumn).contains(position.column) && (row..<endRow).contains(position.row)
    }

    /// Returns the rectangle without a margin on each side.
    package func inset(columns: Int = 0, rows: Int = 0) -> Area {
        Area(column: column + columns, row: row + rows, columns: self.columns - 2 * columns, rows: self.rows - 2 * rows)
    }

    /// The upper left corner.
    package var corner: Position { Position(column: column, row: row) }

    /// Returns a rectangle of `size` centred in this one, rounded left and up.
    package func centred(_ size: Size) -> Area {
        Area(
            column: column + Area.half(columns - size.columns), row: row + Area.half(rows - size.rows),
            columns: size.columns, rows: size.rows)
    }

    /// Returns the part of this rectangle inside another one.
    package func clipped(to other: Area) -> Area {
        let (column, row) = (max(column, other.column), max(row, other.row))
        return Area(
            column: column, row: row, columns: min(endColumn, other.endColumn) - column,
            rows: min(endRow, other.endRow) - row)
    }

    /// Half of `difference`, rounded down even if it is negative.
    static func half(_ difference: Int) -> Int { difference >> 1 }
}

extension Size {
    /// The largest size that is drawn. A terminal may claim 65535 x 65535, and such a grid would take all memory.
    static let largest = Size(columns: 1_000, rows: 400)

    /// Reads the size of the terminal behind a descriptor, at most `largest`: then frames fill its upper left part.
    ///
    /// - Returns: nil if the descriptor is not a terminal or the terminal does not report its size.
    package init?(terminal descriptor: Int32) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard unsafe thud_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
        self.init(columns: min(Int(columns), Self.largest.columns), rows: min(Int(rows), Self.largest.rows))
    }
}

package struct CellSize: Hashable, Sendable {
    /// The width in pixels, more than 0.
    package let width: Double
    /// The height in pixels, more than 0.
    package let height: Double

    /// A larger cell in pixels is implausible: letters of a metre.
    private static let largest = 4_096.0

    /// Creates a size; nil if no cell can have it.
    package init?(width: Double, height: Double) {
        guard (1...Self.largest).contains(width), (1...Self.largest).contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// Reads the cell size of the terminal behind a descriptor; nil if it does not report its pixels.
    package init?(terminal descriptor: Int32) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        var (width, height): (Int32, Int32) = (0, 0)
        guard unsafe thud_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0,
            unsafe thud_terminal_pixels(descriptor, &width, &height) == 0
        else { return nil }
        self.init(width: Double(width) / Double(columns), height: Double(height) / Double(rows))
    }
}
