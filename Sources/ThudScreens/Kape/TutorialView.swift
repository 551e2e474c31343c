import Glibc
import ThudTerminal

/// "Tilt to start": the phone as it tilts, and the mark that it must pass.
public struct TutorialView: Hashable, Sendable {
    /// How far the head is tilted, in radians: 0 upright, positive towards the floor; no further than can be drawn.
    public let angle: Double
    /// Whether the tilt was recognised.
    public let isDone: Bool

    /// The screen with the head at an angle in radians.
    public init(angle: Double, isDone: Bool) {
        self.angle = angle.isFinite ? min(max(angle, -0.3), 1.4) : 0
        self.isDone = isDone
    }

    /// Draws it.
    public func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let phrase = isDone ? KapeWords.wellTilted : KapeWords.tiltToStart
        draw(in: canvas.instruction(phrase, in: page.part(row: 1, rows: page.rows - 4)), on: &canvas)
        canvas.line(KapeWords.nodDown, row: page.endRow - 1, in: page, Style(Neon.grey))
    }

    private func draw(in area: Area, on canvas: inout Canvas) {
        let gauge = TiltSketch(area.size, angle: angle)
        let corner = Position(column: area.column, row: area.row)
        let colour = isDone ? Neon.green : RGB.white
        canvas.draw(gauge.way, at: corner, Style(Neon.faint))
        canvas.draw(gauge.covered, at: corner, Style(isDone ? Neon.green : Neon.red))
        canvas.draw(gauge.mark, at: corner, Style(isDone ? Neon.green : Neon.red))
        canvas.draw(gauge.phone, at: corner, Style(colour))
        let label = gauge.labelPlace
        canvas.grid.put(
            "35°", at: Position(column: area.column + label.column, row: area.row + label.row),
            Style(colour, on: .black, .bold), limit: max(0, area.columns - label.column))
    }
}
