import Testing
import ThudCore
import ThudTerminal

@testable import ThudGameUI

@Suite struct GroundTests {
    private let size = Size(columns: 10, rows: 1)

    private func canvas(isLight: Bool, follows: Bool = true, hasColour: Bool = true) -> Canvas {
        Canvas(
            size, letters: LetterCase(), theme: Theme(followsTerminal: follows), hasColour: hasColour, isLight: isLight)
    }

    @Test func `only a game that follows the terminal becomes light, and only in colours`() {
        #expect(canvas(isLight: true).ground == .lightGround && canvas(isLight: false).ground == .black)
        #expect(canvas(isLight: true, follows: false).ground == .black)
        #expect(canvas(isLight: true, hasColour: false).ground == .black)
    }

    @Test(arguments: [Colour.white, Neon.grey, Neon.faint, Neon.red, Neon.green, Neon.orange, Neon.gold])
    func `on a light ground a text is legible, and a faint line stays faint`(colour: Colour) {
        let before = colour.contrast(with: .black)
        let after = colour.onLight.contrast(with: .lightGround)
        #expect(before < 4.5 ? abs(after - before) < 0.3 : after >= 4.5)
        #expect(after <= before + 0.5)
    }

    @Test func `an accent keeps its hue on a light ground`() {
        let pink = Colour(0xFF66CC).onLight
        #expect(pink.red > pink.green && pink.blue > pink.green && pink.red > 150)
    }

    @Test func `exact colours and other backgrounds stay, and black becomes light`() {
        var grid = Grid(size)
        grid.put("a", at: Position(column: 0, row: 0))
        grid.put("b", at: Position(column: 1, row: 0), Style(Neon.red, on: .black, .exact))
        grid.put("c", at: Position(column: 2, row: 0), Style(.black, on: Neon.gold))
        grid.lighten(Area(size))
        func style(_ column: Int) -> Style { grid.style(at: Position(column: column, row: 0)) }
        #expect(style(0).background == .lightGround && style(0).foreground.luma < 60)
        #expect(style(1) == Style(Neon.red, on: .lightGround, .exact) && style(2) == Style(.black, on: Neon.gold))
    }

    @Test(arguments: [false, true])
    func `letters and frames glow on their ground`(isLight: Bool) {
        let size = Size(columns: 12, rows: 3)
        var drawn = Canvas(size, letters: LetterCase(), theme: Theme(followsTerminal: true), isLight: isLight)
        drawn.grid.put("█", at: Position(column: 6, row: 1), Style(Neon.red))
        drawn.glow(around: Area(column: 6, row: 1, columns: 1, rows: 1), Neon.red)
        drawn.neonFrame(Area(column: 0, row: 0, columns: 3, rows: 3), Neon.red, isLit: true)
        if isLight { drawn.grid.lighten(Area(size)) }
        for column in [0, 5, 6] {
            let style = drawn.grid.style(at: Position(column: column, row: 1))
            #expect(style.background != drawn.ground && (style.background.luma > 127) == isLight, "\(style)")
            #expect(style.foreground.contrast(with: style.background) > 3, "\(style)")
        }
    }

    @Test func `a flash tints a picture, and fades to the ground`() {
        for isLight in [false, true] {
            func lit(age: Double) -> Style {
                var drawn = canvas(isLight: isLight)
                drawn.grid.put("█", at: Position(column: 0, row: 0), Style(Neon.gold, on: Neon.gold, .exact))
                FlashOverlay(colour: Neon.red, brightness: 1, age: age, length: 0.3).draw(on: &drawn)
                return drawn.grid.style(at: Position(column: 0, row: 0))
            }
            #expect(lit(age: 0).foreground == lit(age: 0).background && lit(age: 0).foreground != Neon.gold)
            #expect(lit(age: 0).foreground.distance(to: Neon.gold) < Neon.red.distance(to: Neon.gold))
            var faded = canvas(isLight: isLight)
            FlashOverlay(colour: Neon.red, brightness: 1, age: 0.29, length: 0.3).draw(on: &faded)
            let last = faded.grid.style(at: Position(column: 5, row: 0)).background
            #expect(last.distance(to: faded.ground) < 4 * Neon.red.distance(to: faded.ground) / 10)
        }
    }
}
