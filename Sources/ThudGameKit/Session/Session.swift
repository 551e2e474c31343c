import ThudCore

/// A session of a game: the round, the player model with its sensors, and the commands that wait for their time.
///
/// It is pure and deterministic. Everything happens in the order of its instants, so the same inputs give the same
/// effects whether `advance(to:)` is called a hundred times a second or once for the whole round. A live shell sleeps
/// until `nextDeadline` and then advances, so a cue is played as soon as its cause occurs.
package struct Session<Played: Game>: Sendable {
    package typealias Rules = Played.Rules
    package typealias Command = SessionCommand<Played.Model.Action>
    package typealias Planned = PlannedCommand<Played.Model.Action>

    /// How many commands may wait in addition to the script's. Further ones of a person are dropped.
    static var mostPending: Int { 10_000 }

    package var round: Rules
    /// The player model, for a screen that shows how the phone is held.
    package private(set) var model: Played.Model
    package let start: Instant
    private let script: InputScript<Command>
    /// How many inputs of the script have been performed. They are counted, not removed, so that copies of the
    /// session, such as one kept for comparison, share the script's storage.
    private var played = 0
    /// The other waiting commands, in order of time.
    private var pending: [Planned] = []
    /// When the next command is due. It is kept because it is asked for with every sample, and generic code takes long
    /// to find it.
    private var nextInstant: Instant?
    private var now: Instant
    /// Whether the round's opening has been shown.
    private var isOpened = false
    /// How many rounds a simulated player still asks for.
    private var roundsLeft: Int

    /// How long a simulated player looks at a result before it asks for another round.
    private static var pause: Interval { .milliseconds(2_500) }

    /// Creates a session in which a simulated player plays `rounds` rounds, at least one.
    package init(
        round: Rules, model: Played.Model, script: InputScript<Command> = InputScript(), rounds: Int = 1, start: Instant
    ) {
        self.round = round
        self.model = model
        self.script = script
        self.start = start
        roundsLeft = max(1, rounds) - 1
        now = start
        findNextInstant()
        for plan in self.model.follow([], from: nil, to: round, at: start) {
            give(plan.command, at: plan.instant, by: .simulation)
        }
    }

    /// Creates a session that begins with `round` at `start`. Throws `ThudError` if the script has errors.
    package init(_ round: Rules, by performer: Performer, seed: UInt64, start: Instant) throws(ThudError) {
        var (isBot, rounds) = (false, 1)
        var script = InputScript<Command>()
        switch performer {
        case .bot(let count): (isBot, rounds) = (true, count)
        case .script(let text, let file): script = try InputScript(parsing: text, file: file)
        case .person: break
        }
        let model = Played.model(seed: seed, isBot: isBot, start: start)
        self.init(round: round, model: model, script: script, rounds: rounds, start: start)
    }

    package var hasRoundsLeft: Bool { roundsLeft > 0 || pending.contains { $0.command == .playAgain } }

    /// Whether no command of a script or a bot is waiting.
    package var isSimulationDone: Bool {
        played == script.entries.count && !pending.contains { $0.origin == .simulation }
    }

    /// The next instant at which something may happen. nil after the player has left, and if nothing is pending.
    package var nextDeadline: Instant? {
        round.stage == .left ? nil : .earlier(model.nextFinding, .earlier(nextInstant, round.nextDeadline))
    }

    /// Gives a command, which acts at `instant` with the next `advance(to:)`, after all that are due by then. A past
    /// instant counts as now.
    package mutating func give(_ command: Command, at instant: Instant, by origin: ActionOrigin = .hand) {
        guard origin == .simulation || pending.count < Self.mostPending else { return }
        let due = max(instant, now)
        let place = pending.lastIndex { $0.instant <= due }.map { $0 + 1 } ?? 0
        pending.insert(Planned(command, at: due, by: origin), at: place)
        findNextInstant()
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

    /// Processes everything due at or before `target`, in order, and returns the requested effects. Calls
    /// `noteGesture` with the instant of a sample as soon as a gesture is found in it, before the round sees it: the
    /// session itself reads no clock.
    package mutating func advance(to target: Instant, noteGesture: (Instant) -> Void = { _ in }) -> [SessionEffect] {
        var effects: [SessionEffect] = []
        if !isOpened, let opening = round.opening {
            effects.append(SessionEffect(effect: .show(opening), cause: start))
        }
        isOpened = true
        while round.stage != .left {
            // A sample is due even if it cannot contain a finding.
            let next = Instant.earlier(model.nextSample, .earlier(nextInstant, round.nextDeadline))
            guard let due = next, due <= target else { break }
            now = due
            let events = takeDue(noteGesture)
            // Most samples contain nothing, and in generic code even a loop over nothing takes long.
            if events.isEmpty { continue }
            for event in events {
                let before = round
                let asked = round.reduce(event, at: now)
                // Every pause takes this path, before the round's effects, so that the button's cue is heard.
                if event == .interruption || before.stage != .paused && round.stage == .paused {
                    effects.append(SessionEffect(effect: .silence, cause: now))
                }
                // In generic code a key path is made every time it is used, which took a sixth of a round.
                effects += asked.map { SessionEffect(effect: $0.map { $0.name }, cause: now) }
                for plan in model.follow(asked, from: before, to: round, at: now) {
                    give(plan.command, at: plan.instant, by: .simulation)
                }
                if roundsLeft > 0, before.stage != .finished, round.stage == .finished {
                    roundsLeft -= 1
                    give(.playAgain, at: now + Self.pause, by: .simulation)
                }
            }
        }
        now = max(now, target)
        return effects
    }

    /// Takes the command or the sample that is due now, and returns the events in it. If there is neither, the round's
    /// own deadline has come.
    private mutating func takeDue(_ noteGesture: (Instant) -> Void) -> [RoundEvent<Rules.Event>] {
        guard nextInstant == now, let next = takeNext() else {
            guard let sample = model.nextSample, sample <= now else { return [.tick] }
            let found = model.sense(at: now, round)
            if found.isEmpty { return [] }
            noteGesture(now)
            return found.map { .player($0) }
        }
        switch next.command {
        case .action(let action): return model.obey(action, by: next.origin, at: now, round).map { .player($0) }
        case .press(let button): return [.press(button)]
        case .interruption: return [.interruption]
        case .reduceMotion(let isReduced): return [.reduceMotion(isReduced)]
        }
    }

    // MARK: Waiting commands
    //
    // An array in order of time, not swift-collections' Heap. About forty commands wait in addition to the script's,
    // at which size an array costs 0.5 µs a command and a heap 0.3 µs. A heap is one more package (6.5 MB to fetch, 4
    // CPU-seconds to build) and keeps the order of equal instants only by a number in each command. A heap with
    // the 100,000 inputs of a script takes 4 ms to copy on each iteration of the loop.

    /// The script's command comes first at equal times.
    private var isScriptNext: Bool {
        guard played < script.entries.count else { return false }
        return pending.isEmpty || start + script.entries[played].time <= pending[0].instant
    }

    private mutating func findNextInstant() {
        nextInstant = isScriptNext ? start + script.entries[played].time : pending.first?.instant
    }

    private mutating func takeNext() -> Planned? {
        defer { findNextInstant() }
        guard isScriptNext else { return pending.isEmpty ? nil : pending.removeFirst() }
        defer { played += 1 }
        let entry = script.entries[played]
        return Planned(entry.command, at: start + entry.time)
    }
}

/// The commands of a session: the actions of its game, and those common to all games.
package enum SessionCommand<Action: ScriptCommand>: Hashable, Sendable {
    case action(Action)
    case press(RoundButton)
    case interruption
    case reduceMotion(Bool)

    package static var ready: Self { .press(.ready) }
    package static var pause: Self { .press(.pause) }
    package static var resume: Self { .press(.resume) }
    package static var playAgain: Self { .press(.playAgain) }
    package static var quit: Self { .press(.quit) }
}

extension SessionCommand: ScriptCommand {
    package static var vocabulary: [ScriptWord<Self>] {
        Action.vocabulary.map { $0.map { .action($0) } }
            + ScriptWord.each([RoundButton.ready, .pause, .resume], Self.press)
            + [
                .init("interruption", .interruption), .init("less-motion", .reduceMotion(true)),
                .init("full-motion", .reduceMotion(false)),
            ] + ScriptWord.each([RoundButton.playAgain, .quit], Self.press)
    }
}
