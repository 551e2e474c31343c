import ThudCore
import ThudTerminal

/// The knobs in a table around the chosen one. Each row also shows the last latency or outcome of its cue.
package struct KnobTable: Hashable {
    let board: KnobBoard
    let cues: [CueFeedback]

    package init(board: KnobBoard, cues: [CueFeedback] = []) { (self.board, self.cues) = (board, cues) }

    private static let lastWidth = 9
    /// The least and the greatest width of a knob's column.
    private static let knobWidths = 7...11
    /// The greatest width of a knob that has its own title beside its value.
    private static let mostTitled = 22

    /// Whether the titles of the knobs are above their columns.
    private var hasHead: Bool { !board.titles.isEmpty }
    /// Wide enough for the longest name of a shipped cue, or of a row without a heading.
    private var nameWidth: Int { hasHead ? 16 : 12 }

    package func draw(in area: Area, on grid: inout Grid) {
        guard area.rows > (hasHead ? 1 : 0) else { return }
        if hasHead { drawHead(in: area, on: &grid) }
        let rows = area.part(row: hasHead ? 1 : 0)
        for (line, index) in shown(rows.rows).enumerated() { draw(index, row: rows.row + line, in: area, on: &grid) }
    }

    private func drawHead(in area: Area, on grid: inout Grid) {
        let head = Style(Neon.grey)
        put("cue", 0, nameWidth, row: area.row, in: area, head, on: &grid)
        for (index, title) in (board.titles + ["last"]).enumerated() {
            put(" \(title)", place(of: index, in: area), knobWidth(area), row: area.row, in: area, head, on: &grid)
        }
    }

    /// Returns the rows that fit, including the chosen one.
    private func shown(_ room: Int) -> Range<Int> {
        let first = min(max(0, board.row - room / 2), max(0, board.rows.count - room))
        return first..<min(board.rows.count, first + room)
    }

    private func draw(_ index: Int, row: Int, in area: Area, on grid: inout Grid) {
        let line = board.rows[index]
        let isChosen = index == board.row
        let isTurned = line.knobs.contains { $0.isTurned }
        // A mark as well as the colour, for terminals without colours.
        put((isTurned ? "•" : " ") + line.name, 0, nameWidth, row: row, in: area, style(isChosen, isTurned), on: &grid)
        for (column, knob) in line.knobs.enumerated() {
            let isHeld = isChosen && board.hasKeys && column == board.chosenColumn
            let style = isHeld ? Style(.black, on: Neon.gold, .bold) : style(isChosen, knob.isTurned)
            let text = isHeld ? "▸\(knob.text) " : " \(knob.text)"
            let isLast = !hasHead && column == line.knobs.count - 1
            put(
                text, place(of: column, in: area), isLast ? area.columns : knobWidth(area), row: row, in: area, style,
                on: &grid)
        }
        guard let last = cues.last(where: { $0.name == line.name || $0.name.hasPrefix("\(line.name)/") }) else {
            return
        }
        put(
            " " + (last.delay ?? last.outcome), place(of: board.titles.count, in: area), Self.lastWidth + 1, row: row,
            in: area, Style(last.fate.colour), on: &grid)
    }

    private func style(_ isChosen: Bool, _ isTurned: Bool) -> Style {
        let colour = isTurned ? Neon.gold : isChosen ? Colour.white : Neon.grey
        return isChosen ? Style(colour, .bold) : Style(colour)
    }

    private func knobWidth(_ area: Area) -> Int {
        let count = hasHead ? board.titles.count : board.rows.map(\.knobs.count).max() ?? 1
        let room = (area.columns - 2 - nameWidth - (hasHead ? Self.lastWidth : 0)) / max(1, count)
        let most = hasHead ? Self.knobWidths.upperBound : Self.mostTitled
        return min(max(room, Self.knobWidths.lowerBound), most)
    }

    private func place(of column: Int, in area: Area) -> Int { nameWidth - 1 + column * knobWidth(area) }

    private func put(
        _ text: String, _ column: Int, _ width: Int, row: Int, in area: Area, _ style: Style, on grid: inout Grid
    ) {
        let place = Position(column: area.column + 1 + column, row: row)
        let room = min(width, area.endColumn - 1 - place.column)
        grid.put(TextWidth.clipped(text, to: max(0, room)), at: place, style)
    }
}
