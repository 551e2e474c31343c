import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal
import ThudTextRaster

@testable import ThudHabit

/// The screens of the Habit Tracker, read as grids of characters.
@Suite struct ViewTests {
    static let small = Size(columns: 80, rows: 24)
    static let large = Size(columns: 120, rows: 40)

    static func canvas(
        of round: HabitRound, at time: Interval, _ size: Size, allowsMotion: Bool = true, isLight: Bool = false
    ) -> Canvas {
        var canvas = Canvas(
            size, letters: LetterCase(), theme: HabitTracker.theme, allowsMotion: allowsMotion, isLight: isLight)
        session(round).draw(at: HabitRig.at(time), age: 0, felt: [], on: &canvas)
        if isLight { canvas.grid.lighten(canvas.area) }
        return canvas
    }

    private static func session(_ round: HabitRound) -> Session<HabitTracker> {
        Session(round: round, model: HabitPlayerModel(), start: HabitRig.start)
    }

    private static func isMoving(_ round: HabitRound, at time: Interval) -> Bool {
        session(round).isMoving(at: HabitRig.at(time), age: 0)
    }

    /// A round in each of its screens.
    static func rounds() -> [HabitRound] {
        var rounds = GuidePage.allCases.map { page in
            var round = HabitRound(settings: HabitSettings(isTaught: false))
            round.screen = .guide(page)
            return round
        }
        for names in [[], ["Read"], (1...12).map { "A habit with a name \($0)" }] {
            var rig = HabitRig(names)
            rig.act(.activate, at: .ms(1))
            rounds.append(rig.round)
            for act in [HabitAct.chart, .new, .edit, .remove] {
                var other = rig
                other.act(act, at: .ms(2))
                rounds.append(other.round)
            }
        }
        return rounds
    }

    // MARK: Rings

    @Test(arguments: 5...13) func `the drawn share of a ring is within 1/64 of the true share`(rows: Int) {
        let size = Size(columns: 2 * rows, rows: rows)
        let whole = dots(RingSketch(size, share: 1).filled)
        #expect(whole >= 32)
        for step in 0...500 {
            let share = Double(step) / 500
            let drawn = Double(dots(RingSketch(size, share: share).filled)) / Double(whole)
            #expect(abs(drawn - share) <= 1.0 / 64)
        }
    }

    @Test func `half a ring on the screen is in its colour, to the dot`() {
        var rig = HabitRig(["Read", "Water", "Walk"])
        rig.act(.press, at: .zero)
        let colour = Accent.allCases[0].colour
        let full = cells(of: colour, in: Self.canvas(of: rig.round, at: .ms(1_999), Self.small))
        for time in stride(from: 0, through: 1_900, by: 50) as StrideThrough<Int64> {
            let canvas = Self.canvas(of: rig.round, at: .ms(time), Self.small)
            let share = Double(cells(of: colour, in: canvas)) / Double(full)
            #expect(abs(share - Double(time) / 2_000) <= 1.0 / 64)
        }
        let half = Self.canvas(of: rig.round, at: .ms(1_000), Self.small)
        #expect(half.grid.lines.contains { $0.contains("50 %") })
    }

    private func dots(_ bitmap: Bitmap) -> Int {
        (0..<bitmap.height).reduce(0) { sum, y in sum + (0..<bitmap.width).count { bitmap[$0, y] } }
    }

    private static let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

    /// Counts the dots of a colour in a grid.
    private func cells(of colour: Colour, in canvas: Canvas) -> Int {
        var sum = 0
        for row in 0..<canvas.grid.size.rows {
            for column in 0..<canvas.grid.size.columns {
                let place = Position(column: column, row: row)
                guard canvas.grid.style(at: place).foreground == colour,
                    let dots = Self.blocks.firstIndex(of: canvas.grid.character(at: place))
                else { continue }
                sum += dots.nonzeroBitCount
            }
        }
        return sum
    }

    @Test func `a closed ring swells by 8 % and shrinks within 200 ms, or at once without motion`() {
        #expect(RingSketch.scale(at: 0) == 1 && RingSketch.scale(at: 0.2) == 1 && RingSketch.scale(at: 9) == 1)
        #expect(abs(RingSketch.scale(at: 0.1) - 1.08) < 1e-9)
        var rig = HabitRig(["Read", "Water"])
        rig.act(.activate, at: .zero)
        let rest = Self.canvas(of: rig.round, at: .seconds(1), Self.large).grid
        #expect(Self.canvas(of: rig.round, at: .ms(100), Self.large).grid != rest)
        #expect(Self.canvas(of: rig.round, at: .ms(100), Self.large, allowsMotion: false).grid == rest)
        #expect(Self.isMoving(rig.round, at: .ms(100)))
        #expect(!Self.isMoving(rig.round, at: .ms(300)))
    }

    @Test(arguments: 5...13) func `a closed ring is at least a dot larger for 100 to 200 ms`(rows: Int) {
        let size = Size(columns: 2 * rows, rows: rows)
        func height(_ age: Double) -> Int {
            let ring = RingSketch(size, share: 1, isDisc: true, scale: RingSketch.scale(at: age)).filled
            return (0..<ring.height).count { y in (0..<ring.width).contains { ring[$0, y] } }
        }
        // A dot above and a dot below.
        let larger = (0..<250).count { height(Double($0) / 1_000) >= height(1) + 2 }
        #expect((100...200).contains(larger))
    }

    @Test func `a streak counts up in 300 ms, or appears at once without motion`() throws {
        var rig = HabitRig(["Read"])
        let day = try #require(rig.round.today(at: HabitRig.at(.zero)))
        let number = try #require(rig.round.book.habits.first).number
        for back in 1...9 { rig.round.book.complete(number, on: day - (10 - back), date: 0) }
        rig.act(.activate, at: .zero)
        func shows(_ note: String, at time: Int64, allowsMotion: Bool = true) -> Bool {
            Self.canvas(of: rig.round, at: .ms(time), Self.small, allowsMotion: allowsMotion).grid.lines
                .contains { $0.contains("█\(note)█") }
        }
        #expect(shows("1 day", at: 0) && shows("5 days", at: 150) && shows("10 days", at: 300))
        #expect(shows("10 days", at: 0, allowsMotion: false))
        #expect(Self.isMoving(rig.round, at: .ms(299)))
    }

    // MARK: Screens

    @Test(arguments: [small, large]) func `a mark shows what is done, and everything has a text`(size: Size) {
        var rig = HabitRig(["Walk the dog", "Read", "Water", "Stretch"])
        rig.act(.choose(1), at: .ms(1))
        rig.act(.activate, at: .ms(2))
        let lines = Self.canvas(of: rig.round, at: .seconds(1), size).grid.lines
        let text = lines.joined(separator: "\n")
        #expect(text.count { $0 == "✓" } == 1)
        for word in [
            "Walk the dog", "▸ ✓ Read", "Water", "Stretch", "WT", "WA", "ST", "1 of 4", "Sat 21 Nov", "1 day",
        ] {
            #expect(text.contains(word), "\(word)\n\(text)")
        }
    }

    @Test(arguments: [Size(columns: 60, rows: 18), small, large], [false, true])
    func `on every screen, dark or light, each word has a contrast of 4.5 to 1 and each line 3 to 1`(
        size: Size, isLight: Bool
    ) {
        for round in Self.rounds() {
            let grid = Self.canvas(of: round, at: .seconds(5), size, isLight: isLight).grid
            #expect(grid.style(at: Position(column: 0, row: 0)).background == (isLight ? .lightGround : .black))
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    let place = Position(column: column, row: row)
                    let character = grid.character(at: place)
                    guard character != " " else { continue }
                    let style = grid.style(at: place)
                    // A whole block of a closed ring has no background.
                    let isOpen = style.foreground != style.background
                    let needed = character.isLetter || character.isNumber ? 4.5 : isOpen ? 3 : 1
                    #expect(style.foreground.contrast(with: style.background) >= needed, "\(character) \(style)")
                }
            }
        }
    }

    @Test(arguments: [(60, 18), (80, 24), (100, 30), (120, 40), (240, 70)])
    func `however many rings there are, they never overlap and the selected one is visible`(
        columns: Int, rows: Int
    ) {
        let size = Size(columns: columns, rows: rows)
        for count in 1...13 {
            for chosen in 0..<count {
                let layout = HabitLayout(
                    size.page, count: count, chosen: chosen, isRoomy: size.isRoomy, hasChart: count.isMultiple(of: 2))
                #expect(layout.tiles.contains { $0.index == chosen })
                var taken: Set<Position> = []
                for tile in layout.tiles {
                    #expect(tile.ring.rows >= 5 && tile.ring.endRow < tile.area.endRow)
                    for row in tile.area.row..<tile.area.endRow {
                        for column in tile.area.column..<tile.area.endColumn {
                            let place = Position(column: column, row: row)
                            let isNew = taken.insert(place).inserted
                            #expect(isNew && size.page.contains(place) && layout.index(at: place) == tile.index)
                        }
                    }
                    #expect(tile.area.endRow <= layout.chart?.row ?? size.page.endRow - 1)
                }
            }
        }
    }

    @Test(arguments: [Size(columns: 60, rows: 18), small, large])
    func `the keys keep the way out at every size, and the chart says how to go back`(size: Size) {
        var rig = HabitRig(["Read", "Water"])
        func text() -> String { Self.canvas(of: rig.round, at: .seconds(1), size).grid.lines.joined(separator: "\n") }
        for key in ["c chart", "e edit", "q leave"] { #expect(text().contains(key), "\(key)") }
        rig.act(.chart, at: .ms(1))
        for key in ["esc back to the rings", "q leave"] { #expect(text().contains(key), "\(key)") }
        rig.act(.new, at: .ms(2))
        for key in ["↵", "esc back"] { #expect(text().contains(key), "\(key)") }
    }

    @Test func `a single entry on the last page is not told as a range`() {
        var rig = HabitRig(["Read", "Water", "Walk"])
        rig.act(.choose(3), at: .ms(1))
        let lines = Self.canvas(of: rig.round, at: .seconds(1), Size(columns: 60, rows: 18)).grid.lines
        #expect(lines.contains { $0.contains("0 of 3 done · 4 of 4") }, "\(lines)")
    }

    @Test func `an open ring has the hue of its accent, and a closed one a large mark that no flash covers`() throws {
        var rig = HabitRig(["Read", "Water"])
        let colour = Accent.allCases[0].colour
        func ring(_ canvas: Canvas) throws -> (ink: Colour, middle: Style) {
            let layout = HabitTracker.layout(of: rig.round, Self.large, in: Self.large.page)
            let area = try #require(layout.tiles.first).ring
            let column = area.column + area.columns / 2
            let ink = (area.row..<area.endRow).map { Position(column: column, row: $0) }
                .first { canvas.grid.character(at: $0) != " " }
            let middle = Position(column: column + 2, row: area.row + area.rows / 2)
            return (canvas.grid.style(at: try #require(ink)).foreground, canvas.grid.style(at: middle))
        }
        let open = try ring(Self.canvas(of: rig.round, at: .zero, Self.large)).ink
        #expect(open.blue > open.red && open.contrast(with: .black) >= 3, "blue is the first accent")
        rig.act(.activate, at: .ms(1))
        var canvas = Self.canvas(of: rig.round, at: .seconds(2), Self.large)
        #expect(try ring(canvas).ink == colour)
        let before = canvas.grid
        FlashOverlay(colour: Accent.pink.colour, brightness: 1, age: 0, length: 0.3).draw(on: &canvas)
        #expect(try ring(canvas).ink == colour && canvas.grid != before)
        let far = Position(column: Self.large.columns - 1, row: Self.large.rows - 1)
        #expect(canvas.grid.style(at: far) == before.style(at: far), "the flash stays at the ring")
        #expect(canvas.grid.lines == before.lines)
    }

    @Test func `there is no chart on the first day, and its page says why`() {
        var rig = HabitRig(["Read"])
        rig.act(.activate, at: .ms(1))
        func text() -> String { Self.canvas(of: rig.round, at: .seconds(9), Self.large).grid.lines.joined() }
        #expect(!text().contains("last 8 weeks"))
        rig.round.book.complete(1, on: HabitRig.noon.day - 1, date: 0)
        #expect(text().contains("last 8 weeks"))
        var other = HabitRig(["Read"])
        other.act(.chart, at: .ms(1))
        let least = Size(columns: 60, rows: 18)
        let page = Self.canvas(of: other.round, at: .seconds(9), least).grid.lines.joined()
        #expect(page.contains("Nothing yet. Each day you close the ring adds a bar."))
        #expect(!page.contains("last 8 weeks"))
    }

    @Test func `when all are done it says so, and confetti falls for a while`() {
        var rig = HabitRig(["Read", "Water"])
        rig.act(.activate, at: .ms(1))
        func lines(_ time: Int64, allowsMotion: Bool = true) -> [String] {
            Self.canvas(of: rig.round, at: .ms(time), Self.small, allowsMotion: allowsMotion).grid.lines
        }
        #expect(lines(500).contains { $0.contains("1 of 2") })
        rig.act(.step(1), at: .ms(2))
        rig.act(.activate, at: .ms(3))
        #expect(lines(800).contains { $0.contains("All done!") })
        #expect(lines(800) != lines(1_000) && lines(800, allowsMotion: false) == lines(1_000, allowsMotion: false))
        #expect(Self.isMoving(rig.round, at: .ms(1_000)))
    }

    @Test func `the chart shows eight weeks of marked days, and appears week by week`() {
        var rig = HabitRig(["Read", "Water"])
        for days in [0, 1, 2, 30, 31, 55, 56] { rig.round.book.complete(1, on: HabitRig.noon.day - days, date: 0) }
        rig.act(.chart, at: .seconds(1))
        let text = Self.canvas(of: rig.round, at: .seconds(2), Self.small).grid.lines.joined(separator: "\n")
        #expect(
            text.contains("Read · last 8 weeks") && text.contains("6 of 56 days · 3 of the last 7 · 3 days in a row"))
        #expect(text.count { $0 == "●" } == 6)
        let narrow = Self.canvas(of: rig.round, at: .seconds(2), Size(columns: 60, rows: 18)).grid.lines.joined()
        for figure in ["6 of 56 days", "3 at most", "Health"] { #expect(narrow.contains(figure), "\(figure)") }
        let first = Self.canvas(of: rig.round, at: .ms(1_080), Self.small).grid
        #expect(first != Self.canvas(of: rig.round, at: .seconds(2), Self.small).grid)
        #expect(Self.isMoving(rig.round, at: .ms(1_080)))
        #expect(!Self.isMoving(rig.round, at: .seconds(2)))
        let still = Self.canvas(of: rig.round, at: .ms(1_080), Self.small, allowsMotion: false).grid
        #expect(still == Self.canvas(of: rig.round, at: .seconds(2), Self.small).grid)
    }

    @Test(arguments: [Size(columns: 60, rows: 18), small])
    func `on the chart page the share of a moving ring is beside the title`(size: Size) {
        var rig = HabitRig(["Read every evening, 20 p", "Water"])
        rig.act(.chart, at: .ms(1))
        func title(at time: Int64) -> String {
            let lines = Self.canvas(of: rig.round, at: .ms(time), size).grid.lines
            return lines.first { $0.contains("Read") } ?? ""
        }
        #expect(!title(at: 900).contains("%"))
        rig.act(.press, at: .seconds(1))
        #expect(title(at: 1_000).contains("0 %"))
        #expect(title(at: 1_500).contains("██▌") && title(at: 1_500).contains("25 %"))
        #expect(title(at: 2_000).contains("█████ ") && title(at: 2_000).contains("50 %"))
        #expect(Self.isMoving(rig.round, at: .ms(2_000)))
        rig.pass(to: .seconds(2))
        rig.act(.release, at: .seconds(2))
        rig.pass(to: .ms(2_100))
        #expect(title(at: 2_100).contains("14 %"), "(2/3)³ of a half")
        rig.pass(to: .ms(2_400))
        #expect(!title(at: 2_400).contains("%"))
    }

    // MARK: Inputs

    private func commands(_ input: RoundInput, _ round: HabitRound) -> [HabitCommand] {
        HabitTracker.commands(for: input, in: round, size: Self.small, page: Self.small.page)
    }

    @Test func `the space bar acts as a finger, and Enter as the primary action once`() {
        let round = HabitRig().round
        #expect(commands(.key(KeyEvent(.character(" "))), round) == [.action(.hand(.key(KeyEvent(.space))))])
        #expect(
            commands(.key(KeyEvent(.character(" "), .release)), round)
                == [.action(.hand(.key(KeyEvent(.space, .release))))])
        #expect(commands(.key(KeyEvent(.enter)), round) == [.action(.act(.activate))])
        #expect(commands(.key(KeyEvent(.enter, .repeated)), round).isEmpty)
        #expect(commands(.key(KeyEvent(.enter, .release)), round).isEmpty)
        #expect(commands(.key(KeyEvent(.character("u"))), round) == [.action(.act(.undo))])
        #expect(commands(.key(KeyEvent(.character("q"))), round).isEmpty)
        #expect(commands(.key(KeyEvent(.down)), round) == [.action(.act(.step(4)))])
        // The question uses it too, so that one press of it does not count as two.
        var asked = HabitRig()
        asked.act(.remove, at: .ms(1))
        #expect(commands(.key(KeyEvent(.character(" "))), asked.round) == [.action(.hand(.key(KeyEvent(.space))))])
    }

    @Test func `a mouse press on a ring selects and holds it, and beside the rings does nothing`() throws {
        let round = HabitRig().round
        let layout = HabitTracker.layout(of: round, Self.small, in: Self.small.page)
        let tile = try #require(layout.tiles.first { $0.index == 2 })
        let inside = Position(column: tile.area.column + 5, row: tile.area.row + 3)
        let point = Point(column: inside.column, row: inside.row)
        #expect(
            commands(.pointer(PointerEvent(.down, at: point)), round)
                == [.action(.act(.aim(2))), .action(.hand(.pointer(PointerEvent(.down, at: point))))])
        #expect(
            commands(.pointer(PointerEvent(.up, .none, at: point)), round)
                == [.action(.hand(.pointer(PointerEvent(.up, at: point))))])
        #expect(commands(.pointer(PointerEvent(.down, at: Point(column: 0, row: 0))), round).isEmpty)
        #expect(commands(.pointer(PointerEvent(.down, .right, at: point)), round).isEmpty)
    }

    @Test(arguments: 0...4) func `a press holds the ring that is drawn there, above any notice`(reserved: Int) throws {
        let round = HabitRig(["Walk", "Read", "Water", "Sleep"]).round
        var canvas = Canvas(Self.small, letters: LetterCase(), theme: HabitTracker.theme, reservedRows: reserved)
        Self.session(round).draw(at: HabitRig.at(.zero), age: 0, felt: [], on: &canvas)
        let lines = canvas.grid.lines
        let row = try #require(lines.firstIndex { $0.contains("Water") })
        let column = try #require(lines[row].firstRange(of: "Water")).lowerBound
        let place = Point(column: lines[row].distance(from: lines[row].startIndex, to: column), row: row)
        let pressed = HabitTracker.commands(
            for: .pointer(PointerEvent(.down, at: place)), in: round, size: Self.small, page: canvas.page)
        #expect(pressed.first == .action(.act(.aim(2))))
    }

    @Test func `the mouse holds the habit of the chart, as the keys below it say`() {
        var rig = HabitRig()
        rig.act(.chart, at: .ms(1))
        #expect(Self.canvas(of: rig.round, at: .ms(1), Self.small).grid.lines.joined().contains("space or the mouse"))
        let press = PointerEvent(.down, at: Point(column: 40, row: 12))
        #expect(commands(.pointer(press), rig.round) == [.action(.hand(.pointer(press)))])
        #expect(commands(.pointer(PointerEvent(.down, at: Point(column: 40, row: 0))), rig.round).isEmpty)
        #expect(commands(.pointer(PointerEvent(.down, .right, at: press.point)), rig.round).isEmpty)
    }

    @Test func `in a form letters are typed, even those that are commands elsewhere`() {
        var rig = HabitRig()
        rig.act(.new, at: .ms(1))
        for letter in "qnx u" as String {
            #expect(commands(.key(KeyEvent(.character(letter))), rig.round) == [.action(.act(.type(String(letter))))])
        }
        #expect(commands(.key(KeyEvent(.tab)), rig.round) == [.action(.act(.field(1)))])
        #expect(commands(.key(KeyEvent(.character("a"), .release)), rig.round).isEmpty)
        #expect(HabitTracker.isTyping(in: rig.round) && !HabitTracker.isTyping(in: HabitRig().round))
    }
}
