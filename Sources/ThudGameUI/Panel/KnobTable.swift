import ThudCore
import ThudTerminal

/// The knobs of the cues in a table around the chosen one. Each row also shows the last latency or outcome of its cue.
struct KnobTable: Hashable {
    let board: KnobBoard
    let cues: [CueFeedback]

    /// Wide enough for the longest name of a shipped cue.
    private static let nameWidth = 16
    private static let lastWidth = 9
    /// The least and the greatest width of a knob's column.
    private static let knobWidths = 7...11

    func draw(in area: Area, on canvas: inout Canvas) {
        guard area.rows > 1 else { return }
        let head = Style(Neon.grey)
        put("cue", 0, Self.nameWidth, row: area.row, in: area, head, on: &canvas)
        for (index, title) in (board.titles + ["last"]).enumerated() {
            put(" \(title)", place(of: index, in: area), knobWidth(area), row: area.row, in: area, head, on: &canvas)
        }
        for (line, index) in shown(area.rows - 1).enumerated() {
            draw(index, row: area.row + 1 + line, in: area, on: &canvas)
        }
    }

    /// Returns the rows that fit, including the chosen one.
    private func shown(_ room: Int) -> Range<Int> {
        let first = min(max(0, board.row - room / 2), max(0, board.rows.count - room))
        return first..<min(board.rows.count, first + room)
    }

    private func draw(_ index: Int, row: Int, in area: Area, on canvas: inout Canvas) {
        let line = board.rows[index]
        let isChosen = index == board.row
        let isTurned = line.knobs.contains { $0.isTurned }
        // A mark as well as the colour, for terminals without colours.
        put(
            (isTurned ? "•" : " ") + line.name, 0, Self.nameWidth, row: row, in: area, style(isChosen, isTurned),
            on: &canvas)
        for (column, knob) in line.knobs.enumerated() {
            let isHeld = isChosen && board.hasKeys && column == board.chosenColumn
            let style = isHeld ? Style(.black, on: Neon.gold, .bold) : style(isChosen, knob.isTurned)
            let text = isHeld ? "▸\(knob.text) " : " \(knob.text)"
            put(text, place(of: column, in: area), knobWidth(area), row: row, in: area, style, on: &canvas)
        }
        guard let last = cues.last(where: { $0.name == line.name || $0.name.hasPrefix("\(line.name)/") }) else {
            return
        }
        put(
            " " + (last.delay ?? last.outcome), place(of: board.titles.count, in: area), Self.lastWidth + 1, row: row,
            in: area, Style(last.fate.colour), on: &canvas)
    }

    private func style(_ isChosen: Bool, _ isTurned: Bool) -> Style {
        let colour = isTurned ? Neon.gold : isChosen ? Colour.white : Neon.grey
        return isChosen ? Style(colour, .bold) : Style(colour)
    }

    private func knobWidth(_ area: Area) -> Int {
        let room = (area.columns - 2 - Self.nameWidth - Self.lastWidth) / max(1, board.titles.count)
        return min(max(room, Self.knobWidths.lowerBound), Self.knobWidths.upperBound)
    }

    private func place(of column: Int, in area: Area) -> Int { Self.nameWidth - 1 + column * knobWidth(area) }

    private func put(
        _ text: String, _ column: Int, _ width: Int, row: Int, in area: Area, _ style: Style, on canvas: inout Canvas
    ) {
        let place = Position(column: area.column + 1 + column, row: row)
        let room = min(width, area.endColumn - 1 - place.column)
        canvas.grid.put(TextWidth.clipped(text, to: max(0, room)), at: place, style)
    }
}
