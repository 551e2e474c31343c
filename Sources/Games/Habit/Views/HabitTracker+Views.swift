import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal

extension HabitTracker: GameView {
    package static let theme = Theme(
        words: ShellWords(PackageResources.Words_txt), accent: Accent.blue.colour, emblem: HabitEmblem.ring,
        followsTerminal: true)

    package static func draw(_ scene: RoundScene<HabitPlayerModel>, on canvas: inout Canvas) {
        let round = scene.round
        switch round.screen {
        case .guide(let page): GuideView(page: page, round: round, now: scene.now).draw(on: &canvas)
        case .grid: HabitGridView(round: round, now: scene.now).draw(on: &canvas)
        case .chart: drawChart(round, at: scene.now, on: &canvas)
        case .form(let form): HabitFormView(form: form).draw(on: &canvas)
        case .removal: if let habit = round.chosenHabit { HabitRemovalView(habit: habit).draw(on: &canvas) }
        }
    }

    private static func drawChart(_ round: HabitRound, at now: Instant, on canvas: inout Canvas) {
        HabitFrame(round: round, now: now, shown: []).draw(on: &canvas)
        guard let habit = round.chosenHabit, let today = round.today(at: now) else { return }
        HabitChartView(
            habit: habit, today: today, age: round.secondsOfChart(at: now),
            share: round.movingShare(of: habit.number, at: now)
        ).draw(in: HabitLayout.body(of: canvas.page), on: &canvas)
    }

    /// Whether a ring fills, runs back, swells or counts, or the chart is still appearing.
    package static func isMoving(_ scene: RoundScene<HabitPlayerModel>) -> Bool {
        let round = scene.round
        if round.isAnyMoving { return true }
        if let age = round.secondsOfChart(at: scene.now), age < HabitChartView.settled { return true }
        let length = round.isAllDone(at: scene.now) ? Confetti.length : RingSketch.countTime
        return round.secondsSinceLastDone(at: scene.now).map { $0 < length } ?? false
    }

    /// Whether the form is open and the round is not paused.
    package static func isTyping(in round: HabitRound) -> Bool {
        if case .form = round.screen { round.stage == .playing } else { false }
    }

    package static func figures(of round: HabitRound, at now: Instant) -> RoundFigures {
        RoundFigures(score: round.today(at: now).map(round.book.doneCount))
    }

    package static func result(of round: HabitRound) -> ResultContent? {
        guard round.stage == .finished, let outcome = round.outcomeOfDay else { return nil }
        return ResultContent(
            title: Phrase("All done"), remark: Phrase("See you tomorrow."), score: outcome.score,
            figures: "of \(Count.of(round.book.habits.count, "habit"))", isTriumph: true,
            lists: [
                .init(
                    mark: "✓", phrase: Phrase("done"), colour: Neon.green,
                    entries: round.streaksOfDay.map { "\($0.name)  \(Count.of($0.streak, "day"))" })
            ])
    }

    static func layout(of round: HabitRound, _ size: Size, in page: Area) -> HabitLayout {
        // On the first day a chart would be empty.
        let hasChart = round.book.habits.contains { $0.completions.count > 1 }
        return HabitLayout(
            page, count: round.entryCount, chosen: round.chosen, isRoomy: size.isRoomy, hasChart: hasChart)
    }

    // MARK: Inputs

    /// Returns the commands for an input. There are none during a pause, when inputs belong to the pause menu.
    package static func commands(
        for input: RoundInput, in round: HabitRound, size: Size, page: Area
    ) -> [HabitCommand] {
        guard round.stage == .playing || round.stage == .ready else { return [] }
        return switch input {
        case .key(let event): actions(for: event, in: round, size, page).map { .action($0) }
        case .pointer(let event): actions(for: event, in: round, size, page).map { .action($0) }
        case .action(.confirm) where round.screen != .grid && round.screen != .chart: [.action(.act(.activate))]
        case .action: []
        }
    }

    private static func actions(
        for event: KeyEvent, in round: HabitRound, _ size: Size, _ page: Area
    ) -> [HabitAction] {
        if case .form = round.screen { return typed(event).map { [.act($0)] } ?? [] }
        if event.key == .space { return [.hand(.key(event))] }
        guard event.kind != .release, event.modifiers.isSubset(of: .shift) else { return [] }
        if let act = moved(event.key, round, size, page) { return event.isStroke ? [.act(act)] : [] }
        guard event.isPress, let act = pressed(event.key, round) else { return [] }
        return [.act(act)]
    }

    private static func typed(_ event: KeyEvent) -> HabitAct? {
        // An unconfirmed press of Enter might act a second time, on the grid, after it is confirmed.
        if event.key == .enter { return event.isPress ? .activate : nil }
        guard event.isStroke else { return nil }
        return switch event.key {
        case .escape: .back
        case .backspace, .delete: .erase
        case .tab: .field(event.modifiers.contains(.shift) ? -1 : 1)
        case .down: .field(1)
        case .up: .field(-1)
        case .left: .value(-1)
        case .right: .value(1)
        case .character(let character) where event.modifiers.isSubset(of: .shift): .type(String(character))
        default: nil
        }
    }

    private static func moved(_ key: Key, _ round: HabitRound, _ size: Size, _ page: Area) -> HabitAct? {
        guard round.screen == .grid || round.screen == .chart else { return nil }
        let columns = round.screen == .chart ? 1 : layout(of: round, size, in: page).columns
        return switch key {
        case .left: .step(-1)
        case .right: .step(1)
        case .up: .step(-columns)
        case .down: .step(columns)
        default: nil
        }
    }

    private static func pressed(_ key: Key, _ round: HabitRound) -> HabitAct? {
        switch key {
        case .enter: .activate
        case .escape: round.screen == .grid ? nil : .back
        case .character("n"): .new
        case .character("e"): .edit
        case .character("x"): .remove
        case .character("u"): .undo
        case .character("c"): .chart
        case .character("g"): .guide
        default: nil
        }
    }

    private static func actions(
        for event: PointerEvent, in round: HabitRound, _ size: Size, _ page: Area
    ) -> [HabitAction] {
        let point = event.point
        switch (event.kind, round.screen) {
        case (.up, _): return [.hand(.pointer(PointerEvent(.up, at: point)))]
        case (.down, .grid) where event.button == .left:
            let index = layout(of: round, size, in: page).index(at: event.position)
            return index.map { [.act(.aim($0)), .hand(.pointer(PointerEvent(.down, at: point)))] } ?? []
        case (.down, .guide(.demo)) where event.button == .left,
            (.down, .chart) where event.button == .left:
            let place = round.screen == .chart ? HabitLayout.body(of: page) : GuideView.ring(in: page)
            return place.contains(event.position) ? [.hand(.pointer(PointerEvent(.down, at: point)))] : []
        case (.wheelAway, .grid), (.wheelAway, .chart): return [.act(.step(-1))]
        case (.wheel, .grid), (.wheel, .chart): return [.act(.step(1))]
        default: return []
        }
    }
}
