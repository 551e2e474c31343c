import ThudCore
import ThudTerminal

/// The layout that all screens share.
extension Canvas {
    /// Whether there is so much room that things may be larger.
    package var isRoomy: Bool { size.isRoomy }
    /// The screen without the rows that something else has.
    package var free: Area { area.part(rows: area.rows - reservedRows) }
    /// The screen without its margin, which may be what something else has.
    package var page: Area {
        let page = size.page
        return page.part(rows: min(page.rows, free.endRow - page.row))
    }

    /// A phrase in large capitals with its gloss beneath, in the middle of `area`.
    package mutating func headline(_ phrase: Phrase, in area: Area) {
        let room = isGlossed ? area.part(rows: area.rows - 1) : area
        let used = large(phrase.text.uppercased(), in: room, .plain)
        if isGlossed { centred(phrase.gloss, row: used.endRow, in: area, Style(Neon.grey)) }
    }

    /// Two halves of `area` beside each other: what to do, in large capitals, and room for a drawing of it.
    ///
    /// - Returns: the room for the drawing.
    package mutating func instruction(_ phrase: Phrase, in area: Area) -> Area {
        let half = area.columns / 2
        headline(phrase, in: area.part(columns: half - 1))
        return area.part(column: half + 1)
    }

    /// A phrase on one row in the middle of `area`, its gloss in grey.
    package mutating func line(_ phrase: Phrase, row: Int, in area: Area, _ style: Style = .plain) {
        let whole = words(phrase, within: area.columns)
        centred(whole, row: row, in: area, style)
        let spoken = TextWidth.columns(of: phrase.text)
        let gloss = TextWidth.columns(of: whole) - spoken
        guard gloss > 0 else { return }
        let start = area.column + (area.columns - spoken - gloss) / 2 + spoken
        grid.restyle(Area(column: start, row: row, columns: gloss, rows: 1)) { $0 = Style(Neon.grey) }
    }

    /// A phrase with its gloss where that is shown and fits `columns`; it is left out rather than cut.
    package func words(_ phrase: Phrase, within columns: Int) -> String {
        let whole = words(phrase)
        return TextWidth.columns(of: whole) <= columns ? whole : phrase.text
    }

    /// The one primary action of a screen: a button with its key, at the bottom of `area`.
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
    /// Whether there is so much room that things may be larger.
    package var isRoomy: Bool { columns >= 120 && rows >= 36 }

    /// The screen without the margin that it can spare.
    package var page: Area { Area(self).inset(columns: min(4, columns / 30), rows: rows >= 24 ? 1 : 0) }

    /// How many rows the button of a primary action takes.
    package var primaryRows: Int { rows < 12 ? 1 : isRoomy ? 5 : 3 }
}

extension Area {
    /// The part of this rectangle that begins `column` and `row` from its corner, cut off where this one ends.
    package func part(column: Int = 0, row: Int = 0, columns: Int = .max, rows: Int = .max) -> Area {
        let column = min(max(0, column), self.columns)
        let row = min(max(0, row), self.rows)
        return Area(
            column: self.column + column, row: self.row + row, columns: min(columns, self.columns - column),
            rows: min(rows, self.rows - row))
    }

    /// The lowest `count` rows of this rectangle.
    package func lowest(_ count: Int) -> Area { part(row: rows - count) }
}
