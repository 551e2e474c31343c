import ThudCore

/// What became of a cue: what it answered, what was given of it, and by which rule.
package struct CueFeedback: Hashable, Sendable {
    package enum Fate: Hashable, Sendable {
        case good
        /// It came late, or something of it was lost.
        case bad
        case leftOut
        /// A lock ignored the press that asked for it.
        case ignored
    }

    package let name: String
    /// The instant of what it answered; of a scheduled cue the instant for which it was meant.
    package let cause: Instant
    /// It was asked for ahead, for an exact instant.
    package let isScheduled: Bool
    package let output: Instant
    /// How long that took, or how late a scheduled cue was: `3.2 ms`; nil if it did not come out.
    package let delay: String?
    /// What became of it, in a word or two.
    package let outcome: String
    package let fate: Fate
    /// What was given of each part: `sound 1.00  heard 0.32  flash 1.0`.
    package let plan: String
    /// Which rules changed it: `haptics +3 dB: sounds are off`.
    package let reasons: String
    /// What a player heard of it: `heard after 3.2 ms`.
    package let soundWords: String
    /// What a player felt of it: `felt after 3.2 ms`.
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

    /// What a player saw of it: `#39FF14 0.3 s`.
    package var flashWords: String {
        flash.map { "\($0.colour) \(Decimals.fixed($0.length.seconds, 1)) s" } ?? "none"
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

    /// Nothing is heard or felt.
    package static let none = Strength([], each: .zero, gain: 0)

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
