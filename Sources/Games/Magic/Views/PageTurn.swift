import Glibc
import ThudCore
import ThudGameUI
import ThudTerminal

/// A page whose lines slide into place when it is turned to, from the side on which it lies.
struct PageTurn {
    /// The remaining share of the way, 1 to 0. Negative from the left, 0 if nothing moves.
    private let left: Double

    /// The duration of the slide, in seconds.
    private static let length = 0.2
    /// The length of the slide, in columns.
    private static let way = 10.0

    /// Creates the turn to a page, if the last touch was one. With Reduce Motion nothing slides.
    init(to page: Int, in round: MagicRound, at now: Instant) {
        guard let touch = round.touch, case .page(let from) = touch.thing, from != page, !round.options.reducesMotion
        else {
            left = 0
            return
        }
        let share = min(max((now - touch.instant).seconds / Self.length, 0), 1)
        left = pow(1 - share, 3) * (from < page ? 1 : -1)
    }

    /// Writes a line at its current place, which ends centred. It never leaves the area.
    func centred(_ text: String, row: Int, in area: Area, _ style: Style, on canvas: inout Canvas) {
        let room = max(0, (area.columns - TextWidth.columns(of: text)) / 2)
        let way = canvas.allowsMotion ? Int((left * Self.way).rounded()) : 0
        let place = Area(
            column: area.column + min(max(way, -room), room), row: area.row, columns: area.columns, rows: area.rows)
        canvas.centred(text, row: row, in: place, style)
    }
}
