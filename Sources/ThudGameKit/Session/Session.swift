import ThudCore

/// A session of a game: a body with its sensors, the round, and whoever plays: a bot, a script, keys.
///
/// Pure and deterministic. Everything happens in the order of its instants, so the same inputs give the same effects
/// whether `advance(to:)` is called a hundred times a second or once for the whole round. A live shell sleeps until
/// `nextDeadline` and then advances: a cue is given the moment its cause is there.
package struct Session<Player: PlayerModel>: Sendable {
    /// The rules that are played.
    package typealias Rules = Player.Rules
    /// What can be asked of a session.
    package typealias Command = SessionCommand<Player.Action>
    /// An effect and the instant of its cause.
    package typealias Effect = TimedEffect<RoundEffect<Rules.Cue>>

    private struct Waiting: Hashable, Sendable {
        var command: Command
        var instant: Instant
        var origin: ActionOrigin
    }

    /// How many commands may wait for their time beside the script's; more are dropped.
    static var mostWaiting: Int { 256 + InputScript<Command>.mostEntries }
    /// How many commands that have been obeyed are let go of at once, at least.
    private static var fewestLetGo: Int { 64 }

    package private(set) var round: Rules
    /// The body, for a screen that shows how it is held.
    package private(set) var player: Player
    package let start: Instant

    /// What waits for its time, in order of time, behind what has been obeyed already.
    private var waiting: [Waiting]
    /// How many of these have been obeyed. Each is let go with many others, since that moves all that wait.
    private var obeyed = 0
    private var now: Instant
    /// Whether what the round opens with has been told.
    private var isOpened = false

    /// A session that begins at `start`.
    package init(
        round: Rules, player: Player, script: InputScript<Command> = InputScript(), start: Instant
    ) {
        self.round = round
        self.player = player
        self.start = start
        waiting = script.entries.map { Waiting(command: $0.command, instant: start + $0.time, origin: .simulation) }
        now = start
        plan(self.player.begin(round, at: start))
    }

    /// A bot or a script will ask for another round.
    package var hasRoundsLeft: Bool {
        player.hasRoundsLeft || waiting[obeyed...].contains { $0.command == .playAgain }
    }

    /// Whether no command of a script or a bot waits for its time.
    package var isSimulationDone: Bool { !waiting[obeyed...].contains { $0.origin == .simulation } }

    /// When something may happen next; nil once the player has left, and where nothing goes on by itself.
    package var nextDeadline: Instant? { earliest(of: player.nextFinding) }

    /// When something is due next, be it a sample in which nothing can be found.
    private var nextDue: Instant? { earliest(of: player.nextSample) }

    private func earliest(of sample: Instant?) -> Instant? {
        guard round.stage != .left else { return nil }
        return .earlier(sample, .earlier(next?.instant, round.nextDeadline))
    }

    /// Has a person's command act at `instant`, with the next `advance(to:)`. An instant that the session has already passed
    /// counts as the present.
    package mutating func press(_ command: Command, at instant: Instant) {
        guard waiting.count - obeyed < Self.mostWaiting else { return }
        insert(Waiting(command: command, instant: max(instant, now), origin: .hand))
    }

    /// Has the rounds to come follow another setup. Nothing changes in the one that is under way.
    package mutating func adopt(_ setup: RoundSetup) { round.adopt(setup) }

    /// Has one of the game's timings be another, of this round and of those to come.
    package mutating func setTiming(_ name: String, to interval: Interval) { round.setTiming(name, to: interval) }

    /// Puts a round in the place of an equal one, such as one that was saved and restored.
    mutating func replaceRound(by round: Rules) { self.round = round }

    /// Lets everything happen that is due at or before `target`, in order, and returns what it asks for.
    ///
    /// - Parameter noteGesture: called with a sample's instant the moment a gesture is found by it, before the round learns
    ///   of it: the session itself reads no clock.
    package mutating func advance(to target: Instant, noteGesture: (Instant) -> Void = { _ in }) -> [Effect] {
        var effects: [Effect] = []
        open(&effects)
        while let due = nextDue, due <= target {
            now = due
            if let next, next.instant <= due {
                letGoOfNext()
                obey(next, &effects)
            } else if let sample = player.nextSample, sample <= due {
                for event in player.sense(at: due, round) {
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

    private mutating func obey(_ waiting: Waiting, _ effects: inout [Effect]) {
        switch waiting.command {
        case .action(let action):
            for event in player.obey(action, by: waiting.origin, at: now, round) { reduce(.player(event), &effects) }
        case .press(let button): reduce(.press(button), &effects)
        case .interruption: reduce(.interruption, &effects)
        case .reduceMotion(let isReduced): reduce(.reduceMotion(isReduced), &effects)
        }
    }

    private mutating func open(_ effects: inout [Effect]) {
        guard !isOpened else { return }
        isOpened = true
        if let opening = round.opening { effects.append(Effect(.show(opening), cause: start)) }
    }

    private mutating func reduce(_ event: RoundEvent<Rules.Event>, _ effects: inout [Effect]) {
        let before = round
        let asked = round.reduce(event, at: now)
        // One path for every pause, whoever asked for it. It comes before what the round asks for: the cue of the button is heard.
        if event == .interruption || before.stage != .paused && round.stage == .paused {
            effects.append(Effect(.silence, cause: now))
        }
        for effect in asked { effects.append(Effect(effect, cause: now)) }
        plan(player.follow(asked, from: before, to: round, at: now))
    }

    private mutating func plan(_ commands: [PlannedCommand<Player.Action>]) {
        for planned in commands {
            insert(Waiting(command: planned.command, instant: max(planned.instant, now), origin: .simulation))
        }
    }

    /// The first command that waits.
    private var next: Waiting? { obeyed < waiting.count ? waiting[obeyed] : nil }

    private mutating func letGoOfNext() {
        obeyed += 1
        guard obeyed >= Self.fewestLetGo, obeyed >= waiting.count - obeyed else { return }
        waiting.removeFirst(obeyed)
        obeyed = 0
    }

    /// Puts a command behind all that are due by its time: the place is looked for by halves.
    private mutating func insert(_ command: Waiting) {
        var (low, high) = (obeyed, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].instant > command.instant { high = middle } else { low = middle + 1 }
        }
        waiting.insert(command, at: low)
    }
}
