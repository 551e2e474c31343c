import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal
import ThudTextRaster

@testable import pictures

/// The sheets of screens in docs/pictures.
@Suite struct ScreenSheetTests {
    private static let names = GameScreens.games.map { $0.description.name }
    private static let sizes = GameScreens.sizes

    /// The screens of each game for each of `sizes`, drawn once for all tests.
    private static let sheets = Dictionary(
        uniqueKeysWithValues: GameScreens.games.map { game in
            let sheets = sizes.map { size in
                Result { try GameScreens(game, letters: LetterCase(Typeface.find()), size: size).all() }
            }
            return (game.description.name, sheets)
        })

    private func screens(_ name: String, _ size: Size) throws -> [NamedScreen] {
        let index = try #require(Self.sizes.firstIndex(of: size))
        return try #require(Self.sheets[name])[index].get()
    }

    @Test(arguments: names, sizes)
    func `no screen appears twice on a sheet, and each but the last is as large as its terminal`(
        name: String, size: Size
    ) throws {
        let screens = try screens(name, size)
        #expect(Set(screens.map(\.title)).count == screens.count)
        for (index, screen) in screens.enumerated() {
            let twin = screens[..<index].first { $0.grid == screen.grid }
            #expect(twin == nil, "\(screen.title) is \(twin?.title ?? "")")
        }
        #expect(screens.dropLast().allSatisfy { $0.grid.size == size })
        #expect(!ShellPicture.fits(try #require(screens.last).grid.size))
    }

    /// A text that each staged screen contains if the script got there.
    private static let words = [
        ("kape", "A deck that is locked", "HAPE"), ("kape", "How it goes", "Ul kokën"),
        ("kape", "The podium", "Legjendë"),
        ("kape", "Raundi: leaving is held", "Mbaje"), ("pocket", "Memory: a step to watch", "watch"),
        ("pocket", "Stroop: the colour of the letters, not the word", "swipe to the colour"),
        ("habit", "The guide: what a ring is", "1 of 3"), ("habit", "The guide: the ring is held", "65 %"),
        ("habit", "The guide: a habit of one's own", "3 of 3"), ("habit", "A form: a colour", "Orange"),
        ("habit", "The rings", "✓ Walk the dog"), ("habit", "The chart", "last 8 weeks"),
        ("habit", "The form of a habit", "Change a habit"), ("habit", "The removal", "will be gone"),
        ("habit", "Today: leaving is held", "Hold to leave"), ("magic", "Page 4 of the beginning", "A friend joins"),
        ("magic", "The menu of a character", "Goodbye"), ("magic", "The options", "High contrast"),
        ("magic", "Page 7 of the help", "For parents"), ("magic", "Too small a terminal", "59×17"),
        ("kape", "The title, as the sound device goes away", "pajisja e zërit humbi"),
        ("kape", "Raundi: leaving, pressed once", "Shtyp q sërish"), ("kape", "Raundi: a triumph", "Vendi 1 nga"),
        ("kape", "A key that came too soon", "Prit pak!"), ("kape", "The language", "Gjuha · Language"),
        ("pocket", "The names of a match", "Type a name"), ("kape", "A pass", "↷"), ("kape", "LEGJENDË", "10/10"),
        ("pocket", "Classic: a triumph", "Place 1 of"),
        ("pocket", "Classic: the sound device goes away", "tries to reopen it"),
        ("habit", "Today: leaving, pressed once", "Press q again"), ("habit", "Today: a triumph", "See you tomorrow"),
        ("magic", "The stage: the sound device goes away", "the sound device is gone"),
    ]

    @Test(arguments: names, sizes)
    func `each staged screen contains its expected text`(name: String, size: Size) throws {
        let screens = try screens(name, size)
        for (game, title, word) in Self.words where game == name {
            let screen = try #require(screens.first { $0.title == title }, "\(title)")
            let text = Self.rows(of: screen)
            #expect(text.contains { $0.contains(word) }, "\(title): \(text.joined(separator: "\n"))")
        }
    }

    private static func rows(of screen: NamedScreen) -> [String] {
        (0..<screen.grid.size.rows).map { row in
            String((0..<screen.grid.size.columns).map { screen.grid.character(at: .init(column: $0, row: row)) })
        }
    }

    /// Pieces of confetti that resemble nothing else on a result.
    private static let pieces: Set<Character> = ["✦", "◆", "▾"]

    @Test(arguments: ["kape", "pocket", "habit"], sizes)
    func `confetti flies over a triumph and has fallen once a result is settled`(name: String, size: Size) throws {
        let screens = try screens(name, size)
        let mode = try #require(GameScreens.games.first { $0.description.name == name }).description.modes[0].title
        for (moment, isFlying) in [("a triumph", true), ("the result", false)] {
            let title = "\(mode): \(moment)"
            let screen = try #require(screens.first { $0.title == title }, "\(title)")
            let text = Self.rows(of: screen).joined()
            let isSeen = text.contains { Self.pieces.contains($0) }
            #expect(isSeen == isFlying, "\(title): \(text)")
        }
    }

    @Test func `lines are not rounded to whole pixels, so that a smaller picture loses none`() throws {
        var grid = Grid(Size(columns: 4, rows: 3))
        grid.border(Area(column: 0, row: 0, columns: 4, rows: 3), Style(Colour(0xFF0000)))
        grid.put("█", at: Position(column: 1, row: 1), Style(Colour(0x00FF00)))
        let svg = GridPicture(grid: grid).svg
        let crisp = try #require(svg.firstRange(of: "<g shape-rendering=\"crispEdges\">"))
        let end = try #require(svg.firstRange(of: "</g>"))
        let solid = svg[crisp.upperBound..<end.lowerBound]
        #expect(solid.contains("#00ff00") && !solid.contains("#ff0000"))
        // The corners meet and nothing sticks out: from the middle of the first cell to that of the last.
        let lines = try #require(svg[end.upperBound...].split(separator: "\n").first { $0.contains("#ff0000") })
        for side in ["M3 7h24v1h-24z", "M27 7h1v32h-1z", "M3 39h25v1h-25z", "M3 7h1v32h-1z"] {
            #expect(lines.contains(side), "\(lines)")
        }
    }
}
