import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal

struct HabitGridView {
    let round: HabitRound
    let now: Instant

    func draw(on canvas: inout Canvas) {
        let layout = HabitTracker.layout(of: round, canvas.size, in: canvas.page)
        HabitFrame(round: round, now: now, shown: layout.tiles.map(\.index)).draw(on: &canvas)
        for tile in layout.tiles { draw(tile, on: &canvas) }
        if let chart = layout.chart, let habit = round.chosenHabit, let today = round.today(at: now) {
            HabitChartView(habit: habit, today: today, age: nil).drawPanel(in: chart, on: &canvas)
        }
    }

    private func draw(_ tile: HabitLayout.Tile, on canvas: inout Canvas) {
        let isChosen = tile.index == round.chosen
        let habit = round.book.habits.indices.contains(tile.index) ? round.book.habits[tile.index] : nil
        ring(of: habit, moves: canvas.allowsMotion).draw(in: tile.ring, on: &canvas)
        let name = habit?.name ?? "Another habit"
        let style = isChosen ? Style(.white, on: .black, .bold) : Style(Neon.grey)
        canvas.centred((isChosen ? "▸ " : "") + name, row: tile.ring.endRow, in: tile.area, style)
    }

    private func ring(of habit: Habit?, moves: Bool) -> RingView {
        guard let habit else {
            return RingView(colour: Neon.grey, share: 0, isDone: false, age: nil, initials: "+", note: "")
        }
        let whole = round.today(at: now).map(habit.streak) ?? 0
        let age = round.secondsSinceDone(habit.number, at: now)
        let streak = moves ? age.map { RingSketch.count(of: whole, at: $0) } ?? whole : whole
        return RingView(
            colour: habit.accent.colour, share: round.share(of: habit.number, at: now),
            isDone: round.isDone(habit.number, at: now), age: age,
            initials: habit.initials, note: streak > 0 ? Count.of(streak, "day") : "")
    }
}

/// The header and footer around the rings and the chart.
struct HabitFrame {
    let round: HabitRound
    let now: Instant
    let shown: [Int]

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let corner = Position(column: page.column, row: page.row)
        let used = canvas.grid.put("My Habits", at: corner, Style(.white, on: .black, .bold))
        let counts = Style(Neon.grey)
        canvas.grid.put("  " + progress, at: Position(column: corner.column + used, row: corner.row), counts)
        let day = round.today(at: now).map(\.short) ?? ""
        canvas.trailing(day, row: page.row, in: page, counts)
        canvas.centred(legend(page.columns), row: page.endRow - 1, in: page, counts)
    }

    /// The summary in the header: `2 of 4 done · 1–8 of 12`.
    private var progress: String {
        var parts: [String] = []
        if let day = round.today(at: now), !round.book.habits.isEmpty {
            parts.append("\(round.book.doneCount(on: day)) of \(round.book.habits.count) done")
        }
        if let first = shown.first, let last = shown.last, shown.count < round.entryCount {
            parts.append("\(first + 1)–\(last + 1) of \(round.entryCount)")
        }
        return parts.joined(separator: " · ")
    }

    private func legend(_ columns: Int) -> String {
        let doing = round.settings.isSingle ? "␣ or ↵ does it" : "hold ␣ or the mouse 2 s · ↵ at once"
        let keys = ["arrows", "n new", "e edit", "u undo", "c chart", "x remove", "g guide", "q leave"]
        return keys.reduce(doing) { line, key in
            let longer = "\(line) · \(key)"
            return TextWidth.columns(of: longer) <= columns ? longer : line
        }
    }
}
