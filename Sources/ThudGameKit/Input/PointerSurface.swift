import ThudInput

/// What recognisers have to know of the screen: how large it is, and how finely the terminal tells where the pointer is.
package struct PointerSurface: Hashable, Sendable, Codable {
    /// How finely a place is told.
    package enum Grain: String, Hashable, Sendable, Codable, CaseIterable {
        /// To the pixel (mode 1016).
        case pixels
        /// To the cell, with movements (mode 1002).
        case cells
        /// To the cell, and only when a button goes down or up (mode 1000).
        case presses
    }

    /// The width in points.
    package var width: Double
    /// The height in points.
    package var height: Double
    package var grain: Grain

    package init(columns: Int = 80, rows: Int = 24, grain: Grain = .cells) {
        width = Double(columns) * Point.cellWidth
        height = Double(rows) * Point.cellHeight
        self.grain = grain
    }

    package var middle: Point { Point(x: width / 2, y: height / 2) }
}
