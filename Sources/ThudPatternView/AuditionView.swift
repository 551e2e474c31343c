import ThudCore
import ThudGameUI
import ThudTerminal

/// The screen of `thud audition`: the name of a pattern, its rendering, a timeline, its figures, and the keys.
package struct AuditionView: Hashable, Sendable {
    package var name: String
    package var description = ""
    /// The position among the patterns, from 1.
    package var place = 1
    package var count = 1
    package var renderings: [String]
    package var rendering = 0
    /// The live control that multiplies, 0 to 1.
    package var intensity = 1.0
    /// The live control that is added, -1 to 1.
    package var sharpness = 0.0
    /// What the key q leads to: the end of the program, or the launcher's menu.
    package var leavesTo = "quit"
    /// Whether the pattern repeats until it is stopped.
    package var isLooping = false
    /// Whether the pattern plays again whenever its file is saved.
    package var isWatching = false
    package var figures: [String] = []
    /// A message: a diagnostic of the lint, or a file that cannot be read.
    package var message: String?
    /// Whether the message reports a fault rather than information.
    package var isProblem = false
    /// The pattern, measured in ``columns(of:)``; nil if none could be read.
    package var chart: PatternChart?
    /// The progress of the playback, 0 to 1; nil while nothing sounds.
    package var playhead: Double?
    /// The name of the lowest lane.
    package var signalName = "signal"
    /// The onsets of the sound in the lowest lane.
    package var onsets: [OnsetMark] = []
    /// The knobs below the lanes, if there are any, and the command that does the same.
    package var knobs: KnobBoard?
    package var command = ""
    /// The cursor and what it may choose; nil if nothing is edited.
    package var marks: EditMarks?
    /// The words beside the renderings, in place of the live controls.
    package var status: [String]?
    /// The keys of the last row, in place of those that only listen.
    package var keys: [KeyWord]?
    /// The keys that are explained in place of the lanes; empty for the lanes.
    package var explained: [KeyWord] = []

    package init(name: String, renderings: [String]) {
        self.name = name
        self.renderings = renderings
    }

    package static let smallest = Size(columns: 40, rows: 12)
    package static let smallestWithKnobs = Size(columns: 64, rows: 14)

    /// Returns how many columns a chart should have: two dots per cell.
    package static func columns(of size: Size) -> Int { 2 * max(1, lanes(of: size).columns) }

    /// Returns how many keys an editor can explain at once.
    package static func keyRoom(of size: Size) -> Int {
        let lanes = lanes(of: size, above: figureRows(size))
        return lanes.rows * keyColumns(in: lanes)
    }

    private static func keyColumns(in lanes: Area) -> Int { lanes.columns + TimelineView.gutter >= 70 ? 2 : 1 }

    /// The rows of the figures if there are no knobs.
    private static func figureRows(_ size: Size) -> Int { size.rows < 18 ? 1 : 2 }

    private static func lanes(of size: Size, above footRows: Int = 0) -> Area {
        let margin = size.columns >= 80 ? 2 : 1
        return Area(
            column: TimelineView.gutter + margin, row: 4,
            columns: size.columns - TimelineView.gutter - 2 * margin,
            rows: max(3, size.rows - 8 - footRows))
    }

    /// The rows below the lanes of a screen. A low one has room for fewer.
    private struct Foot {
        var figures: Int
        /// The blank rows above the knobs.
        var gap = 0
        var knobs = 0
        var command = 0
        /// The rows of the message beyond the first.
        var message = 0

        var rows: Int { figures + gap + knobs + command + message }
    }

    private func foot(of size: Size) -> Foot {
        guard let knobs else {
            return Foot(figures: Self.figureRows(size), message: max(0, messageLines(size).count - 1))
        }
        let rows = min(knobs.rows.count, max(1, size.rows - 12))
        let isTall = size.rows >= 30
        return Foot(figures: size.rows < 24 ? 0 : 1, gap: isTall ? 1 : 0, knobs: rows, command: isTall ? 2 : 1)
    }

    /// Returns the message on as many lines as there is room for. Explained keys and knobs leave one.
    private func messageLines(_ size: Size) -> [String] {
        let width = size.columns - 2 * (Self.lanes(of: size).column - TimelineView.gutter)
        let most = explained.isEmpty && knobs == nil && size.rows >= 20 ? 3 : 1
        return TextWidth.wrapped(message ?? "", to: width, rows: most)
    }

    private var least: Size { knobs == nil ? Self.smallest : Self.smallestWithKnobs }

    package func draw(_ size: Size) -> Grid {
        var grid = Grid(size)
        guard size.holds(least) else {
            drawTooSmall(on: &grid)
            return grid
        }
        let lanes = Self.lanes(of: size, above: foot(of: size).rows)
        let left = lanes.column - TimelineView.gutter
        drawHead(on: &grid, left: left)
        if !explained.isEmpty {
            drawKeys(in: lanes, left: left, on: &grid)
        } else if let chart {
            TimelineView(chart: chart, signalName: signalName, playhead: playhead, marks: marks, onsets: onsets)
                .draw(in: lanes, on: &grid)
        }
        drawFoot(on: &grid, left: left)
        return grid
    }

    private func drawTooSmall(on grid: inout Grid) {
        let words = "The terminal is too small: \(least.columns)×\(least.rows) at least"
        let lines = TextWidth.wrapped(words, to: grid.size.columns)
        grid.put(lines: lines, at: Position(column: 0, row: 0), Style(Neon.red))
    }

    private func drawHead(on grid: inout Grid, left: Int) {
        let width = grid.size.columns - 2 * left
        let counter = "\(place) of \(count)"
        let room = width - counter.utf8.count - 2
        grid.put(
            TextWidth.clipped(name, to: room), at: Position(column: left, row: 0), Style(.white, on: .black, .bold))
        grid.put(counter, at: Position(column: left + width - counter.utf8.count, row: 0), Style(Neon.grey))
        let style = marks == nil ? Style(Neon.grey) : .plain
        grid.put(TextWidth.clipped(description, to: width), at: Position(column: left, row: 1), style)
        drawSettings(on: &grid, left: left, width: width)
    }

    /// Draws the renderings with the chosen one lit, then the settings that the keys have changed.
    private func drawSettings(on grid: inout Grid, left: Int, width: Int) {
        var column = left
        for (index, name) in renderings.enumerated() {
            let style = index == rendering ? Style(.black, on: Neon.green, .bold) : Style(Neon.grey)
            column += grid.put(" \(name) ", at: Position(column: column, row: 2), style) + 1
        }
        let sign = sharpness < 0 ? "" : "+"
        var words =
            status ?? [
                "intensity ×\(Decimals.fixed(intensity, 2))", "sharpness \(sign)\(Decimals.fixed(sharpness, 2))",
            ]
        if isLooping { words.append("loop") }
        if isWatching { words.append("watching") }
        let text = words.joined(separator: "   ")
        // The row below is blank: it takes what a narrow screen has no room for.
        let isWide = column + 2 + TextWidth.columns(of: text) <= left + width
        let place = isWide ? Position(column: column + 2, row: 2) : Position(column: left + 1, row: 3)
        grid.put(TextWidth.clipped(text, to: width - 1), at: place)
    }

    /// Explains the keys, in two columns if there is room.
    private func drawKeys(in lanes: Area, left: Int, on grid: inout Grid) {
        let columns = Self.keyColumns(in: lanes)
        let width = (lanes.endColumn - left) / columns
        let rows = min(lanes.rows, (explained.count + columns - 1) / columns)
        for (index, entry) in explained.prefix(rows * columns).enumerated() {
            let place = Position(column: left + index / rows * width, row: lanes.row + index % rows)
            grid.put(entry.key, at: place, Style(.white, on: .black, .bold))
            grid.put(
                TextWidth.clipped(entry.word, to: width - 12), at: Position(column: place.column + 11, row: place.row),
                Style(Neon.grey))
        }
    }

    /// Returns the figures on some rows, each as full as it can be, closer together if that makes room for all of them.
    private func fitted(_ rows: Int, _ width: Int) -> [String] {
        func lines(_ gap: Int) -> [String] {
            FooterView.broken(figures, columns: width, gap: gap) { TextWidth.columns(of: $0) }.map {
                TextWidth.clipped($0.joined(separator: String(repeating: " ", count: gap)), to: width)
            }
        }
        let wide = lines(3)
        return Array((wide.count > rows ? lines(2) : wide).prefix(rows))
    }

    private func drawFoot(on grid: inout Grid, left: Int) {
        let width = grid.size.columns - 2 * left
        let last = grid.size.rows - 1
        let foot = foot(of: grid.size)
        var row = last - 2 - foot.rows + foot.gap
        if let knobs {
            // The names begin one column after a mark, and the area one before it.
            KnobTable(board: knobs).draw(
                in: Area(column: left - 2, row: row, columns: width + 3, rows: foot.knobs), on: &grid)
            row += foot.knobs
            let lines = TextWidth.wrapped(command, to: width, rows: foot.command)
            grid.put(lines: lines, at: Position(column: left, row: row), Style(Neon.green))
            row += foot.command
        }
        grid.put(lines: fitted(foot.figures, width), at: Position(column: left, row: row))
        let place = Position(column: left, row: last - 2 - foot.message)
        grid.put(lines: messageLines(grid.size), at: place, Style(isProblem ? Neon.red : Neon.orange))
        // There is something to browse only beside other patterns.
        let browsing = count > 1 ? [KeyWord("n p", "browse")] : []
        let listening =
            [KeyWord("space", "play"), KeyWord("q", leavesTo)] + browsing + [
                KeyWord("r", "render"), KeyWord("l", "loop"), KeyWord("↑↓", "intensity"), KeyWord("←→", "sharpness"),
            ]
        drawLegend(keys ?? listening, left: left, width, on: &grid)
    }

    /// Draws keys and what they do in the last row, or on a narrow screen in two. Keys that do not fit are left out.
    private func drawLegend(_ keys: [KeyWord], left: Int, _ width: Int, on grid: inout Grid) {
        let gap = width < 96 ? 2 : 3
        let lines = FooterView.broken(keys, columns: width, gap: gap) { key in
            TextWidth.columns(of: key.key) + 1 + TextWidth.columns(of: key.word)
        }.prefix(2)
        for (index, line) in lines.enumerated() {
            var place = Position(column: left, row: grid.size.rows - lines.count + index)
            for entry in line {
                place.column += grid.put(entry.key, at: place, Style(.white, on: .black, .bold)) + 1
                place.column += grid.put(entry.word, at: place, Style(Neon.grey)) + gap
            }
        }
    }
}

/// A key, and a word or two for what it does.
package struct KeyWord: Hashable, Sendable {
    package let key: String
    package let word: String

    package init(_ key: String, _ word: String) {
        self.key = key
        self.word = word
    }
}

extension [KeyWord] {
    /// Returns the keys from `first` on, as many as there is room for. The last one shows more if some are left.
    package func page(from first: Int, room: Int) -> [KeyWord] {
        let rest = dropFirst(first)
        return rest.count <= room ? Array(rest) : rest.prefix(room - 1) + [KeyWord("?", "more keys")]
    }

    /// Returns the first key of the page after the one that begins at `first`; nil if that is the last page.
    package func nextPage(after first: Int, room: Int) -> Int? { count - first <= room ? nil : first + room - 1 }
}
