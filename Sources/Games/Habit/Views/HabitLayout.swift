import ThudGameUI
import ThudTerminal

/// The placement of the rings on a screen: as many as fit, all of one size, always including the selected one.
struct HabitLayout: Hashable {
    struct Tile: Hashable {
        let index: Int
        let area: Area
        let ring: Area
    }

    let tiles: [Tile]
    let columns: Int
    /// The area of the chart below the rings, if there is room for both.
    let chart: Area?

    /// The smallest ring that still looks round, and the largest that is useful, in rows.
    private static let ringRows = 5...21
    /// The rows of a ring if not all of them fit.
    private static let scrolledRows = 7
    private static let leastWidth = 18
    private static let chartRows = 12

    /// Lays out `count` entries. `hasChart` says that there is something to chart.
    init(_ page: Area, count: Int, chosen: Int, isRoomy: Bool, hasChart: Bool) {
        let body = Self.body(of: page)
        chart = isRoomy && hasChart ? body.lowest(Self.chartRows) : nil
        let room = chart == nil ? body : body.part(rows: body.rows - Self.chartRows - 1)
        let widest = max(1, room.columns / Self.leastWidth)
        let sizes = (1...widest).map { columns -> (columns: Int, rows: Int) in
            let lines = max(1, (count + columns - 1) / columns)
            return (columns, min(room.rows / lines - 2, (room.columns / columns - 4) / 2, Self.ringRows.upperBound))
        }
        let best = sizes.reduce(sizes[0]) { $1.rows > $0.rows ? $1 : $0 }
        let isWhole = best.rows >= Self.ringRows.lowerBound
        let columns = isWhole ? best.columns : widest
        self.columns = columns
        let rows = isWhole ? best.rows : max(1, min(Self.scrolledRows, room.rows - 2))
        let lines = max(1, room.rows / (rows + 2))
        let firstLine = max(0, chosen / columns - lines + 1)
        let width = room.columns / columns
        let used = min(lines, (count + columns - 1) / columns)
        let top = room.row + max(0, room.rows - used * (rows + 2)) / 2
        tiles = (firstLine * columns..<max(firstLine * columns, min(count, (firstLine + lines) * columns))).map {
            index in
            let line = index / columns - firstLine
            let area = Area(
                column: room.column + index % columns * width, row: top + line * (rows + 2), columns: width,
                rows: rows + 1)
            return Tile(index: index, area: area, ring: area.part(rows: rows))
        }
    }

    /// The rows of the day's progress, which is in large letters if there is room, and of the keys.
    static func headRows(of page: Area) -> Int { page.rows < 20 ? 1 : page.rows < 34 ? 4 : 6 }
    static func footRows(of page: Area) -> Int { page.columns < 110 ? 2 : 1 }

    /// Returns the part of a page between the progress and the keys.
    static func body(of page: Area) -> Area {
        let head = headRows(of: page) + 1
        return page.part(row: head, rows: page.rows - head - footRows(of: page) - 1)
    }

    func index(at position: Position) -> Int? { tiles.first { $0.area.contains(position) }?.index }
}
