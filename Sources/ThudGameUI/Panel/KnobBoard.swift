import ThudInput

/// The knobs of a game's cues and timings, and which of them is chosen. Each cue is a row, each knob a column.
package struct KnobBoard: Hashable, Sendable {
    /// A cue or a timing with the values of its knobs.
    package struct Row: Hashable, Sendable {
        /// The cue's name within its game, or the name of the timing.
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
    /// Whether keys turn knobs. If not, they go to the round.
    package var hasKeys = false

    /// Creates a board on which the first knob is chosen.
    package init(titles: [String], rows: [Row]) { (self.titles, self.rows) = (titles, rows) }

    /// Chooses the knob that many rows and columns away, stopping at the edges and at the last knob of a row.
    package mutating func move(rows: Int, columns: Int) {
        row = min(max(row + rows, 0), max(self.rows.count - 1, 0))
        column = min(max(chosenColumn + columns, 0), max(knobs.count - 1, 0))
    }

    /// The column of the knob that keys turn.
    package var chosenColumn: Int { min(column, max(knobs.count - 1, 0)) }
    private var knobs: [Knob] { rows.indices.contains(row) ? rows[row].knobs : [] }

    static let legend = "↑↓ ←→ choose  + − turn  0 as designed  space hear  s save  ctrl-t to the round"
    /// The hint that names the key which switches the keyboard to the knobs.
    static let call = "ctrl-t: knobs"

    /// Returns the request of a key while the knobs have the keys. nil if it means nothing.
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

    package enum Request: Hashable, Sendable {
        /// Choose another knob, that many rows and columns away.
        case choose(rows: Int, columns: Int)
        /// Turn the chosen knob by this many steps.
        case turn(Int)
        case restore
        case hear
        /// Save the turned values to files.
        case save
        case leave
    }
}
