import ThudCore
import ThudTerminal
import ThudTextRaster

/// Cards beside and below each other, as large as the screen allows: decks, modes, games. It shows as many rows as fit
/// around the chosen card.
///
///     for (index, area) in CardGrid(decks.count, selected: 2, in: list, smallest: size).draw(on: &canvas) { ... }
struct CardGrid {
    /// The index and the area of each card that fits.
    let cards: [(index: Int, area: Area)]
    private let columns: Int
    private let selected: Int
    private let area: Area
    private let hasAbove: Bool
    private let hasBelow: Bool

    /// - Parameters:
    ///   - smallest: the least size of a card. Wide screens have more columns, not only wider cards.
    ///   - growth: the most rows that the chosen card is higher than others, if they remain and no card is beside it.
    init(_ count: Int, selected: Int, in area: Area, smallest: Size, growth: Int = 0) {
        let most = max(1, min(count, area.columns / max(1, smallest.columns)))
        let rows = max(1, (count + most - 1) / most)
        let columns = max(1, (count + rows - 1) / rows)
        let shown = max(1, min(rows, area.rows / max(1, smallest.rows)))
        let first = min(max(0, selected / columns - shown / 2), rows - shown)
        let (width, height) = (area.columns / columns, area.rows / shown)
        let gap = columns > 1 ? 1 : 0
        let more = columns > 1 ? 0 : min(growth, area.rows - shown * height)
        cards = (first * columns..<max(first * columns, min(count, (first + shown) * columns))).map { index in
            let place = index - first * columns
            return (
                index,
                area.part(
                    column: place % columns * width, row: place / columns * height + (index > selected ? more : 0),
                    columns: width - gap, rows: height + (index == selected ? more : 0))
            )
        }
        (self.columns, self.selected, self.area) = (columns, selected, area)
        (hasAbove, hasBelow) = (first > 0, first + shown < rows)
    }

    /// Whether all cards are on the screen and each can have its words in large letters.
    ///
    /// - Parameter words: returns a card's words and the room for them, given the place inside the card.
    func areAllLarge(on canvas: Canvas, _ words: (_ index: Int, _ inside: Area) -> (text: String, room: Area)) -> Bool {
        !hasAbove && !hasBelow
            && cards.allSatisfy { index, area in
                let (text, room) = words(index, Self.inside(area))
                return canvas.isLarge(text, in: room.size)
            }
    }

    private static func inside(_ card: Area) -> Area { card.inset(columns: 2, rows: 1) }

    /// Draws the frames, lit for the chosen card, adds their targets, and returns the place inside each.
    func draw(_ colours: [Colour] = [], on canvas: inout Canvas) -> [(index: Int, inside: Area)] {
        canvas.cardColumns = columns
        if hasAbove { canvas.trailing("▲", row: area.row - 1, in: area, Style(Neon.grey)) }
        if hasBelow { canvas.trailing("▼", row: area.endRow, in: area, Style(Neon.grey)) }
        return cards.enumerated().map { place, card in
            canvas.addTarget(card.area, .choose(card.index))
            // The cards of a row move together, so that none runs into its neighbour.
            var shown = card.area
            shown.column += canvas.entrance.place(ofRow: place / columns, at: area).column - area.column
            let colour = colours.indices.contains(card.index) ? colours[card.index] : canvas.theme.accent
            canvas.neonFrame(shown, colour, isLit: card.index == selected)
            return (card.index, Self.inside(shown))
        }
    }
}

extension Canvas {
    /// Draws the figure key of a menu's entry, if it has one, and returns the columns up to its words.
    mutating func number(_ index: Int, at position: Position) -> Int {
        if index < 9 { grid.put("\(index + 1)", at: position, Style(theme.accent, on: .black, .bold)) }
        return 2
    }

    /// Draws a neon tube around the inside of an area: lit, with a glow on the tube's own cells, or dark.
    mutating func neonFrame(_ area: Area, _ colour: Colour, isLit: Bool) {
        guard isLit else { return grid.border(area, Style(Neon.faint)) }
        let glow = hasColour ? ground.mixed(with: colour, 0.25) : .black
        grid.border(area, Style(isLight ? colour.onLight : colour, on: glow), isHeavy: true)
    }

    /// Lights the surroundings of the letters of `colour` in an area, the nearer the brighter. Without colours nothing
    /// happens.
    mutating func glow(around area: Area, _ colour: Colour) {
        guard hasColour else { return }
        let place = area.inset(columns: -2, rows: -1)
        let before = grid
        let letters = isLight ? colour.onLight : colour
        func isInked(_ column: Int, _ row: Int) -> Bool {
            before.character(at: Position(column: column, row: row)) != " "
        }
        for row in place.row..<place.endRow {
            for column in place.column..<place.endColumn {
                let isNear = (-1...1).contains { isInked(column + $0, row) }
                guard
                    isNear
                        || (-1...1).contains(where: { x in
                            isInked(column + 2 * x, row - 1) || isInked(column + 2 * x, row + 1)
                        })
                else { continue }
                let light = ground.mixed(with: colour, isNear ? 0.3 : 0.14)
                grid.restyle(Area(column: column, row: row, columns: 1, rows: 1)) {
                    ($0.foreground, $0.background) = (letters, light)
                }
            }
        }
    }

    /// Draws an emblem as large as it fits in the middle of an area.
    package mutating func draw(_ emblem: Emblem, in area: Area, _ style: Style) {
        let side = min(area.columns, 2 * area.rows)
        let place = area.centred(Size(columns: side, rows: (side + 1) / 2))
        guard place.rows > 1, !emblem.polygons.isEmpty else { return }
        let bitmap = emblem.bitmap(width: 2 * place.columns, height: 2 * place.rows)
        draw(bitmap, at: place.corner, style)
    }
}

extension Emblem {
    /// Returns the dots whose middles are inside, by the winding rule.
    fileprivate func bitmap(width: Int, height: Int) -> Bitmap {
        var bitmap = Bitmap(width: width, height: height)
        for row in 0..<height {
            let crossings = crossings(at: (Double(row) + 0.5) / Double(height))
            for column in 0..<width {
                let x = (Double(column) + 0.5) / Double(width)
                let winding = crossings.reduce(0) { $0 + ($1.x > x ? $1.turn : 0) }
                bitmap[column, row] = winding != 0
            }
        }
        return bitmap
    }

    /// Returns the places where sides cross the horizontal line at `y`: 1 downwards, -1 upwards.
    private func crossings(at y: Double) -> [(x: Double, turn: Int)] {
        polygons.flatMap { polygon in
            zip(polygon, polygon.dropFirst() + polygon.prefix(1)).compactMap { from, to in
                guard (from.y <= y) != (to.y <= y) else { return nil }
                return (from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x), to.y > from.y ? 1 : -1)
            }
        }
    }
}
