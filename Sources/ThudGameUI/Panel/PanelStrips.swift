import Glibc
import ThudCore
import ThudTerminal

/// The last seconds of a round as strips that run to the left: causes, sound, haptics, flashes and latencies.
struct PanelStrips: Hashable {
    let panel: FeedbackPanel
    let now: Instant

    /// A time scale and five strips.
    static let rows = 6
    private static let names = 10
    /// The level at or below which a strip is blank, in decibels relative to full scale.
    private static let floor = -42.0
    private static let levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let shades = ["▓", "▒", "░"]
    private static let sound = Colour(0x64D2FF)
    private static let haptics = Colour(0xBF5AF2)

    func draw(in area: Area, on canvas: inout Canvas) {
        for (index, name) in ["", "cause", "sound", "haptics", "flash", "latency"].enumerated() {
            let place = Position(column: area.column + 1, row: area.row + index)
            canvas.grid.put(name, at: place, Style(Neon.grey))
        }
        let room = Self.room(in: area)
        guard room.columns > 0, room.rows >= Self.rows else { return }
        let time = PanelTime(columns: room.columns, end: now - panel.start, isStill: !canvas.allowsMotion)
        drawScale(time, in: room, on: &canvas)
        drawLabels(time, in: room, on: &canvas)
        for column in 0..<room.columns { drawStrips(time, column, in: room, on: &canvas) }
    }

    /// Returns what is left of an area beside the names of the strips.
    static func room(in area: Area) -> Area { area.part(column: names + 1, columns: area.columns - names - 2) }

    private func drawScale(_ time: PanelTime, in room: Area, on canvas: inout Canvas) {
        for (second, column) in time.wholeSeconds where second >= 0 {
            let place = Position(column: room.column + column, row: room.row)
            canvas.grid.put("\(second) s", at: place, Style(Neon.faint), limit: room.columns - column)
        }
    }

    /// Draws the cues' causes and their latencies.
    private func drawLabels(_ time: PanelTime, in room: Area, on canvas: inout Canvas) {
        let cues = panel.cues.compactMap { cue in time.column(of: cue.cause - panel.start).map { (cue, $0) } }
        for (index, (cue, column)) in cues.enumerated() {
            let next = cues.dropFirst(index + 1).first { $0.1 > column }.map { $0.1 - 1 } ?? room.columns
            let limit = max(1, next - column)
            let mark = cue.isScheduled ? "◆" : "▼"
            let place = Position(column: room.column + column, row: room.row + 1)
            let style = Style(cue.fate == .leftOut ? Neon.grey : Neon.gold)
            canvas.grid.put(mark + cue.name, at: place, style, limit: limit)
            // Half a figure would read as a different one, so it is left out.
            let told = cue.delay ?? cue.outcome
            guard TextWidth.columns(of: told) <= limit else { continue }
            canvas.grid.put(told, at: Position(column: place.column, row: room.row + 5), Style(cue.fate.colour))
        }
    }

    private func drawStrips(_ time: PanelTime, _ column: Int, in room: Area, on canvas: inout Canvas) {
        let (start, end) = time.span(of: column)
        func peak(_ part: KeyPath<CueFeedback, Strength>) -> Double {
            panel.cues.map { cue in
                let begin = (cue.output - panel.start).seconds
                return cue[keyPath: part].peak(from: start - begin, to: end - begin)
            }.max() ?? 0
        }
        func put(_ text: String, row: Int, _ colour: Colour) {
            canvas.grid.put(text, at: Position(column: room.column + column, row: room.row + row), Style(colour))
        }
        if let level = Self.level(peak(\.sound)) { put(level, row: 2, Self.sound) }
        if let level = Self.level(peak(\.haptics)) { put(level, row: 3, Self.haptics) }
        for cue in panel.cues.reversed() {
            guard let flash = cue.flash else { continue }
            let age = start - (cue.cause - panel.start).seconds
            guard age + time.step > 0, age < flash.length.seconds else { continue }
            let share = max(0, age) / flash.length.seconds
            put(Self.shades[min(2, Int(share * 3))], row: 4, flash.colour)
            break
        }
    }

    /// Returns a peak as a bar in eighths of a row. nil if it is blank.
    private static func level(_ peak: Double) -> String? {
        let share = 1 - 20 * log10(max(peak, 1e-9)) / floor
        guard share > 0 else { return nil }
        return levels[min(levels.count - 1, Int(share * Double(levels.count)))]
    }
}

/// The times of the strips' columns. A column keeps its time while it is visible, so that nothing flickers.
struct PanelTime: Hashable {
    private let columns: Int
    /// The index of the column after the last one, counted from the start of time.
    private let endIndex: Int

    /// The duration of a column, in seconds.
    var step: Double { FeedbackPanel.span.seconds / Double(columns) }

    /// Creates the times of at least one column. `end` is the present since the start of time. If `isStill`, time
    /// advances in whole seconds.
    init(columns: Int, end: Interval, isStill: Bool) {
        self.columns = columns
        let seconds = isStill ? end.seconds.rounded(.down) + 1 : end.seconds
        let count = seconds / (FeedbackPanel.span.seconds / Double(columns))
        endIndex = Int(count.rounded(.down)) + (isStill ? 0 : 1)
    }

    func span(of column: Int) -> (start: Double, end: Double) {
        let index = endIndex - columns + column
        return (Double(index) * step, Double(index + 1) * step)
    }

    /// Returns the column that shows a time. nil if none does.
    func column(of time: Interval) -> Int? {
        let column = Int((time.seconds / step).rounded(.down)) - endIndex + columns
        return (0..<columns).contains(column) ? column : nil
    }

    /// The whole seconds in view, each with its column.
    var wholeSeconds: [(second: Int, column: Int)] {
        let first = Int(span(of: 0).start.rounded(.up))
        let last = Int(span(of: columns - 1).end)
        guard first <= last else { return [] }
        return (first...last).compactMap { second in column(of: .seconds(Double(second))).map { (second, $0) } }
    }
}
