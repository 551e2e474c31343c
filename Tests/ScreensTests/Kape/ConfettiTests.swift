import Testing
import ThudCore
import ThudScreens
import ThudTerminal

@Suite struct ConfettiTests {
    @Test func `the same time and seed show the same pieces, another seed others`() {
        let first = thrown(age: 1)
        #expect(first.grid == thrown(age: 1).grid)
        #expect(first.grid != thrown(age: 1, seed: 8).grid)
        #expect(first.grid != thrown(age: 1.1).grid)
    }

    @Test func `in mid-flight there is a lot of it, all over the screen`() {
        let pieces = thrown(age: 1.2)
        let places = pieces.positions.filter { pieces.grid.character(at: $0) != " " }
        #expect(places.count > 80)
        #expect(Set(places.map { $0.column / 20 }).count == 4)
        #expect(places.allSatisfy { pieces.grid.style(at: $0).foreground != .white })
    }

    @Test func `it has fallen after four seconds, and is not there before`() {
        let empty = Grid(RoundScreen.sizes[1])
        for age in [-1, 4, 100, .infinity, .nan] { #expect(thrown(age: age).grid == empty, "\(age)") }
        #expect(thrown(age: 3.99).positions.count { thrown(age: 3.99).grid.character(at: $0) != " " } < 5)
    }

    @Test func `nothing falls under Reduce Motion`() {
        #expect(thrown(age: 1, allowsMotion: false).grid == Grid(RoundScreen.sizes[1]))
    }

    @Test func `it covers nothing that is written`() {
        let bare = RoundScreen.result.canvas(RoundScreen.sizes[1])
        let strewn = Canvas.drawn(RoundScreen.sizes[1]) {
            RoundScreen.result.draw(on: &$0)
            Confetti(age: 1, seed: 7, pieces: 2_000).draw(on: &$0)
        }
        for place in bare.positions where bare.grid.character(at: place) != " " {
            #expect(strewn.grid.character(at: place) == bare.grid.character(at: place))
        }
        #expect(strewn.text.contains("Fëmijët flasin gjermanisht"))
    }

    @Test func `any number of pieces and any size will do`() {
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
