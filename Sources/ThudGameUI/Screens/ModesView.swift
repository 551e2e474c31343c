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
    private static let widest = 50

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let words = canvas.theme.words
        canvas.line(words.chooseMode, row: page.row, in: page, Style(.white, on: .black, .bold))
        if let note = note(words) { canvas.centred(note, row: page.row + 1, in: page, Style(Neon.grey)) }
        let list = page.part(row: 2, rows: page.rows - 4)
        let step = 2 * modes.count <= list.rows ? 2 : 1
        let place = list.centred(
            Size(columns: min(Self.widest, list.columns), rows: min(list.rows, step * modes.count)))
        for (index, mode) in modes.enumerated() {
            let row = place.part(row: index * step, rows: 1)
            guard row.rows > 0 else { continue }
            let isChosen = index == selected
            canvas.addTarget(row, .choose(index))
            let shown = canvas.entrance.place(ofRow: index, at: row)
            let start = Position(column: shown.column, row: shown.row)
            let used = canvas.grid.put(isChosen ? "▸ " : "  ", at: start, Style(canvas.theme.accent, on: .black, .bold))
            canvas.grid.put(
                mode.title, at: Position(column: start.column + used, row: row.row),
                Style(isChosen ? .white : Neon.grey, on: .black, isChosen ? .bold : []), limit: row.columns - used)
        }
        let change = variant.map { variant, isOn in
            ("←→", Phrase("\(variant.title): \((isOn ? words.on : words.off).text)"), ShellAction.right)
        }
        FooterView(
            [("↑↓", words.choose, .down), ("↵", words.play, .confirm)] + [change].compactMap(\.self)
                + [("esc", words.back, .back)]
        ).draw(row: page.endRow - 1, in: page, on: &canvas)
    }

    private func note(_ words: ShellWords) -> String? {
        if offersLesson { return words.newHere.text }
        return variant.flatMap { variant, isOn in isOn ? "\(variant.title): \(variant.abstract)" : nil }
    }
}
