import ThudTerminal
import ThudTextRaster

/// The surface that views draw on: a grid, large letters, and the places that a mouse can press.
package struct Canvas {
    /// A place that does something when it is pressed.
    package struct Target: Hashable, Sendable {
        package let area: Area
        package let action: ShellAction
    }

    /// The grid with everything that has been drawn so far.
    package var grid: Grid
    /// The places that can be pressed; a later one lies above an earlier one.
    package private(set) var targets: [Target] = []
    package let theme: Theme
    /// Whether the gloss is shown beside the words of the game.
    package let isGlossed: Bool
    /// Whether things may move; otherwise they stand or fade.
    package let allowsMotion: Bool
    /// Whether colours can be told apart; else words say what they would.
    package let hasColour: Bool

    /// How many rows at the bottom are kept free for a line that lies over every screen.
    package let reservedRows: Int
    /// The size of the screens: all of the grid but what a panel beneath them has.
    package let size: Size

    /// How far the screen that is drawn has come in; it stands unless said otherwise, and always where nothing may move.
    private(set) var entrance = Entrance.over

    private let letters: LetterCase

    package init(
        _ size: Size, letters: LetterCase, theme: Theme = Theme(), isGlossed: Bool = false, allowsMotion: Bool = true,
        hasColour: Bool = true, reservedRows: Int = 0, panelRows: Int = 0
    ) {
        grid = Grid(size)
        self.size = Size(columns: size.columns, rows: size.rows - panelRows)
        self.theme = theme
        self.reservedRows = reservedRows
        self.letters = letters
        self.isGlossed = isGlossed
        self.allowsMotion = allowsMotion
        self.hasColour = hasColour
    }

    /// All of it but the rows of a panel.
    package var area: Area { Area(size) }
    var panelArea: Area { grid.area.part(row: size.rows) }

    /// What is drawn from here on belongs to a screen that appeared `age` seconds ago.
    mutating func comeIn(age: Double) { entrance = allowsMotion ? Entrance(age: age) : .over }

    /// Has a place do something when it is pressed.
    package mutating func addTarget(_ area: Area, _ action: ShellAction) {
        targets.append(Target(area: area, action: action))
    }

    /// Draws text as large as it fits into the middle of `area`; where no large letters fit as plain bold text, wrapped;
    /// where the typeface lacks a few of them, both.
    ///
    /// - Parameters:
    ///   - style: its foreground is the colour of the letters.
    ///   - dividesWords: whether a word that is too long for large letters is divided rather than written small.
    /// - Returns: the rows that were used, so that more can stand beneath.
    @discardableResult
    package mutating func large(_ text: String, in area: Area, _ style: Style, dividesWords: Bool = false) -> Area {
        if let image = letters.image(of: text, area.size, dividesWords: dividesWords) {
            let place = area.centred(Size(columns: image.width / 2, rows: image.height / 2))
            draw(image, at: Position(column: place.column, row: place.row), style)
            return place
        }
        // An emoji shall not make a card small.
        guard let most = letters.mostOf(text) else { return plain(text, in: area, style) }
        let lines = TextWidth.wrapped(text, to: area.columns).count
        let above = area.part(rows: area.rows - lines - 1)
        guard letters.image(of: most, above.size, dividesWords: dividesWords) != nil else {
            return plain(text, in: area, style)
        }
        let place = large(most, in: above, style, dividesWords: dividesWords)
        plain(text, in: area.part(row: place.endRow - area.row + 1, rows: lines), style)
        return area
    }

    /// Has no place do anything any more that did until now.
    mutating func dropTargets() { targets = [] }

    /// Draws text as `large` does; large letters spring to their size as the screen comes in.
    ///
    /// - Parameter spare: how far they may reach beyond `area` on each side meanwhile, because nothing else stands there.
    mutating func springing(_ text: String, in area: Area, spare: Size, _ style: Style) {
        guard !entrance.isOver, let image = letters.image(of: text, area.size, dividesWords: false) else {
            large(text, in: area, style)
            return
        }
        let reach = area.inset(columns: -spare.columns, rows: -spare.rows)
        let scaled = image.scaled(by: entrance.scale, in: reach.size)
        draw(scaled, at: Position(column: reach.column, row: reach.row), style)
    }

    /// Writes text in plain bold letters into the middle of `area`, wrapped.
    @discardableResult
    private mutating func plain(_ text: String, in area: Area, _ style: Style) -> Area {
        var bold = style
        bold.attributes.insert(.bold)
        let lines = TextWidth.wrapped(text, to: area.columns).prefix(area.rows)
        let first = area.row + max(0, (area.rows - lines.count) / 2)
        for (index, line) in lines.enumerated() {
            centred(line, row: first + index, in: area, bold)
        }
        return Area(column: area.column, row: first, columns: area.columns, rows: lines.count)
    }

    /// Draws a bitmap, four dots a cell; where no dot is set, what stands there remains.
    package mutating func draw(_ bitmap: Bitmap, at position: Position, _ style: Style) {
        grid.draw(bitmap, at: position, style)
    }

    /// Writes one line of text in the middle of a row of `area`; what does not fit ends with `…`.
    package mutating func centred(_ text: String, row: Int, in area: Area, _ style: Style) {
        let clipped = TextWidth.clipped(text, to: area.columns)
        let column = area.column + (area.columns - TextWidth.columns(of: clipped)) / 2
        grid.put(clipped, at: Position(column: column, row: row), style)
    }

    /// Writes one line of text so that it ends at the right edge of `area`.
    package mutating func trailing(_ text: String, row: Int, in area: Area, _ style: Style) {
        let clipped = TextWidth.clipped(text, to: area.columns)
        grid.put(clipped, at: Position(column: area.endColumn - TextWidth.columns(of: clipped), row: row), style)
    }

    /// A phrase of the game, with its gloss where that is shown.
    package func words(_ phrase: Phrase) -> String {
        isGlossed && !phrase.gloss.isEmpty ? "\(phrase.text) · \(phrase.gloss)" : phrase.text
    }
}

extension Grid {
    /// By the dots that are set: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
    private static let blocks = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]

    /// Draws a bitmap, four dots a cell; where no dot is set, what stands there remains.
    package mutating func draw(_ bitmap: Bitmap, at position: Position, _ style: Style) {
        for row in 0..<(bitmap.height + 1) / 2 {
            for column in 0..<(bitmap.width + 1) / 2 {
                let dots = Int(bitmap.quadrant(column: column, row: row))
                guard dots != 0 else { continue }
                put(
                    Grid.blocks[dots], at: Position(column: position.column + column, row: position.row + row), style)
            }
        }
    }
}
