import ThudCore
import ThudGameUI
import ThudTerminal

/// The card, legible from 2 m. It fills the screen, and everything else stays at the edges.
struct CardView: Hashable, Sendable {
    let card: String
    /// The time left to play, in seconds.
    let remaining: Double
    /// The length of the whole round, in seconds.
    let length: Double
    let score: Int
    let passes: Int
    /// Whether the round has just begun, so that the hints for each tilt stand out.
    var isNew = false
    /// The previous card on its way off the screen.
    var leaving: LeavingCard?
    /// Whether a note says that a key press came too soon to count.
    var isTooSoon = false
    /// How many cards were guessed in a row.
    var inARow = 0
    /// What the card means, for guests.
    var gloss: String?

    /// How long the note is shown, in seconds.
    static let tooSoonLength = 0.6

    /// The remaining seconds at which the clock turns red, together with the warning sound.
    private static let hurry = 10.0

    private var clockColour: Colour { remaining <= Self.hurry ? Neon.red : .white }

    func draw(on canvas: inout Canvas) {
        let area = canvas.free
        let thick = canvas.isRoomy ? 2 : 1
        canvas.grid.bar(area.lowest(thick), share: Seconds.share(remaining, of: length), Style(clockColour))
        let margin = area.part(row: canvas.headRows, rows: 1).inset(columns: 1)
        let room = area.part(row: canvas.headRows + 1, rows: area.rows - canvas.headRows - 1 - thick)
        let explained = canvas.explanation(gloss ?? "")
        let place = room.part(rows: room.rows - (explained.isEmpty ? 0 : 2)).inset(columns: min(2, area.columns / 30))
        canvas.large(card, in: place, .plain, dividesWords: true)
        if !explained.isEmpty { canvas.centred(explained, row: place.endRow + 1, in: area, Style(Neon.grey)) }
        if isTooSoon {
            let text = " ⊘ \(canvas.words(KapeWords.tooSoon)) "
            canvas.centred(text, row: room.endRow - 1, in: area, Style(.white, on: Neon.faint, .bold))
        }
        drawHead(on: &canvas)
        drawMargin(margin, on: &canvas)
        guard let leaving, leaving.isGuessed else { return }
        let row = RowOfRight(inARow)
        Sparks(age: leaving.age, Neon.green, isMilestone: row.isMilestone).draw(in: room, on: &canvas)
        // Shows the thud of a right answer as well.
        Shake(age: leaving.age).draw(on: &canvas)
    }

    /// Draws what leaves or is near, between the head and the card: an answered card, a milestone, or the way to
    /// LEGJENDË between the hints.
    private func drawMargin(_ margin: Area, on canvas: inout Canvas) {
        // A milestone stays until the next answer.
        if RowOfRight(inARow).isMilestone {
            RowOfRight(inARow).drawMilestone(in: margin, on: &canvas)
        } else if let leaving {
            leaving.draw(in: margin, on: &canvas)
        } else {
            drawHints(in: margin, on: &canvas)
            let words = KapeWords.moreToLegend(from: score).map(canvas.text) ?? ""
            canvas.centred(words, row: margin.row, in: margin, Style(Neon.gold, on: .black, .bold))
        }
    }

    private func drawHead(on canvas: inout Canvas) {
        let head = canvas.area.part(rows: canvas.headRows).inset(columns: 1)
        var column = head.column
        for (mark, count, colour) in [("✓", score, Neon.green), ("↷", passes, Neon.orange)] {
            let style = Style(colour, on: .black, .bold)
            column += canvas.grid.put(mark + " ", at: Position(column: column, row: head.row), style)
            column += canvas.figure("\(count)", column: column, style) + 3
        }
        let time = Seconds.left(remaining)
        let middle = head.column + (head.columns - canvas.figureColumns(time)) / 2
        canvas.figure(time, column: middle, Style(clockColour))
        RowOfRight(inARow).draw(endingAt: head.endColumn - 4, on: &canvas)
        canvas.trailing("✕", row: head.row, in: head, Style(Neon.grey))
        canvas.addTarget(head.part(column: head.columns - 4, rows: 1).part(columns: 5), .leave)
    }

    /// Draws what each tilt means at both ends of the margin, grey as soon as the player has seen it.
    private func drawHints(in margin: Area, on canvas: inout Canvas) {
        let style = Style(isNew ? .white : Neon.grey)
        // The way to LEGJENDË is between them.
        let third = margin.columns / 3
        let got = "↓ \(canvas.words(KapeWords.got, within: third - 2))"
        let pass = "\(canvas.words(KapeWords.pass, within: third - 2)) ↑"
        let used = canvas.grid.put(got, at: margin.corner, style)
        canvas.addTarget(margin.part(columns: used), .down)
        canvas.trailing(pass, row: margin.row, in: margin, style)
        canvas.addTarget(margin.part(column: margin.columns - TextWidth.columns(of: pass)), .up)
    }
}

/// An answered card that leaves in the direction of the gesture, under the sign of its answer. The sign tells guessed
/// from passed without colours.
struct LeavingCard: Hashable, Sendable {
    let card: String
    /// Whether the card was guessed. Otherwise it was passed.
    let isGuessed: Bool
    /// The seconds since the answer.
    let age: Double

    /// Creates the card of an answer. nil if it has left by `now`.
    init?(_ answer: KapeState.Answer?, at now: Instant) {
        guard let answer, now >= answer.instant, (now - answer.instant).seconds < LeavingStrip.length else {
            return nil
        }
        card = answer.card
        isGuessed = answer.isGuessed
        age = (now - answer.instant).seconds
    }

    /// Draws the card on its way along the margin: to the right if it was guessed, to the left if it was passed.
    func draw(in margin: Area, on canvas: inout Canvas) {
        LeavingStrip(
            card, signs: isGuessed ? ("✓", "↓") : ("↷", "↑"), isGuessed ? Neon.green : Neon.orange,
            isLeftward: !isGuessed, age: age)?.draw(in: margin, on: &canvas)
    }
}
