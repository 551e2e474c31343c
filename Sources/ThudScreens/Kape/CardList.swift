import ThudTerminal

/// Cards beneath each other, those that are too long on several rows, as much of them as fits.
struct CardList: Hashable {
    /// One row of the list.
    struct Line: Hashable {
        let text: String
        let style: Style
    }

    /// All of its rows.
    let lines: [Line]

    /// The cards, each behind `mark`, in rows of at most `columns`.
    init(_ cards: [String], mark: String, _ colour: RGB, columns: Int) {
        let indent = TextWidth.columns(of: mark) + 1
        lines = cards.flatMap { card in
            TextWidth.wrapped(card, to: columns - indent).enumerated().map { index, text in
                let start = index == 0 ? mark + " " : String(repeating: " ", count: indent)
                return Line(text: start + text, style: Style(colour))
            }
        }
    }

    private init(lines: [Line]) { self.lines = lines }

    /// One list after another.
    static func + (first: CardList, second: CardList) -> CardList { CardList(lines: first.lines + second.lines) }

    /// How far it can be scrolled in a window of `rows`.
    func mostScroll(rows: Int) -> Int { max(0, lines.count - max(1, rows)) }

    /// Draws the rows from `scroll` on; where there are more, above or beneath, the outermost row is `…`.
    func draw(in area: Area, scroll: Int, on canvas: inout Canvas) {
        guard area.rows > 0 else { return }
        let first = min(max(0, scroll), mostScroll(rows: area.rows))
        for (offset, line) in lines[first...].prefix(area.rows).enumerated() {
            let isMore =
                offset == 0 && first > 0 || offset == area.rows - 1 && first + area.rows < lines.count
            let place = Position(column: area.column, row: area.row + offset)
            if isMore {
                canvas.grid.put("…", at: place, Style(Neon.grey), limit: area.columns)
            } else {
                canvas.grid.put(line.text, at: place, line.style, limit: area.columns)
                // The mark is neon, the words are not.
                canvas.grid.restyle(Area(column: area.column + 1, row: place.row, columns: area.columns - 1, rows: 1)) {
                    $0.foreground = .white
                }
            }
        }
    }
}
