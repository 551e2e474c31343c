public import ThudTerminal

/// The knobs of a game's cues and timings, and the one that is chosen: a row each, a column a knob.
public struct KnobBoard: Hashable, Sendable {
    /// A cue or a timing, and how its knobs stand.
    public struct Row: Hashable, Sendable {
        /// The cue's name within its game, or what the timing is called.
        public let name: String
        /// The knobs; a timing has one.
        public let knobs: [Knob]

        /// A row.
        public init(name: String, knobs: [Knob]) { (self.name, self.knobs) = (name, knobs) }
    }

    /// How a knob stands.
    public struct Knob: Hashable, Sendable {
        /// In its unit.
        public let text: String
        /// Otherwise it stands as it was designed.
        public let isTurned: Bool

        /// A knob.
        public init(_ text: String, isTurned: Bool) { (self.text, self.isTurned) = (text, isTurned) }
    }

    /// What the knobs are called.
    public let titles: [String]
    /// The cues.
    public var rows: [Row]
    /// The row of the chosen knob.
    public private(set) var row = 0
    private var column = 0
    /// Whether keys turn knobs; otherwise they are the round's.
    public var hasKeys = false

    /// A board on which the first knob is chosen.
    public init(titles: [String], rows: [Row]) { (self.titles, self.rows) = (titles, rows) }

    /// Chooses a knob that many rows and columns further on; at an edge it stays, and where a row has fewer it is the last one.
    public mutating func move(rows: Int, columns: Int) {
        row = min(max(row + rows, 0), max(self.rows.count - 1, 0))
        column = min(max(chosenColumn + columns, 0), max(knobs.count - 1, 0))
    }

    /// The column of the knob that keys turn.
    public var chosenColumn: Int { min(column, max(knobs.count - 1, 0)) }

    private var knobs: [Knob] { rows.indices.contains(row) ? rows[row].knobs : [] }

    /// The keys that turn knobs, and what else they do.
    static let legend = "↑↓ ←→ choose  + − turn  0 as designed  ␣ hear  s save  ctrl-t to the round"
    /// How the knobs come to have the keys.
    static let call = "ctrl-t: knobs"

    /// What a key asks for while knobs have the keys; nil where it means nothing.
    public static func request(of event: KeyEvent) -> Request? {
        switch event.key {
        case .up, .character("k"): .choose(rows: -1, columns: 0)
        case .down, .character("j"): .choose(rows: 1, columns: 0)
        case .left, .character("h"): .choose(rows: 0, columns: -1)
        case .right, .character("l"): .choose(rows: 0, columns: 1)
        case .character("+"), .character("="): .turn(1)
        case .character("-"): .turn(-1)
        case .character("0"): .restore
        case .character(" "): .hear
        case .character("s"): .save
        case .escape: .leave
        default: nil
        }
    }

    /// What can be asked for.
    public enum Request: Hashable, Sendable {
        /// Another knob, that many rows and columns further on.
        case choose(rows: Int, columns: Int)
        /// The chosen knob turned by so many steps.
        case turn(Int)
        /// The chosen cue as it was designed.
        case restore
        /// The chosen cue, now.
        case hear
        /// What was turned in files.
        case save
        /// The keys for the round again.
        case leave
    }
}
