import Testing
import ThudKape
import ThudTerminal

@testable import ThudGameUI

@Suite struct HostileNameTests {
    static let names = [
        "", " ", "👨‍👩‍👧‍👦👩🏽‍🚀🏴‍☠️", "محمد \u{202E}evil\u{202C}", "a" + String(repeating: "\u{301}", count: 10_000),
        String(repeating: "Gjergj Kastrioti ", count: 600), String(repeating: "漢", count: 10_000), "\u{1B}[2J\u{7}\r\n",
        String(repeating: "\u{200B}", count: 10_000), "🇦🇱🇽🇰", "\u{0}\u{FFFD}\u{10FFFF}",
    ]

    @Test(arguments: names, RoundScreen.sizes + [Size(columns: 1, rows: 1), Size(columns: 0, rows: 0)])
    func `no name breaks a screen`(name: String, size: Size) {
        for canvas in screens(naming: name, size) {
            for line in canvas.grid.lines { #expect(TextWidth.columns(of: line) <= size.columns) }
            for character in canvas.positions.map({ canvas.grid.character(at: $0) }) where character != " " {
                #expect(character.unicodeScalars.count <= 12)
                #expect(TextWidth.columns(of: character) > 0)
                #expect(!character.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
            }
            #expect(size.rows < 18 || canvas.targets.count { $0.action == .confirm } == 1)
        }
    }

    @Test(arguments: names)
    func `a name does not move the rest of the screen`(name: String) {
        let usual = screens(naming: "Besa", RoundScreen.sizes[1])
        for (canvas, usual) in zip(screens(naming: name, RoundScreen.sizes[1]), usual) {
            #expect(canvas.grid.lines.last == usual.grid.lines.last)
            #expect(canvas.targets.last?.area.row == usual.targets.last?.area.row)
        }
    }

    @Test func `a family stays one character`() {
        let canvas = screens(naming: "👨‍👩‍👧‍👦", RoundScreen.sizes[1])[0]
        #expect(canvas.text.contains("👨‍👩‍👧‍👦"))
    }

    private func screens(naming name: String, _ size: Size) -> [Canvas] {
        let places = (1...5).map { PodiumView.Place(place: $0, name: name, score: 3, title: "Turist") }
        return [
            Canvas.drawn(size) { HandOverView(turn: .init(player: name, number: 1, of: 5)).draw(on: &$0) },
            Canvas.drawn(size) {
                ResultView(content: ResultContent(RoundScreen.outcome), player: name, age: 5, next: .nextPlayer(name))
                    .draw(
                        on: &$0)
            },
            Canvas.drawn(size) { PodiumView(places: places, age: 5).draw(on: &$0) },
        ]
    }
}
