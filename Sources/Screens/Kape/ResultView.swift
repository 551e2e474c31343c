public import Games
import Terminal

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

    /// How far the lists can be scrolled on the canvas, in rows.
    public func maxScroll(on canvas: Canvas) -> Int { layout(canvas).maxScroll }

    private func layout(_ canvas: Canvas) -> ResultLayout {
        ResultLayout(canvas.page, footer: canvas.primaryRows(in: canvas.page) + 2, result)
    }

    /// Draws it.
    public func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let layout = layout(canvas)
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
            canvas.centred(PlayerName(player).text, row: page.row, in: page, bold)
        } else {
            canvas.line(KapeWords.timeIsUp, row: page.row, in: page, bold)
        }
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
            let text = TextWidth.clipped("\(figure) \(canvas.words(phrase))", to: half.columns)
            canvas.grid.put(
                text, at: Position(column: half.column, row: half.row), Style(colour, on: .black, .bold))
        }
    }

    private func drawScore(in area: Area, on canvas: inout Canvas) {
        let stampRows = max(3, min(area.rows / 3, 12)) + 1
        let remarks = 2
        let number = area.part(rows: area.rows - stampRows - remarks - 1)
        canvas.large(String(result.score), in: number, .plain)
        let answered = result.score + result.passes
        let percent = Int((result.accuracy * 100).rounded())
        let figures =
            "\(canvas.words(KapeWords.points)) · \(result.score)/\(answered) · \(percent) % "
            + canvas.words(KapeWords.accuracy)
        canvas.centred(figures, row: number.endRow, in: area, Style(Neon.grey))
        let isLegend = result.rank == .legend
        let remark = isLegend ? KapeWords.legendRemark : KapeWords.foreignerRemark
        canvas.line(remark, row: area.endRow - 1, in: area, Style(.white))
        let stamp = Stamp(text: result.rank.rawValue, colour: isLegend ? Neon.gold : Neon.red, age: age)
        stamp.draw(in: area.part(row: area.rows - stampRows - 1, rows: stampRows), on: &canvas)
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
        case .nextPlayer(let name): "\(canvas.words(KapeWords.nextPlayer)): \(PlayerName(name).text)"
        case .podium: canvas.words(KapeWords.podium)
        }
    }
}
