import ThudCore
import ThudTerminal

struct PauseView: Hashable, Sendable {
    /// The remaining play time in seconds. nil if the round has no clock.
    let remaining: Double?
    /// The points. nil if the round has none.
    let score: Int?

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let buttons = page.lowest(canvas.size.primaryRows + 2)
        let room = canvas.entrance.place(ofPanelAt: page.part(rows: page.rows - buttons.rows - 5))
        canvas.headline(canvas[.pause], in: room)
        canvas.line(canvas[.clockStands], row: room.endRow + 1, in: page, Style(Neon.grey))
        drawState(row: room.endRow + 3, in: page, on: &canvas)
        canvas.primary(canvas.words(canvas[.goOn]), .confirm, in: buttons.part(rows: buttons.rows - 2))
        FooterView.ways(canvas.theme.words).draw(row: buttons.endRow - 1, in: page, on: &canvas)
    }

    /// Draws the time and the points, such as `42 sekonda mbetën   ✓ 5`.
    private func drawState(row: Int, in page: Area, on canvas: inout Canvas) {
        let time = remaining.map { "\(Seconds.left($0)) \(canvas.words(canvas[Seconds.word($0)]))" } ?? ""
        let points = score.map { "✓ \($0)" } ?? ""
        let gap = time.isEmpty || points.isEmpty ? 0 : 4
        let start = page.column + (page.columns - TextWidth.columns(of: time + points) - gap) / 2
        let used = canvas.grid.put(time, at: Position(column: start, row: row), Style(.white, on: .black, .bold))
        canvas.grid.put(
            points, at: Position(column: start + used + gap, row: row), Style(Neon.green, on: .black, .bold))
    }
}

/// The box that confirms leaving in mid-round, so that nobody leaves by accident. The key is held, or pressed twice.
struct LeaveHold: Hashable, Sendable {
    /// The fraction of the hold that has passed, 0 to 1. nil while the key is not held.
    let share: Double?
    /// Whether it waits for a second press.
    let isConfirm: Bool

    /// Draws the box, or nothing while nobody wants to leave.
    func draw(on canvas: inout Canvas) {
        guard share != nil || isConfirm else { return }
        let phrase = isConfirm ? canvas[.pressAgainToLeave] : canvas[.holdToLeave]
        let width = max(TextWidth.columns(of: canvas.words(phrase)) + 8, canvas.area.columns / 3)
        let rows = canvas.isRoomy ? 7 : 5
        let box = canvas.area.centred(Size(columns: min(width, canvas.area.columns), rows: rows))
        canvas.grid.fill(box, .plain)
        canvas.grid.border(box, Style(canvas.theme.accent), isHeavy: true)
        let inside = box.inset(columns: 3, rows: 1)
        canvas.line(
            phrase, row: inside.row + (isConfirm ? inside.rows / 2 : 0), in: inside, Style(.white, on: .black, .bold))
        guard let share, !isConfirm else { return }
        let rail = inside.part(row: 2)
        canvas.grid.fill(rail, Style(.white, on: Neon.faint))
        canvas.grid.bar(rail, share: share, Style(canvas.theme.accent, on: Neon.faint))
    }
}
