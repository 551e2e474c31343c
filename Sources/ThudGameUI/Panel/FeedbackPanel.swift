import ThudCore

/// What was given of the last cues, and why: what a developer or a sound designer watches beside a round.
package struct FeedbackPanel: Hashable, Sendable {
    package let game: String
    package let start: Instant
    /// The round's latencies and losses in a few words.
    package let figures: String
    /// The cues, the latest at the end.
    package let cues: [CueFeedback]
    /// What can be turned of the cues; nil where they are only watched.
    package let knobs: KnobBoard?

    /// A panel; `figures` are the round's latencies and losses in a few words.
    package init(game: String, start: Instant, figures: String, cues: [CueFeedback], knobs: KnobBoard? = nil) {
        self.knobs = knobs
        self.game = game
        self.start = start
        self.figures = figures
        self.cues = cues
    }

    /// For how long the panel shows what was given.
    package static let span = Interval.seconds(4)
}
