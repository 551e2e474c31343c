public import ThudCore

/// Everything that decides a round that begins: what the player chose, and what the shell knows.
public struct RoundSetup: Hashable, Sendable {
    /// The mode's name, one of the game's.
    public var mode: String
    /// How long the round is, in games whose rounds have a length.
    public var length: Interval
    /// Decides everything that is left to chance.
    public var seed: UInt64
    /// The cards, in games that are played with a deck.
    public var cards: [String]
    /// The cards that have been seen already: they come only once the others are through.
    public var seen: Set<String>
    /// Whether it begins with a hand-over, as in a tournament.
    public var handsOver: Bool
    /// The players, in order, where there are several.
    public var players: [String]
    /// Whether the player may have to be taught how it goes; a game that keeps by itself what its player has seen knows better.
    public var tutorial: Bool
    /// The least time from asking for a scheduled cue to its instant at which the output can put it on its exact frame.
    public var lead: Interval
    /// Whether there is to be less motion: what would have to be held or traced is done by one press.
    public var reduceMotion: Bool
    /// The best score of the mode so far, which a round may beat; nil where there is none.
    public var best: Int?
    /// The game's own options by name, `activation` or `discreet`.
    public var options: [String: String]

    /// A round with the usual of everything.
    public init(
        mode: String, length: Interval = .seconds(60), seed: UInt64, cards: [String] = [], seen: Set<String> = [],
        handsOver: Bool = false, players: [String] = [], tutorial: Bool = false, lead: Interval = .milliseconds(100),
        reduceMotion: Bool = false, best: Int? = nil, options: [String: String] = [:]
    ) {
        self.mode = mode
        self.length = length
        self.seed = seed
        self.cards = cards
        self.seen = seen
        self.handsOver = handsOver
        self.players = players
        self.tutorial = tutorial
        self.lead = lead
        self.reduceMotion = reduceMotion
        self.best = best
        self.options = options
    }
}
