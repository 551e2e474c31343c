import ThudTerminal

/// Keys and what they do, on one row; those that do not fit are left out.
struct KeyLegend {
    let keys: [(key: String, word: String)]

    func draw(row: Int, column: Int, columns: Int, on grid: inout Grid) {
        var place = column
        let gap = columns < 96 ? 2 : 3
        for (key, word) in keys {
            let width = TextWidth.columns(of: key) + 1 + TextWidth.columns(of: word)
            guard place + width <= column + columns else { return }
            place += grid.put(key, at: Position(column: place, row: row), Style(.white, on: .black, .bold)) + 1
            place += grid.put(word, at: Position(column: place, row: row), Style(Neon.grey)) + gap
        }
    }
}
