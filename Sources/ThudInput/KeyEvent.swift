import ThudCore

package struct KeyEvent: Hashable, Sendable {
    /// What happened to the key. The raw values are the words of scripts.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case press = "key+"
        case repeated = "key*"
        case release = "key-"
    }

    package enum Certainty: Hashable, Sendable {
        /// A terminal or a script reported it, and no `HeldKeyDetector` has judged it yet.
        case told
        case certain
        /// A press that may be the first repeat of a held key, and which the same key follows as `settled`. Or a
        /// release that is inferred from silence, which nothing follows.
        case doubted
        /// The doubted press again, at the same instant, now known to be a press or a repeat.
        case settled
    }

    package private(set) var key: Key
    package var kind: Kind
    /// The modifiers that were held. Shift does not count if it only produces another character.
    package private(set) var modifiers: Modifiers
    package var certainty: Certainty
    /// Whether the release of a pressed key will be reported. Otherwise it is inferred from silence.
    package var tellsRelease: Bool
    /// Whether the keyboard is Greek. It has `;` at the place of `q`.
    package var isGreek = false
    /// The time of the event; meaningless before the event is judged.
    package var instant: Instant

    /// Creates an event that has not been judged yet. By default it is a plain press.
    package init(_ key: Key, _ kind: Kind = .press, modifiers: Modifiers = []) {
        self.key = key
        self.kind = kind
        self.modifiers = modifiers
        certainty = .told
        tellsRelease = false
        instant = Instant(nanoseconds: 0)
    }

    package var isCertain: Bool { certainty != .doubted }

    /// Returns when a command of this press was given: a doubted press was none until it is settled, at `now`.
    package func commanded(by now: Instant) -> Instant { certainty == .settled ? now : instant }

    /// Whether this is a certain press. A held key is one press.
    package var isPress: Bool { kind == .press && isCertain }
    /// Whether the event counts as one stroke in lists and text fields, in which a held key acts repeatedly. Each
    /// press and each repeat counts once, as soon as it comes.
    package var isStroke: Bool { kind != .release && certainty != .settled }

    /// The same event on a Latin keyboard. Commands are Latin letters.
    package var inLatin: KeyEvent {
        let latin: Character
        switch key {
        case .character(";") where isGreek: latin = "q"
        case .character(":") where isGreek: latin = "Q"
        case .character(let letter): latin = letter.atItsPlace ?? letter
        default: return self
        }
        var event = self
        event.key = .character(latin)
        return event
    }

    /// The same event of a letter key on a Latin keyboard, as if neither Shift nor Caps Lock were on. Commands are
    /// small letters.
    package var inLowerCase: KeyEvent {
        var event = inLatin
        guard case .character(let letter) = event.key, letter.isUppercase, let small = letter.lowercased().first else {
            return event
        }
        event.key = .character(small)
        event.modifiers.remove(.shift)
        return event
    }

    func judged(_ certainty: Certainty, as kind: Kind? = nil, tellsRelease: Bool = false) -> KeyEvent {
        var event = self
        event.kind = kind ?? self.kind
        event.certainty = certainty
        event.tellsRelease = tellsRelease
        return event
    }
}
