import ThudCore
import ThudGameUI
import ThudTerminal

/// A card that was answered leaves in the direction of the gesture, under the sign of its answer: whether it was guessed or passed
/// can be told without colours.
package struct LeavingCard: Hashable, Sendable {
    let card: String
    /// Whether it was guessed; it was passed otherwise.
    let isGuessed: Bool
    /// Since the answer, in seconds.
    let age: Double

    /// The card of an answer at `now`; nil once it has left.
    package init?(_ answer: KapeState.Answer?, at now: Instant) {
        guard let answer, now >= answer.instant, (now - answer.instant).seconds < LeavingStrip.length else {
            return nil
        }
        card = answer.card
        isGuessed = answer.isGuessed
        age = (now - answer.instant).seconds
    }

    /// Draws it over `area`, on its way to the lower or the upper edge.
    func draw(in area: Area, on canvas: inout Canvas) {
        LeavingStrip(
            card, signs: isGuessed ? ("✓", "↓") : ("↷", "↑"), isGuessed ? Neon.green : Neon.orange,
            way: .init(x: 0, y: isGuessed ? 1 : -1), age: age
        )?.draw(in: area, on: &canvas)
    }
}
