import ThudCore
import ThudGameKit
import ThudTerminal

struct ModesView {
    let modes: [GameDescription.Mode]
    let selected: Int
    /// The variant that the chosen mode offers, and whether it is on.
    var variant: (GameDescription.Variant, isOn: Bool)?
    /// Whether the player may be new, so that a note points to the tutorial.
    var offersLesson = false
    private static let widest = 70
    /// From this width on, the modes are cards.
    private static let roomForCards = 110
    private static let smallest = Size(columns: 50, rows: 6)

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let rest = canvas.heading(canvas[.chooseMode], in: page)
        if let note = note(canvas) { canvas.centred(note, row: rest.row, in: page, Style(Neon.grey)) }
        let room = rest.part(row: 1, rows: rest.rows - 3)
        if page.columns >= Self.roomForCards {
            drawCards(in: room, on: &canvas)
        } else {
            drawList(in: room, on: &canvas)
        }
        let change = variant.map { variant, isOn in
            ("←→", Phrase("\(variant.title): \(canvas.text(isOn ? canvas[.on] : canvas[.off]))"), ShellAction.right)
        }
        // With a variant, left and right change it.
        let arrows = page.columns >= Self.roomForCards && variant == nil ? "↑↓←→" : "↑↓"
        FooterView(
            [(arrows, canvas[.choose], .down), ("↵", canvas[.play], .confirm)] + [change].compactMap(\.self)
                + [("esc", canvas[.back], .back)]
        ).draw(row: page.endRow - 1, in: page, on: &canvas)
    }

    private func drawCards(in room: Area, on canvas: inout Canvas) {
        let cards = CardGrid(modes.count, selected: selected, in: room, smallest: Self.smallest)
        for (index, inside) in cards.draw(on: &canvas) {
            let mode = modes[index]
            let style = Style(index == selected ? .white : Neon.grey, on: .black, .bold)
            let lines = TextWidth.wrapped(mode.abstract, to: inside.columns).prefix(2)
            let used = canvas.large(mode.title, in: inside.part(rows: inside.rows - lines.count), style)
            for (place, line) in lines.enumerated() {
                let row = min(used.endRow + 1, inside.endRow - lines.count) + place
                canvas.centred(line, row: row, in: inside, Style(Neon.grey))
            }
        }
    }

    /// Draws two rows a mode: its title, and what happens in it.
    private func drawList(in list: Area, on canvas: inout Canvas) {
        let place = list.centred(Size(columns: min(Self.widest, list.columns), rows: min(list.rows, 2 * modes.count)))
        for (index, mode) in modes.enumerated() {
            let area = place.part(row: index * 2, rows: 2)
            guard area.rows > 0 else { continue }
            let isChosen = index == selected
            canvas.addTarget(area, .choose(index))
            let shown = canvas.entrance.place(ofRow: index, at: area)
            let start = Position(column: shown.column, row: shown.row)
            let used = canvas.grid.put(isChosen ? "▸ " : "  ", at: start, Style(canvas.theme.accent, on: .black, .bold))
            canvas.grid.put(
                mode.title, at: Position(column: start.column + used, row: area.row),
                Style(isChosen ? .white : Neon.grey, on: .black, .bold), limit: area.columns - used)
            guard area.rows > 1 else { continue }
            canvas.grid.put(
                TextWidth.clipped(mode.abstract, to: area.columns - used),
                at: Position(column: start.column + used, row: area.row + 1), Style(Neon.grey))
        }
    }

    private func note(_ canvas: Canvas) -> String? {
        if offersLesson { return canvas.text(canvas[.newHere]) }
        return variant.flatMap { variant, isOn in isOn ? "\(variant.title): \(variant.abstract)" : nil }
    }
}
