import ThudCore
import ThudTerminal

/// A picture of one moment that the renderer draws: of a game, or of the launcher.
package protocol ScreenPicture: Sendable {
    var now: Instant { get }
    func canvas(_ size: Size, letters: LetterCase, hasColour: Bool) -> Canvas
    /// Returns what the frame depends on, if that is little. nil if every frame must be drawn.
    func stillFrame(_ size: Size) -> AnyHashable?
    /// Returns the maximum scroll of its lists, in rows.
    func mostScroll(on canvas: Canvas) -> Int
}
