import ThudCore

/// A position on the screen in points, from its upper left corner. In every terminal a cell is 10 points wide and 20
/// high. Pixels are scaled to that by the terminal's own cell size, so a distance means the same on every display.
package struct Point: Hashable, Sendable {
    package static let cellWidth = 10.0
    package static let cellHeight = 20.0

    /// Points to the right of the left edge.
    package var x: Double
    /// Points below the upper edge.
    package var y: Double

    /// Creates a position. NaN and infinity become 0.
    package init(x: Double, y: Double) {
        self.x = x.isFinite ? x : 0
        self.y = y.isFinite ? y : 0
    }

    /// Creates a position in the middle of a cell, for terminals that report no more than the cell.
    package init(column: Int, row: Int) {
        self.init(x: (Double(column) + 0.5) * Self.cellWidth, y: (Double(row) + 0.5) * Self.cellHeight)
    }

    /// The position in columns; 2.5 is the middle of the third.
    package var column: Double { x / Self.cellWidth }
    /// The position in rows; 2.5 is the middle of the third.
    package var row: Double { y / Self.cellHeight }

    package func distance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// An action with the mouse, or with a finger on a touchpad that acts as one.
package struct PointerEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case down, move, up
        /// The wheel turned one notch towards the person: smaller, or further down a list.
        case wheel
        /// The wheel turned one notch away from the person: larger, or back up a list.
        case wheelAway
    }

    package enum Button: Hashable, Sendable {
        case left, middle, right, none
    }

    package let kind: Kind
    /// The button that went down or up, or is held; none for the wheel.
    package let button: Button
    package let point: Point
    /// Whether the point is exact to the pixel. Otherwise it is the middle of a cell.
    package let isExact: Bool
    package let modifiers: Modifiers
    package var instant = Instant(nanoseconds: 0)

    /// Creates an event, by default of the left button. Wheel events have no button.
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
