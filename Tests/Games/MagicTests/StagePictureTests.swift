import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal

@testable import ThudMagic

private let usual = Size(columns: 80, rows: 24)
private let sizes = [
    Size(columns: 60, rows: 18), Size(columns: 70, rows: 22), usual, Size(columns: 80, rows: 27),
    Size(columns: 80, rows: 28), Size(columns: 120, rows: 40),
]

/// Returns the stage `milliseconds` after the last action.
private func picture(
    _ child: Child, after milliseconds: Int64 = 0, _ size: Size = usual, allowsMotion: Bool = true,
    reservedRows: Int = 0
) -> Grid {
    var canvas = Canvas(
        size, letters: LetterCase(), theme: Magic.theme, allowsMotion: allowsMotion, reservedRows: reservedRows)
    StageView(round: child.round, finger: nil, now: child.now + .milliseconds(milliseconds)).draw(on: &canvas)
    return canvas.grid
}

@Suite("Springs and growth") struct StageSpringTests {
    /// Returns the same moment without the touch before it.
    private func untouched(_ child: Child) -> Child {
        var untouched = child
        untouched.round.touch = nil
        return untouched
    }

    private func springs(_ child: Child, after milliseconds: Int64, allowsMotion: Bool = true) -> Bool {
        picture(child, after: milliseconds, allowsMotion: allowsMotion)
            != picture(untouched(child), after: milliseconds, allowsMotion: allowsMotion)
    }

    @Test func `a released character settles within 150 ms, and at once under Reduce Motion`() {
        var child = Child.withCharacter()
        child.does(.grab(middle))
        child.does(.drag(Spot(x: 0.4, y: 0.5)))
        child.does(.drop)
        #expect(springs(child, after: 5) && !springs(child, after: 150))
        #expect(!springs(child, after: 5, allowsMotion: false))
        child.does(.set(.motion, "less"), after: 5)
        #expect(!springs(child, after: 0))
    }

    @Test func `the spring is compressed, overshoots, and rests`() {
        let heights = (0...15).map { CharacterPose.settled(Double($0) / 100) }
        #expect(abs(heights[0] - 0.88) < 1e-9 && heights[15] == 1 && (heights.max() ?? 0) > 1.03)
        #expect(CharacterPose.settled(-1) == 1 && CharacterPose.settled(9) == 1)
    }

    @Test func `a picked character is larger by a tenth for a moment`() {
        var child = Child.withCharacter()
        child.does(.tap(middle))
        #expect(springs(child, after: 150) && !springs(child, after: 300))
        #expect(!springs(child, after: 150, allowsMotion: false))
        #expect(abs(CharacterPose.picked(0.15) - 1.1) < 1e-9 && CharacterPose.picked(0) == 1)
        #expect(CharacterPose.picked(0.3) == 1 && CharacterPose.picked(-1) == 1)
    }

    @Test func `a frame shines around the stage for a moment when a friend comes`() {
        var child = Child.withCharacter()
        let stage = MagicLayout(usual, scale: 1).stage
        let corner = Position(column: stage.column, row: stage.row)
        #expect(picture(child).character(at: corner) == " ")
        child.does(.friend)
        #expect(picture(child, after: 100).character(at: corner) != " ")
        #expect(picture(child, after: 900).character(at: corner) == " ")
    }

    @Test func `no other character springs`() {
        var child = Child.withCharacter()
        child.does(.tap(Spot(x: 0.2, y: 0.5)))
        child.does(.tap(middle), after: 5_000)
        let other = child.round.scene.characters[1]
        let layout = MagicLayout(usual, scale: 1)
        let place = layout.place(of: other)
        let (touched, before) = (picture(child, after: 150), picture(untouched(child), after: 150))
        for row in place.row..<place.endRow {
            for column in place.column..<place.endColumn {
                let position = Position(column: column, row: row)
                #expect(touched.character(at: position) == before.character(at: position))
            }
        }
    }

    @Test(arguments: [usual, Size(columns: 80, rows: 28)])
    func `a picked card is larger by half a cell on each side for a moment`(size: Size) {
        var child = Child()
        child.does(.pick(.crystal))
        let area = MagicLayout(size, scale: 1).area(of: .pick(.crystal))
        func sides(_ milliseconds: Int64, allowsMotion: Bool = true) -> [Bool] {
            let grid = picture(child, after: milliseconds, size, allowsMotion: allowsMotion)
            return (area.row..<area.endRow).map { row in
                grid.character(at: Position(column: area.column - 1, row: row)) == "▐"
                    && grid.character(at: Position(column: area.endColumn, row: row)) == "▌"
            }
        }
        #expect(sides(10).allSatisfy(\.self) && sides(140).allSatisfy(\.self))
        #expect(!sides(150).contains(true) && !sides(10, allowsMotion: false).contains(true))
        child.does(.scroll(1))
        #expect(!sides(10).contains(true))
    }
}

@Suite("Effects without motion") struct StillEffectTests {
    @Test(arguments: StageEffect.allCases)
    func `an active effect is visible, and stands still`(effect: StageEffect) {
        let stage = MagicLayout(usual, scale: 1).stage
        func lines(_ child: Child, _ milliseconds: Int64, allowsMotion: Bool) -> [String] {
            Array(picture(child, after: milliseconds, allowsMotion: allowsMotion).lines[stage.row..<stage.endRow])
        }
        for (options, allowsMotion) in [([:], false), (["motion": "less"], true)] as [([String: String], Bool)] {
            var child = Child(options)
            let bare = lines(child, 0, allowsMotion: allowsMotion)
            child.does(.effect(effect))
            let seen = [0, 70, 3_333].map { lines(child, $0, allowsMotion: allowsMotion) }
            #expect(Set(seen).count == 1 && seen[0] != bare)
            child.does(.effect(effect))
            #expect(lines(child, 200, allowsMotion: allowsMotion) == bare)
        }
    }
}

@Suite("The foot of the stage") struct StageFootTests {
    private func actions(
        _ child: Child, _ size: Size, _ column: Int, _ row: Int, reservedRows: Int = 0
    ) -> [SessionCommand<MagicAction>] {
        let press = PointerEvent(.down, at: Point(column: column, row: row))
        return Magic.commands(
            for: .pointer(press), in: child.round, size: size, page: size.page(reserving: reservedRows))
    }

    @Test(arguments: sizes, ["0.8", "1.0", "1.2"])
    func `the rows of a notice and the last row stay free, and clicks match the picture`(
        size: Size, scale: String
    ) throws {
        var child = Child(["scale": scale])
        for effect in StageEffect.allCases { child.does(.effect(effect)) }
        for _ in 0..<8 { child.does(.bring) }
        // A notice takes up to three rows, and the developer's line another one.
        for reservedRows in 0...4 {
            let lines = picture(child, size, reservedRows: reservedRows).lines
            #expect(lines.suffix(max(1, reservedRows)).allSatisfy { $0.isEmpty })
            let row = try #require(lines.lastIndex { $0.contains("Sparkle") && $0.contains("Willow") })
            for kind in CharacterKind.allCases {
                let name = try #require(lines[row].firstRange(of: kind.name))
                let column = lines[row].distance(from: lines[row].startIndex, to: name.lowerBound)
                let pressed = actions(child, size, column, row, reservedRows: reservedRows)
                #expect(pressed == [.action(.event(.pick(kind)))])
            }
        }
    }

    @Test(arguments: sizes) func `a card is three rows high on 28 rows or more, and otherwise includes the row below`(
        size: Size
    ) {
        let child = Child()
        let layout = MagicLayout(size, scale: 1)
        for kind in CharacterKind.allCases {
            let area = layout.area(of: .pick(kind))
            #expect(area.rows == (size.rows >= 28 ? 3 : 1))
            for row in area.row..<area.row + max(2, area.rows) {
                #expect(actions(child, size, area.column, row) == [.action(.event(.pick(kind)))])
                #expect(actions(child, size, area.endColumn - 1, row) == [.action(.event(.pick(kind)))])
            }
            #expect(area.endRow < size.rows && !layout.stage.contains(Position(column: area.column, row: area.row)))
        }
    }

    @Test func `the keys of an ordinary screen name the help and the way out`() {
        let lines = picture(Child()).lines
        #expect(lines.contains { $0.contains("h help") && $0.contains("b night") }, "\(lines)")
    }

    @Test func `large cards have frames, and the selected one a heavy frame`() {
        let size = Size(columns: 80, rows: 28)
        let child = Child()
        let lines = picture(child, size).lines
        let row = lines.firstIndex { $0.contains("┃Sparkle┃│Luna│") }
        #expect(row == size.rows - 3)
        #expect(lines[size.rows - 4].contains("┏━━━━━━━┓╭────╮") && lines[size.rows - 2].contains("┗━━━━━━━┛╰────╯"))
    }
}
