import ThudCore

/// Everything that determines a new round: the player's choices, and what the shell knows.
package struct RoundSetup: Hashable, Sendable {
    package var mode: String
    /// The length of the round, in games that have one.
    package var length: Interval
    package var seed: UInt64
    package var cards: [String]
    /// What cards mean, for guests.
    package var glosses: [String: String] = [:]
    /// The cards seen already, which come only after the others.
    package var seen: Set<String>
    /// Whether it begins with a hand-over, as in a tournament.
    package var handsOver: Bool
    package var players: [String]
    /// Whether the player may need the tutorial. A game that itself keeps what its player has seen decides on its own.
    package var tutorial: Bool
    /// The least time between requesting a scheduled cue and its instant at which the output can hit the exact frame.
    package var lead: Interval
    /// Whether motion is reduced: one press replaces holding or tracing.
    package var reduceMotion: Bool
    /// The best score of the mode so far, which a round may beat. nil if there is none.
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
