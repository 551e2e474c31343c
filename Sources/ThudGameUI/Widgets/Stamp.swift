import ThudCore
import ThudTerminal

/// The rank as a rubber stamp: a double frame, slightly shifted.
struct Stamp: Hashable {
    let text: String
    /// What the text means, for guests. Empty for everybody else.
    var meaning = ""
    let colour: Colour
    /// The time since it began to fall, in seconds.
    let age: Double

    /// How long it moves, in seconds.
    static let length = 0.5

    /// How long it falls, and how long the ink is bright after it lands, in seconds.
    private static let fall = 0.18
    private static let wet = 0.12
    /// How much larger it is when it begins to fall, in rows on each side.
    private static let height = 5.0

    private var seconds: Double { age.isFinite ? max(0, age) : .infinity }

    /// Draws the empty frame that falls towards `area`. A screen draws it before its texts, so that it covers none.
    func drawFall(to area: Area, on canvas: inout Canvas) {
        guard canvas.allowsMotion, seconds < Stamp.fall else { return }
        let left = 1 - seconds / Stamp.fall
        let rows = Int((left * left * Stamp.height).rounded(.up))
        let rest = Self.place(in: area)
        // It is wider than the screen at first, but all of its frame is seen.
        let falling = rest.inset(columns: -3 * rows, rows: -rows).clipped(to: canvas.area)
        canvas.grid.border(falling, Style(colour), isHeavy: true)
    }

    /// Prints the stamp into `area`, including the shifted second frame, once it has fallen.
    func draw(in area: Area, on canvas: inout Canvas) {
        guard canvas.allowsMotion else {
            let duration = Stamp.fall + Stamp.wet
            // In six steps, because a fade does not need sixty frames.
            let share = (min(seconds / duration, 1) * 6).rounded(.up) / 6
            return print(
                in: area, Colour.black.mixed(with: colour, share), Colour.black.mixed(with: .white, share), &canvas)
        }
        guard seconds >= Stamp.fall else { return }
        print(in: area, seconds < Stamp.fall + Stamp.wet ? .white : colour, .white, &canvas)
    }

    /// The fewest rows of letters in two lines, which then need all the room.
    private static let twoLines = 7

    /// Returns the rows that it takes across a screen, with its frame and its shadow.
    func rows(on canvas: Canvas) -> Int {
        func area(_ rows: Int) -> Area { canvas.page.part(rows: rows) }
        let usual = canvas.size.rows < 20 ? 6 : canvas.size.rows < 30 ? 8 : canvas.size.rows / 4
        let isLow = usual < Self.twoLines && !canvas.isLarge(text, in: area(usual).size)
        let rows = isLow && canvas.isLarge(text, in: area(Self.twoLines).size) ? Self.twoLines : usual
        return rows + (meaning.isEmpty || hasFrame(in: area(rows), canvas) ? 0 : 1)
    }

    private static func place(in area: Area) -> Area { area.part(columns: area.columns - 2, rows: area.rows - 1) }
    private static func inside(_ area: Area) -> Area { place(in: area).inset(columns: 2, rows: 1) }

    /// Whether there is room for the frame. Large letters are more important.
    private func hasFrame(in area: Area, _ canvas: Canvas) -> Bool {
        canvas.isLarge(text, in: Self.inside(area).size) || !canvas.isLarge(text, in: area.size)
    }

    /// Prints the letters in a frame, or without one if they are large only then. What they mean is in the lower side
    /// of the frame, or below the letters.
    private func print(in area: Area, _ ink: Colour, _ letters: Colour, _ canvas: inout Canvas) {
        let place = Self.place(in: area)
        let plain = Style(letters, on: .black, .bold)
        canvas.grid.fill(area, .plain)
        guard hasFrame(in: area, canvas) else {
            let room = area.part(rows: area.rows - (meaning.isEmpty ? 0 : 1))
            canvas.large(text, in: room, Style(ink, on: .black, .bold))
            return canvas.centred(meaning, row: room.endRow, in: area, plain)
        }
        let shadow = Area(column: place.column + 2, row: place.row + 1, columns: place.columns, rows: place.rows)
        canvas.grid.border(shadow, Style(ink.mixed(with: .black, 0.55)))
        canvas.grid.fill(place.inset(columns: 1, rows: 1), .plain)
        canvas.grid.border(place, Style(ink), isHeavy: true)
        canvas.large(text, in: Self.inside(area), Style(letters))
        if !meaning.isEmpty { canvas.centred(" \(meaning) ", row: place.endRow - 1, in: place, plain) }
    }
}
