import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal

/// The last eight weeks of a habit: one bar per day. Its height is the number of days done in the week that ends with
/// it. A mark below the bar shows whether that day was done.
struct HabitChartView {
    let habit: Habit
    let today: LocalDay
    /// The seconds since the chart was opened. nil if it is always shown.
    let age: Double?
    /// How full the habit's ring is while it moves, 0 to 1. The page shows this share because it has no ring.
    var share: Double?

    /// The delay between one week's appearance and the next, and the fade of each, in seconds.
    static let stagger = 0.05
    static let fade = 0.15
    /// The seconds after opening until the whole chart is visible.
    static let settled = stagger * 8 + fade

    /// The columns of the bar beside the title, whose eighths are finer than 1/64, and of the bar with its figures.
    private static let barColumns = 10
    private static let shareColumns = barColumns + 7
    private static let levels = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// Draws the chart with its figures below it, as a screen of its own.
    func draw(in area: Area, on canvas: inout Canvas) {
        guard !habit.completions.isEmpty || share != nil else {
            let words = "Nothing yet. Each day you close the ring adds a bar."
            return canvas.centred(words, row: area.row + area.rows / 2, in: area, .plain)
        }
        drawPanel(in: area.part(rows: area.rows - 3), on: &canvas)
        let week = habit.count(from: today - 6, to: today)
        let figures = [
            "\(habit.chartCount(on: today)) of \(Habit.chartDays) days", "\(week) of the last 7",
            "\(Count.of(habit.streak(on: today), "day")) in a row", "\(habit.longestStreak) at most",
            habit.category.title,
        ]
        for (row, line) in FooterView.lines(figures, columns: area.columns, rows: 2).enumerated() {
            canvas.centred(line, row: area.endRow - 2 + row, in: area, .plain)
        }
    }

    func drawPanel(in area: Area, on canvas: inout Canvas) {
        canvas.grid.border(area, Style(RingView.trackColour))
        drawTitle(in: area.part(column: 2, columns: area.columns - 4, rows: 1), on: &canvas)
        let inner = area.inset(columns: 1, rows: 1)
        let step = max(1, inner.columns / Habit.chartDays)
        let left = inner.column + (inner.columns - step * Habit.chartDays) / 2
        for (index, entry) in habit.chart(on: today).enumerated() {
            let colour = Colour.black.mixed(with: habit.accent.colour, share(ofWeek: index / 7, canvas.allowsMotion))
            draw(entry.inWeek, entry.isDone, column: left + index * step, in: inner, colour, on: &canvas)
        }
        for index in stride(from: 0, to: Habit.chartDays, by: 14) {
            let day = today - (Habit.chartDays - 1 - index)
            let place = Position(column: left + index * step, row: inner.endRow - 1)
            canvas.grid.put(String(day.short.dropFirst(4)), at: place, Style(Neon.grey), limit: 14 * step - 1)
        }
    }

    /// Draws the name, and then the share of the ring.
    private func drawTitle(in area: Area, on canvas: inout Canvas) {
        let room = area.columns - (share == nil ? 0 : Self.shareColumns)
        let title = TextWidth.clipped(" \(habit.name) · last 8 weeks ", to: max(0, room))
        let used = canvas.grid.put(title, at: area.corner, Style(.white, on: .black, .bold))
        guard let share else { return }
        let bar = area.part(column: used, columns: Self.barColumns)
        canvas.grid.bar(bar, share: share, Style(habit.accent.colour))
        let figures = Padding.right("\(Int((share * 100).rounded(.down)))", 4) + " % "
        canvas.grid.put(
            figures, at: Position(column: bar.endColumn, row: area.row), Style(.white, on: .black, .bold),
            limit: Self.shareColumns - Self.barColumns)
    }

    private func draw(
        _ count: Int, _ isDone: Bool, column: Int, in area: Area, _ colour: Colour, on canvas: inout Canvas
    ) {
        let rows = area.rows - 2
        let eighths = count * rows * 8 / 7
        for row in 0..<max(0, rows) {
            let level = min(max(eighths - row * 8, 0), 8)
            guard level > 0 else { continue }
            canvas.grid.put(
                Self.levels[level], at: Position(column: column, row: area.row + rows - 1 - row), Style(colour))
        }
        canvas.grid.put(
            isDone ? "●" : "·", at: Position(column: column, row: area.endRow - 2), Style(isDone ? colour : Neon.grey))
    }

    /// Returns how visible a week is, 0 to 1.
    private func share(ofWeek week: Int, _ allowsMotion: Bool) -> Double {
        guard allowsMotion, let age else { return 1 }
        return min(max((age - Double(week) * Self.stagger) / Self.fade, 0), 1)
    }
}
