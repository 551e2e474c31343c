import ThudCore
import ThudGameUI
import ThudTerminal

/// The card, legible from 2 m. It fills the screen, and everything else stays at the edges.
package struct CardView: Hashable, Sendable {
    package let card: String
    /// The time left to play, in seconds.
    package let remaining: Double
    /// The length of the whole round, in seconds.
    package let length: Double
    package let score: Int
    package let passes: Int
    /// Whether hints show the direction of each tilt.
    package let showsHints: Bool
    /// The previous card on its way off the screen.
    let leaving: LeavingCard?
    /// Whether a note says that a key press came too soon to count.
    let isTooSoon: Bool

    /// How long the note is shown, in seconds.
    static let tooSoonLength = 0.6

    package init(
        card: String, remaining: Double, length: Double, score: Int, passes: Int, showsHints: Bool = false,
        leaving: LeavingCard? = nil, isTooSoon: Bool = false
    ) {
        self.card = card
        self.remaining = remaining
        self.length = length
        self.score = score
        self.passes = passes
        self.showsHints = showsHints
        self.leaving = leaving
        self.isTooSoon = isTooSoon
    }

    /// The remaining seconds at which the clock turns red, together with the warning sound.
    private static let hurry = 10.0

    private var clockColour: Colour { remaining <= Self.hurry ? Neon.red : .white }

    package func draw(on canvas: inout Canvas) {
        let area = canvas.free
        let thick = canvas.isRoomy ? 2 : 1
        canvas.grid.bar(area.lowest(thick), share: Seconds.share(remaining, of: length), Style(clockColour))
        let room = area.part(row: 1, rows: area.rows - 1 - thick)
        let hints = showsHints ? 1 : 0
        let margin = min(2, area.columns / 30)
        let place = room.part(rows: room.rows - hints).inset(columns: margin)
        canvas.large(card, in: place, .plain, dividesWords: true)
        leaving?.draw(in: room, on: &canvas)
        if showsHints { drawHints(row: room.endRow - 1, on: &canvas) }
        if isTooSoon {
            let text = " ⊘ \(canvas.words(KapeWords.tooSoon)) "
            canvas.centred(text, row: room.endRow - 1, in: area, Style(.white, on: Neon.faint, .bold))
        }
        drawEdge(on: &canvas)
        // Shows the thud of a right answer as well.
        if let leaving, leaving.isGuessed { Shake(age: leaving.age).draw(on: &canvas) }
    }

    private func drawEdge(on canvas: inout Canvas) {
        let edge = canvas.area.part(rows: 1).inset(columns: 1)
        let start = Position(column: edge.column, row: edge.row)
        let used = canvas.grid.put("✓ \(score)", at: start, Style(Neon.green, on: .black, .bold), limit: edge.columns)
        canvas.grid.put(
            "↷ \(passes)", at: Position(column: start.column + used + 3, row: edge.row),
            Style(Neon.orange, on: .black, .bold), limit: max(0, edge.columns - used - 3))
        canvas.centred(Seconds.left(remaining), row: edge.row, in: edge, Style(clockColour, on: .black, .bold))
        canvas.trailing("✕", row: edge.row, in: edge, Style(Neon.grey))
        canvas.addTarget(edge.part(column: edge.columns - 4).part(column: 0, columns: 5), .leave)
    }

    private func drawHints(row: Int, on canvas: inout Canvas) {
        let edge = Area(column: 1, row: row, columns: canvas.area.columns - 2, rows: 1)
        let got = TextWidth.clipped("↓ \(canvas.words(KapeWords.got))", to: edge.columns / 2)
        let pass = TextWidth.clipped("\(canvas.words(KapeWords.pass)) ↑", to: edge.columns / 2)
        let used = canvas.grid.put(got, at: Position(column: edge.column, row: row), Style(Neon.grey))
        canvas.addTarget(edge.part(columns: used), .down)
        canvas.trailing(pass, row: row, in: edge, Style(Neon.grey))
        canvas.addTarget(edge.part(column: edge.columns - TextWidth.columns(of: pass)), .up)
    }
}

/// An answered card that leaves in the direction of the gesture, under the sign of its answer. The sign tells guessed
/// from passed without colours.
package struct LeavingCard: Hashable, Sendable {
    let card: String
    /// Whether the card was guessed. Otherwise it was passed.
    let isGuessed: Bool
    /// The seconds since the answer.
    let age: Double

    /// Creates the card of an answer. nil if it has left by `now`.
    package init?(_ answer: KapeState.Answer?, at now: Instant) {
        guard let answer, now >= answer.instant, (now - answer.instant).seconds < LeavingStrip.length else {
            return nil
        }
        card = answer.card
        isGuessed = answer.isGuessed
        age = (now - answer.instant).seconds
    }

    /// Draws the card over `area`, on its way to the lower or the upper edge.
    func draw(in area: Area, on canvas: inout Canvas) {
        LeavingStrip(
            card, signs: isGuessed ? ("✓", "↓") : ("↷", "↑"), isGuessed ? Neon.green : Neon.orange,
            way: .init(x: 0, y: isGuessed ? 1 : -1), age: age)?.draw(in: area, on: &canvas)
    }
}
