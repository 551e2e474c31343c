import ThudCore

/// An effect that a round requests. It says what happened, never how that sounds.
package enum RoundEffect<Cue: Hashable & Sendable>: Hashable, Sendable {
    /// Play this cue now. A flash has the colour `tint` of the player concerned, or its own.
    case cue(Cue, tint: Colour? = nil)
    /// Play this cue at an exact later instant. `tint` colours its flash as in `cue`.
    case schedule(Cue, at: Instant, tint: Colour? = nil)
    /// Cancel every scheduled cue that has not begun.
    case cancelScheduled
    /// The round is paused: stop all sounds and cancel scheduled cues. The round itself ends its continuous cues.
    case silence
    /// A lock ignored the press that requested this cue. The cue is not played, and its report says so.
    case ignored(Cue)
    /// Begin a continuous cue. It ends any earlier one under the same key.
    case begin(Cue, as: LiveKey)
    /// Move a control of a continuous cue to a value, linearly over this time from now.
    case turn(LiveKey, LiveControl, to: Double, over: Interval)
    /// End a continuous cue, fading over this time. Nothing happens if the key is unused.
    case end(LiveKey, fade: Interval)
    /// Show this to those who watch, listen or read along.
    case show(Moment)
    case finished(Outcome)

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

/// Identifies a continuous cue, so that the round can control and end it. The round chooses the number. A key may be
/// used again after its cue has ended.
package struct LiveKey: Hashable, Sendable, Codable {
    package let number: Int

    package init(_ number: Int) { self.number = number }
}

/// An event of a round in words: the one source for the journal, plain lines and screen readers.
package struct Moment: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// What waits for an answer is shown: a card, a gesture. The text is what is shown. One answer follows each.
        case prompt
        /// An answer to the last prompt was judged, or there was none in time. The text says how, and what it led to.
        case answer
        /// Anything else that a player who does not look should know.
        case note
    }

    package let kind: Kind
    /// A few words in the language of the game.
    package let text: String

    package static func prompt(_ text: String) -> Moment { Moment(kind: .prompt, text: text) }
    package static func answer(_ text: String) -> Moment { Moment(kind: .answer, text: text) }
    package static func note(_ text: String) -> Moment { Moment(kind: .note, text: text) }
}

/// The name of a cue: its game and its event. The sound and haptics of a cue are defined elsewhere.
package struct CueName: Hashable, Sendable, CustomStringConvertible {
    package let game: String
    /// The event, for example `times-up`.
    package let name: String

    /// The game and the name with a slash between them, as cues are written everywhere.
    package var description: String { "\(game)/\(name)" }
}

/// The cues that a game may play. A test compares them with the folder of the game's sounds.
///
///     enum PocketCue: String, CueSet {
///         static let game = "pocket"
///         case right, failure, timesUp = "times-up"
///     }
package protocol CueSet: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The game: the folder in `Sounds`.
    static var game: String { get }
}

extension CueSet {
    package var name: CueName { CueName(game: Self.game, name: rawValue) }
}

/// An effect for the program to perform, with the instant of its cause in the game: the motion sample, the key press,
/// the end of the countdown. Latency counts from that instant.
package struct SessionEffect: Hashable, Sendable {
    package let effect: RoundEffect<CueName>
    package let cause: Instant
}
