import ThudInput

/// What recognisers need to know about the screen: its size, and how precisely the terminal reports the pointer.
package struct PointerSurface: Hashable, Sendable, Codable {
    package enum Grain: String, Hashable, Sendable, Codable, CaseIterable {
        /// To the pixel (mode 1016).
        case pixels
        /// To the cell, with movements (mode 1002).
        case cells
        /// To the cell, and only when a button goes down or up (mode 1000).
        case presses
    }

    /// The size in points.
    package var width: Double
    package var height: Double
    package var grain: Grain

    package init(columns: Int = 80, rows: Int = 24, grain: Grain = .cells) {
        width = Double(columns) * Point.cellWidth
        height = Double(rows) * Point.cellHeight
        self.grain = grain
    }

    package var middle: Point { Point(x: width / 2, y: height / 2) }
}
