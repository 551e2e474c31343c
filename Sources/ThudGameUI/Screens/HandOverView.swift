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

/// The countdown 3, 2, 1, as large as the screen.
struct CountdownView: Hashable, Sendable {
    let digit: Int
    /// How much of this count has passed, 0 to 1.
    let share: Double

    init(digit: Int, share: Double) {
        self.digit = digit
        self.share = share.isFinite ? min(max(share, 0), 1) : 1
    }

    private var colour: Colour { digit > 2 ? Neon.red : digit == 2 ? Neon.orange : Neon.green }

    func draw(on canvas: inout Canvas) {
        // In steps, so that the frame is rewritten a few times a count and not sixty.
        let faded = (share * 6).rounded(.down) / 6
        canvas.grid.border(canvas.area, Style(colour.mixed(with: Neon.faint, faded)), isHeavy: true)
        let room = canvas.area.inset(columns: 2, rows: 1)
        canvas.large(String(digit), in: room.part(rows: room.rows - 1), .plain)
        let bar = room.lowest(1).inset(columns: room.columns / 4)
        canvas.grid.bar(bar, share: 1 - share, Style(colour))
    }
}
