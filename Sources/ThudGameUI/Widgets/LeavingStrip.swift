import ThudCore
import ThudTerminal

/// An answered card or prompt that leaves the screen in the direction of the gesture. The signs around it show how it
/// was answered even without colours.
package struct LeavingStrip: Hashable {
    private let text: String
    /// The signs before and after the text.
    private let signs: [String]
    private let colour: Colour
    /// The direction, to the right and down, -1 to 1 each.
    private let way: Sketch.Point
    /// The time since the answer, in seconds.
    private let age: Double
    private let isBrisk: Bool

    /// How long it is visible, in seconds.
    package static let length = 0.35
    private static let rows = 3

    /// Creates a strip of an age in seconds, nil once it has left. A brisk strip clears the middle at once, for games
    /// in which the next answer follows immediately. Any other starts slowly, so that the eye can catch it.
    package init?(
        _ text: String, signs: (String, String), _ colour: Colour, way: Sketch.Point, age: Double, isBrisk: Bool = false
    ) {
        guard age >= 0, age < Self.length else { return nil }
        self.text = text
        self.signs = [signs.0, signs.1]
        self.colour = colour
        self.way = way
        self.age = age
        self.isBrisk = isBrisk
    }

    /// Draws the strip over `area` on its way from the middle to the edge. Under Reduce Motion it starts at the edge.
    package func draw(in area: Area, on canvas: inout Canvas) {
        guard area.rows >= Self.rows else { return }
        let label = "\(signs[0])  \(TextWidth.clipped(text, to: max(0, area.columns - 12)))  \(signs[1])"
        let size = Size(columns: min(area.columns, TextWidth.columns(of: label) + 6), rows: Self.rows)
        let gone = canvas.allowsMotion ? gone : 1
        func place(_ room: Int, _ way: Double) -> Int { Int((Double(room) / 2 * (1 + way * gone)).rounded(.down)) }
        let strip = Area(
            column: area.column + place(area.columns - size.columns, way.x),
            row: area.row + place(area.rows - size.rows, way.y), columns: size.columns, rows: size.rows)
        canvas.grid.fill(strip, .plain)
        canvas.grid.border(strip, Style(colour), isHeavy: true)
        canvas.centred(label, row: strip.row + 1, in: strip, Style(colour, on: .black, .bold))
    }

    /// The fraction of its way that it has moved, 0 to 1.
    private var gone: Double {
        let share = age / Self.length
        let left = 1 - share
        return isBrisk ? 1 - left * left * left : share * share
    }
}

/// A sideways shake of the picture, which says that something was wrong.
package struct Shake: Hashable {
    /// The time since it began, in seconds.
    private let age: Double

    /// The duration in seconds.
    private static let length = 0.12
    /// The offset of the picture in each part of that time, in columns.
    private static let offsets = [2, -2, 2, -2]

    package init(age: Double) { self.age = age }

    /// Shifts everything drawn so far. Does nothing under Reduce Motion.
    package func draw(on canvas: inout Canvas) {
        guard canvas.allowsMotion, age >= 0, age < Self.length else { return }
        canvas.grid.shift(columns: Self.offsets[Int(age / Self.length * Double(Self.offsets.count))])
    }
}
