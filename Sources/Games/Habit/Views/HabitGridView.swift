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
        canvas.glow = layout.tiles.first { $0.index == round.chosen }?.area
        if let chart = layout.chart, let habit = round.chosenHabit, let today = round.today(at: now) {
            HabitChartView(habit: habit, today: today, age: nil).drawPanel(in: chart, on: &canvas)
        }
        guard round.isAllDone(at: now), let age = round.secondsSinceLastDone(at: now) else { return }
        Confetti(age: age, seed: 3, pieces: canvas.area.columns).draw(on: &canvas)
    }

    private func draw(_ tile: HabitLayout.Tile, on canvas: inout Canvas) {
        let isChosen = tile.index == round.chosen
        let habit = round.book.habits.indices.contains(tile.index) ? round.book.habits[tile.index] : nil
        let ring = ring(of: habit, moves: canvas.allowsMotion)
        ring.draw(in: tile.ring, on: &canvas)
        let isDone = habit.map { round.isDone($0.number, at: now) } ?? false
        let name =
            (isDone ? "✓ " : "")
            + (habit?.name ?? (round.book.habits.isEmpty ? "Your first habit: press ↵" : "Another habit"))
        let style = isChosen ? Style(.white, on: .black, .bold) : Style(Neon.grey)
        let note = ring.note.isEmpty || RingView.hasRoomForNote(tile.ring) ? "" : "  " + ring.note
        canvas.centred((isChosen ? "▸ " : "") + name + note, row: tile.ring.endRow, in: tile.area, style)
    }

    private func ring(of habit: Habit?, moves: Bool) -> RingView {
        guard let habit else { return RingView(colour: Neon.grey, share: 0, initials: "+") }
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
        let used = canvas.grid.put("My Habits", at: page.corner, Style(.white, on: .black, .bold))
        let counts = Style(Neon.grey)
        let isLarge = HabitLayout.headRows(of: page) > 1
        let beside = (isLarge ? [part] : [progress, part]).filter { !$0.isEmpty }.joined(separator: " · ")
        canvas.grid.put("  " + beside, at: Position(column: page.column + used, row: page.row), counts)
        let day = round.today(at: now).map(\.short) ?? ""
        canvas.trailing(day, row: page.row, in: page, counts)
        if isLarge {
            // The corners are taken.
            let room = page.part(rows: HabitLayout.headRows(of: page)).inset(columns: 13)
            let colour = round.isAllDone(at: now) ? Neon.green : .white
            canvas.large(page.columns < 110 ? shortProgress : progress, in: room, Style(colour))
        }
        let foot = page.lowest(HabitLayout.footRows(of: page))
        for (index, line) in FooterView.lines(keys, columns: foot.columns, rows: foot.rows).enumerated() {
            canvas.centred(line, row: foot.row + index, in: page, counts)
        }
    }

    /// The day's progress: `2 of 4 done`.
    private var progress: String {
        round.isAllDone(at: now) || shortProgress.isEmpty ? shortProgress : shortProgress + " done"
    }

    private var shortProgress: String {
        guard let day = round.today(at: now), !round.book.habits.isEmpty else { return "" }
        if round.isAllDone(at: now) { return "All done!" }
        return "\(round.book.doneCount(on: day)) of \(round.book.habits.count)"
    }

    /// The entries that fit, if not all do: `1–8 of 12`.
    private var part: String {
        guard let first = shown.first, let last = shown.last, shown.count < round.entryCount else { return "" }
        return "\(first + 1)" + (last > first ? "–\(last + 1)" : "") + " of \(round.entryCount)"
    }

    /// The keys, the most important first, and the way out at the end.
    private var keys: [String] {
        let doing = round.settings.isSingle ? ["space or ↵ does it"] : ["hold space or the mouse 2 s", "↵ at once"]
        if round.screen == .chart {
            return ["esc back to the rings"] + doing + ["← → another habit", "u undo", "q leave"]
        }
        return doing + ["arrows", "n new", "c chart", "u undo", "e edit", "x remove", "g guide", "q leave"]
    }
}
