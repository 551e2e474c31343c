import ThudCore
import ThudTerminal

/// What was answered, a card or a prompt, on its way off the screen: in the direction of the gesture and between two signs, so that
/// without colours it can be told how it was answered.
package struct LeavingStrip: Hashable {
    private let text: String
    /// What stands before and behind it.
    private let signs: [String]
    private let colour: Colour
    /// To the right and down, -1 to 1 each.
    private let way: Sketch.Point
    /// Since the answer, in seconds.
    private let age: Double
    private let isBrisk: Bool

    /// How long it can be seen, in seconds.
    package static let length = 0.35
    private static let rows = 3

    /// A strip of an age in seconds; nil once it has left.
    ///
    /// - Parameters:
    ///   - way: to the right and down, -1 to 1 each.
    ///   - isBrisk: whether it clears the middle at once, where the next answer is a matter of a moment; else it is slow at first, so
    ///     that the eye can take it up.
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

    /// Draws it over `area`: on its way from the middle to the edge, or there at once where less motion is asked for.
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

    /// How much of its way it has gone, 0 to 1.
    private var gone: Double {
        let share = age / Self.length
        let left = 1 - share
        return isBrisk ? 1 - left * left * left : share * share
    }
}

/// The picture is shaken sideways for a moment: something was wrong.
package struct Shake: Hashable {
    /// Since it began, in seconds.
    private let age: Double

    /// How long it takes, in seconds.
    private static let length = 0.12
    /// Where the picture is in each part of that time, in columns.
    private static let offsets = [2, -2, 2, -2]

    /// A shake of an age in seconds.
    package init(age: Double) { self.age = age }

    /// Moves all that has been drawn; nothing where less motion is asked for.
    package func draw(on canvas: inout Canvas) {
        guard canvas.allowsMotion, age >= 0, age < Self.length else { return }
        canvas.grid.shift(columns: Self.offsets[Int(age / Self.length * Double(Self.offsets.count))])
    }
}
