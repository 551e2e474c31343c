public import ThudCore

/// A line that requests something of cues: one of the verbs below, optionally at a time.
///
///     kape/correct                              # as soon as possible
///     +0.250 kape/tick gain -6 as t             # a quarter of a second later, 6 dB softer, called `t`
///     @81234567890 kape/tick                    # for what happened at that instant of CLOCK_MONOTONIC, in ns
///     +1 begin habit/hold as h
///     turn h intensity 0.8 over 0.2
///     end h fade 0.04
///     cancel t
///     stop
///     names
public struct CueLine: Hashable, Sendable {
    /// What the line requests.
    public enum Verb: Hashable, Sendable {
        /// Plays a cue, louder or softer by the factor `gain`, which the line states in dB.
        case play(String, gain: Double, tag: String?)
        /// Begins a cue that lasts.
        case begin(String, tag: String)
        /// Moves a control of the cue that lasts to a value.
        case turn(tag: String, LiveControl, to: Double, over: Interval)
        /// Ends the cue that lasts.
        case end(tag: String, fade: Interval)
        /// Cancels the cue that has not begun, or cuts it.
        case cancel(tag: String)
        /// Silences all cues of the sender.
        case stop
        /// Asks for the names of the cues.
        case names
    }

    /// When a line is to take effect.
    public enum Time: Hashable, Sendable {
        /// This long after the line, or after the start of its script.
        case after(Interval)
        /// At an instant of CLOCK_MONOTONIC. If it has passed, it is the cause of what happens now.
        case at(Instant)
    }

    /// What the line requests.
    public let verb: Verb
    /// When the line is to take effect; nil if it states no time.
    public let time: Time?
    /// The number of the line in its text, from 1. A request that was not written as a line has a number of its
    /// sender's, or 0.
    public let number: Int
    /// The column of the cue's name or the tag, from 1; 0 for a request that was not written as a line.
    private let column: Int

    /// The latest second that a line can state. A sound file holds little more.
    public static let longest = 300.0
    /// The most bytes that a line can have.
    public static let mostBytes = 1_000
    /// The gains that a line can state, in dB.
    public static let gains = -60.0...12.0

    /// Reads a line; nil if it holds only blanks and a comment, which starts with `#`.
    ///
    /// - Parameters:
    ///   - line: The text of the line.
    ///   - number: The number of the line, from 1.
    ///   - file: The name of the text, for errors.
    /// - Throws: `ThudError` (bad input) if the line is invalid.
    public init?(parsing line: Substring, number: Int, file: String) throws(ThudError) {
        var words = try CueLineWords(line, number: number, file: file)
        guard let first = words.peek else { return nil }
        self.number = number
        time = try words.time()
        if time != nil, words.peek == nil {
            throw words.error(at: first, "expected a cue after the time, as in kape/tick")
        }
        (verb, column) = try words.verb()
        try words.end()
    }

    /// Creates a request that was not written as a line, for example one that came over a bus.
    package init(_ verb: Verb, at time: Time? = nil, number: Int = 0) {
        self.verb = verb
        self.time = time
        self.number = number
        column = 0
    }

    /// The cue that the line plays or begins; nil for the other verbs.
    public var cue: String? {
        switch verb {
        case .play(let cue, _, _), .begin(let cue, _): cue
        case .turn, .end, .cancel, .stop, .names: nil
        }
    }

    /// What the sender calls the cue; nil for a line without a tag.
    package var tag: String? {
        switch verb {
        case .play(_, _, let tag): tag
        case .begin(_, let tag), .turn(let tag, _, _, _), .end(let tag, _), .cancel(let tag): tag
        case .stop, .names: nil
        }
    }

    /// The delay after the line; nil if the line states none.
    public var delay: Interval? { if case .after(let delay) = time { delay } else { nil } }

    /// Returns an error about the cue or the tag of the line.
    public func error(_ message: String, file: String) -> ThudError {
        ThudError(file: file, line: number, column: column, message: message)
    }

    /// Returns the error that there is no such cue among `names`.
    public func unknown(file: String, among names: some Sequence<String>) -> ThudError {
        let cue = cue ?? ""
        let advice = NearestName.question(cue, among: Array(names), or: "; `thud names` lists the names")
        return error("unknown cue `\(TypedText.shown(cue))`\(advice)", file: file)
    }
}
