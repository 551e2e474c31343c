import ThudCore
import ThudGameUI
import ThudTerminal
import ThudTextRaster

/// Draws a chart as three lanes over one time axis: intensity, sharpness and signal. Each cell has two by two dots.
package struct TimelineView {
    let chart: PatternChart
    let signalName: String
    let playhead: Double?
    let marks: EditMarks?
    let onsets: [OnsetMark]

    package init(
        chart: PatternChart, signalName: String, playhead: Double? = nil, marks: EditMarks? = nil,
        onsets: [OnsetMark] = []
    ) {
        (self.chart, self.signalName, self.playhead) = (chart, signalName, playhead)
        (self.marks, self.onsets) = (marks, onsets)
    }

    /// The columns before the lanes, for their names and scales.
    package static let gutter = 11

    /// Draws the lanes in `area` and the axis below it. Names and scales use the ``gutter`` columns before it.
    package func draw(in area: Area, on grid: inout Grid) {
        let heights = Self.heights(area.rows)
        let dots = 2 * area.columns
        let lanes: [(name: String, style: Style, scale: (String, String), image: Bitmap)] = [
            ("intensity", Style(Neon.green), ("1", "0"), strength(dots, 2 * heights[0])),
            ("sharpness", Style(Neon.orange), ("1", "0"), sharpness(dots, 2 * heights[1])),
            // With an odd number of dots there is one in the middle, so that what is quiet is thin.
            (signalName, Style(.white), ("+", "-"), signal(dots, 2 * heights[2] - 1)),
        ]
        var row = area.row
        for (lane, height) in zip(lanes, heights) {
            let place = Area(column: area.column, row: row, columns: area.columns, rows: height)
            floor(of: place, on: &grid)
            grid.draw(lane.image, at: place.corner, lane.style)
            label(lane.name, lane.scale, of: place, on: &grid)
            row += height
        }
        draw(onsets, in: area, row: row - heights[2], on: &grid)
        axis(under: area, on: &grid)
        if let marks { draw(marks, in: area, heights, on: &grid) }
        if let playhead { drawPlayhead(playhead, area, on: &grid) }
    }

    /// Returns the heights of the lanes. The signal gets the rows that do not divide by three.
    private static func heights(_ rows: Int) -> [Int] {
        let lane = max(1, rows / 3)
        return [lane, lane, max(1, rows - 2 * lane)]
    }

    // MARK: Lanes

    /// Draws an area for vibrations, and a stem for each tap as high as its intensity.
    private func strength(_ width: Int, _ height: Int) -> Bitmap {
        var image = Bitmap(width: width, height: height)
        for (column, value) in chart.intensity.enumerated() { image.fill(column, from: 0, to: value) }
        for tap in chart.taps { image.fill(tap.column, from: 0, to: tap.intensity) }
        return image
    }

    /// Draws a line for vibrations, and a mark for each tap.
    private func sharpness(_ width: Int, _ height: Int) -> Bitmap {
        var image = Bitmap(width: width, height: height)
        for (column, value) in chart.sharpness.enumerated() {
            if let value { image.mark(column, value) }
        }
        for tap in chart.taps {
            for column in [tap.column, tap.column + 1] { image.mark(column, tap.sharpness, isThick: true) }
        }
        return image
    }

    private func signal(_ width: Int, _ height: Int) -> Bitmap {
        var image = Bitmap(width: width, height: height)
        for (column, swing) in chart.waveform.enumerated() where swing.low != 0 || swing.high != 0 {
            image.fill(column, from: (Double(swing.low) + 1) / 2, to: (Double(swing.high) + 1) / 2)
        }
        return image
    }

    /// Draws a faint line at the bottom of a lane, which makes silence visible.
    private func floor(of area: Area, on grid: inout Grid) {
        grid.put(
            String(repeating: "▁", count: area.columns), at: Position(column: area.column, row: area.endRow - 1),
            Style(Neon.faint))
    }

    private func label(_ name: String, _ scale: (String, String), of area: Area, on grid: inout Grid) {
        let left = area.column - Self.gutter
        grid.put(name, at: Position(column: left, row: area.row), Style(Neon.grey))
        grid.put(scale.0, at: Position(column: area.column - 1, row: area.row), Style(Neon.faint))
        guard area.rows > 1 else { return }
        grid.put(scale.1, at: Position(column: area.column - 1, row: area.endRow - 1), Style(Neon.faint))
    }

    // MARK: Time

    private func axis(under area: Area, on grid: inout Grid) {
        let times = marks.map { [$0.cursor] + ($0.range.map { [$0.lowerBound, $0.upperBound] } ?? []) } ?? []
        let covered = times.map { column($0, in: area) }
        for tick in TimeTicks(seconds: chart.seconds, columns: area.columns).marks {
            let column = area.column + tick.column
            grid.put("╵", at: Position(column: column, row: area.endRow), Style(Neon.grey))
            // A label that a mark would cut is left out: its rest could be read as another time.
            let label = column + 1...column + tick.label.utf8.count
            guard !covered.contains(where: label.contains) else { continue }
            grid.put(tick.label, at: Position(column: column + 1, row: area.endRow), Style(Neon.grey))
        }
    }

    private func column(_ time: Double, in area: Area) -> Int {
        area.column + min(max(0, Int(time / chart.seconds * Double(area.columns))), area.columns - 1)
    }

    // MARK: Marks

    /// Draws onsets on a row. One that became a tap covers those that did not.
    private func draw(_ onsets: [OnsetMark], in area: Area, row: Int, on grid: inout Grid) {
        for onset in onsets.filter({ !$0.isTap }) + onsets.filter(\.isTap) {
            grid.put(
                onset.isTap ? "▼" : "▽", at: Position(column: column(onset.time, in: area), row: row),
                onset.isTap ? Style(Neon.gold, on: .black, .bold) : Style(Neon.grey))
        }
    }

    private func draw(_ marks: EditMarks, in area: Area, _ heights: [Int], on grid: inout Grid) {
        func column(_ time: Double) -> Int { self.column(time, in: area) }
        if let range = marks.range {
            let (first, last) = (column(range.lowerBound), column(range.upperBound))
            let whole = Area(column: first, row: area.row, columns: last - first + 1, rows: area.rows)
            grid.restyle(whole) { $0.background = Neon.faint }
            grid.put("[", at: Position(column: first, row: area.endRow), Style(Neon.gold, on: .black, .bold))
            grid.put("]", at: Position(column: last, row: area.endRow), Style(Neon.gold, on: .black, .bold))
        }
        for mark in marks.points {
            let lane = mark.isSharpness ? heights[0]..<heights[0] + heights[1] : 0..<heights[0]
            let row = lane.lowerBound + Int(((1 - mark.height) * Double(lane.count - 1)).rounded())
            grid.put(
                mark.isChosen ? "◆" : "○", at: Position(column: column(mark.time), row: area.row + row),
                Style(mark.isChosen ? Neon.gold : .white, on: .black, .bold))
        }
        let cursor = column(marks.cursor)
        for row in area.row..<area.endRow where grid.character(at: Position(column: cursor, row: row)) != "◆" {
            grid.restyle(Area(column: cursor, row: row, columns: 1, rows: 1)) { $0.background = Neon.grey }
        }
        grid.put("▲", at: Position(column: cursor, row: area.endRow), Style(Neon.gold, on: .black, .bold))
    }

    private func drawPlayhead(_ share: Double, _ area: Area, on grid: inout Grid) {
        let column = Int(min(max(share, 0), 1) * Double(max(0, area.columns - 1)))
        grid.restyle(Area(column: area.column + column, row: area.row, columns: 1, rows: area.rows)) { style in
            style.background = Neon.red
        }
    }
}

/// An onset of a sound, in seconds on the time axis.
package struct OnsetMark: Hashable, Sendable {
    package let time: Double
    package let isTap: Bool

    package init(time: Double, isTap: Bool) { (self.time, self.isTap) = (time, isTap) }
}

/// What an editor shows on a timeline. Times are in seconds.
package struct EditMarks: Hashable, Sendable {
    /// A mark in a lane: what is chosen, or a point of a curve.
    package struct Mark: Hashable, Sendable {
        package let time: Double
        /// The height in the lane, 0 to 1.
        package let height: Double
        package let isSharpness: Bool
        package let isChosen: Bool

        package init(time: Double, height: Double, isSharpness: Bool, isChosen: Bool) {
            self.time = time
            self.height = height
            self.isSharpness = isSharpness
            self.isChosen = isChosen
        }
    }

    package var cursor: Double
    package var range: ClosedRange<Double>?
    package var points: [Mark] = []

    package init(cursor: Double) { self.cursor = cursor }
}

extension Bitmap {
    /// Sets the dots of a column between two heights, 0 at the bottom and 1 at the top. At least one dot is set.
    fileprivate mutating func fill(_ column: Int, from low: Double, to high: Double) {
        guard high > 0, low < high || low > 0 else { return }
        for y in max(0, row(high))...max(row(high), row(low)) { self[column, y] = true }
    }

    /// Sets the dot of a column at a height, and the one below it if it should be thick.
    fileprivate mutating func mark(_ column: Int, _ value: Double, isThick: Bool = false) {
        let y = row(value)
        self[column, y] = true
        if isThick { self[column, y + 1 < height ? y + 1 : y - 1] = true }
    }

    private func row(_ value: Double) -> Int {
        let share = value.isFinite ? min(max(value, 0), 1) : 0
        return Int(((1 - share) * Double(max(0, height - 1))).rounded())
    }
}

/// The marks of a time axis, at 1, 2 or 5 times a power of ten seconds. Their labels limit the number.
struct TimeTicks {
    struct Mark: Hashable {
        let column: Int
        let label: String
    }

    let marks: [Mark]

    /// The columns for a label with its mark and a gap, such as `1500 ms`.
    private static let room = 12

    init(seconds: Double, columns: Int) {
        let most = max(1, columns / Self.room)
        let step = NiceNumber.atLeast(seconds / Double(most))
        let isShort = seconds < 2
        marks = (0...most).compactMap { index in
            let time = Double(index) * step
            let column = Int(time / seconds * Double(columns))
            let label = Decimals.short(isShort ? time * 1000 : time, atMost: 3) + (isShort ? " ms" : " s")
            guard column + label.utf8.count < columns else { return nil }
            return Mark(column: column, label: label)
        }
    }
}
