import ThudCore
import ThudTerminal

/// The countdown 3, 2, 1, as large as the screen.
struct CountdownView: Hashable, Sendable {
    let digit: Int
    /// How much of this count has passed, 0 to 1.
    let share: Double

    init(digit: Int, share: Double) {
        self.digit = digit
        self.share = share.isFinite ? min(max(share, 0), 1) : 1
    }

    private var colour: Colour { digit > 2 ? Neon.red : digit == 2 ? Neon.orange : Neon.green }

    func draw(on canvas: inout Canvas) {
        // In steps, so that the frame is rewritten a few times a count and not sixty.
        let faded = (share * 6).rounded(.down) / 6
        canvas.grid.border(canvas.area, Style(colour.mixed(with: Neon.faint, faded)), isHeavy: true)
        let room = canvas.area.inset(columns: 2, rows: 1)
        canvas.large(String(digit), in: room.part(rows: room.rows - 1), .plain)
        let bar = room.lowest(1).inset(columns: room.columns / 4)
        canvas.grid.bar(bar, share: 1 - share, Style(colour))
    }
}
