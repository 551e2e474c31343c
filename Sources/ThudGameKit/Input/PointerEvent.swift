/// A place on the screen in points, from its upper left corner. A cell is 10 points wide and 20 high in every terminal: pixels
/// are scaled to that by the terminal's own cell size, so a distance means the same on every display.
package struct Point: Hashable, Sendable, Codable {
    /// The width of a cell in points.
    package static let cellWidth = 10.0
    /// The height of a cell in points.
    package static let cellHeight = 20.0

    /// Points to the right of the left edge.
    package var x: Double
    /// Points below the upper edge.
    package var y: Double

    /// The place at `x` and `y`. What is no number counts as 0.
    package init(x: Double, y: Double) {
        self.x = x.isFinite ? x : 0
        self.y = y.isFinite ? y : 0
    }

    /// The middle of a cell, where the terminal tells no more than that.
    package init(column: Int, row: Int) {
        self.init(x: (Double(column) + 0.5) * Self.cellWidth, y: (Double(row) + 0.5) * Self.cellHeight)
    }

    /// The place in columns: 2.5 is the middle of the third.
    package var column: Double { x / Self.cellWidth }
    /// The place in rows: 2.5 is the middle of the third.
    package var row: Double { y / Self.cellHeight }

    /// How far it is to another place, in points.
    package func distance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// Something was done with the mouse, or a finger on a touchpad that counts as one.
package struct PointerEvent: Hashable, Sendable, Codable {
    /// What was done. The left button is the finger; the right one drags towards the middle to pinch.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case down, move, up
        case rightDown = "right-down"
        case rightMove = "right-move"
        case rightUp = "right-up"
        /// The wheel turned towards the person by one notch: smaller.
        case wheel
        /// The wheel turned away from the person by one notch: larger.
        case wheelAway = "wheel-away"
    }

    package let kind: Kind
    package let point: Point

    package init(_ kind: Kind, at point: Point) {
        self.kind = kind
        self.point = point
    }
}

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
    /// How finely a place is told.
    package var grain: Grain

    /// A screen of so many cells.
    package init(columns: Int = 80, rows: Int = 24, grain: Grain = .cells) {
        width = Double(columns) * Point.cellWidth
        height = Double(rows) * Point.cellHeight
        self.grain = grain
    }

    /// The middle of the screen.
    package var middle: Point { Point(x: width / 2, y: height / 2) }
}
