import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal
import ThudTextRaster

@testable import pictures

/// The screens on terminals that are much larger than usual, and in 16 colours.
@Suite struct WideScreenTests {
    private static let names = ["kape", "pocket", "habit"]
    private static let size = Size(columns: 200, rows: 60)

    /// The lowest row with something on it, above the button and the keys.
    private func lowest(of grid: Grid) -> Int? {
        (0..<grid.size.rows - 9).last { row in
            (0..<grid.size.columns).contains { grid.character(at: Position(column: $0, row: row)) != " " }
        }
    }

    @Test(arguments: names) func `on 200 columns nothing is confined to the top third`(name: String) throws {
        let game = try #require(GameScreens.games.first { $0.description.name == name })
        let screens = try GameScreens(game, letters: LetterCase(Typeface.find()), size: Self.size).all()
        for screen in screens.dropLast() {
            let row = try #require(lowest(of: screen.grid))
            #expect(row >= Self.size.rows * 9 / 20, "\(screen.title): \(row)")
        }
    }

    @Test(arguments: [Size(columns: 120, rows: 40), Size(columns: 200, rows: 60)])
    func `all titles of the launcher are large, whatever is written below them`(size: Size) throws {
        let screens = SheetSeries(letters: LetterCase(try Typeface.find())).launcher(size)
        for screen in screens.dropLast() {
            let text = (0..<size.rows).map { row in
                String((0..<size.columns).map { screen.grid.character(at: Position(column: $0, row: row)) })
            }
            for title in GameScreens.games.map({ $0.description.title }) {
                let isSmall = text.contains { $0.contains(title) }
                #expect(!isSmall, "\(title) in \(screen.title): so many games leave too little room for large letters")
            }
        }
    }

    /// Long titles and values need 200 columns to be large, and then all of them are.
    @Test(arguments: [Size(columns: 120, rows: 40), size])
    func `modes and settings are cards only if all of them can be large`(size: Size) throws {
        let game = try #require(GameScreens.games.first { $0.description.name == "pocket" })
        let screens = try GameScreens(game, letters: LetterCase(Typeface.find()), size: size).all()
        for (title, words) in [("The modes", "Player vs player"), ("The settings", "FOLLOW SYSTEM")] {
            let screen = try #require(screens.first { $0.title == title })
            #expect(screen.grid.lines.contains { $0.contains(words) } == (size.columns < 200), "\(words) in \(title)")
        }
    }

    @Test func `a sheet in 16 colours has no others`() throws {
        let screens = SheetSeries(letters: LetterCase(try Typeface.find())).launcher(Size(columns: 80, rows: 24))
        for grid in screens.map(\.grid.inSixteen) {
            for row in 0..<grid.size.rows {
                for column in 0..<grid.size.columns {
                    let style = grid.style(at: Position(column: column, row: row))
                    #expect(Palette.sixteen.contains(style.foreground) && Palette.sixteen.contains(style.background))
                }
            }
        }
    }
}
