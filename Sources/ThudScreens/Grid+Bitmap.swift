import ThudTerminal
import ThudTextRaster

extension Grid {
    /// By the dots that are set: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
    private static let blocks = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]

    /// Draws a bitmap, four dots a cell; where no dot is set, what stands there remains.
    mutating func draw(_ bitmap: Bitmap, at position: Position, _ style: Style) {
        for row in 0..<(bitmap.height + 1) / 2 {
            for column in 0..<(bitmap.width + 1) / 2 {
                let dots = Int(bitmap.quadrant(column: column, row: row))
                guard dots != 0 else { continue }
                put(
                    Grid.blocks[dots], at: Position(column: position.column + column, row: position.row + row), style)
            }
        }
    }
}
