import ThudCore
import ThudGameUI
import ThudTerminal

/// What is behind the princesses: a floor below a night sky, or below a bright one on a light terminal.
struct Scenery {
    let stage: Area
    let horizon: Int
    let isLight: Bool
    /// Whether the ground is even, for a high contrast.
    let isPlain: Bool

    private static let night = (
        top: Colour(0x0C1038), low: Colour(0x3A2A78), back: Colour(0x2C2260), front: Colour(0x4A3A92)
    )
    /// The mean colour of the night's sky.
    static let dusk = night.top.mixed(with: night.low, 0.5)
    private static let day = (
        top: Colour.lightGround, low: Colour.lightGround, back: Colour(0xE2DAF8), front: Colour(0xCFC2F0)
    )
    private static let cellsPerStar = 45

    /// Draws the stars, and the moon or the sun. Everything else is drawn over them.
    func drawLights(on canvas: inout Canvas) {
        guard canvas.hasColour, !isPlain else { return }
        let sky = stage.part(rows: horizon - stage.row).inset(columns: 1)
        var generator = SeededGenerator(seed: 2)
        for star in 0..<sky.columns * sky.rows / Self.cellsPerStar {
            let place = Position(
                column: sky.column + generator.index(below: sky.columns),
                row: sky.row + generator.index(below: sky.rows))
            let glyph = star.isMultiple(of: 4) ? "✦" : star.isMultiple(of: 2) ? "+" : "·"
            let colour = isLight ? Colour(0xF3B4DC) : star.isMultiple(of: 4) ? Colour(0xFFF2B8) : Colour(0x8E97DC)
            canvas.grid.put(glyph, at: place, Style(colour, on: .black, .exact))
        }
        drawMoon(in: sky, on: &canvas)
    }

    private func drawMoon(in sky: Area, on canvas: inout Canvas) {
        let rows = max(3, sky.rows / 5)
        let size = Size(columns: 2 * rows, rows: rows)
        let middle = Sketch(size).middle
        let radius = middle.y
        let bite = Sketch.Point(x: middle.x + 0.5 * radius, y: middle.y - 0.25 * radius)
        let moon = Sketch.bitmap(size) {
            ($0 - middle).length <= radius && (isLight || ($0 - bite).length > 0.8 * radius)
        }
        let corner = Position(column: sky.endColumn - 2 * rows - 3, row: sky.row + (sky.rows > 15 ? 2 : 0))
        canvas.draw(moon, at: corner, Style(isLight ? Colour(0xFFD27A) : Colour(0xFFF3C4), on: .black, .exact))
    }

    /// Fills what is still black behind everything on the stage.
    func fill(_ canvas: inout Canvas) {
        guard canvas.hasColour, !isPlain else { return }
        if isLight { canvas.grid.lighten(stage) }
        let ground = canvas.ground
        for row in stage.row..<stage.endRow {
            let line = Area(column: stage.column, row: row, columns: stage.columns, rows: 1)
            let colour = colour(ofRow: row)
            canvas.grid.restyle(line) { style in
                guard style.background == ground else { return }
                style.background = colour
                style.attributes.insert(.exact)
            }
        }
    }

    private func colour(ofRow row: Int) -> Colour {
        let colours = isLight ? Self.day : Self.night
        func share(_ first: Int, _ last: Int) -> Double { Double(row - first) / Double(max(1, last - first)) }
        return row < horizon
            ? colours.top.mixed(with: colours.low, share(stage.row, horizon))
            : colours.back.mixed(with: colours.front, share(horizon, stage.endRow - 1))
    }
}
