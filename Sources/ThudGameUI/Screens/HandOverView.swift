import ThudCore
import ThudTerminal

/// The screen between two players of a tournament or a match. Only a deliberate press continues; a tilt does nothing.
struct HandOverView: Hashable, Sendable {
    let turn: RoundFigures.PlayerTurn

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let footer = canvas.size.primaryRows
        drawTurns(on: &canvas, in: page)
        let room = page.part(row: 2, rows: page.rows - footer - 5)
        canvas.line(canvas[.takesThePhone], row: room.row, in: page, Style(Neon.grey))
        let name = canvas.entrance.place(ofRow: 0, at: room.part(row: 2))
        canvas.large(ShownName(turn.player).text, in: name, .plain)
        canvas.line(canvas[.handOverNote], row: page.endRow - footer - 2, in: page, Style(Neon.grey))
        canvas.primary(canvas.words(canvas[.ready]), .confirm, in: page)
    }

    /// Draws the turns, past, present and future, such as `Radha 2/5  ● ● ○ ○ ○`.
    private func drawTurns(on canvas: inout Canvas, in page: Area) {
        let row = page.row
        let (number, count) = (turn.number, turn.count)
        let text = "\(canvas.words(canvas[.turn])) \(number)/\(count)"
        canvas.grid.put(text, at: Position(column: page.column, row: row), Style(Neon.grey), limit: page.columns)
        // A tournament has five players at most. More than ten dots would be of no use.
        guard (1...10).contains(count), 2 * count + TextWidth.columns(of: text) < page.columns else { return }
        for turn in 1...count {
            let colour = turn == number ? canvas.theme.accent : turn < number ? Colour.white : Neon.faint
            canvas.grid.put(
                turn <= number ? "●" : "○",
                at: Position(column: page.endColumn - 2 * (count - turn) - 1, row: row), Style(colour))
        }
    }
}
