import ThudCore

/// A key went down, stayed down or went up.
package struct KeyEvent: Hashable, Sendable, Codable {
    /// What happened to the key; the raw values are the words of scripts.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case press = "key+"
        case repeated = "key*"
        case release = "key-"
    }

    /// How sure it is that this is what happened.
    package enum Certainty: Hashable, Sendable, Codable {
        /// A terminal or a script says so, and no `HeldKeyDetector` has judged it yet.
        case told
        case certain
        /// A press that may be the first repeat of a held key: the same key follows as `settled`. Or a release that is
        /// concluded from silence, which nothing follows.
        case doubted
        /// The doubted press again, at the same instant, now known to be a press or a repeat.
        case settled
    }

    package let key: Key
    package var kind: Kind
    /// The modifiers that were held; shift does not count if it only makes another character.
    package let modifiers: Modifiers
    package var certainty: Certainty
    /// Whether the release of a pressed key will be told. Otherwise it is concluded from silence.
    package var tellsRelease: Bool
    /// When it happened; of no meaning before it was judged.
    package var instant: Instant

    /// An event that nobody has judged yet; a plain press unless said otherwise.
    package init(_ key: Key, _ kind: Kind = .press, modifiers: Modifiers = []) {
        self.key = key
        self.kind = kind
        self.modifiers = modifiers
        certainty = .told
        tellsRelease = false
        instant = Instant(nanoseconds: 0)
    }

    package var isCertain: Bool { certainty != .doubted }

    /// Whether the key was pressed, for certain. A held key is one press.
    package var isPress: Bool { kind == .press && isCertain }

    /// Whether the key acts for whoever lets a held key act again and again, as lists and names do: each press and each repeat
    /// once, as soon as it comes.
    package var isStroke: Bool { kind != .release && certainty != .settled }

    func judged(_ certainty: Certainty, as kind: Kind? = nil, tellsRelease: Bool = false) -> KeyEvent {
        var event = self
        event.kind = kind ?? self.kind
        event.certainty = certainty
        event.tellsRelease = tellsRelease
        return event
    }
}
