import ThudCore
import ThudGameUI
import ThudTerminal

struct HabitFormView {
    let form: HabitForm

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let title = form.number == nil ? "A new habit" : "Change a habit"
        canvas.grid.put(title, at: page.corner, Style(.white, on: .black, .bold))
        let body = page.part(row: 2, rows: page.rows - 4 - canvas.size.primaryRows)
        let scale = canvas.isRoomy ? 2 : 1
        let block = body.centred(Size(columns: min(body.columns, 48 + 16 * scale), rows: min(body.rows, 1 + 8 * scale)))
        let ring = block.part(columns: 16 * scale, rows: 8 * scale)
        let fields = block.part(column: ring.columns + 4)
        RingView(colour: form.accent.colour, share: 0.62).draw(in: ring, on: &canvas)
        for (index, field) in HabitForm.Field.allCases.enumerated() {
            draw(field, in: fields.part(row: scale * (1 + 2 * index), rows: 1), on: &canvas)
        }
        if let problem = form.problem {
            canvas.grid.put(
                "! " + problem, at: Position(column: fields.column, row: fields.row + 7 * scale), Style(Neon.orange))
        }
        let isLast = form.field == HabitForm.Field.allCases.last
        canvas.primary(isLast ? "SAVE" : "NEXT", .confirm, in: page.part(rows: page.rows - 2))
        let keys = ["type the name", "↑ ↓ fields", "← → values", "↵ next", "esc back"]
        let line = FooterView.lines(keys, columns: page.columns, rows: 1).joined()
        canvas.centred(line, row: page.endRow - 1, in: page, Style(Neon.grey))
    }

    private func draw(_ field: HabitForm.Field, in area: Area, on canvas: inout Canvas) {
        let isActive = form.field == field
        let label = (isActive ? "▸ " : "  ") + field.title
        canvas.grid.put(label, at: area.corner, Style(Neon.grey))
        let style = Style(.white, on: .black, isActive ? .bold : [])
        let value: String
        switch field {
        case .name: value = form.name + (isActive ? "▏" : "")
        case .category: value = isActive ? "◂ \(form.category.title) ▸" : form.category.title
        case .accent: value = isActive ? "◂ \(form.accent.title) ▸" : form.accent.title
        }
        canvas.grid.put(
            value, at: Position(column: area.column + 12, row: area.row), style, limit: max(0, area.columns - 12))
    }
}

extension HabitForm.Field {
    fileprivate var title: String {
        switch self {
        case .name: "Name"
        case .category: "Category"
        case .accent: "Colour"
        }
    }
}

extension Accent {
    fileprivate var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

struct HabitRemovalView {
    let habit: Habit

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let question = page.part(row: 1, rows: page.rows - canvas.size.primaryRows - 6)
        let used = canvas.large("Remove \(habit.name)?", in: question, .plain)
        let count = habit.completions.count
        let days = count == 0 ? "It has not been done yet." : "Its \(Count.of(count, "day")) will be gone too."
        canvas.centred(days, row: used.endRow, in: page, Style(Neon.orange))
        canvas.primary("REMOVE", .confirm, in: page.part(rows: page.rows - 2))
        canvas.centred("↵ remove · esc keep it", row: page.endRow - 1, in: page, Style(Neon.grey))
    }
}
