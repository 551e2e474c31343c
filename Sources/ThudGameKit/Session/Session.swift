import ThudCore

/// A session of a game: the round, the player model with its sensors, and the commands that wait for their time.
///
/// Pure and deterministic. Everything happens in the order of its instants, so the same inputs give the same effects
/// whether `advance(to:)` is called a hundred times a second or once for the whole round. A live shell sleeps until
/// `nextDeadline` and then advances: a cue is given the moment its cause is there.
package struct Session<Played: Game>: Sendable {
    package typealias Rules = Played.Rules
    package typealias Command = SessionCommand<Played.Model.Action>
    package typealias Planned = PlannedCommand<Played.Model.Action>

    /// How many commands may wait for their time beside the script's; more are dropped.
    static var mostPending: Int { 10_000 }

    package var round: Rules
    /// The player model, for a screen that shows how the phone is held.
    package private(set) var model: Played.Model
    package let start: Instant

    private let script: InputScript<Command>
    /// How many inputs of the script have been carried out. They are counted and not removed: a copy of the session, such as the
    /// one that a keeper compares with, shares them.
    private var played = 0
    /// What else waits, in order of time.
    private var pending: [Planned] = []
    private var now: Instant
    /// Whether what the round opens with has been told.
    private var isOpened = false

    package init(round: Rules, model: Played.Model, script: InputScript<Command> = InputScript(), start: Instant) {
        self.round = round
        self.model = model
        self.script = script
        self.start = start
        now = start
        for command in self.model.begin(round, at: start) { wait(for: command) }
    }

    /// A session that begins with `round` at `start`.
    ///
    /// - Throws: `ThudError` if the script has errors.
    package init(_ round: Rules, by performer: Performer, seed: UInt64, start: Instant) throws(ThudError) {
        var rounds: Int?
        var script = InputScript<Command>()
        switch performer {
        case .bot(let count): rounds = count
        case .script(let text, let file): script = try InputScript(parsing: text, file: file)
        case .person: break
        }
        let model = Played.model(seed: seed, botRounds: rounds, start: start)
        self.init(round: round, model: model, script: script, start: start)
    }

    /// Whether a bot or a script will ask for another round.
    package var hasRoundsLeft: Bool {
        model.hasRoundsLeft || pending.contains { $0.command == .playAgain }
            || script.entries[played...].contains { $0.command == .playAgain }
    }

    /// Whether no command of a script or a bot waits for its time.
    package var isSimulationDone: Bool {
        played == script.entries.count && !pending.contains { $0.origin == .simulation }
    }

    /// When something may happen next; nil once the player has left, and if nothing goes on by itself.
    package var nextDeadline: Instant? { earliest(of: model.nextFinding) }

    /// When something is due next, be it a sample in which nothing can be found.
    private var nextDue: Instant? { earliest(of: model.nextSample) }

    private func earliest(of sample: Instant?) -> Instant? {
        guard round.stage != .left else { return nil }
        return .earlier(sample, .earlier(next?.instant, round.nextDeadline))
    }

    /// Gives a person's command, which acts at `instant` with the next `advance(to:)`. An instant that the session has already passed
    /// counts as the present.
    package mutating func give(_ command: Command, at instant: Instant) {
        guard pending.count < Self.mostPending else { return }
        wait(for: Planned(command, at: instant, by: .hand))
    }

    package mutating func press(_ button: RoundButton, at instant: Instant) { give(.press(button), at: instant) }
    package mutating func interrupt(at instant: Instant) { give(.interruption, at: instant) }
    package mutating func reduceMotion(_ isReduced: Bool, at instant: Instant) {
        give(.reduceMotion(isReduced), at: instant)
    }

    package mutating func perform(line: String, at instant: Instant) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        guard let word = words.first, let command = Command(word: word, arguments: Array(words.dropFirst())) else {
            return false
        }
        give(command, at: instant)
        return true
    }

    package mutating func feel(_ sample: MotionSample) {
        if let action = Played.Model.action(feeling: sample) { give(.action(action), at: sample.instant) }
    }

    /// Lets everything happen that is due at or before `target`, in order, and returns what it asks for.
    ///
    /// - Parameter noteGesture: called with a sample's instant the moment a gesture is found by it, before the round learns
    ///   of it: the session itself reads no clock.
    package mutating func advance(to target: Instant, noteGesture: (Instant) -> Void = { _ in }) -> [SessionEffect] {
        var effects: [SessionEffect] = []
        open(&effects)
        while let due = nextDue, due <= target {
            now = due
            if let next, next.instant <= due {
                dropNext()
                obey(next, &effects)
            } else if let sample = model.nextSample, sample <= due {
                for event in model.sense(at: due, round) {
                    noteGesture(due)
                    reduce(.player(event), &effects)
                }
            } else {
                reduce(.tick, &effects)
            }
        }
        now = max(now, target)
        return effects
    }

    private mutating func obey(_ planned: Planned, _ effects: inout [SessionEffect]) {
        switch planned.command {
        case .action(let action):
            for event in model.obey(action, by: planned.origin, at: now, round) { reduce(.player(event), &effects) }
        case .press(let button): reduce(.press(button), &effects)
        case .interruption: reduce(.interruption, &effects)
        case .reduceMotion(let isReduced): reduce(.reduceMotion(isReduced), &effects)
        }
    }

    private mutating func open(_ effects: inout [SessionEffect]) {
        guard !isOpened else { return }
        isOpened = true
        if let opening = round.opening { effects.append(SessionEffect(.show(opening), cause: start)) }
    }

    private mutating func reduce(_ event: RoundEvent<Rules.Event>, _ effects: inout [SessionEffect]) {
        let before = round
        let asked = round.reduce(event, at: now)
        // One path for every pause, whatever asked for it. It comes before what the round asks for: the cue of the button is heard.
        if event == .interruption || before.stage != .paused && round.stage == .paused {
            effects.append(SessionEffect(.silence, cause: now))
        }
        for effect in asked { effects.append(SessionEffect(effect.map(\.name), cause: now)) }
        for command in model.follow(asked, from: before, to: round, at: now) { wait(for: command) }
    }

    // MARK: What waits
    //
    // An array in order of time, and not swift-collections' Heap: about forty commands wait beside the script's. There an array costs
    // 0.5 µs a command and a heap 0.3 µs. A heap is one more package (6.5 MB to fetch, 4 CPU-seconds to build), keeps the order of
    // equal instants only by a number in each command, and with a script of 100,000 inputs in it takes 4 ms to copy on each turn.

    /// Of one time the script's command comes first.
    private var isScriptNext: Bool {
        guard played < script.entries.count else { return false }
        return pending.first.map { start + script.entries[played].time <= $0.instant } ?? true
    }

    private var next: Planned? {
        guard isScriptNext else { return pending.first }
        let entry = script.entries[played]
        return Planned(entry.command, at: start + entry.time)
    }

    private mutating func dropNext() {
        if isScriptNext { played += 1 } else { pending.removeFirst() }
    }

    /// Puts a command behind all that are due by its time, which is the present at the earliest.
    private mutating func wait(for command: Planned) {
        var command = command
        command.instant = max(command.instant, now)
        let place = pending.lastIndex { $0.instant <= command.instant }.map { $0 + 1 } ?? 0
        pending.insert(command, at: place)
    }
}
