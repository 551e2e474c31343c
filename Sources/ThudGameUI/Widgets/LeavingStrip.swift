import Glibc
import ThudCore
import ThudTerminal

/// An answered card or prompt that leaves along the margin, so that it never covers the next one. The signs around it
/// show how it was answered even without colours.
package struct LeavingStrip: Hashable {
    private let text: String
    /// The signs before and after the text.
    private let signs: [String]
    private let colour: Colour
    /// Whether it leaves to the left instead of the right.
    private let isLeftward: Bool
    /// The time since the answer, in seconds.
    private let age: Double

    /// How long it is visible, in seconds.
    package static let length = 0.35

    /// Creates a strip of an age in seconds, nil once it has left.
    package init?(_ text: String, signs: (String, String), _ colour: Colour, isLeftward: Bool, age: Double) {
        guard age >= 0, age < Self.length else { return nil }
        self.text = text
        self.signs = [signs.0, signs.1]
        self.colour = colour
        self.isLeftward = isLeftward
        self.age = age
    }

    /// Draws the strip on the first row of `margin`, on its way from the middle to the side. Under Reduce Motion it
    /// stands still at the side.
    package func draw(in margin: Area, on canvas: inout Canvas) {
        guard margin.rows > 0 else { return }
        let words = " \(signs[0])  \(TextWidth.clipped(text, to: max(0, margin.columns - 12)))  \(signs[1]) "
        let spare = margin.columns - TextWidth.columns(of: words)
        let left = 1 - age / Self.length
        let gone = canvas.allowsMotion ? 1 - left * left * left : 1
        let side = isLeftward ? 1 - gone : 1 + gone
        let column = Int((Double(max(0, spare)) / 2 * side).rounded(.down))
        canvas.grid.put(
            words, at: Position(column: margin.column + column, row: margin.row), Style(.black, on: colour, .bold),
            limit: margin.columns)
    }
}

/// Sparks that fly from the middle after a right answer, behind everything that is written. A milestone has more.
/// Under Reduce Motion they stand still.
package struct Sparks {
    private let age: Double
    private let colour: Colour
    private let isMilestone: Bool

    /// The cells of the area for each spark, and the fewest sparks. A milestone has three times as many.
    private static let (cellsPerSpark, fewest) = (60, 32)
    /// An age at which the sparks make a good still picture, as a share of their life.
    private static let still = 0.5
    private static let shapes: [Character] = ["✦", "•", "▪", "·"]

    package init(age: Double, _ colour: Colour, isMilestone: Bool = false) {
        self.age = age
        self.colour = colour
        self.isMilestone = isMilestone
    }

    package func draw(in area: Area, on canvas: inout Canvas) {
        guard (0..<LeavingStrip.length).contains(age) else { return }
        let share = canvas.allowsMotion ? age / LeavingStrip.length : Self.still
        let reach = 1 - (1 - share) * (1 - share)
        var generator = SeededGenerator(seed: 25)
        let count = max(Self.fewest, area.columns * area.rows / Self.cellsPerSpark)
        for _ in 0..<(isMilestone ? 3 * count : count) {
            let (angle, speed) = (generator.between(0, 2 * .pi), generator.between(0.35, 1))
            let shape = generator.pick(Self.shapes)
            let way = (x: cos(angle) * speed * reach, y: sin(angle) * speed * reach)
            let place = Position(
                column: area.column + Int(Double(area.columns) / 2 * (1 + way.x)),
                row: area.row + Int(Double(area.rows) / 2 * (1 + way.y)))
            guard area.contains(place), Confetti.isFree(place, canvas.grid) else { continue }
            let ink = colour.mixed(with: .black, 0.7 * share)
            canvas.grid.put(String(shape), at: place, Style(ink, on: canvas.grid.style(at: place).background))
        }
    }
}

/// How many right answers came in a row. It grows with the number: larger from five on, gold from ten on.
package struct RowOfRight {
    private let count: Int

    /// The numbers at which the whole margin celebrates.
    private static let milestones: Set = [10, 25, 50]
    private static let (least, large, golden) = (3, 5, 10)

    package init(_ count: Int) { self.count = count }

    package var isMilestone: Bool { Self.milestones.contains(count) }
    package var colour: Colour { count >= Self.golden ? Neon.gold : count >= Self.least ? Neon.green : .white }
    /// The words after the number, once there is a row to speak of.
    package func words(_ canvas: Canvas) -> String {
        count < Self.least ? "" : canvas.text(canvas[.inARow])
    }

    /// Draws the number in the head of the screen, with its words, so that they end at a column.
    package func draw(endingAt column: Int, on canvas: inout Canvas) {
        guard count >= Self.least else { return }
        let words = words(canvas)
        let isLarge = count >= Self.large && canvas.headRows > 1
        let number = isLarge ? "" : "\(count) "
        let width = TextWidth.columns(of: number + words)
        let style = Style(colour, on: .black, .bold)
        canvas.grid.put(number + words, at: Position(column: column - width, row: canvas.headRows - 1), style)
        guard isLarge else { return }
        canvas.figure("\(count)", column: column - width - 1 - canvas.figureColumns("\(count)"), style)
    }

    /// Draws the milestone across the whole margin.
    package func drawMilestone(in margin: Area, on canvas: inout Canvas) {
        guard isMilestone, margin.rows > 0 else { return }
        canvas.grid.fill(margin.part(rows: 1), Style(.black, on: Neon.gold))
        let words = "★ ★ ★  \(count) \(canvas.text(canvas[.inARow]))  ★ ★ ★"
        canvas.centred(words, row: margin.row, in: margin, Style(.black, on: Neon.gold, .bold))
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
