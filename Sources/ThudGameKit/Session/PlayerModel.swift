import ThudCore

/// The player's body as a game feels it: what actions lead to, what the sensors and recognisers find, and what a simulated
/// player does. It is as pure as the round: the same actions at the same instants give the same events.
///
///     /// A game without sensors whose actions are its events.
///     struct TapPlayer: PlayerModel {
///         mutating func obey(_ action: Tap, by origin: ActionOrigin, at instant: Instant, _ round: TapRound) -> [Tap] { [action] }
///     }
package protocol PlayerModel: Sendable {
    /// The rules that it plays by.
    associatedtype Rules: Round
    /// What can be asked of it: by a key, by the pointer, by a line of a script, by the bot.
    associatedtype Action: ScriptWord

    /// When the sensors or recognisers have to be asked next; nil where nothing is due.
    var nextSample: Instant? { get }
    /// The first sample in which something may be found, unless something is done before; nil where there is none. Those up to it
    /// are read with it: a shell need not wake for each reading of a phone that lies still.
    var nextFinding: Instant? { get }
    /// Whether a simulated player will ask for another round.
    var hasRoundsLeft: Bool { get }

    /// What a reading of real sensors is among the actions; nil where the game has no use for them.
    static func action(feeling sample: MotionSample) -> Action?
    /// The session begins with `round`: what a simulated player is going to do.
    mutating func begin(_ round: Rules, at instant: Instant) -> [PlannedCommand<Action>]
    /// Reads the sensors at `nextSample`, which has to lie later afterwards, and returns what they find.
    mutating func sense(at instant: Instant, _ round: Rules) -> [Rules.Event]
    /// Does something, and returns what it amounts to at once. What a recogniser has still to decide comes by `sense`.
    mutating func obey(_ action: Action, by origin: ActionOrigin, at instant: Instant, _ round: Rules) -> [Rules.Event]
    /// The round has taken an event: what a simulated player is going to do about it.
    mutating func follow(
        _ effects: [RoundEffect<Rules.Cue>], from before: Rules, to after: Rules, at instant: Instant
    ) -> [PlannedCommand<Action>]
}

extension PlayerModel {
    /// No reading of sensors is a action.
    package static func action(feeling sample: MotionSample) -> Action? { nil }
    /// When the sensors have to be read next.
    package var nextSample: Instant? { nil }
    /// The first sample in which something may be found: the next one.
    package var nextFinding: Instant? { nextSample }
    /// Whether a simulated player will ask for another round.
    package var hasRoundsLeft: Bool { false }
    /// What a simulated player is going to do when the session begins.
    package mutating func begin(_ round: Rules, at instant: Instant) -> [PlannedCommand<Action>] { [] }
    /// Reads the sensors, and returns what they find.
    package mutating func sense(at instant: Instant, _ round: Rules) -> [Rules.Event] { [] }
    /// What a simulated player is going to do about an event that the round has taken.
    package mutating func follow(
        _ effects: [RoundEffect<Rules.Cue>], from before: Rules, to after: Rules, at instant: Instant
    ) -> [PlannedCommand<Action>] { [] }
}

/// Who does a action. What a person does by a key *is* the gesture, at its own instant; what scripts and simulated players do
/// may go through the sensors.
package enum ActionOrigin: Hashable, Sendable {
    /// A person's key or pointer.
    case hand
    /// A script or a simulated player.
    case simulation
}

/// A command that a simulated player gives at an instant to come.
package struct PlannedCommand<Action: ScriptWord>: Hashable, Sendable {
    package let command: SessionCommand<Action>
    package let instant: Instant

    /// `command` at `instant`.
    package init(_ command: SessionCommand<Action>, at instant: Instant) {
        self.command = command
        self.instant = instant
    }
}

/// The commands of a session: the actions of its game, and what every game has.
package enum SessionCommand<Action: ScriptWord>: Hashable, Sendable {
    case action(Action)
    case press(RoundButton)
    case interruption
    /// The player asks for less motion, or for as much as ever.
    case reduceMotion(Bool)

    /// The button `ready`.
    package static var ready: Self { .press(.ready) }
    /// The button `pause`.
    package static var pause: Self { .press(.pause) }
    /// The button `resume`.
    package static var resume: Self { .press(.resume) }
    /// The button for another round.
    package static var playAgain: Self { .press(.playAgain) }
    package static var quit: Self { .press(.quit) }
}

/// What a line of a script can ask for: a word, and numbers or names behind it where the word takes any.
package protocol ScriptWord: Hashable, Sendable {
    /// Every word there is, in the order in which they are listed.
    static var words: [String] { get }
    /// How many arguments follow a word.
    static func argumentCount(of word: String) -> Int
    /// What a word with its arguments means; nil where there is no such word, or they mean nothing.
    init?(word: String, arguments: [String])
    /// The word and its arguments, as a script has them.
    var line: String { get }
}

extension ScriptWord {
    /// How many arguments follow a word.
    package static func argumentCount(of word: String) -> Int { 0 }
}

extension ScriptWord where Self: RawRepresentable<String> & CaseIterable {
    /// Every word there is, in the order in which they are listed.
    package static var words: [String] { allCases.map(\.rawValue) }
    /// Makes it from what was written.
    package init?(word: String, arguments: [String]) { self.init(rawValue: word) }
    /// The word and its arguments, as a script has them.
    package var line: String { rawValue }
}

extension SessionCommand: ScriptWord {
    private static var interruptionWord: String { "interruption" }
    private static func motionWord(_ isReduced: Bool) -> String { isReduced ? "less-motion" : "full-motion" }
    /// What every game has, in the order in which it is listed.
    private static var common: [Self] {
        [.ready, .pause, .resume, .interruption, .reduceMotion(true), .reduceMotion(false), .playAgain, .quit]
    }

    /// Every word there is, in the order in which they are listed.
    package static var words: [String] { Action.words + common.map(\.line) }
    /// How many arguments follow a word.
    package static func argumentCount(of word: String) -> Int { Action.argumentCount(of: word) }

    /// Makes it from what was written.
    package init?(word: String, arguments: [String]) {
        if let action = Action(word: word, arguments: arguments) {
            self = .action(action)
        } else if let command = Self.common.first(where: { $0.line == word }) {
            self = command
        } else {
            return nil
        }
    }

    /// The word and its arguments, as a script has them.
    package var line: String {
        switch self {
        case .action(let action): action.line
        case .press(let button): button.rawValue
        case .interruption: Self.interruptionWord
        case .reduceMotion(let isReduced): Self.motionWord(isReduced)
        }
    }
}

extension SessionCommand: CaseIterable where Action: CaseIterable {
    /// Every command, the actions of the game first.
    package static var allCases: [Self] { Action.allCases.map { .action($0) } + common }
}
