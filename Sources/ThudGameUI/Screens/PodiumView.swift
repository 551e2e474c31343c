import ThudCore
import ThudTerminal

/// The end of a tournament: three steps, with the players of the lower places listed below.
package struct PodiumView: Hashable, Sendable {
    struct Place: Hashable, Sendable {
        /// The place from 1. Two players may share one.
        let place: Int
        let name: String
        let score: Int
        /// The title of the place: `Legjendë`, `Turist`.
        let title: String
    }

    /// The players in order, the best first.
    let places: [Place]
    /// The time since the screen appeared, in seconds.
    let age: Double

    /// How long one step rises, and how much later than the lower step it begins, in seconds.
    private static let rise = 0.5
    private static let pause = 0.35

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        // On short screens the steps take the row that would otherwise stay free above the button.
        let footer = canvas.size.primaryRows + (page.rows < 20 ? 1 : 2)
        let tourists = places.dropFirst(3).prefix(max(0, page.rows - footer - 9))
        let heading = canvas.isRoomy ? page.rows / 6 : 1
        canvas.headline(canvas[.podium], in: page.part(rows: heading + (canvas.isGlossed ? 1 : 0)))
        let room = page.part(
            row: heading + 1, rows: page.rows - footer - heading - 1 - (tourists.isEmpty ? 0 : tourists.count + 1))
        for (index, place) in places.prefix(3).enumerated() { draw(place, index, on: room, &canvas) }
        for (index, place) in tourists.enumerated() {
            draw(tourist: place, row: room.endRow + 1 + index, in: page, &canvas)
        }
        canvas.primary(canvas.words(canvas[.playAgain]), .confirm, in: page.part(rows: page.rows - 1))
        FooterView.ways(canvas.theme.words, savesImage: true).draw(row: page.endRow - 1, in: page, on: &canvas)
    }

    /// Draws a step: the winner in the middle, the second on the left, the third on the right. Ties are equally high.
    private func draw(_ place: Place, _ index: Int, on room: Area, _ canvas: inout Canvas) {
        let gap = canvas.isRoomy ? 2 : 1
        let width = min(44, (room.columns - 2 * gap) / 3)
        let group = room.centred(Size(columns: 3 * width + 2 * gap, rows: room.rows))
        let slot = [1, 0, 2][index]
        let column = group.part(column: slot * (width + gap), columns: width)
        let colour = PodiumView.colour(place.place)
        let level = min(max(place.place, 1), 3)
        // The title, the name and the score stand above each step.
        let crown = canvas.isRoomy ? 7 : 3
        let full = max(3, (room.rows - crown) * [10, 7, 5][level - 1] / 10)
        let step = column.lowest(max(1, Int((Double(full) * risen(index, canvas.allowsMotion)).rounded())))
        canvas.grid.border(step, Style(colour), isHeavy: level == 1)
        canvas.large(String(place.place), in: step.inset(columns: 1, rows: 1), .plain)
        let above = Area(column: column.column, row: step.row - crown, columns: width, rows: crown)
        canvas.centred(canvas.title(place.title), row: above.row, in: above, Style(colour, on: .black, .bold))
        canvas.large(ShownName(place.name).text, in: above.part(row: 1, rows: above.rows - 2), .plain)
        canvas.centred("✓ \(place.score)", row: above.endRow - 1, in: above, Style(Neon.green))
    }

    private func draw(tourist place: Place, row: Int, in page: Area, _ canvas: inout Canvas) {
        let text = "\(place.place)  \(ShownName(place.name).text)  ✓ \(place.score)  \(canvas.title(place.title))"
        canvas.centred(text, row: row, in: page, Style(Neon.grey))
    }

    /// Returns how much of a step has risen, 0 to 1. The third rises first, the winner last.
    private func risen(_ index: Int, _ allowsMotion: Bool) -> Double {
        guard allowsMotion, age.isFinite else { return 1 }
        let begin = Double(min(places.count, 3) - 1 - index) * PodiumView.pause
        let left = 1 - min(max((age - begin) / PodiumView.rise, 0), 1)
        return 1 - left * left * left
    }

    package static func colour(_ place: Int) -> Colour {
        switch place {
        case ...1: Neon.gold
        case 2: Neon.silver
        default: Neon.bronze
        }
    }
}
