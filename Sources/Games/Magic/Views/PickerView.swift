import ThudCore
import ThudGameUI
import ThudTerminal

/// The cards of the picker: five names, and a frame that slides to the selected one. A picked card glows, and briefly
/// grows by a cell, half on each side. Cards without room for a frame have brackets.
struct PickerView {
    let round: MagicRound
    let now: Instant

    /// The seconds for which the frame slides, a card glows, and a card is larger.
    private static let slide = 0.15
    private static let glow = 0.3
    private static let growth = 0.15

    /// Draws the picker at the places of the cards in `layout`.
    func draw(_ layout: MagicLayout, moves: Bool, on canvas: inout Canvas) {
        for kind in CharacterKind.allCases {
            let area = layout.area(of: .pick(kind))
            let colour = kind.colour.mixed(with: .black, round.options.hasHighContrast ? 0 : 0.5)
            if area.rows > 1 { canvas.grid.border(area, Style(colour)) }
            canvas.centred(kind.name, row: area.row + area.rows / 2, in: area, style(kind))
        }
        let place = frame(layout, share: moves ? share(of: Self.slide) : 1)
        if place.rows > 1 {
            canvas.grid.border(place, style(round.picked), isHeavy: true)
        } else {
            canvas.grid.put("[", at: place.corner, style(round.picked))
            canvas.grid.put("]", at: Position(column: place.endColumn - 1, row: place.row), style(round.picked))
        }
        drawGlow(layout, moves: moves, on: &canvas)
    }

    private func drawGlow(_ layout: MagicLayout, moves: Bool, on canvas: inout Canvas) {
        guard case .card(_, true)? = round.touch?.thing else { return }
        let share = share(of: Self.glow)
        guard share < 1 else { return }
        let light = round.picked.colour.mixed(with: .black, moves ? 0.4 + 0.6 * share : 0.5)
        let area = layout.area(of: .pick(round.picked))
        canvas.grid.restyle(area) { $0.background = light }
        guard moves, self.share(of: Self.growth) < 1 else { return }
        for row in area.row..<area.endRow {
            canvas.grid.put("▐", at: Position(column: area.column - 1, row: row), Style(light))
            canvas.grid.put("▌", at: Position(column: area.endColumn, row: row), Style(light))
        }
    }

    private func style(_ kind: CharacterKind) -> Style {
        Style(
            kind.colour.mixed(with: .white, round.options.hasHighContrast ? 0.4 : 0), on: .black,
            kind == round.picked ? [.bold] : [])
    }

    /// Returns the position of the frame after this share of their way.
    private func frame(_ layout: MagicLayout, share: Double) -> Area {
        let end = layout.area(of: .pick(round.picked))
        guard case .card(let from, _)? = round.touch?.thing, share < 1 else { return end }
        let start = layout.area(of: .pick(from))
        func between(_ first: Int, _ last: Int) -> Int { first + Int((Double(last - first) * share).rounded()) }
        return Area(
            column: between(start.column, end.column), row: end.row, columns: between(start.columns, end.columns),
            rows: end.rows)
    }

    /// Returns the share of `seconds` that has passed since the last touch, 0 to 1.
    private func share(of seconds: Double) -> Double {
        guard let touch = round.touch else { return 1 }
        return min(max((now - touch.instant).seconds / seconds, 0), 1)
    }
}
