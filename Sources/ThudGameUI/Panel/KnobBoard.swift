import ThudInput

/// The knobs of a game's cues and timings, and the one that is chosen: a row each, a column a knob.
package struct KnobBoard: Hashable, Sendable {
    /// A cue or a timing, and how its knobs stand.
    package struct Row: Hashable, Sendable {
        /// The cue's name within its game, or what the timing is called.
        package let name: String
        package let knobs: [Knob]

        package init(name: String, knobs: [Knob]) { (self.name, self.knobs) = (name, knobs) }
    }

    package struct Knob: Hashable, Sendable {
        package let text: String
        package let isTurned: Bool

        package init(_ text: String, isTurned: Bool) { (self.text, self.isTurned) = (text, isTurned) }
    }

    package let titles: [String]
    package var rows: [Row]
    package private(set) var row = 0
    private var column = 0
    /// Whether keys turn knobs; otherwise they are the round's.
    package var hasKeys = false

    /// A board on which the first knob is chosen.
    package init(titles: [String], rows: [Row]) { (self.titles, self.rows) = (titles, rows) }

    /// Chooses a knob that many rows and columns further on; at an edge it stays, and where a row has fewer it is the last one.
    package mutating func move(rows: Int, columns: Int) {
        row = min(max(row + rows, 0), max(self.rows.count - 1, 0))
        column = min(max(chosenColumn + columns, 0), max(knobs.count - 1, 0))
    }

    /// The column of the knob that keys turn.
    package var chosenColumn: Int { min(column, max(knobs.count - 1, 0)) }

    private var knobs: [Knob] { rows.indices.contains(row) ? rows[row].knobs : [] }

    /// The keys that turn knobs, and what else they do.
    static let legend = "↑↓ ←→ choose  + − turn  0 as designed  ␣ hear  s save  ctrl-t to the round"
    /// How the knobs come to have the keys.
    static let call = "ctrl-t: knobs"

    /// What a key asks for while knobs have the keys; nil where it means nothing.
    package static func request(of event: KeyEvent) -> Request? {
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
    package enum Request: Hashable, Sendable {
        /// Another knob, that many rows and columns further on.
        case choose(rows: Int, columns: Int)
        /// The chosen knob turned by so many steps.
        case turn(Int)
        case restore
        case hear
        /// What was turned in files.
        case save
        case leave
    }
}
