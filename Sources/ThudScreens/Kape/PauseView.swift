import ThudTerminal

/// The clock stands.
public struct PauseView: Hashable, Sendable {
    /// How much play is left, in seconds.
    public let remaining: Double
    /// The cards guessed.
    public let score: Int

    /// A pause with `remaining` seconds left.
    public init(remaining: Double, score: Int) {
        self.remaining = remaining
        self.score = score
    }

    /// Draws it.
    public func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let buttons = page.lowest(canvas.grid.size.primaryRows + 2)
        let room = page.part(rows: page.rows - buttons.rows - 4)
        canvas.headline(KapeWords.pause, in: room)
        canvas.line(KapeWords.clockStands, row: room.endRow, in: page, Style(Neon.grey))
        drawState(row: room.endRow + 2, in: page, on: &canvas)
        canvas.primary(canvas.words(KapeWords.goOn), .confirm, in: buttons.part(rows: buttons.rows - 2))
        drawLeave(row: buttons.endRow - 1, in: page, on: &canvas)
    }

    /// `42 sekonda mbetën   ✓ 5`.
    private func drawState(row: Int, in page: Area, on canvas: inout Canvas) {
        let time = "\(Seconds.left(remaining)) \(canvas.words(KapeWords.secondsLeft))"
        let points = "✓ \(score)"
        let start = page.column + (page.columns - TextWidth.columns(of: time + points) - 4) / 2
        let used = canvas.grid.put(time, at: Position(column: start, row: row), Style(.white, on: .black, .bold))
        canvas.grid.put(
            points, at: Position(column: start + used + 4, row: row), Style(Neon.green, on: .black, .bold))
    }

    private func drawLeave(row: Int, in page: Area, on canvas: inout Canvas) {
        let text = TextWidth.clipped("\(canvas.words(KapeWords.leave))  q", to: page.columns)
        canvas.centred(text, row: row, in: page, Style(Neon.grey))
        let place = Area(column: page.column, row: row, columns: page.columns, rows: 1)
        canvas.addTarget(place.centred(Size(columns: TextWidth.columns(of: text), rows: 1)), .leave)
    }
}
