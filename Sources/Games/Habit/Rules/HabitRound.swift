import ThudCore
import ThudGameKit

/// A person's habits as a pure reducer: rings that fill while they are held, and everything that follows.
///
/// The reducer reads neither day nor time zone. A `.clock` act reports the wall clock, and later days follow from it.
package struct HabitRound: Round {
    enum Phase: String, Hashable, Codable { case playing, paused, finished, left }

    /// A ring that is filling or running back.
    struct Hold: Hashable, Codable {
        let number: Int
        var course: HoldCourse
        /// The instant up to which the cue's course has been sent.
        var told: Instant
        /// The knot towards which the cue is ramping.
        var next: HoldCourse.Knot? { course.nextKnot(after: told) }
    }

    struct JustDone: Hashable, Codable {
        let number: Int
        let instant: Instant
    }

    /// The number of the ring in the guide, which is not a habit.
    package static let demo = 0
    /// The pause after a ring closes. The chime and the burst end within it.
    static let lingering = Interval.milliseconds(1_200)
    /// The fade of a cue whose envelope has ended.
    static let fade = Interval.milliseconds(5)
    /// The fade of a cue that something else interrupts.
    static let interruptionFade = Interval.milliseconds(40)
    package internal(set) var book: HabitBook
    package internal(set) var screen: HabitScreen
    /// The index of the selected entry: a habit, or the place for a new one after the last habit.
    package internal(set) var chosen = 0
    var settings: HabitSettings
    var phase = Phase.playing
    var holds: [Hold] = []
    var clock: DayClock?
    var midnight: Instant?
    var justDone: JustDone?
    var isDemoDone = false
    /// Whether the day's last habit is done and its result is not shown yet.
    var owesResult = false
    /// When the page after the demonstration, or the result, appears.
    var goesOnAt: Instant?
    /// The day whose result was shown last.
    var resultDay: LocalDay?
    /// When the chart was opened, or another habit was selected on it.
    var chartSince: Instant?
    private var last: Instant?

    package init(settings: HabitSettings, book: HabitBook = HabitBook()) {
        self.settings = settings
        self.book = book
        screen = settings.isTaught || book.isGuided ? .grid : .guide(.welcome)
    }

    // MARK: The protocol

    package var stage: RoundStage {
        switch phase {
        case .playing: if case .guide = screen { .ready } else { .playing }
        case .paused: .paused
        case .finished: .finished
        case .left: .left
        }
    }

    /// The current guide page in words, if the round starts in the guide.
    package var opening: Moment? {
        if case .guide(let page) = screen, phase == .playing { .note(page.words) } else { nil }
    }

    package var nextDeadline: Instant? {
        guard phase != .left else { return nil }
        return (holds.map { $0.next?.instant } + [midnight, goesOnAt]).compactMap(\.self).min()
    }

    package mutating func reduce(_ event: HabitInput, at instant: Instant) -> [HabitEffect] {
        let now = max(instant, last ?? instant)
        var effects: [HabitEffect] = []
        while let due = nextDeadline, due <= now {
            last = due
            pass(due, &effects)
        }
        last = now
        switch event {
        case .player(.clock(let time)): read(time, at: now, &effects)
        case .player(let act): if phase == .playing { take(act, at: now, &effects) }
        case .press(let button): press(button, at: now, &effects)
        case .interruption: if phase == .playing { pause(at: now, &effects) }
        case .reduceMotion(let isReduced): follow(reduceMotion: isReduced, at: now, &effects)
        case .tick: break
        }
        return effects
    }

    /// Returns the round with nothing in progress. The clock's reading is dropped, and has to be reported again. The
    /// completions are left out as well: they are saved one by one and come back with the book. Rounds are saved too
    /// often to carry years of them.
    package func suspended(at now: Instant) -> HabitRound {
        var round = self
        _ = round.reduce(.tick, at: now)
        var effects: [HabitEffect] = []
        round.letEverythingGo(at: now, &effects)
        round.phase = .paused
        (round.clock, round.midnight, round.last) = (nil, nil, nil)
        (round.justDone, round.goesOnAt, round.chartSince) = (nil, nil, nil)
        (round.book, round.owesResult) = (round.book.withoutDays, false)
        return round
    }

    /// Whether nothing is in progress, some book has the selected entry, and the name in a form can have been typed.
    package var isPossible: Bool {
        if case .form(let form) = screen, !form.isPossible { return false }
        return holds.isEmpty && clock == nil && (0...HabitBook.mostHabits).contains(chosen)
    }

    /// Applies another setup at once, because nobody sits through a round here.
    package mutating func adopt(_ setup: RoundSetup) {
        let isTaught = settings.isTaught
        settings = HabitSettings(setup)
        settings.isTaught = isTaught || settings.isTaught
    }

    /// Makes presses complete a habit at once, or hold it as usual. Moving rings stop, and the next press starts over.
    private mutating func follow(reduceMotion isReduced: Bool, at now: Instant, _ effects: inout [HabitEffect]) {
        guard settings.reducesMotion != isReduced else { return }
        settings.reducesMotion = isReduced
        if settings.isSingle { endHolds(at: now, &effects) }
    }

    // MARK: Deadlines

    private mutating func pass(_ due: Instant, _ effects: inout [HabitEffect]) {
        for hold in holds { if let knot = hold.next, knot.instant <= due { pass(knot, of: hold, &effects) } }
        if let midnight, midnight <= due { beginDay(at: due, &effects) }
        if let goesOnAt, goesOnAt <= due { goOn(at: due, &effects) }
    }

    private mutating func beginDay(at due: Instant, _ effects: inout [HabitEffect]) {
        midnight = clock?.midnight(after: due)
        leaveResult()
        guard let day = today(at: due) else { return }
        effects.append(.show(.note("A new day: \(day.spoken). \(toDo(on: day))")))
    }

    private mutating func read(_ time: WallTime, at now: Instant, _ effects: inout [HabitEffect]) {
        let before = today(at: now)
        let clock = DayClock(reading: time, readAt: now)
        self.clock = clock
        midnight = clock.midnight(after: now)
        guard before != time.day else { return }
        // The machine slept over midnight, or its clock was set.
        if before != nil { leaveResult() }
        effects.append(.show(.note("It is \(time.day.spoken). \(toDo(on: time.day))")))
    }

    /// Drops the previous day's result, whether it is on the screen or still to come.
    private mutating func leaveResult() {
        owesResult = false
        if phase == .finished { phase = .playing }
    }

    /// Describes the open habits: `3 of 4 habits to do.`
    private func toDo(on day: LocalDay) -> String {
        let left = book.habits.count - book.doneCount(on: day)
        if book.habits.isEmpty { return "No habits yet." }
        return left == 0 ? "All done." : "\(left) of \(Count.of(book.habits.count, "habit")) to do."
    }

    private mutating func goOn(at due: Instant, _ effects: inout [HabitEffect]) {
        goesOnAt = nil
        guard phase == .playing else { return }
        switch screen {
        case .guide(.demo): show(.own, &effects)
        case .grid, .chart: finish(at: due, &effects)
        case .guide, .form, .removal: break
        }
    }

    private mutating func finish(at due: Instant, _ effects: inout [HabitEffect]) {
        guard owesResult, let day = today(at: due), let outcome = outcome(on: day) else { return }
        owesResult = false
        resultDay = day
        phase = .finished
        effects.append(.finished(outcome))
    }

    // MARK: Buttons

    private mutating func press(_ button: RoundButton, at now: Instant, _ effects: inout [HabitEffect]) {
        switch (button, phase) {
        case (.pause, .playing): pause(at: now, &effects)
        case (.resume, .paused), (.playAgain, .finished):
            phase = .playing
            if owesResult { goesOnAt = now + Self.lingering }
        case (.quit, .playing), (.quit, .paused), (.quit, .finished):
            letEverythingGo(at: now, &effects)
            phase = .left
        default: return
        }
        effects.append(.cue(.button))
    }

    private mutating func pause(at now: Instant, _ effects: inout [HabitEffect]) {
        letEverythingGo(at: now, &effects)
        phase = .paused
    }

    /// Ends everything in progress without a cue. Rings that would count as closed if released now are completed.
    private mutating func letEverythingGo(at now: Instant, _ effects: inout [HabitEffect]) {
        endHolds(at: now, &effects)
        if case .guide(.demo) = screen, goesOnAt != nil { screen = .guide(.own) }
        goesOnAt = nil
    }

    private mutating func endHolds(at now: Instant, _ effects: inout [HabitEffect]) {
        for hold in holds {
            effects.append(.end(LiveKey(hold.number), fade: Self.interruptionFade))
            guard hold.course.direction == .filling else { continue }
            effects.append(.cancelScheduled)
            if isForgiven(hold, at: now) {
                complete(hold.number, at: hold.course.due, &effects)
            } else {
                effects.append(.show(.answer("\(name(of: hold.number)) let go.")))
            }
        }
        holds.removeAll()
    }
}

package struct HabitSettings: Hashable, Sendable, Codable {
    /// Whether the player chose single presses, which suit people who cannot hold a key, and screen readers.
    private var isSingleChosen: Bool
    /// Whether motion is to be reduced. Single presses then complete habits, too.
    package var reducesMotion: Bool
    /// Whether the person already knows the game.
    package var isTaught: Bool

    package init(isSingle: Bool = false, reducesMotion: Bool = false, isTaught: Bool = true) {
        isSingleChosen = isSingle
        self.reducesMotion = reducesMotion
        self.isTaught = isTaught
    }

    /// Whether a single press completes a habit.
    package var isSingle: Bool { isSingleChosen || reducesMotion }

    /// The name of the option for how a habit is completed, and its value for a single press.
    static let activation = "activation"
    static let single = "single"

    /// Reads the settings from `setup`, whose option `activation` may be `single`.
    package init(_ setup: RoundSetup) {
        self.init(
            isSingle: setup.options[Self.activation] == Self.single, reducesMotion: setup.reduceMotion,
            isTaught: !setup.tutorial)
    }

    private enum CodingKeys: String, CodingKey {
        case isSingleChosen = "isSingle"
        case reducesMotion, isTaught
    }
}
