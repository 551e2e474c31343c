import ThudCore
import ThudTerminal

/// The panel below a round: the last cues in a table and, if there is room, the last seconds as strips.
struct FeedbackPanelView: Hashable {
    let panel: FeedbackPanel
    let now: Instant

    /// The rows of the whole panel: a heading, the strips and a blank row, the heading of the table, and its cues.
    private static let whole = 1 + PanelStrips.rows + 1 + 1 + mostCues
    /// The number of cues in the table of a whole panel.
    private static let mostCues = 4
    /// The smallest useful panel: two headings and one cue.
    private static let least = 3

    /// Returns the number of rows the panel takes so that a round still fits above it. 0 if there is no room.
    static func rows(on size: Size) -> Int {
        let left = size.rows - ShellPicture.smallest.rows
        return left < least ? 0 : min(left, whole)
    }

    func draw(in area: Area, on canvas: inout Canvas) {
        guard area.rows >= Self.least else { return }
        canvas.grid.fill(area, .plain)
        drawHead(in: area.part(rows: 1), on: &canvas)
        var rest = area.part(row: 1)
        if area.rows >= Self.whole {
            if let picture = panel.picture {
                canvas.grid.draw(picture, at: rest.corner)
            } else {
                PanelStrips(panel: panel, now: now).draw(in: rest.part(rows: PanelStrips.rows), on: &canvas)
            }
            rest = rest.part(row: PanelStrips.rows + 1)
        }
        if let knobs = panel.knobs {
            KnobTable(board: knobs, cues: panel.cues).draw(in: rest, on: &canvas.grid)
        } else {
            PanelTable(panel: panel).draw(in: rest, on: &canvas)
        }
    }

    /// Returns a value that stays the same as long as the picture does. It changes when the strips move by a column.
    func stillFrame(_ size: Size, allowsMotion: Bool) -> AnyHashable {
        let columns = max(1, PanelStrips.room(in: Area(size)).columns)
        let time = PanelTime(columns: columns, end: now - panel.start, isStill: !allowsMotion)
        return [panel, seconds, time] as [AnyHashable]
    }

    private var seconds: String { Decimals.fixed((now - panel.start).seconds, 1) }

    private func drawHead(in row: Area, on canvas: inout Canvas) {
        canvas.grid.fill(row, Style(.white, on: Neon.faint))
        let room = row.part(column: 1, columns: row.columns - 2)
        if let knobs = panel.knobs, knobs.hasKeys {
            canvas.grid.put(
                TextWidth.clipped(KnobBoard.legend, to: room.columns),
                at: room.corner, Style(Neon.gold, on: Neon.faint, .bold))
            return
        }
        let whose = "\(panel.game) · \(seconds) s"
        let titles = panel.knobs == nil ? [whose] : ["\(whose) · \(KnobBoard.call)", KnobBoard.call]
        let figures = TextWidth.clipped(panel.figures, to: room.columns)
        let width = TextWidth.columns(of: figures)
        let place = Position(column: room.endColumn - width, row: row.row)
        canvas.grid.put(figures, at: place, Style(.white, on: Neon.faint))
        // The figures matter more than the name of the game. The hint to the knobs' key stays as long as it fits.
        guard let title = titles.first(where: { TextWidth.columns(of: $0) < room.columns - width }) else { return }
        canvas.grid.put(title, at: Position(column: room.column, row: row.row), Style(.white, on: Neon.faint, .bold))
    }
}

/// The last cues in a table, the latest at the bottom.
struct PanelTable: Hashable {
    let panel: FeedbackPanel

    private enum Column: String {
        case cue, asked, plan, why, out, latency, outcome

        /// The width in columns of the screen. nil takes what the others leave.
        var width: Int? {
            switch self {
            case .cue: 13
            case .asked: 10
            case .plan: 34
            case .why: nil
            case .out: 11
            case .latency: 9
            case .outcome: 10
            }
        }
    }

    private static func columns(_ width: Int) -> [Column] {
        if width >= 110 { return [.cue, .asked, .plan, .why, .out, .latency, .outcome] }
        return width >= 80 ? [.cue, .asked, .why, .latency, .outcome] : [.cue, .why, .latency]
    }

    func draw(in area: Area, on canvas: inout Canvas) {
        let columns = Self.columns(area.columns)
        put(columns.map { ($0, $0.rawValue, Style(Neon.grey)) }, row: area.row, in: area, on: &canvas)
        for (index, cue) in panel.cues.suffix(max(0, area.rows - 1)).enumerated() {
            let cells = columns.map { ($0, text(of: cue, $0), style(of: cue, $0)) }
            put(cells, row: area.row + 1 + index, in: area, on: &canvas)
        }
    }

    private func put(
        _ cells: [(column: Column, text: String, style: Style)], row: Int, in area: Area, on canvas: inout Canvas
    ) {
        let fixed = cells.reduce(0) { $0 + ($1.column.width ?? 0) }
        var column = area.column + 1
        for cell in cells {
            let width = cell.column.width ?? max(0, area.columns - 2 - fixed)
            // One blank separates it from the next column.
            let text = TextWidth.clipped(cell.text, to: max(0, width - 1))
            canvas.grid.put(text, at: Position(column: column, row: row), cell.style)
            column += width
        }
    }

    private func text(of cue: CueFeedback, _ column: Column) -> String {
        switch column {
        case .cue: shortened(cue.name)
        case .asked: seconds(cue.cause)
        case .plan: cue.plan
        case .why: cue.reasons
        case .out: cue.delay == nil ? "–" : seconds(cue.output)
        case .latency: cue.delay ?? "–"
        case .outcome: cue.outcome
        }
    }

    /// Returns a name. A name that is too long is cut to its distinguishing part: `swipe-left` of `step/swipe-left`.
    private func shortened(_ name: String) -> String {
        guard let width = Column.cue.width, TextWidth.columns(of: name) >= width else { return name }
        return name.split(separator: "/").last.map(String.init) ?? name
    }

    private func seconds(_ instant: Instant) -> String {
        "\(Decimals.fixed((instant - panel.start).seconds, 3)) s"
    }

    private func style(of cue: CueFeedback, _ column: Column) -> Style {
        switch column {
        case .cue, .plan: [.leftOut, .ignored].contains(cue.fate) ? Style(Neon.grey) : .plain
        case .asked, .why: Style(Neon.grey)
        case .out, .latency, .outcome: Style(cue.fate.colour)
        }
    }
}

extension CueFeedback.Fate {
    var colour: Colour {
        switch self {
        case .good: Neon.green
        case .bad: Neon.orange
        case .leftOut, .ignored: Neon.grey
        }
    }
}

/// The output of the last cues and its reasons, which a developer or sound designer watches beside a round.
package struct FeedbackPanel: Hashable, Sendable {
    package let game: String
    package let start: Instant
    /// The round's latencies and losses in a few words.
    package let figures: String
    /// The cues, the latest at the end.
    package let cues: [CueFeedback]
    /// The adjustable knobs of the cues. nil if the cues are only watched.
    package let knobs: KnobBoard?
    /// The chosen cue in place of the strips, as high as they are with the row below. nil for the strips.
    package let picture: Grid?

    package init(
        game: String, start: Instant, figures: String, cues: [CueFeedback], knobs: KnobBoard? = nil,
        picture: Grid? = nil
    ) {
        self.knobs = knobs
        self.picture = picture
        self.game = game
        self.start = start
        self.figures = figures
        self.cues = cues
    }

    package static let pictureRows = PanelStrips.rows + 1

    package static let span = Interval.seconds(4)
}
