import ThudCore
import ThudTerminal

/// The layout that all screens share.
extension Canvas {
    package var isRoomy: Bool { size.isRoomy }
    /// The screen without the reserved rows at the bottom.
    package var free: Area { area.part(rows: area.rows - reservedRows) }
    /// The screen without its margin. Reserved rows may lie in the margin.
    package var page: Area {
        let page = size.page
        return page.part(rows: min(page.rows, free.endRow - page.row))
    }

    /// Draws a phrase in large capitals in the middle of `area`, with its gloss below.
    package mutating func headline(_ phrase: Phrase, in area: Area) {
        let room = isGlossed ? area.part(rows: area.rows - 1) : area
        let used = large(phrase.text.uppercased(), in: room, .plain)
        if isGlossed { centred(phrase.gloss, row: used.endRow, in: area, Style(Neon.grey)) }
    }

    /// Draws an instruction in large capitals in the left half of `area`, and returns the right half for a drawing.
    package mutating func instruction(_ phrase: Phrase, in area: Area) -> Area {
        let half = area.columns / 2
        headline(phrase, in: area.part(columns: half - 1))
        return area.part(column: half + 1)
    }

    /// Draws a phrase on one row in the middle of `area`, with its gloss in grey.
    package mutating func line(_ phrase: Phrase, row: Int, in area: Area, _ style: Style = .plain) {
        let whole = words(phrase, within: area.columns)
        centred(whole, row: row, in: area, style)
        let spoken = TextWidth.columns(of: phrase.text)
        let gloss = TextWidth.columns(of: whole) - spoken
        guard gloss > 0 else { return }
        let start = area.column + (area.columns - spoken - gloss) / 2 + spoken
        grid.restyle(Area(column: start, row: row, columns: gloss, rows: 1)) { $0 = Style(Neon.grey) }
    }

    /// Returns a phrase with its gloss if that is on and fits `columns`. The gloss is left out rather than clipped.
    package func words(_ phrase: Phrase, within columns: Int) -> String {
        let whole = words(phrase)
        return TextWidth.columns(of: whole) <= columns ? whole : phrase.text
    }

    /// Draws the one primary action of a screen: a button with its key, at the bottom of `area`.
    package mutating func primary(_ label: String, _ action: ShellAction, in area: Area) {
        let place = area.lowest(size.primaryRows)
        let padding = isRoomy ? 8 : 4
        let key = "   ↵"
        let text = TextWidth.clipped(label, to: max(1, area.columns - 2 * padding - key.count))
        let length = TextWidth.columns(of: text) + key.count
        let button = place.centred(Size(columns: min(area.columns, length + 2 * padding), rows: place.rows))
        grid.fill(button, .plain)
        grid.border(button, Style(theme.accent), isHeavy: true)
        let start = Position(
            column: button.column + (button.columns - length) / 2, row: button.row + button.rows / 2)
        let used = grid.put(text, at: start, Style(.white, on: .black, .bold))
        grid.put(
            key, at: Position(column: start.column + used, row: start.row), Style(theme.accent, on: .black, .bold))
        addTarget(button, action)
    }
}

/// The parts of a layout that depend on the size of the screen alone.
extension Size {
    /// Whether the screen is large enough for larger elements.
    package var isRoomy: Bool { columns >= 120 && rows >= 36 }

    /// The screen without a margin. Small screens have a smaller margin or none.
    package var page: Area { Area(self).inset(columns: min(4, columns / 30), rows: rows >= 24 ? 1 : 0) }

    package var primaryRows: Int { rows < 12 ? 1 : isRoomy ? 5 : 3 }
}

extension Area {
    /// Returns the part of this rectangle that begins `column` and `row` from its corner, clipped to this rectangle.
    package func part(column: Int = 0, row: Int = 0, columns: Int = .max, rows: Int = .max) -> Area {
        let column = min(max(0, column), self.columns)
        let row = min(max(0, row), self.rows)
        return Area(
            column: self.column + column, row: self.row + row, columns: min(columns, self.columns - column),
            rows: min(rows, self.rows - row))
    }

    package func lowest(_ count: Int) -> Area { part(row: rows - count) }
}
