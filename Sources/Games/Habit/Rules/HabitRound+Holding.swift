import ThudCore
import ThudGameKit

extension HabitRound {
    /// Returns how full a ring is, 0 to 1.
    package func share(of number: Int, at now: Instant) -> Double {
        movingShare(of: number, at: now) ?? (isDone(number, at: now) ? 1 : 0)
    }

    package var held: Int? { filling?.number }
    package var isAnyMoving: Bool { !holds.isEmpty }

    /// Returns how full a ring is that fills or runs back, 0 to 1. nil if it is at rest.
    func movingShare(of number: Int, at now: Instant) -> Double? {
        holds.first { $0.number == number }?.course.progress(at: now)
    }

    /// Returns the seconds since a ring was closed. nil unless it was the last to close.
    func secondsSinceDone(_ number: Int, at now: Instant) -> Double? {
        justDone?.number == number ? secondsSinceLastDone(at: now) : nil
    }

    func secondsSinceLastDone(at now: Instant) -> Double? {
        justDone.map { max(0, (now - $0.instant).seconds) }
    }

    /// Whether every habit is done today, and there is one.
    func isAllDone(at now: Instant) -> Bool {
        guard let day = today(at: now), !book.habits.isEmpty else { return false }
        return book.doneCount(on: day) == book.habits.count
    }

    /// Returns how many seconds the chart has been shown. nil if it is hidden.
    func secondsOfChart(at now: Instant) -> Double? {
        screen == .chart ? chartSince.map { max(0, (now - $0).seconds) } : nil
    }

    package func isDone(_ number: Int, at now: Instant) -> Bool {
        if number == Self.demo { return isDemoDone }
        guard let day = today(at: now), let habit = book.habit(number) else { return false }
        return habit.isDone(on: day)
    }

    /// Returns the day at an instant. nil until somebody reports the wall clock's reading.
    package func today(at now: Instant) -> LocalDay? { clock?.time(at: now).day }

    private var filling: Hold? { holds.first { $0.course.direction == .filling } }

    // MARK: Down and up

    mutating func press(on number: Int, at now: Instant, _ effects: inout [HabitEffect]) {
        // Only one ring can be held at a time, and a held ring cannot be pressed again.
        guard filling == nil else { return effects.append(.ignored(.hold)) }
        guard canBeDone(number, at: now, &effects) else { return }
        if settings.isSingle { return completeAtOnce(number, at: now, &effects) }
        justDone = nil
        var course = HoldCourse(.filling, from: 0, strength: HoldCourse.strength(at: 0), at: now)
        if let index = holds.firstIndex(where: { $0.number == number }) {
            course = holds[index].course.pressing(at: now)
            holds.remove(at: index)
        } else {
            effects.append(.begin(.hold, as: LiveKey(number)))
            turn(
                number, to: .init(instant: now, progress: 0, strength: HoldCourse.strength(at: 0)), over: .zero,
                &effects)
        }
        effects.append(.schedule(.complete, at: course.due, tint: colour(of: number)))
        effects.append(.show(.prompt(name(of: number))))
        follow(Hold(number: number, course: course, told: now), &effects)
    }

    mutating func release(at now: Instant, _ effects: inout [HabitEffect]) {
        guard let hold = filling, !isForgiven(hold, at: now) else { return }
        let percent = Int((hold.course.progress(at: now) * 100).rounded(.down))
        holds.removeAll { $0.number == hold.number }
        effects += [.cancelScheduled, .show(.answer("\(name(of: hold.number)) let go at \(percent) %."))]
        follow(Hold(number: hold.number, course: hold.course.releasing(at: now), told: now), &effects)
    }

    mutating func activate(_ number: Int, at now: Instant, _ effects: inout [HabitEffect]) {
        if let filling, filling.number != number { return effects.append(.ignored(.complete)) }
        guard canBeDone(number, at: now, &effects) else { return }
        completeAtOnce(number, at: now, &effects)
    }

    private mutating func completeAtOnce(_ number: Int, at now: Instant, _ effects: inout [HabitEffect]) {
        if let hold = holds.first(where: { $0.number == number }) {
            if hold.course.direction == .filling { effects.append(.cancelScheduled) }
            effects.append(.end(LiveKey(number), fade: Self.fade))
            holds.removeAll { $0.number == number }
        }
        effects.append(.cue(.complete, tint: colour(of: number)))
        complete(number, at: now, &effects)
    }

    /// Whether a ring can be closed. If not, a cue and a note say why.
    private func canBeDone(_ number: Int, at now: Instant, _ effects: inout [HabitEffect]) -> Bool {
        if isDone(number, at: now) {
            effects += [.cue(.button), .show(.note("\(name(of: number)) is done already."))]
            return false
        }
        if number != Self.demo, clock == nil {
            effects += [.cue(.button), .show(.note("The date is unknown, so no habit can be done."))]
            return false
        }
        return true
    }

    /// Whether a ring released now counts as closed, because it was about to close.
    func isForgiven(_ hold: Hold, at now: Instant) -> Bool {
        hold.course.direction == .filling && hold.course.due - now <= HoldCourse.forgiveness
    }

    // MARK: The course

    /// Handles a ring that reached a knot of its course.
    mutating func pass(_ knot: HoldCourse.Knot, of hold: Hold, _ effects: inout [HabitEffect]) {
        holds.removeAll { $0.number == hold.number }
        guard knot.instant == hold.course.end else {
            if hold.course.direction == .filling {
                effects.append(.show(.note("\(name(of: hold.number)) \(Int(knot.progress * 100)) %")))
            }
            return follow(Hold(number: hold.number, course: hold.course, told: knot.instant), &effects)
        }
        effects.append(.end(LiveKey(hold.number), fade: Self.fade))
        if hold.course.direction == .filling { complete(hold.number, at: knot.instant, &effects) }
    }

    /// Ramps the cue of a ring towards its next knot.
    private mutating func follow(_ hold: Hold, _ effects: inout [HabitEffect]) {
        holds.append(hold)
        if let next = hold.next { turn(hold.number, to: next, over: next.instant - hold.told, &effects) }
    }

    private func turn(_ number: Int, to knot: HoldCourse.Knot, over time: Interval, _ effects: inout [HabitEffect]) {
        let key = LiveKey(number)
        effects.append(.turn(key, .intensity, to: knot.strength, over: time))
        effects.append(.turn(key, .sharpness, to: HoldCourse.sharpening * knot.progress, over: time))
        effects.append(.turn(key, .gain, to: knot.progress, over: time))
    }

    // MARK: Done

    /// Records a closed ring for the day of `instant`.
    mutating func complete(_ number: Int, at instant: Instant, _ effects: inout [HabitEffect]) {
        justDone = JustDone(number: number, instant: instant)
        if number == Self.demo {
            isDemoDone = true
            goesOnAt = instant + Self.lingering
            effects.append(.show(.answer("Done. The ring is closed.")))
            return
        }
        guard let time = clock?.time(at: instant),
            book.complete(number, on: time.day, date: time.unixSeconds), let habit = book.habit(number)
        else { return }
        let streak = habit.streak(on: time.day)
        effects.append(.show(.answer("\(habit.name) done" + (streak > 1 ? ", \(streak) days in a row." : "."))))
        guard book.doneCount(on: time.day) == book.habits.count else { return }
        effects.append(.show(.note("All done for \(time.day.spoken).")))
        owesResult = true
        goesOnAt = instant + Self.lingering
    }

    /// Returns the result of a day. nil if there are no habits.
    func outcome(on day: LocalDay) -> Outcome? {
        guard !book.habits.isEmpty else { return nil }
        let done = book.doneCount(on: day)
        let streaks = book.habits.map { $0.streak(on: day) }
        let longest = streaks.max() ?? 0
        return Outcome(
            score: done, accuracy: Double(done) / Double(book.habits.count),
            summary: "\(done) of \(Count.of(book.habits.count, "habit")) done, "
                + "the longest streak is \(Count.of(longest, "day"))",
            facts: [
                .init("day", .text(day.description)), .init("habits", .list(book.habits.map(\.name))),
                .init("streaks", .list(streaks.map(String.init))), .init("longest_streak", .count(longest)),
            ])
    }

    /// The result of the day on which the round ended. nil until it ends.
    var outcomeOfDay: Outcome? { resultDay.flatMap(outcome) }

    var streaksOfDay: [(name: String, streak: Int)] {
        resultDay.map { day in book.habits.map { ($0.name, $0.streak(on: day)) } } ?? []
    }

    /// Returns the colour of a ring, in which its completion flashes.
    func colour(of number: Int) -> Colour { (book.habit(number)?.accent ?? .blue).colour }

    func name(of number: Int) -> String { number == Self.demo ? "Breathe in" : book.habit(number)?.name ?? "" }
}
