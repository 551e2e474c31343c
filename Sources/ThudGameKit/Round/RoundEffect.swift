import ThudCore

/// What a round asks for. It says what happened, never how that sounds.
package enum RoundEffect<Cue: Hashable & Sendable>: Hashable, Sendable {
    /// Give this cue now; where it flashes, in the colour of whom it is about, or in its own.
    case cue(Cue, tint: Colour? = nil)
    /// Give this cue at an exact instant to come; its flash is coloured as that of a cue that is given now.
    case schedule(Cue, at: Instant, tint: Colour? = nil)
    /// Cancel every cue that is scheduled and has not begun.
    case cancelScheduled
    /// The round stands still: end what sounds, and cancel what is scheduled. Cues that last are ended by the round itself.
    case silence
    /// A lock ignored the press that asked for this cue: nothing of it is given, and its report says so.
    case ignored(Cue)
    /// Begin a cue that lasts; what is begun under the same key before ends.
    case begin(Cue, as: LiveKey)
    /// Lead a control of a cue that lasts to a value, in a straight line over this time from now.
    case turn(LiveKey, Control, to: Double, over: Interval)
    /// End a cue that lasts; it fades over this time. Nothing happens where nothing is under the key.
    case end(LiveKey, fade: Interval)
    /// Tell this to whoever watches, listens or reads along.
    case show(Moment)
    case finished(Outcome)
}

extension RoundEffect {
    /// The same effect with other names for its cues.
    package func map<Other>(_ transform: (Cue) -> Other) -> RoundEffect<Other> {
        switch self {
        case .cue(let cue, let tint): .cue(transform(cue), tint: tint)
        case .schedule(let cue, let instant, let tint): .schedule(transform(cue), at: instant, tint: tint)
        case .cancelScheduled: .cancelScheduled
        case .silence: .silence
        case .ignored(let cue): .ignored(transform(cue))
        case .begin(let cue, let key): .begin(transform(cue), as: key)
        case .turn(let key, let control, let value, let duration): .turn(key, control, to: value, over: duration)
        case .end(let key, let fade): .end(key, fade: fade)
        case .show(let moment): .show(moment)
        case .finished(let outcome): .finished(outcome)
        }
    }
}

/// Names a cue that lasts, so that the round can turn and end it. The round chooses the number; a key that has ended may
/// be used again.
package struct LiveKey: Hashable, Sendable, Codable {
    package let number: Int

    package init(_ number: Int) { self.number = number }
}

/// A control of a cue that lasts, as CHHapticAdvancedPatternPlayer has them.
package enum Control: String, Hashable, Sendable, Codable, CaseIterable {
    /// How strong the haptics are: a factor, 0...1.
    case intensity
    /// How sharp the haptics are: added to the pattern's own, -1...1.
    case sharpness
    /// How loud the sound is: a factor, 0...1.
    case gain
    /// How high the sound is: octaves added, -1...1.
    case pitch
}

/// Something that happens in a round in words: the one source for the journal, for plain lines and for screen readers.
package struct Moment: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Something is shown that waits for an answer: a card, a gesture to make. The text is what is shown.
        case prompt
        /// An answer to the last prompt was judged. The text says how, and what it led to.
        case answer
        /// Anything else that a player who does not look should know.
        case note
    }

    package let kind: Kind
    /// What is said: a few words, as the game says them.
    package let text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Something is shown that waits for an answer.
    package static func prompt(_ text: String) -> Moment { Moment(.prompt, text) }
    package static func answer(_ text: String) -> Moment { Moment(.answer, text) }
    package static func note(_ text: String) -> Moment { Moment(.note, text) }
}
