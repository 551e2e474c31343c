import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal

/// Help, settings, or what a character can do, over the stage.
struct PanelView {
    /// What it shows.
    let panel: MagicPanel
    /// The round that it belongs to.
    let round: MagicRound

    /// Draws it.
    func draw(on canvas: inout Canvas) {
        switch panel {
        case .help(let page): drawHelp(page, on: &canvas)
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

    /// How many rows it has between its margins.
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

    /// What a click asks for: a row, the next page, "Try it!", or the way back where it is beside the panel.
    func event(at position: Position, size: Size) -> MagicEvent {
        let box = box(in: size)
        guard box.contains(position) else { return .panel(nil) }
        let row = position.row - box.row - 3
        guard case .help(let page) = panel else { return .row(row) }
        let isTrial = position.row == box.endRow - 4 && MagicPages.help[page].trial != nil
        return isTrial ? .choose : .turn(position.column < box.column + box.columns / 2 ? -1 : 1)
    }

    private func drawBox(on canvas: inout Canvas) -> Area {
        let box = box(in: canvas.area.size)
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

    private func drawHelp(_ number: Int, on canvas: inout Canvas) {
        let page = MagicPages.help[number]
        let inner = drawBox(on: &canvas)
        canvas.centred(page.title, row: inner.row, in: inner, Style(StageView.accent, on: .black, .bold))
        for (index, line) in page.lines.enumerated() {
            canvas.centred(line, row: inner.row + 2 + index, in: inner, .plain)
        }
        if page.trial != nil {
            canvas.centred("[ Try it!  ↵ ]", row: inner.endRow - 3, in: inner, Style(.white, on: .black, .bold))
        }
        canvas.centred(
            "\(number + 1) of \(MagicPages.help.count) · ◂ ▸ turn · esc back", row: inner.endRow - 1, in: inner,
            Style(Neon.grey))
    }
}

/// A page of the beginning.
struct WelcomeView {
    /// Which page.
    let page: Int
    /// Whether the pages shall not come again.
    let isDismissed: Bool
    /// The moment.
    let now: Instant

    /// Draws it.
    func draw(on canvas: inout Canvas) {
        let pages = MagicPages.welcome
        let content = pages[page]
        let area = canvas.page
        let text = content.lines.count
        let title = area.part(row: 1, rows: canvas.isRoomy ? 9 : 4)
        canvas.large(content.title, in: title, Style(StageView.accent))
        let bottom = canvas.size.primaryRows
        let show = area.part(
            row: title.endRow - area.row, rows: area.rows - (title.endRow - area.row) - text - bottom - 5)
        drawCompany(in: show, on: &canvas)
        for (index, line) in content.lines.enumerated() {
            // A row is left free, because they bob.
            canvas.centred(line, row: show.endRow + 1 + index, in: area, Style(.white, on: .black, .bold))
        }
        let dots = pages.indices.map { $0 == page ? "●" : "○" }.joined(separator: " ")
        let foot = area.endRow - bottom
        canvas.centred(dots, row: foot - 2, in: area, Style(StageView.accent))
        canvas.centred(
            "esc skip · n \(isDismissed ? "✓ not shown again" : "don't show again")", row: foot - 1, in: area,
            Style(Neon.grey))
        let label = page == 0 ? "LET'S BEGIN!" : page + 1 == pages.count ? "GET STARTED!" : "NEXT"
        canvas.primary(label, .confirm, in: area)
    }

    /// All five, or those whom the page is about, beside each other.
    private func drawCompany(in area: Area, on canvas: inout Canvas) {
        let kinds = CharacterKind.allCases
        let width = min(area.columns / kinds.count, area.rows * 2)
        guard width >= 4, area.rows >= 4 else { return }
        // Two rows for the bob and the dance, as far as there are as many.
        let rows = max(3, area.rows - 2)
        for (index, kind) in kinds.enumerated() {
            var pose = CharacterFigure.Pose(
                of: .init(kind, number: index, acts: page == 2 ? .wave : page == 3 ? .dance : nil, at: now), rows: rows,
                at: now,
                allowsMotion: canvas.allowsMotion)
            if page == 1, index == 2, canvas.allowsMotion {
                let age = (now - Instant(nanoseconds: 0)).seconds.truncatingRemainder(dividingBy: 1.6)
                pose.growth = CharacterFigure.Pose.grown(age)
            }
            let left = area.column + (area.columns - width * kinds.count) / 2 + index * width
            let bitmap = CharacterFigure(kind: kind, pose: pose)
                .bitmap(Size(columns: width - 1, rows: rows), headroom: area.rows - rows)
            canvas.draw(bitmap, at: Position(column: left, row: area.row), Style(kind.colour))
        }
    }
}

extension StageCharacter {
    /// Somebody who is not on the stage and does something over and over.
    fileprivate init(_ kind: CharacterKind, number: Int, acts action: CharacterAction?, at now: Instant) {
        self.init(id: number, kind: kind, spot: Spot(x: 0.5, y: 0.5))
        guard let action else { return }
        let length = 2 * action.length.nanoseconds
        act = Act(action: action, start: Instant(nanoseconds: now.nanoseconds - now.nanoseconds % length))
    }
}
