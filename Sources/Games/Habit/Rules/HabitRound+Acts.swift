import ThudCore
import ThudGameKit

extension HabitRound {
    /// The number of selectable entries: the habits, and the place for a new one if there is room.
    var entryCount: Int { book.habits.count + (book.hasRoom ? 1 : 0) }
    /// The selected habit. nil at the place for a new one.
    package var chosenHabit: Habit? { book.habits.indices.contains(chosen) ? book.habits[chosen] : nil }

    mutating func take(_ act: HabitAct, at now: Instant, _ effects: inout [HabitEffect]) {
        switch act {
        case .release: release(at: now, &effects)
        // While a ring is held, other acts are ignored, so that it is neither left nor renamed.
        case _ where held != nil && !act.isDoing: break
        case .press: press(at: now, &effects)
        case .activate: activate(at: now, &effects)
        case .guide:
            guard screen.isList else { break }
            effects.append(.cue(.button))
            show(.welcome, &effects)
        case .back: goBack(&effects)
        default:
            if case .form(let form) = screen { return take(act, in: form, &effects) }
            if screen.isList { takeInList(act, at: now, &effects) }
        }
    }

    private mutating func takeInList(_ act: HabitAct, at now: Instant, _ effects: inout [HabitEffect]) {
        switch act {
        case .aim(let index): if (0..<entryCount).contains(index) { chosen = index }
        case .choose(let index): choose(index, at: now, &effects)
        case .step(let count): choose(chosen + count, at: now, &effects)
        case .undo: undo(at: now, &effects)
        case .new: openForm(&effects)
        case .edit: if let habit = chosenHabit { open(.form(HabitForm(habit)), "Change \(habit.name).", &effects) }
        case .remove: if let habit = chosenHabit { open(.removal, "Remove \(habit.name) with all its days?", &effects) }
        case .chart:
            if screen == .chart {
                open(.grid, "Your habits.", &effects)
            } else if let habit = chosenHabit {
                chartSince = now
                open(.chart, chartInWords(habit, at: now), &effects)
            }
        case .clock, .press, .release, .activate, .type, .erase, .field, .value, .back, .guide: break
        }
    }

    // MARK: Choosing and doing

    private mutating func choose(_ index: Int, at now: Instant, _ effects: inout [HabitEffect]) {
        let last = screen == .chart ? book.habits.count : entryCount
        guard (0..<last).contains(index), index != chosen else { return }
        chosen = index
        chartSince = now
        effects.append(.cue(.move))
        guard let habit = chosenHabit else { return effects.append(.show(.note("Another habit."))) }
        let words = screen == .chart ? chartInWords(habit, at: now) : inWords(habit, at: now)
        effects.append(.show(.note(words)))
    }

    private mutating func press(at now: Instant, _ effects: inout [HabitEffect]) {
        switch screen {
        case .guide(.demo): press(on: Self.demo, at: now, &effects)
        case .guide: activate(at: now, &effects)
        case .grid, .chart:
            if let habit = chosenHabit { press(on: habit.number, at: now, &effects) } else { openForm(&effects) }
        case .removal: removeChosen(&effects)
        case .form: break
        }
    }

    private mutating func activate(at now: Instant, _ effects: inout [HabitEffect]) {
        switch screen {
        case .guide(.welcome):
            isDemoDone = false
            show(.demo, &effects)
            effects.append(.cue(.button))
        case .guide(.demo): if goesOnAt == nil { activate(Self.demo, at: now, &effects) }
        case .guide(.own):
            leaveGuide()
            if book.habits.isEmpty { openForm(&effects) } else { open(.grid, "Your habits.", &effects) }
        case .grid, .chart:
            if let habit = chosenHabit { activate(habit.number, at: now, &effects) } else { openForm(&effects) }
        case .form(let form): confirm(form, &effects)
        case .removal: removeChosen(&effects)
        }
    }

    private mutating func undo(at now: Instant, _ effects: inout [HabitEffect]) {
        guard let habit = chosenHabit, let day = today(at: now), book.undo(habit.number, on: day) else { return }
        if justDone?.number == habit.number { justDone = nil }
        owesResult = false
        goesOnAt = nil
        effects += [.cue(.button), .show(.note("\(habit.name) is no longer done."))]
    }

    // MARK: The guide

    mutating func show(_ page: GuidePage, _ effects: inout [HabitEffect]) {
        screen = .guide(page)
        effects.append(.show(.note(page.words)))
    }

    private mutating func leaveGuide() {
        book.isGuided = true
        settings.isTaught = true
        isDemoDone = false
        goesOnAt = nil
        screen = .grid
    }

    private mutating func goBack(_ effects: inout [HabitEffect]) {
        switch screen {
        case .guide:
            for hold in holds { effects.append(.end(LiveKey(hold.number), fade: Self.interruptionFade)) }
            holds.removeAll()
            leaveGuide()
            open(.grid, "The guide is closed. You can open it again.", &effects)
        case .chart, .form, .removal: open(.grid, "Your habits.", &effects)
        case .grid: break
        }
    }

    // MARK: The list

    private mutating func open(_ screen: HabitScreen, _ words: String, _ effects: inout [HabitEffect]) {
        self.screen = screen
        effects += [.cue(.button), .show(.note(words))]
    }

    private mutating func openForm(_ effects: inout [HabitEffect]) {
        guard book.hasRoom else {
            effects.append(.show(.note("You have \(HabitBook.mostHabits) habits, and no more fit.")))
            return
        }
        let free = Accent.allCases.first { accent in !book.habits.contains { $0.accent == accent } }
        open(.form(HabitForm(accent: free ?? .blue)), "A new habit: type its name.", &effects)
    }

    private mutating func removeChosen(_ effects: inout [HabitEffect]) {
        guard let habit = chosenHabit else { return }
        for hold in holds where hold.number == habit.number {
            effects.append(.end(LiveKey(hold.number), fade: Self.interruptionFade))
        }
        holds.removeAll { $0.number == habit.number }
        book.remove(habit.number)
        chosen = min(chosen, max(0, book.habits.count - 1))
        open(.grid, "\(habit.name) is removed.", &effects)
    }

    // MARK: The form

    private mutating func take(_ act: HabitAct, in form: HabitForm, _ effects: inout [HabitEffect]) {
        var form = form
        switch act {
        case .type(let text):
            form.field = .name
            form.type(text)
        case .erase: if !form.erase() { return }
        case .field(let count):
            form.go(count)
            effects += [.cue(.move), .show(.note(form.spoken))]
        case .value(let count):
            guard form.change(count) else { return }
            effects += [.cue(.move), .show(.note(form.spoken))]
        default: return
        }
        screen = .form(form)
    }

    /// Goes to the next field, or saves from the last one.
    private mutating func confirm(_ form: HabitForm, _ effects: inout [HabitEffect]) {
        var form = form
        if let problem = problem(with: form) {
            form.problem = problem
            form.field = .name
            screen = .form(form)
            effects += [.cue(.button), .show(.note(problem))]
        } else if form.field == HabitForm.Field.allCases.last {
            save(form, &effects)
        } else {
            form.go(1)
            screen = .form(form)
            effects += [.cue(.move), .show(.note(form.spoken))]
        }
    }

    private func problem(with form: HabitForm) -> String? {
        guard let name = HabitBook.clean(form.name) else { return "A habit needs a name." }
        return book.isTaken(name, but: form.number) ? "Another habit has this name." : nil
    }

    private mutating func save(_ form: HabitForm, _ effects: inout [HabitEffect]) {
        if let number = form.number {
            book.change(number, form.name, form.category, form.accent)
            open(.grid, "\(name(of: number)) was changed.", &effects)
        } else if let habit = book.add(form.name, form.category, form.accent) {
            chosen = book.habits.count - 1
            // The new habit is still to be done today, so the day is no longer complete.
            owesResult = false
            goesOnAt = nil
            open(.grid, "\(habit.name) is added.", &effects)
        }
    }

    // MARK: In words

    /// Describes a habit: `Walk the dog, not done today, 12 days in a row.`
    func inWords(_ habit: Habit, at now: Instant) -> String {
        guard let day = today(at: now) else { return "\(habit.name)." }
        let streak = habit.streak(on: day)
        return "\(habit.name), \(habit.isDone(on: day) ? "done" : "not done") today"
            + (streak > 0 ? ", \(Count.of(streak, "day")) in a row." : ".")
    }

    /// Describes a chart: `Read: done on 40 of the last 56 days, 5 of the last 7. 12 days in a row; ...`
    func chartInWords(_ habit: Habit, at now: Instant) -> String {
        guard let day = today(at: now) else { return "\(habit.name)." }
        return "\(habit.name): done on \(habit.chartCount(on: day)) of the last \(Habit.chartDays) days, "
            + "\(habit.count(from: day - (Habit.week - 1), to: day)) of the last \(Habit.week). "
            + "\(Count.of(habit.streak(on: day), "day")) in a row; the longest streak is \(habit.longestStreak)."
    }
}

extension HabitAct {
    /// Whether the act completes a habit, rather than selecting or changing one.
    fileprivate var isDoing: Bool { self == .press || self == .activate }
}

extension HabitScreen {
    var isList: Bool { self == .grid || self == .chart }
}

extension GuidePage {
    /// What the page says, also for screen readers.
    var words: String {
        switch self {
        case .welcome: "Every habit is a ring. Hold it for two seconds, and it is done for the day."
        case .demo: "Try it: hold for two seconds, until the ring closes."
        case .own: "That is all. What would you like to do every day?"
        }
    }
}

extension HabitRound {
    /// Replaces the habits with the saved ones, which are newer than those of a saved round.
    mutating func adopt(_ book: HabitBook) {
        self.book = book
        chosen = min(chosen, max(0, entryCount - 1))
        owesResult = false
        switch screen {
        case .guide: if book.isGuided { screen = .grid }
        case .grid: if !book.isGuided, !settings.isTaught { screen = .guide(.welcome) }
        case .form(let form): if form.number.map({ book.habit($0) == nil }) ?? !book.hasRoom { screen = .grid }
        case .chart, .removal: if chosenHabit == nil { screen = .grid }
        }
    }
}
