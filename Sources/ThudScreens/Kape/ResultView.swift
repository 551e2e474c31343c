import ThudCore
import ThudGameKit
public import ThudKape
import ThudTerminal

/// How a round ended: the score, the rank, the cards, and one button that goes on.
public struct ResultView: Hashable, Sendable {
    /// The step that follows the result.
    public enum Next: Hashable, Sendable {
        /// Another round.
        case playAgain
        /// The turn of the player named.
        case nextPlayer(String)
        /// The end of the tournament.
        case podium
    }

    /// How the round ended.
    public let result: KapeResult
    /// The name of the player, in a tournament.
    public let player: String?
    /// Since the screen is shown, in seconds.
    public let age: Double
    /// How many rows the lists are scrolled; more than there are count as all.
    public let scroll: Int
    /// The step that follows the result.
    public let next: Next
    /// How the feedback kept its time, one line.
    public let verdict: String?

    /// A result; `age` in seconds.
    public init(
        result: KapeResult, player: String? = nil, age: Double, scroll: Int = 0, next: Next = .playAgain,
        verdict: String? = nil
    ) {
        self.result = result
        self.player = player
        self.age = age
        self.scroll = scroll
        self.next = next
        self.verdict = verdict
    }

    /// How far the lists can be scrolled on a screen like this, in rows.
    public func mostScroll(on canvas: Canvas) -> Int { layout(on: canvas).mostScroll }

    private var isLegend: Bool { result.rank == .legend }

    private func layout(on canvas: Canvas) -> ResultLayout {
        ResultLayout(canvas.page, footer: canvas.grid.size.primaryRows + 2, result)
    }

    /// Draws it.
    public func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let layout = layout(on: canvas)
        drawTitle(in: page, on: &canvas)
        for (list, window) in zip(layout.lists, layout.windows) { list.draw(in: window, scroll: scroll, on: &canvas) }
        drawHeadings(layout, on: &canvas)
        drawFooter(in: page, on: &canvas)
        // The stamp falls on everything else.
        drawScore(in: layout.score, on: &canvas)
    }

    private func drawTitle(in page: Area, on canvas: inout Canvas) {
        let bold = Style(Neon.red, on: .black, .bold)
        if let player {
            canvas.centred(ShownName(player).text, row: page.row, in: page, bold)
        } else {
            canvas.line(KapeWords.timeIsUp, row: page.row, in: page, bold)
        }
        let remark = isLegend ? KapeWords.legendRemark : KapeWords.foreignerRemark
        canvas.line(remark, row: page.row + 1, in: page)
    }

    private func drawHeadings(_ layout: ResultLayout, on canvas: inout Canvas) {
        let headings = [
            ("✓ \(result.score)", KapeWords.cardsGot, Neon.green),
            ("↷ \(result.passes)", KapeWords.cardsPassed, Neon.orange),
        ]
        let isOne = layout.headings.count == 1
        for (index, (figure, phrase, colour)) in headings.enumerated() {
            guard let heading = layout.headings.dropFirst(isOne ? 0 : index).first else { continue }
            let half = isOne ? heading.part(column: index * heading.columns / 2, columns: heading.columns / 2) : heading
            let words = canvas.words(phrase, within: half.columns - TextWidth.columns(of: figure) - 2)
            let whole = "\(figure) \(words)"
            // The figure tells enough where the words would be cut.
            let text = TextWidth.columns(of: whole) < half.columns ? whole : figure
            canvas.grid.put(
                text, at: Position(column: half.column, row: half.row), Style(colour, on: .black, .bold),
                limit: half.columns)
        }
    }

    private func drawScore(in area: Area, on canvas: inout Canvas) {
        // An odd number of rows, so that one line of text stands in the middle; and one for the shifted frame.
        let stampRows = (max(3, min(area.rows / 3, 12)) | 1) + 1
        let number = area.part(rows: area.rows - stampRows - 1)
        canvas.large(String(result.score), in: number, .plain)
        let answered = result.score + result.passes
        let percent = Int((result.accuracy * 100).rounded())
        let figures = "\(result.score)/\(answered) · \(percent) % "
        let accuracy = canvas.words(KapeWords.accuracy, within: area.columns - TextWidth.columns(of: figures))
        canvas.centred(figures + accuracy, row: number.endRow, in: area, Style(Neon.grey))
        let stamp = Stamp(text: result.rank.rawValue, colour: isLegend ? Neon.gold : Neon.red, age: age)
        stamp.draw(in: area.lowest(stampRows), on: &canvas)
    }

    private func drawFooter(in page: Area, on canvas: inout Canvas) {
        canvas.primary(label(on: canvas), .confirm, in: page.part(rows: page.rows - 1))
        if let verdict {
            canvas.centred(verdict, row: page.endRow - 1, in: page, Style(Neon.grey, on: .black, .dim))
        }
    }

    private func label(on canvas: Canvas) -> String {
        switch next {
        case .playAgain: canvas.words(KapeWords.playAgain)
        case .nextPlayer(let name): "\(canvas.words(KapeWords.nextPlayer)): \(ShownName(name).text)"
        case .podium: canvas.words(KapeWords.podium)
        }
    }
}

/// The layout of a result on a screen: where its parts stand, and the lines of its lists.
struct ResultLayout: Hashable {
    /// Everything but the button and what stands beneath it.
    let room: Area
    /// The score and the stamp.
    let score: Area
    /// The headings of the lists, one row.
    let headings: [Area]
    /// The lists.
    let windows: [Area]
    /// The list in each window.
    let lists: [CardList]

    /// Narrower lists stand in one column: a card would be in pieces.
    private static let narrowest = 20

    init(_ page: Area, footer: Int, _ result: KapeResult) {
        room = page.part(row: 3, rows: page.rows - 3 - footer)
        // From here on LEGJENDË has room for large letters.
        let left = room.columns * (page.columns < 90 ? 46 : 56) / 100
        score = room.part(columns: left - 2)
        let right = room.part(column: left + 1)
        let columns = right.columns >= 2 * Self.narrowest + 2 ? 2 : 1
        let width = columns == 2 ? (right.columns - 2) / 2 : right.columns
        let parts = (0..<columns).map { right.part(column: $0 * (width + 2), columns: width) }
        headings = parts.map { $0.part(rows: 1) }
        windows = parts.map { $0.part(row: 2) }
        let got = CardList(result.got, mark: "✓", Neon.green, columns: width)
        let passed = CardList(result.passed, mark: "↷", Neon.orange, columns: width)
        lists = columns == 2 ? [got, passed] : [got + passed]
    }

    /// How far the lists can be scrolled.
    var mostScroll: Int { zip(lists, windows).map { $0.mostScroll(rows: $1.rows) }.max() ?? 0 }
}

/// Cards beneath each other, those that are too long on several rows, as much of them as fits.
struct CardList: Hashable {
    /// One row of the list.
    struct Line: Hashable {
        let text: String
        let style: Style
    }

    /// All of its rows.
    let lines: [Line]

    /// The cards, each behind `mark`, in rows of at most `columns`.
    init(_ cards: [String], mark: String, _ colour: Colour, columns: Int) {
        let indent = TextWidth.columns(of: mark) + 1
        lines = cards.flatMap { card in
            TextWidth.wrapped(card, to: columns - indent).enumerated().map { index, text in
                let start = index == 0 ? mark + " " : String(repeating: " ", count: indent)
                return Line(text: start + text, style: Style(colour))
            }
        }
    }

    private init(lines: [Line]) { self.lines = lines }

    /// One list after another.
    static func + (first: CardList, second: CardList) -> CardList { CardList(lines: first.lines + second.lines) }

    /// How far it can be scrolled in a window of `rows`.
    func mostScroll(rows: Int) -> Int { max(0, lines.count - max(1, rows)) }

    /// Draws the rows from `scroll` on; where there are more, above or beneath, the outermost row is `…`.
    func draw(in area: Area, scroll: Int, on canvas: inout Canvas) {
        guard area.rows > 0 else { return }
        let first = min(max(0, scroll), mostScroll(rows: area.rows))
        for (offset, line) in lines[first...].prefix(area.rows).enumerated() {
            let isMore =
                offset == 0 && first > 0 || offset == area.rows - 1 && first + area.rows < lines.count
            let place = Position(column: area.column, row: area.row + offset)
            if isMore {
                canvas.grid.put("…", at: place, Style(Neon.grey), limit: area.columns)
            } else {
                canvas.grid.put(line.text, at: place, line.style, limit: area.columns)
                // The mark is neon, the words are not.
                canvas.grid.restyle(Area(column: area.column + 1, row: place.row, columns: area.columns - 1, rows: 1)) {
                    $0.foreground = .white
                }
            }
        }
    }
}

/// The rank, stamped: a double frame that is a little off, as a rubber stamp in a hurry.
struct Stamp: Hashable {
    /// The text.
    let text: String
    /// The ink.
    let colour: Colour
    /// Since it began to fall, in seconds.
    let age: Double

    /// How long it moves, in seconds.
    static let length = 0.5

    /// How long it falls, and how long the ink is bright after it has landed, in seconds.
    private static let fall = 0.18
    private static let wet = 0.12
    /// How much larger it is when it begins to fall, in rows on each side.
    private static let height = 5.0

    /// Draws it into `area`, the shifted second frame included.
    func draw(in area: Area, on canvas: inout Canvas) {
        let rest = area.part(columns: area.columns - 2, rows: area.rows - 1)
        let seconds = age.isFinite ? max(0, age) : .infinity
        guard canvas.allowsMotion else {
            let duration = Stamp.fall + Stamp.wet
            // In six steps: a fade is not worth sixty frames.
            let share = (min(seconds / duration, 1) * 6).rounded(.up) / 6
            return print(
                at: rest, Colour.black.mixed(with: colour, share), Colour.black.mixed(with: .white, share), &canvas)
        }
        guard seconds < Stamp.fall else {
            let isWet = seconds < Stamp.fall + Stamp.wet
            return print(at: rest, isWet ? .white : colour, .white, &canvas)
        }
        let left = 1 - seconds / Stamp.fall
        let rows = Int((left * left * Stamp.height).rounded(.up))
        canvas.grid.border(rest.inset(columns: -3 * rows, rows: -rows), Style(colour), isHeavy: true)
    }

    private func print(at place: Area, _ ink: Colour, _ letters: Colour, _ canvas: inout Canvas) {
        let shadow = Area(column: place.column + 2, row: place.row + 1, columns: place.columns, rows: place.rows)
        canvas.grid.fill(place, .plain)
        canvas.grid.border(shadow, Style(ink.mixed(with: .black, 0.55)))
        canvas.grid.fill(place.inset(columns: 1, rows: 1), .plain)
        canvas.grid.border(place, Style(ink), isHeavy: true)
        canvas.large(text, in: place.inset(columns: 2, rows: 1), Style(letters))
    }
}
