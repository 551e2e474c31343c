import Glibc
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal
import ThudTextRaster

@testable import ThudMagic

private let sizes = [Size(columns: 60, rows: 18), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]

/// Returns the screen of a round at a moment.
private func grid(
    _ round: MagicRound, at now: Instant, _ size: Size = Size(columns: 80, rows: 24), finger: Spot? = nil,
    allowsMotion: Bool = true
) -> Grid {
    var canvas = Canvas(size, letters: LetterCase(), theme: Magic.theme, allowsMotion: allowsMotion)
    StageView(round: round, finger: finger, now: now).draw(on: &canvas)
    return canvas.grid
}

/// Creates a busy stage.
private func lively(_ options: [String: String] = [:]) -> Child {
    var child = Child(options)
    for (x, kind) in zip([0.1, 0.3, 0.5, 0.7, 0.9], CharacterKind.allCases) {
        child.does(.pick(kind))
        child.does(.tap(Spot(x: x, y: 0.5)))
    }
    for effect in StageEffect.allCases { child.does(.effect(effect)) }
    child.does(.friend)
    child.does(.action(.dance), after: 5_000)
    return child
}

@Suite("Pictures of the stage") struct MagicViewTests {
    @Test(arguments: sizes, [0.8, 1, 1.2])
    func `seven large buttons and five cards are apart from each other and from the stage`(size: Size, scale: Double) {
        let layout = MagicLayout(size, scale: scale)
        #expect(layout.buttons.count == 12 && layout.stage.rows >= 7)
        for (index, (event, area)) in layout.buttons.enumerated() {
            // 60 points are 6 columns and 3 rows. Without room for that, a card has one row and the free one below it.
            if index < 7 || size.rows >= 28 { #expect(area.columns >= 6 && area.rows >= 3, "\(event)") }
            #expect(area.column >= 0 && area.endColumn <= size.columns && area.endRow <= size.rows)
            for row in area.row..<area.endRow {
                for column in area.column..<area.endColumn {
                    let position = Position(column: column, row: row)
                    #expect(layout.event(at: position) == event && !layout.stage.contains(position))
                }
            }
        }
    }

    @Test(arguments: sizes) func `the names of two who stand close can both be read`(size: Size) {
        var child = Child()
        for (x, kind) in zip([0.5, 0.8], [CharacterKind.willow, .crystal]) {
            child.does(.pick(kind))
            child.does(.tap(Spot(x: x, y: 0.5)))
        }
        child.does(.grab(Spot(x: 0.8, y: 0.5)))
        child.does(.drag(Spot(x: 0.55, y: 0.5)))
        let text = grid(child.round, at: child.now, size).lines.joined(separator: "\n")
        // The picker names each of them, too.
        for name in ["Willow", "Crystal"] { #expect(text.ranges(of: name).count == 2, "\(text)") }
    }

    @Test(arguments: sizes) func `everybody is drawn with her name, and all button texts are readable`(size: Size) {
        let text = grid(lively().round, at: lively().now, size).lines.joined(separator: "\n")
        for kind in CharacterKind.allCases { #expect(text.contains(kind.name)) }
        for words in [
            "Aria's Magic", "◉ ✦ Sparkles  1", "◉ ❄ Snow  2", "◉ ○ Bubbles  3", "Wave  w", "Dance  d", "Twirl  t",
            "Jump  j", size.rows >= 28 ? "┃Willow┃" : "[Willow]",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(text.contains("♪ Mia plays with you") == false && text.contains("♪ 1 friend"))
    }

    @Test func `the brackets of the picker slide from card to card, and a picked card glows`() throws {
        var child = Child()
        child.does(.scroll(2))
        let layout = MagicLayout(Size(columns: 80, rows: 24), scale: 1)
        let (start, end) = (layout.area(of: .pick(.sparkle)), layout.area(of: .pick(.rosie)))
        func bracket(_ milliseconds: Int64, allowsMotion: Bool = true) -> Int? {
            let grid = grid(child.round, at: child.now + .milliseconds(milliseconds), allowsMotion: allowsMotion)
            return (start.column...end.column).first { grid.character(at: Position(column: $0, row: end.row)) == "[" }
        }
        #expect(bracket(0) == start.column && bracket(150) == end.column && bracket(9_000) == end.column)
        let between = try #require(bracket(60))
        #expect(between > start.column && between < end.column)
        #expect(bracket(0, allowsMotion: false) == end.column)

        func glows(_ milliseconds: Int64) -> Bool {
            let grid = grid(child.round, at: child.now + .milliseconds(milliseconds))
            return grid.style(at: Position(column: end.column + 1, row: end.row)).background != .black
        }
        #expect(!glows(10), "it was scrolled to")
        child.does(.pick(.rosie))
        #expect(glows(10) && glows(250) && !glows(310))
    }

    @Test func `movement follows time instead of frames, and Reduce Motion stops it`() {
        let child = lively()
        let moments = (0..<20).map { child.now + .milliseconds(3_000 + 70 * Int64($0)) }
        let forwards = moments.map { grid(child.round, at: $0) }
        #expect(moments.reversed().map { grid(child.round, at: $0) } == forwards.reversed())
        #expect(Set(forwards).count == 20)
        #expect(Set(moments.map { grid(child.round, at: $0, allowsMotion: false) }).count == 1)
        let still = lively(["motion": "less"])
        #expect(Set(moments.map { grid(still.round, at: $0) }).count == 1)
    }

    @Test func `each action of a character has its own picture, and a symbol beside her name`() {
        for action in CharacterAction.allCases {
            var child = Child.withCharacter()
            child.does(.action(action))
            let moment = child.now + Interval(nanoseconds: action.length.nanoseconds / 5)
            let acting = grid(child.round, at: moment)
            var idle = child.round
            idle.scene[1]?.act = nil
            #expect(acting != grid(idle, at: moment))
            #expect(acting.lines.contains { $0.contains("Sparkle \(action.glyph)") })
            #expect(
                !grid(child.round, at: child.now + action.length).lines.contains {
                    $0.contains("Sparkle \(action.glyph)")
                })
        }
    }

    @Test func `the last touched character is in front, and a finger finds her there`() throws {
        var child = Child()
        child.does(.tap(Spot(x: 0.3, y: 0.5)))
        child.does(.tap(Spot(x: 0.6, y: 0.5)))
        child.does(.grab(Spot(x: 0.3, y: 0.5)))
        let held = try #require(child.round.held)
        child.does(.drag(Spot(x: 0.6, y: 0.4)))
        #expect(child.round.scene.fromBackToFront.last?.id == held)
        #expect(child.round.scene.character(at: Spot(x: 0.6, y: 0.45))?.id == held)
    }

    @Test(arguments: sizes)
    func `an empty stage shows how to bring somebody, until she is there or the night is near`(size: Size) {
        var child = Child()
        child.does(.pick(.luna))
        func hint() -> Bool { grid(child.round, at: child.now, size).lines.contains { $0.contains("Luna.") } }
        #expect(hint())
        child.does(.askGoodNight)
        #expect(!hint())
        _ = child.waits(3_001)
        #expect(hint())
        child.does(.bring)
        #expect(!hint())
    }

    @Test func `she grows beyond her size and back in 350 ms`() {
        let ages = (0...35).map { CharacterPose.grown(Double($0) / 100) }
        #expect(ages[0] == 0 && ages[35] == 1 && abs((ages.max() ?? 0) - 1.08) < 0.002)
        #expect(CharacterPose.grown(-1) == 0 && CharacterPose.grown(99) == 1)
    }

    @Test func `disabled buttons have no frame and blink dimly`() throws {
        var child = Child()
        let layout = MagicLayout(Size(columns: 80, rows: 24), scale: 1)
        let corner = Position(column: layout.area(of: .action(.jump)).column, row: layout.area(of: .action(.jump)).row)
        #expect(grid(child.round, at: child.now).character(at: corner) == " ")
        child.does(.action(.jump))
        #expect(grid(child.round, at: child.now) != grid(child.round, at: child.now + .milliseconds(151)))
        child.does(.tap(middle))
        #expect(grid(child.round, at: child.now).character(at: corner) == "╭")
    }

    @Test func `a pressed button ripples from its middle for 150 ms`() {
        var child = Child.withCharacter()
        child.does(.action(.wave))
        let area = MagicLayout(Size(columns: 80, rows: 24), scale: 1).area(of: .action(.wave))
        let widths = ([10, 75, 140, 151] as [Int64]).map { milliseconds in
            let picture = grid(child.round, at: child.now + .milliseconds(milliseconds))
            return (area.column..<area.endColumn).count {
                picture.style(at: Position(column: $0, row: area.row + 1)).background != .black
            }
        }
        #expect(widths[0] > 0 && widths[0] < widths[1] && widths[1] < widths[2] && widths[3] == 0)
    }

    @Test func `a pressed button is narrower by a column on each side for 60 ms, but does not move with Reduce Motion`()
    {
        var child = Child.withCharacter()
        child.does(.action(.wave))
        let area = MagicLayout(Size(columns: 80, rows: 24), scale: 1).area(of: .action(.wave))
        func corner(_ milliseconds: Int64, allowsMotion: Bool = true) -> Bool {
            let picture = grid(child.round, at: child.now + .milliseconds(milliseconds), allowsMotion: allowsMotion)
            return picture.character(at: Position(column: area.column, row: area.row)) != " "
        }
        #expect(!corner(10) && !corner(59) && corner(61))
        #expect(corner(10, allowsMotion: false))
    }

    @Test func `the ripple leaves the button by two cells, except under Reduce Motion`() {
        var child = Child.withCharacter()
        child.does(.action(.dance))
        let area = MagicLayout(Size(columns: 80, rows: 24), scale: 1).area(of: .action(.dance))
        func reach(_ milliseconds: Int64, allowsMotion: Bool = true) -> Int {
            let picture = grid(child.round, at: child.now + .milliseconds(milliseconds), allowsMotion: allowsMotion)
            return (1...3).count {
                picture.style(at: Position(column: area.endColumn - 1 + $0, row: area.row + 1)).background != .black
            }
        }
        #expect([10, 60, 120, 151].map { reach($0) } == [0, 1, 2, 0])
        #expect(reach(120, allowsMotion: false) == 0)
    }

    @Test func `the outline is as thick as the hand is fast`() {
        var slow = Child.withCharacter()
        slow.does(.pinch(0.03, nil))
        #expect(slow.round.pinchStrength < 0.3)
        #expect(
            grid(slow.round, at: slow.now).lines.contains { $0.contains("│") && $0.contains("▀") || $0.contains("│  ") }
        )
        var brisk = Child.withCharacter()
        brisk.does(.pinch(0.06, nil))
        #expect(grid(brisk.round, at: brisk.now).lines.contains { $0.contains("┃") })
        var fast = Child.withCharacter()
        fast.does(.pinch(0.3, nil))
        let lines = grid(fast.round, at: fast.now).lines
        #expect(lines.contains { $0.contains("▛▀▀") && $0.contains("▀▀▜") } && !lines.contains { $0.contains("┃") })
        #expect(lines.contains { $0.contains("▙▄▄") && $0.contains("▄▄▟") })
    }

    @Test func `a ring at the finger shows who would come`() {
        let child = Child()
        let plain = grid(child.round, at: child.now)
        #expect(grid(child.round, at: child.now, finger: Spot(x: 0.3, y: 0.4)) != plain)
    }
}

@Suite("Hands on the pictures") struct MagicHandTests {
    private let size = Size(columns: 80, rows: 24)

    private func actions(_ event: PointerEvent, _ child: Child) -> [MagicAction] {
        MagicPointer(round: child.round, size: size).actions(of: event)
    }

    @Test func `a click on a button presses it, and elsewhere goes to the hand`() {
        let child = Child()
        let layout = MagicLayout(size, scale: 1)
        let events =
            StageEffect.allCases.map(MagicEvent.effect) + CharacterAction.allCases.map(MagicEvent.action)
            + CharacterKind.allCases.map(MagicEvent.pick)
        #expect(layout.buttons.count == events.count)
        for (area, event) in zip(layout.buttons.map(\.area), events) {
            let point = Point(column: area.column + area.columns / 2, row: area.row + area.rows / 2)
            #expect(actions(PointerEvent(.down, at: point), child) == [.event(event)])
        }
        let inside = Point(column: 40, row: layout.stage.row + 7)
        #expect(
            actions(PointerEvent(.down, at: inside), child) == [
                .hand(.pointer(PointerEvent(.down, at: Point(x: 405, y: 150))))
            ])
        #expect(
            actions(PointerEvent(.wheelAway, at: inside), child) == [
                .hand(.pointer(PointerEvent(.wheelAway, at: Point(x: 405, y: 150))))
            ])
        #expect(actions(PointerEvent(.down, .middle, at: inside), child) == [.event(.remove(Spot(x: 0.50625, y: 0.5)))])
    }

    @Test func `a drag follows the pointer's pixels if the terminal reports them`() throws {
        let layout = MagicLayout(size, scale: 1)
        let cell = Position(column: 40, row: layout.stage.row + 7)
        /// Returns her place after a drag that ends at a pixel of the middle cell, as the terminal reports it.
        func dragged(to pixel: Int, in cells: CellSize?) throws -> Double {
            let start = Instant(nanoseconds: 1_000_000_000)
            var session = try Session<Magic>(
                Magic.round(RoundSetup(mode: "stage", seed: 1)), by: .script(text: "0 tap 0.5 0.5", file: "test"),
                seed: 1, start: start)
            _ = session.advance(to: start)
            var parser = InputParser()
            parser.cell = cells
            let (unit, height) = cells == nil ? (1, 1) : (10, 20)
            let (row, end) = (cell.row * height + 1, cell.column * unit + 1 + pixel)
            let told = ["0;\(end);\(row)M", "32;\(end + 10 * unit);\(row)M", "32;\(end);\(row)M", "0;\(end);\(row)m"]
            for (index, text) in told.enumerated() {
                let instant = start + Interval.milliseconds(100 * Int64(index + 1))
                for case .pointer(let event) in parser.take(Array("\u{1B}[<\(text)".utf8)) {
                    let isTaken = session.take(.pointer(event), size: size, at: instant)
                    #expect(isTaken)
                }
                _ = session.advance(to: instant)
            }
            return try #require(session.round.scene.characters.first).spot.x
        }
        let pixels = CellSize(width: 10, height: 20)
        let (left, right) = (try dragged(to: 1, in: pixels), try dragged(to: 9, in: pixels))
        #expect(abs(right - left - 0.8 / Double(layout.stage.columns)) < 1e-9, "eight pixels of ten")
        let middle = layout.point(Point(column: cell.column, row: cell.row)).x / MagicPlayerModel.surface.width
        #expect(abs(try dragged(to: 0, in: nil) - middle) < 1e-9, "the middle of the cell")
    }

    @Test func `a character can be grabbed at every cell of her face and her dress`() throws {
        var child = Child()
        child.does(.tap(Spot(x: 0.3, y: 0.6)))
        let layout = MagicLayout(size, scale: 1)
        let character = child.round.scene.characters[0]
        // Outside are her outline, the tips of her hair and her crown.
        let place = layout.place(of: character).inset(columns: 3, rows: 2)
        for column in place.column..<place.endColumn {
            for row in place.row..<min(place.endRow, layout.stage.endRow) {
                let point = layout.point(Point(column: column, row: row))
                let spot = Spot(
                    x: point.x / MagicPlayerModel.surface.width, y: point.y / MagicPlayerModel.surface.height)
                #expect(child.round.scene.character(at: spot)?.id == character.id)
            }
        }
    }

    @Test func `a click in a panel selects a row or turns a page, and beside it closes the panel`() {
        var child = Child()
        func event(_ column: Int, _ row: Int) -> [MagicAction] {
            actions(PointerEvent(.down, at: Point(column: column, row: row)), child)
        }
        child.does(.panel(.settings(0)))
        let row = grid(child.round, at: child.now).lines.firstIndex { $0.contains("High contrast") } ?? 0
        #expect(event(30, row) == [.event(.row(3))] && event(1, 1) == [.event(.panel(nil))])
        child.does(.panel(.help(0)))
        let trial = grid(child.round, at: child.now).lines.firstIndex { $0.contains("Try it!") } ?? 0
        #expect(event(40, trial) == [.event(.choose)] && event(60, trial - 1) == [.event(.turn(1))])
    }

    @Test func `every key in the help does something`() {
        let child = Child.withCharacter()
        for character in "123wdtj456fghobm+-x ?" {
            let action = MagicKeys.action(of: KeyEvent(.character(character)), in: child.round)
            #expect(action != nil, "\(character)")
        }
        for key in [Key.enter, .tab, .left, .right, .up, .down, .delete] {
            #expect(MagicKeys.action(of: KeyEvent(key), in: child.round) != nil)
        }
        #expect(MagicKeys.action(of: KeyEvent(.escape), in: child.round) == nil, "the shell's: pause")
        #expect(MagicKeys.action(of: KeyEvent(.character("q")), in: child.round) == nil)
        for capital in [KeyEvent(.character("D")), KeyEvent(.character("d"), modifiers: .shift)] {
            #expect(MagicKeys.action(of: capital, in: child.round) == nil)
            #expect(ShellKeys.action(of: capital, isTyping: false) == .developer)
        }
    }

    @Test func `a held key is one press, and its release does nothing`() {
        let child = Child.withCharacter()
        #expect(MagicKeys.action(of: KeyEvent(.character("d"), .repeated), in: child.round) == nil)
        #expect(MagicKeys.action(of: KeyEvent(.character("d"), .release), in: child.round) == nil)
        #expect(MagicKeys.action(of: KeyEvent(.character("+"), .repeated), in: child.round) != nil, "the size goes on")
    }

    @Test func `the welcome pages and the panels are drawn and turned`() {
        let child = Child(welcomes: true)
        for page in 0..<4 {
            var canvas = Canvas(size, letters: LetterCase(), theme: Magic.theme)
            WelcomeView(page: page, round: child.round, now: child.now).draw(on: &canvas)
            let text = canvas.grid.lines.joined(separator: " ")
            #expect(text.contains(MagicPages.welcome[page].lines[0]) && text.contains("esc skip"))
            #expect(canvas.targets.contains { $0.action == .confirm })
        }
        #expect(MagicKeys.action(of: KeyEvent(.escape), in: child.round) == .event(.panel(nil)))
        var other = lively()
        other.does(.panel(.help(0)))
        #expect(grid(other.round, at: other.now).lines.contains { $0.contains("Try it!") })
        other.does(.panel(.settings(0)))
        for option in MagicOption.allCases {
            #expect(grid(other.round, at: other.now).lines.contains { $0.contains(option.title) })
        }
        other.does(.panel(nil))
        other.does(.longPress(middle))
        #expect(grid(other.round, at: other.now).lines.contains { $0.contains("Goodbye") })
    }
}
