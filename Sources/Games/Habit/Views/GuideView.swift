import ThudCore
import ThudGameUI
import ThudTerminal

struct GuideView {
    let page: GuidePage
    let round: HabitRound
    let now: Instant

    /// Returns the area of the demonstration ring, centred between the text above and the button below.
    static func ring(in page: Area) -> Area {
        let head = headRows(of: page) + 3
        let room = max(5, page.rows - head - (headRows(of: page) > 1 ? 8 : 6))
        let rows = min(29, room)
        return page.part(row: head + (room - rows) / 2, rows: rows).centred(Size(columns: 2 * rows + 2, rows: rows))
    }

    /// The rows of the headline, which is large if there is room.
    private static func headRows(of page: Area) -> Int { page.rows >= 34 ? 6 : 1 }

    func draw(on canvas: inout Canvas) {
        let area = canvas.page
        let number = (GuidePage.allCases.firstIndex(of: page) ?? 0) + 1
        canvas.trailing("\(number) of \(GuidePage.allCases.count)", row: area.row, in: area, Style(Neon.grey))
        let head = area.part(row: 1, rows: Self.headRows(of: area))
        canvas.large(headline, in: head, .plain)
        for (index, line) in TextWidth.wrapped(page.words, to: area.columns, rows: 2).enumerated() {
            canvas.centred(line, row: head.endRow + index, in: area, .plain)
        }
        ring.draw(in: Self.ring(in: area), on: &canvas)
        canvas.glow = Self.ring(in: area)
        if page != .demo {
            canvas.primary(page == .welcome ? "NEXT" : "BEGIN", .confirm, in: area.part(rows: area.rows - 2))
        }
        canvas.centred(legend, row: area.endRow - 1, in: area, Style(Neon.grey))
    }

    private var headline: String {
        switch page {
        case .welcome: "A ring a day"
        case .demo: "Breathe in"
        case .own: "Now your own"
        }
    }

    private var legend: String {
        switch page {
        case .demo:
            round.settings.isSingle
                ? "space or ↵ closes it · esc skip" : "hold space or the mouse for 2 s · ↵ at once · esc skip"
        case .welcome, .own: "esc skip"
        }
    }

    private var ring: RingView {
        let colour = Accent.blue.colour
        switch page {
        case .welcome: return RingView(colour: colour, share: 0.62)
        case .demo:
            return RingView(
                colour: colour, share: round.share(of: HabitRound.demo, at: now),
                isDone: round.isDone(HabitRound.demo, at: now),
                age: round.secondsSinceDone(HabitRound.demo, at: now), initials: "hold")
        case .own: return RingView(colour: colour, share: 1, isDone: true)
        }
    }
}
