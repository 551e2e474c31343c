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
    private static let smallest = Size(columns: 50, rows: 6)

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let rest = canvas.heading(canvas[.chooseMode], in: page)
        if let note = note(canvas) { canvas.centred(note, row: rest.row, in: page, Style(Neon.grey)) }
        let room = rest.part(row: 1, rows: rest.rows - 3)
        let cards = CardGrid(modes.count, selected: selected, in: room, smallest: Self.smallest)
        // Large and small titles beside each other would look as if some modes mattered more.
        let areCards = cards.areAllLarge(on: canvas) { (modes[$0].title, titleRoom(of: $0, in: $1)) }
        if areCards { draw(cards, on: &canvas) } else { drawList(in: room, on: &canvas) }
        let change = variant.map { variant, isOn in
            ("←→", Phrase("\(variant.title): \(canvas.text(isOn ? canvas[.on] : canvas[.off]))"), ShellAction.right)
        }
        // With a variant, left and right change it.
        let arrows = areCards && variant == nil ? "↑↓←→" : "↑↓"
        FooterView(
            [(arrows, canvas[.choose], .down), ("↵", canvas[.start], .confirm)] + [change].compactMap(\.self)
                + [("esc", canvas[.back], .back)]
        ).draw(row: page.endRow - 1, in: page, on: &canvas)
    }

    /// The lines below a mode's title, of which two fit into a card.
    private func lines(of index: Int, in inside: Area) -> [String] {
        TextWidth.wrapped(modes[index].abstract, to: inside.columns, rows: 2)
    }

    private func titleRoom(of index: Int, in inside: Area) -> Area {
        inside.part(rows: inside.rows - lines(of: index, in: inside).count - 1)
    }

    private func draw(_ cards: CardGrid, on canvas: inout Canvas) {
        for (index, inside) in cards.draw(on: &canvas) {
            let used = canvas.large(modes[index].title, in: titleRoom(of: index, in: inside), .plain)
            let lines = lines(of: index, in: inside)
            let row = min(used.endRow + 1, inside.endRow - lines.count)
            canvas.centred(lines: lines, row: row, in: inside, Style(Neon.grey))
        }
    }

    /// Draws two rows a mode: its title, and what happens in it. On a high screen a row keeps them apart.
    private func drawList(in list: Area, on canvas: inout Canvas) {
        let step = list.rows >= 3 * modes.count - 1 ? 3 : 2
        let rows = min(list.rows, step * modes.count)
        let place = list.centred(Size(columns: min(Self.widest, list.columns), rows: rows))
        for (index, mode) in modes.enumerated() {
            let area = place.part(row: index * step, rows: 2)
            guard area.rows > 0 else { continue }
            let isChosen = index == selected
            canvas.addTarget(area, .choose(index))
            let shown = canvas.entrance.place(ofRow: index, at: area)
            let start = shown.corner
            let mark = canvas.grid.put(isChosen ? "▸ " : "  ", at: start, Style(canvas.theme.accent, on: .black, .bold))
            let used = mark + canvas.number(index, at: Position(column: start.column + mark, row: area.row))
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
