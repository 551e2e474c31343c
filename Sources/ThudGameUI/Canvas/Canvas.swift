import ThudCore
import ThudTerminal
import ThudTextRaster

/// The surface that views draw on: a grid, large letters, and the targets of the mouse.
package struct Canvas {
    /// An area that triggers an action when it is pressed.
    package struct Target: Hashable, Sendable {
        package let area: Area
        package let action: ShellAction
    }

    package var grid: Grid
    /// The areas that can be pressed. A later one lies above an earlier one.
    package internal(set) var targets: [Target] = []
    /// Places whose colours carry a meaning, so that no flash changes them.
    private(set) var inks: [Area] = []
    /// How many cards of a list stand beside each other.
    package internal(set) var cardColumns = 1
    package let theme: Theme
    /// Whether the gloss is shown beside the words of the game.
    package let isGlossed: Bool
    /// Whether the English words of a game with two languages are shown instead of its own.
    package let isEnglish: Bool
    /// Whether elements may move. If not, they stand still or fade.
    package let allowsMotion: Bool
    /// Whether the terminal has colours. If not, words carry their meaning.
    package let hasColour: Bool
    /// Whether measurements are shown beside the game.
    package let isDeveloper: Bool
    /// Whether the screen will be turned into one for a light terminal. Pictures in exact colours follow it themselves.
    package let isLight: Bool
    /// The part of the screen that a flash lights. nil for all of it.
    package var glow: Area?
    /// The number of rows at the bottom for a notice and the developer's line, on every screen.
    package let reservedRows: Int
    /// The size of the screens: the whole grid without the rows of the panel below.
    package let size: Size
    /// How far the current screen has come in. It is over by default, and always over if motion is not allowed.
    private(set) var entrance = Entrance.over
    private let letters: LetterCase

    package init(
        _ size: Size, letters: LetterCase, theme: Theme = Theme(), isGlossed: Bool = false,
        isEnglish: Bool = false, allowsMotion: Bool = true, hasColour: Bool = true, isLight: Bool = false,
        isDeveloper: Bool = false, reservedRows: Int = 0, panelRows: Int = 0
    ) {
        grid = Grid(size)
        self.size = Size(columns: size.columns, rows: size.rows - panelRows)
        self.theme = theme
        self.isDeveloper = isDeveloper
        self.reservedRows = reservedRows
        self.letters = letters
        self.isEnglish = isEnglish
        self.isGlossed = isGlossed && !isEnglish
        self.allowsMotion = allowsMotion
        self.hasColour = hasColour
        self.isLight = isLight && hasColour && theme.followsTerminal
    }

    package var area: Area { Area(size) }
    /// The colour of the background.
    package var ground: Colour { isLight ? .lightGround : .black }
    var panelArea: Area { grid.area.part(row: size.rows) }

    /// Treats what is drawn from now on as part of a screen that appeared `age` seconds ago.
    mutating func comeIn(age: Double) { entrance = allowsMotion ? Entrance(age: age) : .over }

    /// Protects the colours of an area from flashes.
    package mutating func keepInk(_ area: Area) { inks.append(area) }

    package mutating func addTarget(_ area: Area, _ action: ShellAction) {
        targets.append(Target(area: area, action: action))
    }

    /// Draws text as large as it fits, in the middle of `area`. If large letters do not fit, the text is plain, bold
    /// and wrapped. If the typeface lacks some but at most half of its characters, the text is drawn both ways.
    ///
    /// - Parameters:
    ///   - style: its foreground is the colour of the letters.
    ///   - dividesWords: whether a word too long for large letters is divided instead of being written small.
    /// - Returns: the rows used, so that more can be drawn below.
    @discardableResult
    package mutating func large(_ text: String, in area: Area, _ style: Style, dividesWords: Bool = false) -> Area {
        if let image = letters.image(of: text, area.size, dividesWords: dividesWords) {
            let place = area.centred(Size(columns: image.width / 2, rows: image.height / 2))
            draw(image, at: place.corner, style)
            return place
        }
        // A single emoji must not force a whole card into small letters.
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

    /// Whether text is drawn in large letters in a box of this size.
    func isLarge(_ text: String, in box: Size) -> Bool { letters.image(of: text, box, dividesWords: false) != nil }

    /// Draws text as `large` does. While the screen comes in, large letters spring to their size, and may reach beyond
    /// `area` by `spare` on each side, because nothing else is there.
    mutating func springing(_ text: String, in area: Area, spare: Size, _ style: Style) {
        guard !entrance.isOver, let image = letters.image(of: text, area.size, dividesWords: false) else {
            large(text, in: area, style)
            return
        }
        let reach = area.inset(columns: -spare.columns, rows: -spare.rows)
        let scaled = image.scaled(by: entrance.scale, in: reach.size)
        draw(scaled, at: reach.corner, style)
    }

    /// Draws text in plain bold letters in the middle of `area`, wrapped.
    @discardableResult
    mutating func plain(_ text: String, in area: Area, _ style: Style) -> Area {
        var bold = style
        bold.attributes.insert(.bold)
        let lines = TextWidth.wrapped(text, to: area.columns).prefix(area.rows)
        let first = area.row + max(0, (area.rows - lines.count) / 2)
        centred(lines: lines, row: first, in: area, bold)
        return Area(column: area.column, row: first, columns: area.columns, rows: lines.count)
    }

    package mutating func draw(_ bitmap: Bitmap, at position: Position, _ style: Style) {
        grid.draw(bitmap, at: position, style)
    }

    /// Draws one line of text in the middle of a row of `area`. Text that does not fit is clipped and ends with `…`.
    package mutating func centred(_ text: String, row: Int, in area: Area, _ style: Style) {
        let clipped = TextWidth.clipped(text, to: area.columns)
        let column = area.column + (area.columns - TextWidth.columns(of: clipped)) / 2
        grid.put(clipped, at: Position(column: column, row: row), style)
    }

    /// Writes lines below each other, each in the middle of the area's columns.
    mutating func centred(lines: some Sequence<String>, row: Int, in area: Area, _ style: Style) {
        for (index, line) in lines.enumerated() { centred(line, row: row + index, in: area, style) }
    }

    /// Draws one line of text that ends at the right edge of `area`.
    package mutating func trailing(_ text: String, row: Int, in area: Area, _ style: Style) {
        let clipped = TextWidth.clipped(text, to: area.columns)
        grid.put(clipped, at: Position(column: area.endColumn - TextWidth.columns(of: clipped), row: row), style)
    }

    /// The phrase of the game for something that all games say.
    package subscript(word: ShellWord) -> Phrase { theme.words[word] }

    /// Returns a phrase in the language of the screen, without its gloss.
    package func text(_ phrase: Phrase) -> String { phrase.text(inEnglish: isEnglish) }

    /// Returns the meaning of something that has no translation, such as a card, for guests. Empty for everybody else.
    package func explanation(_ meaning: String) -> String { isGlossed || isEnglish ? meaning : "" }

    /// Returns the name of a place or a level in the language of the screen.
    func title(_ name: String) -> String { theme.words.title(name, inEnglish: isEnglish) }

    /// Returns a phrase in the language of the screen, with its gloss if glosses are on.
    package func words(_ phrase: Phrase) -> String {
        isGlossed && !phrase.gloss.isEmpty ? "\(phrase.text) · \(phrase.gloss)" : text(phrase)
    }
}

extension Grid {
    /// The blocks, indexed by the sum of the set dots: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
    package static let blocks: [Character] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]

    /// Draws a bitmap, four dots a cell. Cells without a set dot keep their contents.
    package mutating func draw(_ bitmap: Bitmap, at position: Position, _ style: Style) {
        for row in 0..<(bitmap.height + 1) / 2 {
            for column in 0..<(bitmap.width + 1) / 2 {
                let dots = Int(bitmap.quadrant(column: column, row: row))
                guard dots != 0 else { continue }
                let place = Position(column: position.column + column, row: position.row + row)
                put(narrow: Grid.blocks[dots], at: place, style)
            }
        }
    }
}

/// The layout that all screens share.
extension Canvas {
    package var isRoomy: Bool { size.isRoomy }
    /// The screen without the reserved rows at the bottom.
    package var free: Area { area.part(rows: area.rows - reservedRows) }
    /// The screen without its margin and its reserved rows.
    package var page: Area { size.page(reserving: reservedRows) }

    /// Draws a phrase in large capitals in the middle of `area`, with its gloss below.
    package mutating func headline(_ phrase: Phrase, in area: Area) {
        let room = isGlossed ? area.part(rows: area.rows - 1) : area
        let used = large(text(phrase).uppercased(), in: room, .plain)
        if isGlossed { centred(phrase.gloss, row: used.endRow, in: area, Style(Neon.grey)) }
    }

    /// The rows of a page from which the heading of a list is large.
    static let highPage = 44

    /// Draws the heading of a list at the top of `page`, in large letters if it is high; returns what is below it.
    @discardableResult
    mutating func heading(_ phrase: Phrase, in page: Area, _ colour: Colour = .white) -> Area {
        if page.rows < Self.highPage {
            line(phrase, row: page.row, in: page, Style(colour, on: .black, .bold))
        } else {
            large(words(phrase), in: page.part(rows: page.rows / 9), Style(colour))
        }
        return Self.belowHeading(of: page)
    }

    /// Returns what is below the heading of a list at the top of `page`.
    static func belowHeading(of page: Area) -> Area {
        page.part(row: page.rows < highPage ? 1 : page.rows / 9 + 1)
    }

    /// Draws an instruction in large capitals in the left half of `area`, and returns the right half for a drawing.
    package mutating func instruction(_ phrase: Phrase, in area: Area) -> Area {
        let half = area.columns / 2
        headline(phrase, in: area.part(columns: half - 1))
        return area.part(column: half + 1)
    }

    /// Draws a phrase on one row in the middle of `area`, with its gloss in grey.
    package mutating func line(_ phrase: Phrase, row: Int, in area: Area, _ style: Style = .plain) {
        let whole = words(phrase, within: area.columns)
        centred(whole, row: row, in: area, style)
        let spoken = TextWidth.columns(of: text(phrase))
        let gloss = TextWidth.columns(of: whole) - spoken
        guard gloss > 0 else { return }
        let start = area.column + (area.columns - spoken - gloss) / 2 + spoken
        grid.restyle(Area(column: start, row: row, columns: gloss, rows: 1)) { $0 = Style(Neon.grey) }
    }

    /// Returns a phrase with its gloss if that is on and fits `columns`. The gloss is left out rather than clipped.
    package func words(_ phrase: Phrase, within columns: Int) -> String {
        let whole = words(phrase)
        return TextWidth.columns(of: whole) <= columns ? whole : text(phrase)
    }

    /// Draws the one primary action of a screen: a button with its key, at the bottom of `area`.
    package mutating func primary(_ label: String, _ action: ShellAction, in area: Area) {
        let place = area.lowest(size.primaryRows)
        let padding = isRoomy ? 8 : 4
        let key = "   ↵"
        let text = TextWidth.clipped(label, to: max(1, area.columns - 2 * padding - key.count))
        let length = TextWidth.columns(of: text) + key.count
        let button = place.centred(Size(columns: min(area.columns, length + 2 * padding), rows: place.rows))
        grid.fill(button, .plain)
        grid.border(button, Style(theme.accent), isHeavy: true)
        let start = Position(column: button.column + (button.columns - length) / 2, row: button.row + button.rows / 2)
        let used = grid.put(text, at: start, Style(.white, on: .black, .bold))
        grid.put(key, at: Position(column: start.column + used, row: start.row), Style(theme.accent, on: .black, .bold))
        addTarget(button, action)
    }
}

/// The parts of a layout that depend on the size of the screen alone.
extension Size {
    /// Whether the screen is large enough for larger elements.
    package var isRoomy: Bool { columns >= 120 && rows >= 36 }
    /// The screen without a margin. Small screens have a smaller margin or none.
    package var page: Area { Area(self).inset(columns: min(4, columns / 30), rows: rows >= 24 ? 1 : 0) }
    /// Returns the page above rows at the bottom that are reserved. They may lie in the margin.
    package func page(reserving reserved: Int) -> Area {
        let page = page
        return page.part(rows: min(page.rows, rows - reserved - page.row))
    }
    package var primaryRows: Int { rows < 12 ? 1 : isRoomy ? 5 : 3 }
}

extension Area {
    /// Returns the part of this rectangle that begins `column` and `row` from its corner, clipped to this rectangle.
    package func part(column: Int = 0, row: Int = 0, columns: Int = .max, rows: Int = .max) -> Area {
        let column = min(max(0, column), self.columns)
        let row = min(max(0, row), self.rows)
        return Area(
            column: self.column + column, row: self.row + row, columns: min(columns, self.columns - column),
            rows: min(rows, self.rows - row))
    }

    package func lowest(_ count: Int) -> Area { part(row: rows - count) }
}
