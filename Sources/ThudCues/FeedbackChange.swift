import Glibc

/// A change that a rule of ``FeedbackPolicy`` made to a part of a cue. Without changes the cue plays as designed.
public struct FeedbackChange: Hashable, Sendable {
    /// A part of a cue.
    public enum Part: String, CaseIterable, Hashable, Sendable {
        case sound, haptics, flash, confetti, motion
    }

    /// Why something was changed.
    public enum Rule: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
        case soundOff, silentSwitch, volume, loud, hapticsOff, hapticsGiven, thinned, locked, paused,
            nothingHeard, nothingLeft, reduceMotion

        /// A few words that complete "because ...".
        public var description: String {
            switch self {
            case .soundOff: "sounds are off"
            case .silentSwitch: "the silent switch is on"
            case .volume: "the volume is turned down"
            case .loud: "party mode is on"
            case .hapticsOff: "haptics are off"
            case .hapticsGiven: "its haptics are played"
            case .thinned: "another cue was felt just before"
            case .locked: "a lock ignores the press"
            case .paused: "the round is paused"
            case .nothingHeard: "no sound is heard"
            case .nothingLeft: "nothing else of the cue remains"
            case .reduceMotion: "reduced motion is on"
            }
        }
    }

    /// What the rule did to the part.
    public enum Effect: Hashable, Sendable {
        /// The part is left out.
        case leftOut
        /// The part is louder or softer, by a number of decibels.
        case gain(decibels: Double)
        /// The part is shown at this brightness; 1 is usual.
        case brightness(Double)
        /// The part is shown although the cue has none of its own.
        case added
    }

    /// The part that was changed.
    public let part: Part
    /// Why it was changed.
    public let rule: Rule
    /// What the rule did to it.
    public let effect: Effect

    init(_ part: Part, _ rule: Rule, _ effect: Effect) {
        self.part = part
        self.rule = rule
        self.effect = effect
    }

    /// Returns the changes of a rule that leaves out the whole cue, part by part, whatever the settings.
    static func all(of cue: Cue, leftOutBy rule: Rule) -> [FeedbackChange] {
        let parts: [(Part, Bool)] = [
            (.sound, cue.hasSound), (.haptics, cue.hasHaptics), (.flash, cue.flash != nil), (.confetti, cue.confetti),
            (.motion, true),
        ]
        return parts.compactMap { part, isThere in isThere ? FeedbackChange(part, rule, .leftOut) : nil }
    }

    /// Returns the changes to a cue with some settings, part by part.
    ///
    /// - Parameters:
    ///   - isFelt: Whether the haptics of this cue are kept.
    ///   - isMuted: Whether no sound is heard.
    ///   - isSilent: Whether nothing is heard or felt.
    static func all(
        of cue: Cue, _ settings: FeedbackSettings, isFelt: Bool, isMuted: Bool, isSilent: Bool
    ) -> [FeedbackChange] {
        var changes: [FeedbackChange] = []
        if cue.hasSound {
            let standsIn = cue.sounds == .unfelt && isFelt && settings.haptics != .off
            changes += standsIn ? [.init(.sound, .hapticsGiven, .leftOut)] : sound(settings)
        }
        if cue.hasHaptics { changes += haptics(settings, isFelt: isFelt) }
        if cue.flash != nil, isMuted {
            changes.append(.init(.flash, .nothingHeard, .brightness(FeedbackPolicy.mutedBrightness)))
        }
        if cue.flash == nil, isSilent { changes.append(.init(.flash, .nothingLeft, .added)) }
        guard settings.reduceMotion else { return changes }
        if cue.confetti { changes.append(.init(.confetti, .reduceMotion, .leftOut)) }
        return changes + [.init(.motion, .reduceMotion, .leftOut)]
    }

    private static func sound(_ settings: FeedbackSettings) -> [FeedbackChange] {
        guard settings.soundOn else { return [.init(.sound, .soundOff, .leftOut)] }
        let changes = loudspeakers(.sound, settings)
        guard settings.haptics == .off, !changes.contains(where: { $0.effect == .leftOut }) else { return changes }
        return changes + [.init(.sound, .hapticsOff, .gain(decibels: FeedbackPolicy.boost))]
    }

    private static func haptics(_ settings: FeedbackSettings, isFelt: Bool) -> [FeedbackChange] {
        guard isFelt else { return [.init(.haptics, .thinned, .leftOut)] }
        switch settings.haptics {
        case .off: return [.init(.haptics, .hapticsOff, .leftOut)]
        case .drive: return []
        case .heard: return loudspeakers(.haptics, settings)
        }
    }

    private static func loudspeakers(_ part: Part, _ settings: FeedbackSettings) -> [FeedbackChange] {
        guard !settings.silent else { return [.init(part, .silentSwitch, .leftOut)] }
        guard settings.volume > 0 else { return [.init(part, .volume, .leftOut)] }
        var changes: [FeedbackChange] = []
        if settings.volume < 1 { changes.append(.init(part, .volume, .gain(decibels: 20 * log10(settings.volume)))) }
        if settings.isLoud { changes.append(.init(part, .loud, .gain(decibels: FeedbackPolicy.partyBoost))) }
        return changes
    }
}
