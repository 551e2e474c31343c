import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal

struct MagicLayout {
    /// The area of the game's name, the friends and the face.
    let header: Area
    let stage: Area
    /// The seven large buttons and what a press of each does, then the five cards of the picker.
    let buttons: [(event: MagicEvent, area: Area)]
    let legend: Area

    /// The number of screen rows from which a card has three rows, like a button.
    private static let rowsForLargeCards = 28
    /// The number of screen rows from which the first one stays free.
    private static let rowsForMargin = 26

    /// Lays out a screen. The last row stays free for the developer's line, even if it is hidden, so that nothing moves
    /// when it appears.
    ///
    /// - Parameters:
    ///   - size: the size of the screen above a notice, as `stage(above:)` returns it.
    ///   - scale: the size of buttons, 0.8...1.2.
    init(_ size: Size, scale: Double) {
        let isRoomy = size.isRoomy
        let height = scale <= 1 ? 3 : isRoomy ? 5 : 4
        let cardRows = size.rows >= Self.rowsForLargeCards ? 3 : 1
        let foot = size.rows - 1 - cardRows
        let bottom = foot - 2 * height
        let whole = Area(column: 2, row: 0, columns: size.columns - 4, rows: size.rows)
        header = whole.part(row: size.rows >= Self.rowsForMargin ? 1 : 0, rows: 1)
        stage = Area(column: 0, row: header.endRow, columns: size.columns, rows: bottom - header.endRow)
        let columns = Int((Double(whole.columns) * min(scale, 1)).rounded())
        let effects = Self.row(StageEffect.allCases.map(MagicEvent.effect), in: whole, bottom, columns, height)
        let actions = Self.row(
            CharacterAction.allCases.map(MagicEvent.action), in: whole, bottom + height, columns, height)
        let cards = Self.cards(row: foot, rows: cardRows)
        buttons = effects + actions + cards
        let end = (cards.last?.area.endColumn ?? 0) + 2
        legend = Area(column: end + 2, row: foot + cardRows / 2, columns: size.columns - end - 4, rows: 1)
    }

    /// Returns buttons of equal width side by side, in the middle of `area`.
    private static func row(
        _ events: [MagicEvent], in area: Area, _ row: Int, _ columns: Int, _ rows: Int
    ) -> [(event: MagicEvent, area: Area)] {
        let width = (columns - events.count + 1) / events.count
        let used = width * events.count + events.count - 1
        let start = area.column + (area.columns - used) / 2
        return events.enumerated().map { index, event in
            (event, Area(column: start + index * (width + 1), row: row, columns: width, rows: rows))
        }
    }

    private static func cards(row: Int, rows: Int) -> [(event: MagicEvent, area: Area)] {
        var column = 4
        return CharacterKind.allCases.map { kind in
            defer { column += kind.name.count + 2 }
            return (.pick(kind), Area(column: column - 1, row: row, columns: kind.name.count + 2, rows: rows))
        }
    }

    /// Returns what a press at a position does. nil if no button is there.
    func event(at position: Position) -> MagicEvent? {
        buttons.first { Self.target($0.area).contains(position) }?.event
    }

    /// Returns the clickable area of a button. A card of one row includes the free row below it, for small children.
    private static func target(_ area: Area) -> Area {
        Area(column: area.column, row: area.row, columns: area.columns, rows: max(2, area.rows))
    }

    func area(of event: MagicEvent) -> Area { buttons.first { $0.event == event }?.area ?? legend }

    /// Converts a point of the screen to the points of the hand's surface. Points beyond the stage count as its edge.
    func point(_ point: Point) -> Point {
        let surface = MagicPlayerModel.surface
        let x = (point.column - Double(stage.column)) / Double(max(1, stage.columns))
        let y = (point.row - Double(stage.row)) / Double(max(1, stage.rows))
        return Point(x: min(max(x, 0), 1) * surface.width, y: min(max(y, 0), 1) * surface.height)
    }

    /// Returns the cells of something of `size` centred at a spot. It stays on the stage as far as it fits.
    func place(of size: Size, at spot: Spot) -> Area {
        let column = stage.column + Int((spot.x * Double(stage.columns) - Double(size.columns) / 2).rounded())
        let row = stage.row + Int((spot.y * Double(stage.rows) - Double(size.rows) / 2).rounded())
        return Area(
            column: min(max(column, stage.column), max(stage.column, stage.endColumn - size.columns)),
            row: min(max(row, stage.row), max(stage.row, stage.endRow - size.rows)), columns: size.columns,
            rows: size.rows)
    }

    /// The first row of the floor.
    var horizon: Int { stage.endRow - max(3, stage.rows / 4) }

    /// The height of a character of her own size, as a share of the stage, and the pixels that a face needs.
    private static let height = (share: 0.76, least: 16.0)

    /// Returns the height of a character in pixels, half a row each. At twice her size she fills the stage.
    func height(of character: StageCharacter) -> Int {
        let whole = Double(2 * stage.rows)
        let own = max(Self.height.share * whole, min(Self.height.least, whole - 2))
        let height = character.scale <= 1 ? own * character.scale : own + (whole - 2 - own) * (character.scale - 1)
        return max(6, Int(height.rounded()))
    }

    /// Returns the cells of a character without her name. Her feet are on the floor, further down in front.
    func place(of character: StageCharacter) -> Area {
        let size = CharacterSprite.size(ofHeight: height(of: character))
        let front = stage.endRow - 1
        let back = min(front, max(horizon + 1, stage.row + 1 + size.rows))
        let bounds = MagicScene.bounds.y
        let share = (character.spot.y - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound)
        let feet = back + Int((Double(front - back) * share).rounded())
        let middle = place(of: size, at: character.spot)
        return Area(column: middle.column, row: feet - size.rows, columns: size.columns, rows: size.rows)
    }
}

extension Size {
    /// Returns the size of what the stage is laid out on: all rows down to the one that stays free below the page.
    func stage(above page: Area) -> Size { Size(columns: columns, rows: min(rows, page.endRow + 1)) }
}
