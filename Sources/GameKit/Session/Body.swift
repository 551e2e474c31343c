public import ThudCore

/// The player's body as a game feels it: what deeds lead to, what the sensors and recognisers find, and what a simulated
/// player does. It is as pure as the round: the same deeds at the same instants give the same events.
///
///     /// A game without sensors whose deeds are its events.
///     struct TapBody: Body {
///         mutating func obey(_ deed: Tap, by origin: DeedOrigin, at instant: Instant, _ round: TapRound) -> [Tap] { [deed] }
///     }
public protocol Body: Sendable {
    /// The rules that it plays by.
    associatedtype Rules: Round
    /// What can be asked of it: by a key, by the pointer, by a line of a script, by the bot.
    associatedtype Deed: ScriptWord

    /// When the sensors or recognisers have to be asked next; nil where nothing is due.
    var nextSample: Instant? { get }
    /// The first sample in which something may be found, unless something is done before; nil where there is none. Those up to it
    /// are read with it: a shell need not wake for each reading of a phone that lies still.
    var nextFinding: Instant? { get }
    /// Whether a simulated player will ask for another round.
    var hasRoundsLeft: Bool { get }

    /// What a reading of real sensors is among the deeds; nil where the game has no use for them.
    static func deed(feeling sample: MotionSample) -> Deed?
    /// The session begins with `round`: what a simulated player is going to do.
    mutating func begin(_ round: Rules, at instant: Instant) -> [PlannedCommand<Deed>]
    /// Reads the sensors at `nextSample`, which has to lie later afterwards, and returns what they find.
    mutating func sense(at instant: Instant, _ round: Rules) -> [Rules.Event]
    /// Does something, and returns what it amounts to at once. What a recogniser has still to decide comes by `sense`.
    mutating func obey(_ deed: Deed, by origin: DeedOrigin, at instant: Instant, _ round: Rules) -> [Rules.Event]
    /// The round has taken an event: what a simulated player is going to do about it.
    mutating func follow(
        _ effects: [RoundEffect<Rules.Cue>], from before: Rules, to after: Rules, at instant: Instant
    ) -> [PlannedCommand<Deed>]
}

extension Body {
    /// No reading of sensors is a deed.
    public static func deed(feeling sample: MotionSample) -> Deed? { nil }
    /// When the sensors have to be read next.
    public var nextSample: Instant? { nil }
    /// The first sample in which something may be found: the next one.
    public var nextFinding: Instant? { nextSample }
    /// Whether a simulated player will ask for another round.
    public var hasRoundsLeft: Bool { false }
    /// What a simulated player is going to do when the session begins.
    public mutating func begin(_ round: Rules, at instant: Instant) -> [PlannedCommand<Deed>] { [] }
    /// Reads the sensors, and returns what they find.
    public mutating func sense(at instant: Instant, _ round: Rules) -> [Rules.Event] { [] }
    /// What a simulated player is going to do about an event that the round has taken.
    public mutating func follow(
        _ effects: [RoundEffect<Rules.Cue>], from before: Rules, to after: Rules, at instant: Instant
    ) -> [PlannedCommand<Deed>] { [] }
}

/// Who does a deed. What a person does by a key *is* the gesture, at its own instant; what scripts and simulated players do
/// may go through the sensors.
public enum DeedOrigin: Hashable, Sendable {
    /// A person's key or pointer.
    case hand
    /// A script or a simulated player.
    case simulation
}

/// A command that a simulated player gives at an instant to come.
public struct PlannedCommand<Deed: ScriptWord>: Hashable, Sendable {
    /// The command.
    public let command: SessionCommand<Deed>
    /// When it is given.
    public let instant: Instant

    /// `command` at `instant`.
    public init(_ command: SessionCommand<Deed>, at instant: Instant) {
        self.command = command
        self.instant = instant
    }
}

/// The commands of a session: the deeds of its game, and what every game has.
public enum SessionCommand<Deed: ScriptWord>: Hashable, Sendable {
    /// The body does something.
    case deed(Deed)
    /// A button is pressed.
    case press(RoundButton)
    /// A call comes in.
    case interruption
    /// The player asks for less motion, or for as much as ever.
    case reduceMotion(Bool)

    /// The button `ready`.
    public static var ready: Self { .press(.ready) }
    /// The button `pause`.
    public static var pause: Self { .press(.pause) }
    /// The button `resume`.
    public static var resume: Self { .press(.resume) }
    /// The button for another round.
    public static var playAgain: Self { .press(.playAgain) }
    /// The button to leave.
    public static var quit: Self { .press(.quit) }
}

/// What a line of a script can ask for: a word, and numbers or names behind it where the word takes any.
public protocol ScriptWord: Hashable, Sendable {
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
    public static func argumentCount(of word: String) -> Int { 0 }
}

extension ScriptWord where Self: RawRepresentable<String> & CaseIterable {
    /// Every word there is, in the order in which they are listed.
    public static var words: [String] { allCases.map(\.rawValue) }
    /// Makes it from what was written.
    public init?(word: String, arguments: [String]) { self.init(rawValue: word) }
    /// The word and its arguments, as a script has them.
    public var line: String { rawValue }
}

extension SessionCommand: ScriptWord {
    private static var interruptionWord: String { "interruption" }
    private static func motionWord(_ isReduced: Bool) -> String { isReduced ? "less-motion" : "full-motion" }
    /// What every game has, in the order in which it is listed.
    private static var common: [Self] {
        [.ready, .pause, .resume, .interruption, .reduceMotion(true), .reduceMotion(false), .playAgain, .quit]
    }

    /// Every word there is, in the order in which they are listed.
    public static var words: [String] { Deed.words + common.map(\.line) }
    /// How many arguments follow a word.
    public static func argumentCount(of word: String) -> Int { Deed.argumentCount(of: word) }

    /// Makes it from what was written.
    public init?(word: String, arguments: [String]) {
        if let deed = Deed(word: word, arguments: arguments) {
            self = .deed(deed)
        } else if let command = Self.common.first(where: { $0.line == word }) {
            self = command
        } else {
            return nil
        }
    }

    /// The word and its arguments, as a script has them.
    public var line: String {
        switch self {
        case .deed(let deed): deed.line
        case .press(let button): button.rawValue
        case .interruption: Self.interruptionWord
        case .reduceMotion(let isReduced): Self.motionWord(isReduced)
        }
    }
}

extension SessionCommand: CaseIterable where Deed: CaseIterable {
    /// Every command, the deeds of the game first.
    public static var allCases: [Self] { Deed.allCases.map { .deed($0) } + common }
}
