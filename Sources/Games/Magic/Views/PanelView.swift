import ThudCore
import ThudGameUI
import ThudTerminal

/// A panel over the stage: help, settings, or the menu of a character.
struct PanelView {
    let panel: MagicPanel
    let round: MagicRound

    func draw(at now: Instant, on canvas: inout Canvas) {
        switch panel {
        case .help(let page): drawHelp(page, at: now, on: &canvas)
        case .settings(let row): drawRows("Settings", settings, row, "↑ ↓ choose · ↵ change · esc back", on: &canvas)
        case .menu(let row, let id):
            let name = round.scene[id]?.kind.name ?? ""
            drawRows(name, MagicMenu.entries.map { ($0.name, "") }, row, "↑ ↓ choose · ↵ do it · esc back", on: &canvas)
        }
    }

    private var settings: [(String, String)] {
        MagicOption.allCases.map { option in
            guard option == .sensitivity else { return (option.title, round.options[option]) }
            return (option.title, "\(round.options[option])  \(round.options.sensitivity.threshold)")
        }
    }

    /// The number of rows between the margins.
    private var rows: Int {
        switch panel {
        case .help(let page): MagicPages.help[page].lines.count + 5
        case .settings: MagicOption.allCases.count + 2
        case .menu: MagicMenu.entries.count + 2
        }
    }

    private func box(in size: Size) -> Area {
        Area(size).centred(Size(columns: min(size.columns - 4, 64), rows: rows + 4))
    }

    /// Returns the event of a click: a row, another page, "Try it!", or closing the panel if the click is outside.
    func event(at position: Position, size: Size) -> MagicEvent {
        let box = box(in: size)
        guard box.contains(position) else { return .panel(nil) }
        let row = position.row - box.row - 3
        guard case .help(let page) = panel else { return .row(row) }
        let isTrial = position.row == box.endRow - 4 && MagicPages.help[page].trial != nil
        return isTrial ? .choose : .turn(position.column < box.column + box.columns / 2 ? -1 : 1)
    }

    private func drawBox(on canvas: inout Canvas) -> Area {
        let box = box(in: canvas.size.stage(above: canvas.page))
        canvas.grid.fill(box, .plain)
        canvas.grid.border(box, Style(StageView.accent), isHeavy: true)
        return box.inset(columns: 2, rows: 1)
    }

    private func drawRows(
        _ title: String, _ rows: [(String, String)], _ selected: Int, _ legend: String, on canvas: inout Canvas
    ) {
        let inner = drawBox(on: &canvas)
        canvas.centred(title, row: inner.row, in: inner, Style(StageView.accent, on: .black, .bold))
        for (index, (name, value)) in rows.enumerated() {
            let isSelected = index == selected
            let row = inner.row + 2 + index
            canvas.grid.put(
                (isSelected ? "▸ " : "  ") + name, at: Position(column: inner.column, row: row),
                Style(.white, on: .black, isSelected ? .bold : []))
            canvas.trailing(value, row: row, in: inner, Style(isSelected ? StageView.accent : .white))
        }
        canvas.centred(legend, row: inner.endRow - 1, in: inner, Style(Neon.grey))
    }

    private func drawHelp(_ number: Int, at now: Instant, on canvas: inout Canvas) {
        let page = MagicPages.help[number]
        let inner = drawBox(on: &canvas)
        let turn = PageTurn(to: number, in: round, at: now)
        turn.centred(page.title, row: inner.row, in: inner, Style(StageView.accent, on: .black, .bold), on: &canvas)
        for (index, line) in page.lines.enumerated() {
            turn.centred(line, row: inner.row + 2 + index, in: inner, .plain, on: &canvas)
        }
        if page.trial != nil {
            let row = inner.endRow - 3
            turn.centred("[ Try it!  ↵ ]", row: row, in: inner, Style(.white, on: .black, .bold), on: &canvas)
        }
        canvas.centred(
            "\(number + 1) of \(MagicPages.help.count) · ◂ ▸ turn · esc back", row: inner.endRow - 1, in: inner,
            Style(Neon.grey))
    }
}
