import Testing
import ThudCore
import ThudGameUI
import ThudTerminal

@testable import ThudMagic

@Suite struct PageTurnTests {
    /// Returns the column of a text on the screen, `milliseconds` after the last action.
    private func column(
        of text: String, _ child: Child, after milliseconds: Int64, allowsMotion: Bool = true,
        on size: Size = Size(columns: 80, rows: 24)
    ) -> Int? {
        var canvas = Canvas(size, letters: LetterCase(), theme: Magic.theme, allowsMotion: allowsMotion)
        let now = child.now + .milliseconds(milliseconds)
        if case .welcome(let page) = child.round.phase {
            WelcomeView(page: page, round: child.round, now: now).draw(on: &canvas)
        } else {
            StageView(round: child.round, finger: nil, now: now).draw(on: &canvas)
        }
        return canvas.grid.lines.lazy.compactMap { line in
            line.firstRange(of: text).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
        }.first
    }

    private func check(_ child: Child, _ text: String, fromRight: Bool) throws {
        let end = try #require(column(of: text, child, after: 250))
        let start = try #require(column(of: text, child, after: 0))
        let midway = try #require(column(of: text, child, after: 60))
        #expect(start - end == (fromRight ? 10 : -10))
        #expect(fromRight ? (end + 1..<start).contains(midway) : (start + 1..<end).contains(midway))
        #expect(column(of: text, child, after: 0, allowsMotion: false) == end)
    }

    @Test func `a page of the help slides in from the side on which it lies`() throws {
        var child = Child.withCharacter()
        child.does(.panel(.help(0)))
        let opened = try #require(column(of: MagicPages.help[0].lines[0], child, after: 0))
        #expect(column(of: MagicPages.help[0].lines[0], child, after: 300) == opened)
        child.does(.turn(1))
        try check(child, MagicPages.help[1].lines[0], fromRight: true)
        child.does(.turn(-1))
        try check(child, MagicPages.help[0].lines[0], fromRight: false)
        // There is no page before the first, so nothing moves.
        child.does(.turn(-1))
        #expect(column(of: MagicPages.help[0].lines[0], child, after: 0) == opened)
    }

    @Test func `a welcome page slides in as well`() throws {
        var child = Child(welcomes: true)
        child.does(.choose)
        try check(child, MagicPages.welcome[1].lines[0], fromRight: true)
        child.does(.turn(-1))
        try check(child, MagicPages.welcome[0].lines[0], fromRight: false)
    }

    @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 60, rows: 18)])
    func `no line of the help loses a letter while it slides`(size: Size) {
        var child = Child.withCharacter()
        child.does(.panel(.help(0)))
        for page in MagicPages.help.dropFirst() {
            child.does(.turn(1))
            for line in page.lines { #expect(column(of: line, child, after: 0, on: size) != nil, "\(line)") }
        }
    }

    @Test func `a page appears at once if the game's motion is reduced`() throws {
        var child = Child.withCharacter(["motion": "less"])
        child.does(.panel(.help(0)))
        child.does(.turn(1))
        let line = MagicPages.help[1].lines[0]
        let place = try #require(column(of: line, child, after: 250))
        #expect(column(of: line, child, after: 0) == place)
    }
}
