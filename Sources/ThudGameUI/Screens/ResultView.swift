import ThudCore
import ThudTerminal

/// The contents of a round's result, in the words of its game.
package struct ResultContent: Hashable, Sendable {
    /// Answers of one kind, for example the correct or the passed ones.
    package struct List: Hashable, Sendable {
        /// The sign before each entry and before the count: `✓`.
        package let mark: String
        package let phrase: Phrase
        package let colour: Colour
        package let entries: [String]
        /// The count in the heading. By default the number of entries.
        package let count: Int

        package init(mark: String, phrase: Phrase, colour: Colour, entries: [String], count: Int? = nil) {
            self.mark = mark
            self.phrase = phrase
            self.colour = colour
            self.entries = entries
            self.count = count ?? entries.count
        }

        /// How many of the best scores a result shows, in addition to the latest score.
        private static let bestShown = 5

        /// Creates a list of the best scores of a leaderboard and the latest score, in the words of a theme.
        package init(best rows: [BoardRow], _ theme: Theme) {
            let shown = rows.enumerated().filter { $0.offset < Self.bestShown || $0.element.isLatest }
            let entries = shown.map { place, row in
                let words = (row.about + [row.day]).joined(separator: ", ")
                return "\(row.isLatest ? "▸ " : "")\(place + 1).  \(row.score)  \(words)"
            }
            self.init(mark: "★", phrase: theme.words.onBoard, colour: Neon.gold, entries: entries, count: rows.count)
        }
    }

    /// The first line if no player is named. It says that the round is over.
    package let title: Phrase
    package let remark: Phrase
    package let score: Int
    /// The figures behind the score: `5/8 · 63 % `.
    package let figures: String
    /// The meaning of the figures, left out if there is no room.
    package let figuresNote: Phrase
    /// The rank stamped below the figures. nil if the game gives none.
    package let stamp: String?
    package let stampColour: Colour
    package let isTriumph: Bool
    package let lists: [List]

    package init(
        title: Phrase, remark: Phrase = Phrase(""), score: Int, figures: String = "", figuresNote: Phrase = Phrase(""),
        stamp: String? = nil, stampColour: Colour = Neon.red, isTriumph: Bool = false, lists: [List] = []
    ) {
        self.title = title
        self.remark = remark
        self.score = score
        self.figures = figures
        self.figuresNote = figuresNote
        self.stamp = stamp
        self.stampColour = stampColour
        self.isTriumph = isTriumph
        self.lists = Array(lists.prefix(3))
    }

    /// Whether the stamp leaves a record unmentioned, so that the title must announce it.
    package func leavesRecordUntold(_ words: ShellWords) -> Bool { stamp != words.highScore.text }

    func with(_ list: List) -> ResultContent {
        ResultContent(
            title: title, remark: remark, score: score, figures: figures, figuresNote: figuresNote, stamp: stamp,
            stampColour: stampColour, isTriumph: isTriumph, lists: lists + [list])
    }
}

/// The screen at the end of a round: the score, the rank, the answers, and one button to continue.
package struct ResultView: Hashable, Sendable {
    package enum Next: Hashable, Sendable {
        case playAgain
        case nextPlayer(String)
        case podium
    }

    package let content: ResultContent
    package let player: String?
    /// The time since the screen appeared, in seconds.
    package let age: Double
    /// How many rows the lists are scrolled. Larger values count as the maximum.
    package let scroll: Int
    package let next: Next
    /// One line about the timing of the feedback.
    package let verdict: String?
    package let isHighScore: Bool

    package init(
        _ content: ResultContent, player: String? = nil, age: Double, scroll: Int = 0, next: Next = .playAgain,
        verdict: String? = nil, isHighScore: Bool = false
    ) {
        self.content = content
        self.player = player
        self.age = age
        self.scroll = scroll
        self.next = next
        self.verdict = verdict
        self.isHighScore = isHighScore
    }

    /// Returns the maximum scroll of the lists on a screen of this size, in rows.
    package func mostScroll(on canvas: Canvas) -> Int { layout(on: canvas).mostScroll }

    private func layout(on canvas: Canvas) -> ResultLayout {
        ResultLayout(canvas.page, footer: canvas.size.primaryRows + 2, content.lists) { canvas.words($0) }
    }

    package func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let layout = layout(on: canvas)
        drawTitle(in: page, on: &canvas)
        for (list, window) in zip(layout.lists, layout.windows) { list.draw(in: window, scroll: scroll, on: &canvas) }
        drawHeadings(layout, on: &canvas)
        drawFooter(in: page, on: &canvas)
        // The stamp is drawn last, over everything else.
        drawScore(in: layout.score, on: &canvas)
    }

    private func drawTitle(in page: Area, on canvas: inout Canvas) {
        let bold = Style(canvas.theme.accent, on: .black, .bold)
        let record = canvas.theme.words.highScore
        let isTold = isHighScore && content.leavesRecordUntold(canvas.theme.words)
        if isTold {
            let golden = Style(Neon.gold, on: .black, .bold)
            let words = canvas.words(record, within: page.columns - 4)
            let room = page.columns - TextWidth.columns(of: words) - 6
            let name = player.map { "\(TextWidth.clipped(ShownName($0).text, to: max(0, room)))  " } ?? ""
            canvas.centred("★ \(name)\(words) ★", row: page.row, in: page, golden)
        } else if let player {
            canvas.centred(ShownName(player).text, row: page.row, in: page, bold)
        } else {
            canvas.line(content.title, row: page.row, in: page, bold)
        }
        // Beside a record, how the round ended replaces a consoling remark. A remark that praises a rank stays.
        let isPraised = content.isTriumph && content.stamp != nil
        canvas.line(isTold && !isPraised ? content.title : content.remark, row: page.row + 1, in: page)
    }

    private func drawHeadings(_ layout: ResultLayout, on canvas: inout Canvas) {
        for (list, heading) in zip(content.lists, layout.headings) {
            let figure = "\(list.mark) \(list.count)"
            let words = canvas.words(list.phrase, within: heading.columns - TextWidth.columns(of: figure) - 1)
            let whole = "\(figure) \(words)"
            // If the words would be clipped, the figure alone is enough.
            let text = TextWidth.columns(of: whole) <= heading.columns ? whole : figure
            canvas.grid.put(
                text, at: Position(column: heading.column, row: heading.row), Style(list.colour, on: .black, .bold),
                limit: heading.columns)
        }
    }

    private func drawScore(in area: Area, on canvas: inout Canvas) {
        // An odd number of rows puts one line of text in the middle. One more row is for the shifted frame.
        let stampRows = content.stamp == nil ? 0 : (max(3, min(area.rows / 3, 12)) | 1) + 1
        let number = area.part(rows: area.rows - stampRows - 1)
        canvas.large(String(content.score), in: number, .plain)
        let figures = content.figures
        let note = canvas.words(content.figuresNote, within: area.columns - TextWidth.columns(of: figures))
        canvas.centred(figures + note, row: number.endRow, in: area, Style(Neon.grey))
        guard let text = content.stamp else { return }
        Stamp(text: text, colour: content.stampColour, age: age).draw(in: area.lowest(stampRows), on: &canvas)
    }

    private func drawFooter(in page: Area, on canvas: inout Canvas) {
        canvas.primary(label(on: canvas), .confirm, in: page.part(rows: page.rows - 1))
        FooterView.ways(canvas.theme.words, savesImage: true).draw(row: page.endRow - 1, in: page, on: &canvas)
        guard let verdict else { return }
        // If the figures do not fit, only the verdict before them is shown.
        let short = TextWidth.columns(of: verdict) <= page.columns ? verdict[...] : verdict.prefix { $0 != ":" }
        let row = page.endRow - canvas.size.primaryRows - 2
        canvas.centred(String(short), row: row, in: page, Style(Neon.grey, on: .black, .dim))
    }

    private func label(on canvas: Canvas) -> String {
        switch next {
        case .playAgain: canvas.words(canvas.theme.words.playAgain)
        case .nextPlayer(let name): "\(canvas.words(canvas.theme.words.nextPlayer)): \(ShownName(name).text)"
        case .podium: canvas.words(canvas.theme.words.podium)
        }
    }
}

/// The layout of a result on a screen: the areas of its parts, and the lines of its lists.
struct ResultLayout: Hashable {
    /// Everything except the button and what is below it.
    let room: Area
    let score: Area
    /// The headings of the first lists, one row each. The headings of the other lists stand before their entries.
    let headings: [Area]
    let windows: [Area]
    let lists: [CardList]

    /// The least width of a list in two columns. Narrower ones would break entries into pieces.
    private static let narrowest = 20

    /// - Parameter words: returns a phrase in the language of the screen.
    init(_ page: Area, footer: Int, _ content: [ResultContent.List], words: (Phrase) -> String) {
        room = page.part(row: 3, rows: page.rows - 3 - footer)
        guard !content.isEmpty else {
            (score, headings, windows, lists) = (room, [], [], [])
            return
        }
        // From 90 columns on, a long rank has room for large letters.
        let left = room.columns * (page.columns < 90 ? 46 : 56) / 100
        score = room.part(columns: left - 2)
        let right = room.part(column: left + 1)
        let columns = content.count > 1 && right.columns >= 2 * Self.narrowest + 2 ? 2 : 1
        let width = columns == 2 ? (right.columns - 2) / 2 : right.columns
        let parts = (0..<columns).map { right.part(column: $0 * (width + 2), columns: width) }
        windows = parts.map { $0.part(row: 2) }
        let all = content.map { CardList($0.entries, mark: $0.mark, $0.colour, columns: width) }
        let places = columns == 2 ? parts.map { $0.part(rows: 1) } : Self.inARow(content, right.part(rows: 1))
        // A list without a heading above the window follows the last list that has a column, with its heading inside.
        let further = zip(content, all).enumerated().dropFirst(columns).reduce(all[columns - 1]) { above, list in
            let (content, cards) = list.element
            guard list.offset >= places.count else { return above + cards }
            return above + CardList(heading: content, words(content.phrase)) + cards
        }
        (headings, lists) = (places, Array(all.prefix(columns - 1)) + [further])
    }

    /// Returns the places of headings beside each other. Two that fit get a half each. Otherwise all are at least two
    /// columns apart if their words fit. If not, the first two get a half each and may show just their figures.
    private static func inARow(_ content: [ResultContent.List], _ row: Area) -> [Area] {
        let widths = content.map { TextWidth.columns(of: "\($0.mark) \($0.count) \($0.phrase.text)") }
        let count = min(content.count, 2)
        let halves = (0..<count).map {
            row.part(column: $0 * (row.columns / count), columns: row.columns / count - (count - 1))
        }
        let fitsHalves = zip(widths, halves).allSatisfy { $0 <= $1.columns }
        let spare = row.columns - widths.reduce(0, +)
        guard content.count > 2 || !fitsHalves, spare >= 2 * (content.count - 1) else { return halves }
        var column = 0
        return widths.map { width in
            defer { column += width + spare / (content.count - 1) }
            return row.part(column: column, columns: width)
        }
    }

    var mostScroll: Int { zip(lists, windows).map { $0.mostScroll(rows: $1.rows) }.max() ?? 0 }
}

/// A list of cards, one below the other. Long cards wrap over several rows, and the list scrolls.
struct CardList: Hashable {
    struct Line: Hashable {
        let text: String
        let style: Style
    }

    let lines: [Line]

    /// Creates rows of at most `columns` from the cards, each card after `mark`.
    init(_ cards: [String], mark: String, _ colour: Colour, columns: Int) {
        let indent = TextWidth.columns(of: mark) + 1
        lines = cards.flatMap { card in
            TextWidth.wrapped(card, to: columns - indent).enumerated().map { index, text in
                let start = index == 0 ? mark + " " : String(repeating: " ", count: indent)
                return Line(text: start + text, style: Style(colour))
            }
        }
    }

    init(heading list: ResultContent.List, _ words: String) {
        let style = Style(list.colour, on: .black, .bold)
        lines = [Line(text: "", style: style), Line(text: "\(list.mark) \(list.count) \(words)", style: style)]
    }

    private init(lines: [Line]) { self.lines = lines }

    static func + (first: CardList, second: CardList) -> CardList { CardList(lines: first.lines + second.lines) }

    func mostScroll(rows: Int) -> Int { max(0, lines.count - max(1, rows)) }

    /// Draws the rows from `scroll` on. If there are more above or below, the outermost row is `…`.
    func draw(in area: Area, scroll: Int, on canvas: inout Canvas) {
        guard area.rows > 0 else { return }
        let first = min(max(0, scroll), mostScroll(rows: area.rows))
        for (offset, line) in lines[first...].prefix(area.rows).enumerated() {
            let isMore = offset == 0 && first > 0 || offset == area.rows - 1 && first + area.rows < lines.count
            let place = Position(column: area.column, row: area.row + offset)
            if isMore {
                canvas.grid.put("…", at: place, Style(Neon.grey), limit: area.columns)
            } else {
                canvas.grid.put(line.text, at: place, line.style, limit: area.columns)
                // Only the mark is neon; the words are white.
                canvas.grid.restyle(Area(column: area.column + 1, row: place.row, columns: area.columns - 1, rows: 1)) {
                    $0.foreground = .white
                }
            }
        }
    }
}
