import ThudCore

/// The output of the last cues and its reasons, which a developer or sound designer watches beside a round.
package struct FeedbackPanel: Hashable, Sendable {
    package let game: String
    package let start: Instant
    /// The round's latencies and losses in a few words.
    package let figures: String
    /// The cues, the latest at the end.
    package let cues: [CueFeedback]
    /// The adjustable knobs of the cues. nil if the cues are only watched.
    package let knobs: KnobBoard?

    package init(game: String, start: Instant, figures: String, cues: [CueFeedback], knobs: KnobBoard? = nil) {
        self.knobs = knobs
        self.game = game
        self.start = start
        self.figures = figures
        self.cues = cues
    }

    /// The time span that the panel shows.
    package static let span = Interval.seconds(4)
}
