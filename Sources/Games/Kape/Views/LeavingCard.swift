import ThudCore
import ThudGameUI
import ThudTerminal

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
            way: .init(x: 0, y: isGuessed ? 1 : -1), age: age
        )?.draw(in: area, on: &canvas)
    }
}
