import ThudCore

/// The outcome of a cue: its cause, what the player received, and the rule that decided it.
package struct CueFeedback: Hashable, Sendable {
    package enum Fate: Hashable, Sendable {
        case good
        /// The cue came late, or part of it was lost.
        case bad
        case leftOut
        /// A lock ignored the press that requested the cue.
        case ignored
    }

    package let name: String
    /// The instant of the cue's cause. For a scheduled cue, the instant it was scheduled for.
    package let cause: Instant
    /// Whether the cue was requested ahead of time, for an exact instant.
    package let isScheduled: Bool
    package let output: Instant
    /// The latency, or how late a scheduled cue was: `3.2 ms`, `on time`. nil if it was not output.
    package let delay: String?
    /// The outcome in a word or two.
    package let outcome: String
    package let fate: Fate
    /// The levels played for each part: `sound 1.00  heard 0.32  flash 1.0`.
    package let plan: String
    /// The rules that changed the cue: `haptics +3 dB: sounds are off`.
    package let reasons: String
    /// What the player heard: `heard after 3.2 ms`.
    package let soundWords: String
    /// What the player felt: `felt after 3.2 ms`.
    package let hapticWords: String
    package var sound: Strength
    package var haptics: Strength
    package let flash: Flash?

    package struct Flash: Hashable, Sendable {
        let colour: Colour
        let length: Interval

        package init(_ colour: Colour, length: Interval) {
            self.colour = colour
            self.length = length
        }
    }

    /// What the player saw: `#39FF14 0.3 s`.
    package var flashWords: String {
        flash.map { "\($0.colour) \(Decimals.short($0.length.seconds, atMost: 2)) s" } ?? "none"
    }

    package init(
        name: String, cause: Instant, isScheduled: Bool = false, output: Instant? = nil, delay: String? = nil,
        outcome: String = "played", fate: Fate = .good, plan: String = "", reasons: String = "",
        soundWords: String = "", hapticWords: String = "", sound: Strength = .none, haptics: Strength = .none,
        flash: Flash? = nil
    ) {
        self.name = name
        self.cause = cause
        self.isScheduled = isScheduled
        self.output = output ?? cause
        self.delay = delay
        self.outcome = outcome
        self.fate = fate
        self.plan = plan
        self.reasons = reasons
        self.soundWords = soundWords
        self.hapticWords = hapticWords
        self.sound = sound
        self.haptics = haptics
        self.flash = flash
    }
}

/// The level of one part of a cue over time.
package struct Strength: Hashable, Sendable {
    private let peaks: [Float]
    private let step: Double
    private let gain: Double
    /// The envelope that controls a continuous cue. Such a cue repeats its peaks until the envelope reaches 0.
    package var lane: PiecewiseLinear?

    /// Creates a level from peaks that each last `step`, and the policy's gain. Both are linear; full scale is 1.
    package init(_ peaks: [Float], each step: Interval, gain: Double) {
        self.peaks = peaks
        self.step = step.seconds
        self.gain = gain
    }

    /// No sound or no haptics.
    package static let none = Strength([], each: .zero, gain: 0)

    /// Returns the highest peak between two times, in seconds since the cue was output. Linear, full scale is 1.
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
