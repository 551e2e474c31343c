import ThudCore

/// What was given of the last cues, and why: what a developer or a sound designer watches beside a round.
package struct FeedbackPanel: Hashable, Sendable {
    package let game: String
    /// From when the panel counts time.
    package let start: Instant
    /// The round's latencies and losses in a few words.
    package let figures: String
    /// The cues, the latest at the end.
    package let cues: [GivenCue]
    /// What can be turned of the cues; nil where they are only watched.
    package let knobs: KnobBoard?

    /// A panel; `figures` are the round's latencies and losses in a few words.
    package init(game: String, start: Instant, figures: String, cues: [GivenCue], knobs: KnobBoard? = nil) {
        self.knobs = knobs
        self.game = game
        self.start = start
        self.figures = figures
        self.cues = cues
    }

    /// For how long the panel shows what was given.
    package static let span = Interval.seconds(4)
}

/// One cue: what it answered, what was given of it, and by which rule.
package struct GivenCue: Hashable, Sendable {
    package enum Fate: Hashable, Sendable {
        /// It came out in time.
        case good
        /// It came late, or something of it was lost.
        case bad
        /// A rule left it out.
        case leftOut
    }

    /// The cue's name within its game.
    package let name: String
    /// What it answered, by its instant; of a scheduled cue the instant for which it was meant.
    package let cause: Instant
    /// It was asked for ahead, for an exact instant.
    package let isScheduled: Bool
    /// When it came out, or would have.
    package let output: Instant
    /// How long that took, or how late a scheduled cue was: `3.2 ms`; nil where it did not come out.
    package let delay: String?
    /// What became of it, in a word or two.
    package let outcome: String
    /// The same as a colour.
    package let fate: Fate
    /// What was given of each part: `sound 1.00  heard 0.32  flash 1.0`.
    package let plan: String
    /// Which rules changed it: `haptics +3 dB: sounds are off`.
    package let reasons: String
    /// How strong its sound was.
    package var sound: Strength
    /// How strong its haptics were.
    package var haptics: Strength
    /// Its flash; nil where there was none.
    package let flash: Flash?

    /// A flash: its colour and its length.
    package struct Flash: Hashable, Sendable {
        let colour: Colour
        let length: Interval

        package init(_ colour: Colour, length: Interval) {
            self.colour = colour
            self.length = length
        }
    }

    package init(
        name: String, cause: Instant, isScheduled: Bool, output: Instant, delay: String?, outcome: String, fate: Fate,
        plan: String, reasons: String, sound: Strength, haptics: Strength, flash: Flash?
    ) {
        self.name = name
        self.cause = cause
        self.isScheduled = isScheduled
        self.output = output
        self.delay = delay
        self.outcome = outcome
        self.fate = fate
        self.plan = plan
        self.reasons = reasons
        self.sound = sound
        self.haptics = haptics
        self.flash = flash
    }
}

/// How strong a part of a cue is as it goes on.
package struct Strength: Hashable, Sendable {
    private let peaks: [Float]
    private let step: Double
    private let gain: Double
    /// Where the control of a cue that lasts stands; such a cue begins again from its first peak until the control is at 0.
    package var lane: PiecewiseLinear?

    /// A part of a cue.
    ///
    /// - Parameters:
    ///   - peaks: linear, full scale is 1; each for `step`.
    ///   - gain: the policy's, linear.
    package init(_ peaks: [Float], each step: Interval, gain: Double) {
        self.peaks = peaks
        self.step = step.seconds
        self.gain = gain
    }

    /// The highest peak between two times, in seconds since the cue came out: linear, full scale is 1.
    func peak(from start: Double, to end: Double) -> Double {
        guard end > 0, !peaks.isEmpty, step > 0, gain > 0 else { return 0 }
        let first = max(0, Int(start / step))
        let last = max(first, Int(end / step))
        let highest = (first...last).reduce(0.0) { max($0, peak(index: $1)) }
        return highest * gain
    }

    private func peak(index: Int) -> Double {
        guard let lane else { return peaks.indices.contains(index) ? Double(peaks[index]) : 0 }
        return Double(peaks[index % peaks.count]) * lane.value(at: (Double(index) + 0.5) * step)
    }
}
