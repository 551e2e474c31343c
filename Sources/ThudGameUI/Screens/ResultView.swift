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
        /// The count in the heading. nil if the words say enough.
        package let count: Int?

        /// Creates a list. Its heading shows the number of entries unless another count, or none, is given.
        package init(mark: String, phrase: Phrase, colour: Colour, entries: [String], count: Int?) {
            self.mark = mark
            self.phrase = phrase
            self.colour = colour
            self.entries = entries
            self.count = count
        }

        package init(mark: String, phrase: Phrase, colour: Colour, entries: [String]) {
            self.init(mark: mark, phrase: phrase, colour: colour, entries: entries, count: entries.count)
        }

        /// The mark and the count, such as `✓ 5`.
        package var figure: String { count.map { "\(mark) \($0)" } ?? mark }

        /// How many of the best scores a result shows, in addition to the latest score.
        private static let bestShown = 5

        /// Creates a list of the best scores of a leaderboard and the latest score, in the words of a theme.
        package init(best rows: [BoardRow], _ theme: Theme) {
            let shown = rows.enumerated().filter { $0.offset < Self.bestShown || $0.element.isLatest }
            let entries = shown.map { place, row in
                let words = (row.about + [row.day]).joined(separator: ", ")
                return "\(row.isLatest ? "▸ " : "")\(place + 1).  \(row.score) · \(words)"
            }
            let place = rows.firstIndex(where: \.isLatest).map { theme.words.place($0 + 1, of: rows.count) }
            self.init(mark: "★", phrase: place ?? theme.words[.board], colour: Neon.gold, entries: entries, count: nil)
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
    /// What the stamp means, for guests. Empty if it needs no explanation.
    package let stampMeaning: String
    package let stampColour: Colour
    package let isTriumph: Bool
    package private(set) var lists: [List]
    /// How little was missing to a rank: `2 more to LEGJENDË`.
    package let nearMiss: Phrase?

    package init(
        title: Phrase, remark: Phrase = Phrase(""), score: Int, figures: String = "", figuresNote: Phrase = Phrase(""),
        stamp: String? = nil, stampMeaning: String = "", stampColour: Colour = Neon.red, isTriumph: Bool = false,
        lists: [List] = [], nearMiss: Phrase? = nil
    ) {
        self.stampMeaning = stampMeaning
        self.nearMiss = nearMiss
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
    package func leavesRecordUntold(_ words: ShellWords) -> Bool { stamp != words[.highScore].text }

    func with(_ list: List) -> ResultContent {
        var content = self
        content.lists.append(list)
        return content
    }
}

/// The screen at the end of a round: the score, the rank, the answers, and one button to continue.
struct ResultView: Hashable, Sendable {
    enum Next: Hashable, Sendable {
        case playAgain
        case nextPlayer(String)
        case podium
    }

    let content: ResultContent
    var player: String?
    /// The time since the screen appeared, in seconds.
    let age: Double
    /// How many rows the lists are scrolled. Larger values count as the maximum.
    var scroll = 0
    var next = Next.playAgain
    /// One line about the timing of the feedback.
    var verdict: String?
    var isHighScore = false
    /// The best score of the board, unless this round has beaten it.
    var best: Int?
    /// Whether the game has a leaderboard to open.
    var hasBoard = false

    /// Returns the maximum scroll of the lists on a screen of this size, in rows.
    func mostScroll(on canvas: Canvas) -> Int { layout(on: canvas).mostScroll }

    private func layout(on canvas: Canvas) -> ResultLayout {
        ResultLayout(
            canvas.page, stampRows: stamp(canvas)?.rows(on: canvas) ?? 0, footer: canvas.size.primaryRows + 2,
            content.lists
        ) { canvas.words($0) }
    }

    /// The words stamped in large letters across the screen: a record before a rank, or on a roomy screen how the round
    /// ended.
    private func stamp(_ canvas: Canvas) -> Stamp? {
        if stampsRecord(canvas) {
            return Stamp(text: canvas.text(canvas[.highScore]), colour: Neon.gold, age: age)
        }
        guard let rank = content.stamp else {
            guard stampsTitle(canvas) else { return nil }
            let title = player.map { ShownName($0).text } ?? canvas.text(content.title)
            return Stamp(text: title, colour: canvas.theme.accent, age: age)
        }
        return Stamp(
            text: rank, meaning: canvas.explanation(content.stampMeaning), colour: content.stampColour, age: age)
    }

    private func stampsRecord(_ canvas: Canvas) -> Bool {
        isHighScore && content.leavesRecordUntold(canvas.theme.words)
    }

    private func stampsTitle(_ canvas: Canvas) -> Bool {
        content.stamp == nil && canvas.isRoomy && !stampsRecord(canvas)
    }

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let layout = layout(on: canvas)
        let stamp = stamp(canvas)
        stamp?.drawFall(to: layout.stamp, on: &canvas)
        drawTitle(in: page, on: &canvas)
        for (list, window) in zip(layout.lists, layout.windows) {
            list.draw(in: window, step: layout.step, scroll: scroll, on: &canvas)
        }
        drawHeadings(layout, on: &canvas)
        drawFooter(in: page, scrolls: layout.mostScroll > 0, on: &canvas)
        drawScore(in: layout.score, on: &canvas)
        stamp?.draw(in: layout.stamp, on: &canvas)
    }

    /// Draws who has played, or how the round ended, and a remark. A record leaves no consoling remark.
    private func drawTitle(in page: Area, on canvas: inout Canvas) {
        let bold = Style(canvas.theme.accent, on: .black, .bold)
        if stampsTitle(canvas) {
            // The stamp says it.
        } else if let player {
            canvas.centred(ShownName(player).text, row: page.row, in: page, bold)
        } else {
            canvas.line(content.title, row: page.row, in: page, bold)
        }
        let isConsoled = isHighScore && !content.isTriumph
        // A record hides the rank, which then stands in the remark's place.
        if stampsRecord(canvas), let rank = content.stamp, content.isTriumph {
            canvas.centred("★ \(rank) ★", row: page.row + 1, in: page, Style(content.stampColour, on: .black, .bold))
        } else if !isConsoled {
            canvas.line(content.remark, row: page.row + 1, in: page)
        }
    }

    /// Draws the heading of each column. If the last one scrolls, it also counts the lists below its own.
    private func drawHeadings(_ layout: ResultLayout, on canvas: inout Canvas) {
        for (index, heading) in layout.headings.enumerated() {
            let countsMore = index == layout.headings.count - 1 && layout.mostScroll > 0
            let lists = countsMore ? Array(content.lists[index...]) : [content.lists[index]]
            let (figure, others) = (lists[0].figure, lists.dropFirst())
            let words = canvas.words(lists[0].phrase, within: heading.columns - 8)
            // The words of a list without a count say what its entries are, so they are shown or it is left out.
            let counted = others.filter { $0.count != nil }.map(\.figure)
            let told = others.map { $0.count == nil ? "\($0.figure) \(canvas.words($0.phrase))" : $0.figure }
            let named = ["\(figure) \(words)"]
            // Of several lists below, the last one is out of sight.
            let short = others.count > 1 ? [figure] + told : named + counted
            let forms = [named + told, short, named + counted, [figure] + counted].map { $0.joined(separator: "  ") }
            let text = forms.first { TextWidth.columns(of: $0) <= heading.columns } ?? figure
            canvas.grid.put(
                text, at: heading.corner, Style(lists[0].colour, on: .black, .bold), limit: heading.columns)
        }
    }

    private func drawScore(in area: Area, on canvas: inout Canvas) {
        let notes = [content.nearMiss.map(canvas.text), standing(canvas)].compactMap(\.self)
        let number = area.part(rows: area.rows - 2 - notes.count)
        canvas.large(String(content.score), in: number, .plain)
        let figures = content.figures
        let note = canvas.words(content.figuresNote, within: area.columns - TextWidth.columns(of: figures))
        canvas.centred(figures + note, row: number.endRow + 1, in: area, Style(Neon.grey))
        canvas.centred(lines: notes, row: number.endRow + 2, in: area, Style(Neon.gold, on: .black, .bold))
    }

    /// Returns how near the round came to the best score: `best 51, you 49`.
    private func standing(_ canvas: Canvas) -> String? {
        guard let best, best > content.score else { return nil }
        return "\(canvas.text(canvas[.best])) \(best), \(canvas.text(canvas[.you])) \(content.score)"
    }

    private func drawFooter(in page: Area, scrolls: Bool, on canvas: inout Canvas) {
        canvas.primary(label(on: canvas), .confirm, in: page.part(rows: page.rows - 1))
        FooterView.ways(canvas.theme.words, savesImage: true, scrolls: scrolls, hasBoard: hasBoard)
            .draw(row: page.endRow - 1, in: page, on: &canvas)
        guard let verdict else { return }
        // If the figures do not fit, only the verdict before them is shown.
        let short = TextWidth.columns(of: verdict) <= page.columns ? verdict[...] : verdict.prefix { $0 != ":" }
        let row = page.endRow - canvas.size.primaryRows - 2
        canvas.centred(String(short), row: row, in: page, Style(Neon.grey))
    }

    private func label(on canvas: Canvas) -> String {
        switch next {
        case .playAgain: canvas.words(canvas[.playAgain])
        case .nextPlayer(let name): "\(canvas.words(canvas[.nextPlayer])): \(ShownName(name).text)"
        case .podium: canvas.words(canvas[.podium])
        }
    }
}

/// The layout of a result on a screen: the areas of its parts, and the lines of its lists.
struct ResultLayout: Hashable {
    /// The place of the stamp, across the screen.
    let stamp: Area
    let score: Area
    /// The headings of the lists with a column of their own. The others stand before their entries.
    let headings: [Area]
    let windows: [Area]
    let lists: [CardList]
    /// The rows from one line of a list to the next: two if all lists have room for it.
    let step: Int

    /// The least width of a list in two columns. Narrower ones would break entries into pieces.
    private static let narrowest = 20

    /// - Parameter words: returns a phrase in the language of the screen.
    init(_ page: Area, stampRows: Int, footer: Int, _ content: [ResultContent.List], words: (Phrase) -> String) {
        let all = page.part(row: 2, rows: page.rows - 2 - footer)
        stamp = all.part(rows: stampRows)
        let room = all.part(row: stampRows == 0 ? 1 : stampRows)
        guard !content.isEmpty else {
            (score, headings, windows, lists, step) = (room, [], [], [], 1)
            return
        }
        let left = room.columns * (page.columns < 90 ? 40 : 46) / 100
        score = room.part(columns: left - 2)
        var right = room.part(column: left + 1)
        let columns = max(1, min(content.count, right.columns / (Self.narrowest + 2)))
        let width = (right.columns - 2 * (columns - 1)) / columns
        let cards = content.map { CardList($0.entries, mark: $0.mark, $0.colour, columns: width) }
        // A list without a column of its own follows the last one that has one.
        var last = cards[columns - 1]
        for (list, card) in zip(content, cards).dropFirst(columns) {
            last.lines += CardList(heading: list, words(list.phrase)).lines + card.lines
        }
        let lists = Array(cards.prefix(columns - 1)) + [last]
        // On a high screen short lists are wide apart, and beside the middle of the score.
        let longest = lists.map(\.lines.count).max() ?? 0
        let step = page.rows >= Canvas.highPage && 2 * longest < right.rows ? 2 : 1
        if step > 1 { right = right.part(row: (right.rows - 1 - step * longest) / 2) }
        let parts = (0..<columns).map { right.part(column: $0 * (width + 2), columns: width) }
        windows = parts.map { $0.part(row: step) }
        headings = parts.map { $0.part(rows: 1) }
        (self.lists, self.step) = (lists, step)
    }

    var mostScroll: Int { zip(lists, windows).map { $0.mostScroll(rows: $1.rows / step) }.max() ?? 0 }
}

/// A list of cards, one below the other. Long cards wrap over several rows, and the list scrolls.
struct CardList: Hashable {
    struct Line: Hashable {
        let text: String
        let style: Style
    }

    var lines: [Line]

    /// Creates rows of at most `columns` from the cards, each card after `mark`.
    init(_ cards: [String], mark: String, _ colour: Colour, columns: Int) {
        let indent = TextWidth.columns(of: mark) + 1
        lines = cards.flatMap { card in
            TextWidth.wrapped(Self.withUnits(card), to: columns - indent).enumerated().map { index, text in
                let start = index == 0 ? mark + " " : String(repeating: " ", count: indent)
                return Line(text: start + text.replacing(Self.noBreak, with: " "), style: Style(colour))
            }
        }
    }

    /// Keeps two words on one line.
    private static let noBreak = "\u{A0}"

    /// Ties the unit of a time to its number, so that no line begins with a lone `s`.
    private static func withUnits(_ card: String) -> String {
        let tied = card.replacing(" s,", with: noBreak + "s,")
        return tied.hasSuffix(" s") ? tied.dropLast(2) + noBreak + "s" : tied
    }

    init(heading list: ResultContent.List, _ words: String) {
        let style = Style(list.colour, on: .black, .bold)
        lines = [Line(text: "", style: style), Line(text: "\(list.figure) \(words)", style: style)]
    }

    func mostScroll(rows: Int) -> Int { max(0, lines.count - max(1, rows)) }

    /// Draws the rows from `scroll` on. If there are more above or below, the outermost row is `…`.
    func draw(in area: Area, step: Int, scroll: Int, on canvas: inout Canvas) {
        let rows = area.rows / step
        guard rows > 0 else { return }
        let first = min(max(0, scroll), mostScroll(rows: rows))
        for (offset, line) in lines[first...].prefix(rows).enumerated() {
            let isMore = offset == 0 && first > 0 || offset == rows - 1 && first + rows < lines.count
            let place = Position(column: area.column, row: area.row + step * offset)
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
