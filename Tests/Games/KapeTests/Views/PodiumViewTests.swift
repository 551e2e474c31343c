import Testing
import ThudCore
import ThudKape
import ThudTerminal

@testable import ThudGameUI

@Suite struct PodiumViewTests {
    @Test(arguments: RoundScreen.sizes)
    func `the winner is highest in the middle, the second left, the third right`(size: Size) throws {
        let canvas = drawn(RoundScreen.places, size)
        let names = try ["Besa", "Arbnora", "Lojtari 3"].map { try #require(place(of: $0, canvas)) }
        #expect(names.map(\.column) == names.map(\.column).sorted())
        #expect(names[1].row < names[0].row && names[0].row < names[2].row)
    }

    @Test func `the steps are gold, silver and bronze`() throws {
        let canvas = drawn(RoundScreen.places, RoundScreen.sizes[1])
        let gold = try #require(canvas.places(of: "┏").first)
        #expect(canvas.grid.style(at: gold).foreground == Neon.gold)
        let others = canvas.places(of: "╭").map { canvas.grid.style(at: $0).foreground }
        #expect(others == [Neon.silver, Neon.bronze])
    }

    @Test func `players who share a place have the same height`() throws {
        var shared = RoundScreen.places
        shared[1] = PodiumView.Place(place: 1, name: "Besa", score: 12, title: "Legjendë")
        let canvas = drawn(shared, RoundScreen.sizes[1])
        #expect(try #require(place(of: "Besa", canvas)).row == #require(place(of: "Arbnora", canvas)).row)
    }

    @Test func `the steps rise, the winner's last, and with Reduce Motion they stand`() throws {
        let size = RoundScreen.sizes[1]
        let start = drawn(RoundScreen.places, size, age: 0.5)
        #expect(try #require(place(of: "Arbnora", start)).row > #require(place(of: "Lojtari 3", start)).row)
        #expect(
            drawn(RoundScreen.places, size, age: 0, allowsMotion: false).grid
                == drawn(RoundScreen.places, size, age: 9).grid)
    }

    @Test func `any number of players, places and times is drawn`() {
        for count in [0, 1, 2, 3, 8, 50] {
            let places = (0..<count).map {
                PodiumView.Place(place: $0 * 7 - 3, name: "L\($0)", score: .max, title: "")
            }
            for age in [-1, 0.2, .nan, .infinity] {
                for size in RoundScreen.sizes { #expect(drawn(places, size, age: age).text.contains("HAJDE PRAP")) }
            }
        }
    }

    private func drawn(
        _ places: [PodiumView.Place], _ size: Size, age: Double = 5, allowsMotion: Bool = true
    ) -> Canvas {
        Canvas.drawn(size, allowsMotion: allowsMotion) { PodiumView(places: places, age: age).draw(on: &$0) }
    }

    private func place(of word: String, _ canvas: Canvas) -> Position? {
        canvas.positions.first { position in
            let area = Area(column: position.column, row: position.row, columns: word.count, rows: 1)
            return area.endColumn <= canvas.grid.size.columns && canvas.text(in: area) == word
        }
    }
}

@Suite struct ConfettiTests {
    @Test func `the same time and seed show the same pieces, and another seed others`() {
        let first = thrown(age: 1)
        #expect(first.grid == thrown(age: 1).grid)
        #expect(first.grid != thrown(age: 1, seed: 8).grid)
        #expect(first.grid != thrown(age: 1.1).grid)
    }

    @Test func `during its flight the confetti covers the whole screen`() {
        let pieces = thrown(age: 1.2)
        let places = pieces.positions.filter { pieces.grid.character(at: $0) != " " }
        #expect(places.count > 80)
        #expect(Set(places.map { $0.column / 20 }).count == 4)
        #expect(places.allSatisfy { pieces.grid.style(at: $0).foreground != .white })
    }

    @Test func `the confetti is gone after four seconds, and absent before it starts`() {
        let empty = Grid(RoundScreen.sizes[1])
        for age in [-1, 4, 100, .infinity, .nan] { #expect(thrown(age: age).grid == empty, "\(age)") }
        #expect(thrown(age: 3.99).positions.count { thrown(age: 3.99).grid.character(at: $0) != " " } < 5)
    }

    @Test func `with Reduce Motion the confetti hangs still`() {
        let still = thrown(age: 1, allowsMotion: false).grid
        #expect(still == thrown(age: 9, allowsMotion: false).grid && still != Grid(RoundScreen.sizes[1]))
    }

    @Test func `the confetti covers no text`() {
        let bare = RoundScreen.result.canvas(RoundScreen.sizes[1])
        let strewn = Canvas.drawn(RoundScreen.sizes[1]) {
            RoundScreen.result.draw(on: &$0)
            Confetti(age: 1, seed: 7, pieces: 2_000).draw(on: &$0)
        }
        for place in bare.positions where bare.grid.character(at: place) != " " {
            #expect(strewn.grid.character(at: place) == bare.grid.character(at: place))
        }
        #expect(strewn.text.contains("Fëmijët flasin") && strewn.text.contains("gjermanisht"))
    }

    @Test func `any number of pieces and any size is drawn`() {
        for (columns, rows, pieces) in [(0, 0, 10), (1, 1, .max), (3, 2, -5), (200, 60, 5_000)] {
            let canvas = Canvas.drawn(Size(columns: columns, rows: rows)) {
                Confetti(age: 1, seed: .max, pieces: pieces).draw(on: &$0)
            }
            #expect(canvas.grid.lines.count == rows)
        }
    }

    private func thrown(age: Double, seed: UInt64 = 7, allowsMotion: Bool = true) -> Canvas {
        Canvas.drawn(RoundScreen.sizes[1], allowsMotion: allowsMotion) {
            Confetti(age: age, seed: seed, pieces: 200).draw(on: &$0)
        }
    }
}
