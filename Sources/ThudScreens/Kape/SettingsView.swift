import ThudTerminal

/// The settings: a panel over whatever is there.
struct SettingsView: Hashable {
    /// One setting as it stands.
    struct Row: Hashable {
        let label: Phrase
        let value: Phrase
        /// Where it is a level, how much of it there is, 0 to 1.
        let share: Double?

        init(_ label: Phrase, _ value: Phrase, share: Double? = nil) {
            self.label = label
            self.value = value
            self.share = share
        }
    }

    let rows: [Row]
    let selected: Int

    private static let widest = 76
    private static let barColumns = 10

    func draw(on canvas: inout Canvas) {
        let screen = canvas.area.inset(columns: 1)
        let isAiry = screen.rows >= 2 * rows.count + 7
        let height = (isAiry ? 2 : 1) * rows.count + 6
        let panel = screen.centred(
            Size(columns: min(Self.widest, screen.columns), rows: min(height, screen.rows)))
        canvas.grid.fill(panel, .plain)
        canvas.grid.border(panel, Style(Neon.red))
        let inner = panel.inset(columns: 3, rows: 1)
        canvas.line(KapeWords.settings, row: inner.row, in: inner, Style(.white, on: .black, .bold))
        for index in rows.indices {
            let row = inner.part(row: 2 + (isAiry ? 2 : 1) * index, rows: 1)
            draw(index, in: row, on: &canvas)
        }
        FooterView([
            ("↑↓", KapeWords.choose, .down), ("←→", KapeWords.changeValue, .right), ("s", KapeWords.back, .settings),
        ]).draw(row: inner.endRow - 1, in: inner, on: &canvas)
    }

    private func draw(_ index: Int, in row: Area, on canvas: inout Canvas) {
        guard row.rows > 0 else { return }
        let setting = rows[index]
        let isChosen = index == selected
        canvas.addTarget(row, .choose(index))
        let style = Style(isChosen ? .white : Neon.grey, on: .black, isChosen ? .bold : [])
        let value = isChosen ? "◂ \(canvas.words(setting.value)) ▸" : "\(canvas.words(setting.value))  "
        let columns = TextWidth.columns(of: value)
        let start = Position(column: row.column, row: row.row)
        let mark = canvas.grid.put(isChosen ? "▸ " : "  ", at: start, Style(Neon.red, on: .black, .bold))
        let label = TextWidth.clipped(canvas.words(setting.label), to: max(0, row.columns - mark - columns - 1))
        canvas.grid.put(label, at: Position(column: start.column + mark, row: row.row), style)
        canvas.trailing(value, row: row.row, in: row, style)
        guard let share = setting.share else { return }
        let bar = Area(
            column: row.endColumn - columns - Self.barColumns - 2, row: row.row, columns: Self.barColumns, rows: 1)
        canvas.grid.bar(bar, share: share, Style(isChosen ? Neon.green : Neon.grey, on: Neon.faint))
    }
}
