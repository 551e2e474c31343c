import Testing
import ThudCore
import ThudCues
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

@Suite struct FlashOverlayTests {
    private static let middle = Position(column: RoundScreen.sizes[1].columns / 2, row: RoundScreen.sizes[1].rows / 2)

    @Test func `the first frame is the whole screen in the colour, with dark letters`() {
        let canvas = flashed(age: 0, theme: Theme())
        let backgrounds = Set(canvas.positions.map { canvas.grid.style(at: $0).background })
        #expect(backgrounds == [Colour.black.mixed(with: Neon.green, 0.8)])
        #expect(canvas.positions.allSatisfy { canvas.grid.style(at: $0).foreground == .black })
    }

    @Test func `in Kape the flash starts in the middle, and is darker towards every edge`() {
        let canvas = flashed(age: 0)
        let grid = canvas.grid
        let size = RoundScreen.sizes[1]
        func luma(_ column: Int, _ row: Int) -> Int {
            grid.style(at: Position(column: column, row: row)).background.luma
        }
        #expect(grid.style(at: Self.middle).background == Colour.black.mixed(with: Neon.green, 0.8))
        let right = (size.columns / 2..<size.columns).map { luma($0, size.rows / 2) }
        let down = (size.rows / 2..<size.rows).map { luma(size.columns / 2, $0) }
        for way in [right, down] { #expect(way == way.sorted(by: >) && Set(way).count > 2, "\(way)") }
        #expect((0..<size.columns).allSatisfy { luma($0, 3) == luma(size.columns - 1 - $0, 3) })
        #expect((0..<size.rows).allSatisfy { luma(9, $0) == luma(9, size.rows - 1 - $0) })
        #expect(luma(0, 0) > 0 && 3 * luma(0, 0) < 2 * right[0])
        #expect(canvas.positions.allSatisfy { grid.style(at: $0).foreground == .black }, "no letter is in pieces")
    }

    @Test(arguments: [Size(columns: 1, rows: 1), Size(columns: 7, rows: 2), Size(columns: 200, rows: 60)])
    func `the rings contain every cell of a screen once`(size: Size) {
        var cells: [Position] = []
        for run in FlashRings(Area(size)).runs {
            #expect(run.area.rows == 1 && run.share > 0 && run.share <= 1)
            cells += (run.area.column..<run.area.endColumn).map { Position(column: $0, row: run.area.row) }
        }
        #expect(cells.count == size.columns * size.rows && Set(cells).count == cells.count)
        #expect(cells.allSatisfy { Area(size).contains($0) })
    }

    @Test func `the flash ends after its length`() {
        let dark = RoundScreen.card.canvas(RoundScreen.sizes[1])
        for age in [0.3, 0.31, 1e9, .infinity, .nan] { #expect(flashed(age: age).grid == dark.grid) }
    }

    @Test func `the flash only becomes darker, in few steps`() {
        let lights = (0..<30).map { flashed(age: Double($0) / 100).grid.style(at: Self.middle) }
        let lumas = lights.map(\.background.luma)
        #expect(lumas == lumas.sorted(by: >))
        #expect(Set(lumas).count == 6)
        #expect(lumas.last.map { $0 > 0 } == true)
    }

    @Test(arguments: [0.4, 0.5, 1, 1.6])
    func `letters contrast with the flash as long as it shines`(brightness: Double) {
        let systems = ["#30D158", "#FF453A", "#FFCCE6"].compactMap { Colour($0) }
        for colour in [Neon.green, Neon.orange, Neon.gold, Colour.white] + systems {
            for step in 0..<6 {
                let canvas = flashed(age: (Double(step) + 0.5) / 20, colour: colour, brightness: brightness)
                for place in canvas.positions where canvas.grid.character(at: place) != " " {
                    let style = canvas.grid.style(at: place)
                    #expect(abs(style.foreground.luma - style.background.luma) >= 50, "\(style)")
                }
            }
        }
    }

    @Test func `a brighter flash is lighter, and a weaker one darker`() {
        let levels = [
            FeedbackPolicy.substituteBrightness, FeedbackPolicy.usualBrightness, FeedbackPolicy.mutedBrightness,
        ]
        for age in [0, 0.1, 0.2, 0.29] {
            let lumas = levels.map {
                flashed(age: age, brightness: $0).grid.style(at: Self.middle).background.luma
            }
            #expect(lumas == lumas.sorted() && Set(lumas).count == 3, "\(lumas)")
        }
    }

    @Test func `an opacity of one half is half of the colour`() {
        for opacity in [0.4, 0.5] {
            let background = flashed(age: 0, brightness: opacity).grid.style(at: Self.middle).background
            #expect(background == Colour.black.mixed(with: Neon.green, opacity))
        }
    }

    @Test func `without colours even a weak flash is reverse video`() {
        var canvas = Canvas(RoundScreen.sizes[1], letters: LetterCase(), hasColour: false)
        RoundScreen.card.draw(on: &canvas)
        FlashOverlay(colour: Neon.green, brightness: 0.4, age: 0, length: 0.3).draw(on: &canvas)
        var writer = FrameWriter(depth: .none)
        #expect(String(decoding: writer.frame(canvas.grid), as: UTF8.self).contains("[7m"))
    }

    @Test func `without colours reverse video ends with the flash`() {
        var writer = FrameWriter(depth: .none)
        #expect(String(decoding: writer.frame(flashed(age: 0).grid), as: UTF8.self).contains("[7m"))
        writer.invalidate()
        #expect(!String(decoding: writer.frame(flashed(age: 0.3).grid), as: UTF8.self).contains("7m"))
    }

    @Test func `an invalid brightness or length does no harm`() {
        for (brightness, length) in [(.nan, 0.3), (.infinity, 0.3), (-1, 0.3), (1, 0), (1, -1), (1, .nan)] {
            let canvas = Canvas.drawn(RoundScreen.sizes[0]) {
                FlashOverlay(colour: Neon.green, brightness: brightness, age: 0, length: length).draw(on: &$0)
            }
            #expect(canvas.grid.lines.count == 18)
        }
    }

    private func flashed(
        age: Double, colour: Colour = Neon.green, brightness: Double = 1, theme: Theme = Kape.theme
    ) -> Canvas {
        var canvas = Canvas(RoundScreen.sizes[1], letters: LetterCase(), theme: theme)
        RoundScreen.card.draw(on: &canvas)
        FlashOverlay(colour: colour, brightness: brightness, age: age, length: 0.3).draw(on: &canvas)
        return canvas
    }
}
