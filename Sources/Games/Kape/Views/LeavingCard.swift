public import ThudCore
import ThudGameUI
import ThudTerminal

/// A card that was answered leaves in the direction of the gesture, under the sign of its answer: whether it was guessed or passed
/// can be told without colours.
public struct LeavingCard: Hashable, Sendable {
    /// The card.
    let card: String
    /// Whether it was guessed; it was passed otherwise.
    let isGuessed: Bool
    /// Since the answer, in seconds.
    let age: Double

    /// How long it can be seen, in seconds.
    static let length = 0.35
    /// A strip with its frame.
    private static let rows = 3

    /// The card of an answer at `now`; nil once it has left.
    public init?(_ answer: KapeState.Answer?, at now: Instant) {
        guard let answer, now >= answer.instant, (now - answer.instant).seconds < Self.length else { return nil }
        card = answer.card
        isGuessed = answer.isGuessed
        age = (now - answer.instant).seconds
    }

    /// Draws it over `area`: on its way from the middle to the lower or the upper edge, or there at once where less motion is
    /// asked for.
    func draw(in area: Area, on canvas: inout Canvas) {
        guard area.rows >= Self.rows else { return }
        let colour = isGuessed ? Neon.green : Neon.orange
        let signs = isGuessed ? ("✓", "↓") : ("↷", "↑")
        let text = "\(signs.0)  \(TextWidth.clipped(card, to: max(0, area.columns - 12)))  \(signs.1)"
        let width = min(area.columns, TextWidth.columns(of: text) + 6)
        let strip = Area(
            column: area.column + (area.columns - width) / 2, row: area.row + row(in: area, canvas.allowsMotion),
            columns: width, rows: Self.rows)
        canvas.grid.fill(strip, .plain)
        canvas.grid.border(strip, Style(colour), isHeavy: true)
        canvas.centred(text, row: strip.row + 1, in: strip, Style(colour, on: .black, .bold))
    }

    /// It is slow at first, so that the eye can take it up.
    private func row(in area: Area, _ allowsMotion: Bool) -> Int {
        let lowest = area.rows - Self.rows
        let share = allowsMotion ? min(1, age / Self.length) : 1
        let way = Double(lowest) / 2 * share * share
        return Int((Double(lowest) / 2 + (isGuessed ? way : -way)).rounded())
    }
}
