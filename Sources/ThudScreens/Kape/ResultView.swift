public import ThudGames
import ThudTerminal

/// How a round ended: the score, the rank, the cards, and one button that goes on.
public struct ResultView: Hashable, Sendable {
    /// What comes next.
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
    /// Who played, in a tournament.
    public let player: String?
    /// Since the screen is shown, in seconds.
    public let age: Double
    /// How many rows the lists are scrolled; more than there are count as all.
    public let scroll: Int
    /// What comes next.
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
