import ThudTerminal

/// Leaving in mid-round is never an accident: the key is held, or pressed twice where a terminal tells no release.
public struct LeaveHold: Hashable, Sendable {
    /// How long the key has been held of what it takes, 0 to 1; nil while it is not held.
    public let share: Double?
    /// Whether a second press is waited for.
    public let isConfirm: Bool

    /// What is shown over a round while its player may want to leave.
    public init(share: Double?, isConfirm: Bool) {
        self.share = share
        self.isConfirm = isConfirm
    }

    /// Draws it; nothing while nobody wants to leave.
    public func draw(on canvas: inout Canvas) {
        guard share != nil || isConfirm else { return }
        let phrase = isConfirm ? KapeWords.pressAgainToLeave : KapeWords.holdToLeave
        let width = max(TextWidth.columns(of: canvas.words(phrase)) + 8, canvas.area.columns / 3)
        let rows = canvas.isRoomy ? 7 : 5
        let box = canvas.area.centred(Size(columns: min(width, canvas.area.columns), rows: rows))
        canvas.grid.fill(box, .plain)
        canvas.grid.border(box, Style(Neon.red), isHeavy: true)
        let inside = box.inset(columns: 3, rows: 1)
        canvas.line(
            phrase, row: inside.row + (isConfirm ? inside.rows / 2 : 0), in: inside, Style(.white, on: .black, .bold))
        guard let share, !isConfirm else { return }
        let rail = inside.part(row: 2)
        canvas.grid.fill(rail, Style(.white, on: Neon.faint))
        canvas.grid.bar(rail, share: share, Style(Neon.red, on: Neon.faint))
    }
}
