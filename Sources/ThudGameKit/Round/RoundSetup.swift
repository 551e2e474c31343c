import ThudCore

/// Everything that decides a round that begins: what the player chose, and what the shell knows.
package struct RoundSetup: Hashable, Sendable {
    package var mode: String
    /// How long the round is, in games whose rounds have a length.
    package var length: Interval
    package var seed: UInt64
    /// The cards, in games that are played with a deck.
    package var cards: [String]
    /// The cards that have been seen already: they come only once the others are through.
    package var seen: Set<String>
    /// Whether it begins with a hand-over, as in a tournament.
    package var handsOver: Bool
    /// The players, in order, where there are several.
    package var players: [String]
    /// Whether the player may have to be taught how it goes; a game that keeps by itself what its player has seen knows better.
    package var tutorial: Bool
    /// The least time from asking for a scheduled cue to its instant at which the output can put it on its exact frame.
    package var lead: Interval
    /// Whether there is to be less motion: what would have to be held or traced is done by one press.
    package var reduceMotion: Bool
    /// The best score of the mode so far, which a round may beat; nil where there is none.
    package var best: Int?
    /// The game's own options by name, `activation` or `discreet`.
    package var options: [String: String]

    package init(
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
