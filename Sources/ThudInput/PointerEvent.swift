import ThudCore

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
    package enum Kind: Hashable, Sendable, Codable {
        case down, move, up
        /// The wheel turned towards the person by one notch: smaller, or on through a list.
        case wheel
        /// The wheel turned away from the person by one notch: larger, or back through a list.
        case wheelAway
    }

    package enum Button: Hashable, Sendable, Codable {
        case left, middle, right, none
    }

    package let kind: Kind
    /// The button that went down or up, or is held; none for the wheel.
    package let button: Button
    package let point: Point
    /// Whether the point is exact to the pixel. Otherwise it is the middle of a cell.
    package let isExact: Bool
    /// The modifiers that were held on the keyboard.
    package let modifiers: Modifiers
    /// When a terminal told it.
    package var instant = Instant(nanoseconds: 0)

    /// An event of the left button unless said otherwise; the wheel has none.
    package init(
        _ kind: Kind, _ button: Button = .left, at point: Point, isExact: Bool = false, modifiers: Modifiers = []
    ) {
        self.kind = kind
        self.button = kind == .wheel || kind == .wheelAway ? .none : button
        self.point = point
        self.isExact = isExact
        self.modifiers = modifiers
    }
}
