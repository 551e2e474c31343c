import Testing
import ThudTerminal

@testable import ThudGameUI

/// How far a screen has come in at an age, and how letters grow during that time.
@Suite struct EntranceTests {
    private static let ages = (0...80).map { Double($0) / 200 }
    private static let row = Area(column: 10, row: 4, columns: 30, rows: 1)

    private func lag(_ index: Int, _ age: Double) -> Int {
        Self.row.column - Entrance(age: age).place(ofRow: index, at: Self.row).column
    }

    @Test(arguments: [0, 1, 5, 8, 9, 200])
    func `a row starts three columns to the left and only moves right`(index: Int) {
        let lags = Self.ages.map { lag(index, $0) }
        #expect(lags.first == 3 && Set(lags) == [0, 1, 2, 3])
        #expect(lags == lags.sorted(by: >))
        #expect(lag(index, Entrance.length) == 0)
    }

    @Test func `each row begins 25 ms after the previous one, and the last rows of a long list finish in time`() {
        for index in 0..<8 {
            for age in [0.02, 0.06, 0.1] { #expect(lag(index, age) == lag(index + 1, age + 0.025), "\(index)") }
        }
        #expect(Self.ages.allSatisfy { lag(8, $0) == lag(99, $0) })
    }

    @Test func `a row keeps its size and stays on the screen`() {
        for column in 0...4 {
            var row = Self.row
            row.column = column
            let place = Entrance(age: 0).place(ofRow: 0, at: row)
            #expect(place.column == max(0, column - 3))
            #expect(place.size == row.size && place.row == row.row)
        }
    }

    @Test func `a panel drops by one row, unless it is on the first row`() {
        let rows = Self.ages.map { Entrance(age: $0).place(ofPanelAt: Self.row).row }
        #expect(rows.first == 3 && rows.last == 4 && rows == rows.sorted())
        let top = Area(column: 0, row: 0, columns: 9, rows: 9)
        #expect(Entrance(age: 0).place(ofPanelAt: top) == top)
    }

    @Test func `letters grow from three tenths of their size, overshoot slightly and settle`() {
        let scales = Self.ages.map { Entrance(age: $0).scale }
        #expect(abs((scales.first ?? 0) - 0.3) < 1e-9 && scales.last == 1)
        let most = scales.max() ?? 0
        #expect((1.03...1.08).contains(most))
        let peak = scales.firstIndex(of: most) ?? 0
        #expect(scales[...peak].elementsEqual(scales[...peak].sorted()))
        #expect(scales[peak...].elementsEqual(scales[peak...].sorted(by: >)))
    }

    @Test func `the line below follows the letters: it rises, then it lights up`() {
        let steps = Self.ages.map { age in
            let entrance = Entrance(age: age)
            return entrance.isLit ? 2 : 1 - entrance.rowsBelow
        }
        #expect(steps == steps.sorted() && Set(steps) == [0, 1, 2])
    }

    @Test func `an invalid age counts as the beginning or the end`() {
        #expect(Entrance(age: -1) == Entrance(age: 0))
        for age in [.nan, .infinity, 1e300, 0.35] as [Double] { #expect(Entrance(age: age) == .over) }
        #expect(Entrance.over.isOver && !Entrance(age: 0.349).isOver)
    }

    @Test func `a canvas stands still by default, and if motion is not allowed`() {
        let size = Size(columns: 9, rows: 3)
        var canvas = Canvas(size, letters: LetterCase())
        #expect(canvas.entrance.isOver)
        canvas.comeIn(age: 0.1)
        #expect(canvas.entrance == Entrance(age: 0.1))
        var still = Canvas(size, letters: LetterCase(), allowsMotion: false)
        still.comeIn(age: 0.1)
        #expect(still.entrance.isOver)
    }
}

/// Large letters that spring to their size.
@Suite struct SpringingLettersTests {
    private static let size = Size(columns: 60, rows: 16)
    private static let area = Area(column: 6, row: 2, columns: 48, rows: 12)

    private let letters = LetterCase.usual()

    private func drawn(_ age: Double, _ other: LetterCase? = nil, spare: Int = 1) -> Grid {
        var canvas = Canvas(Self.size, letters: other ?? letters)
        canvas.comeIn(age: age)
        canvas.springing("Out", in: Self.area, spare: Size(columns: 3 * spare, rows: spare), .plain)
        return canvas.grid
    }

    private func ink(_ grid: Grid) -> [Position] {
        (0..<grid.size.rows).flatMap { row in
            (0..<grid.size.columns).map { Position(column: $0, row: row) }
        }.filter { grid.character(at: $0) != " " }
    }

    @Test func `they grow about their middle to the position of large letters`() {
        var rest = Canvas(Self.size, letters: letters)
        rest.large("Out", in: Self.area, .plain)
        #expect(drawn(Entrance.length) == rest.grid)
        let counts = [0, 0.03, 0.06, 0.1].map { ink(drawn($0)).count }
        #expect(counts.allSatisfy { $0 > 0 } && counts == counts.sorted(), "\(counts)")
        #expect(counts[0] < ink(rest.grid).count / 2)
        func middle(_ grid: Grid) -> Double {
            let columns = ink(grid).map(\.column)
            return Double((columns.min() ?? 0) + (columns.max() ?? 0)) / 2
        }
        #expect(abs(middle(drawn(0)) - middle(rest.grid)) <= 2)
    }

    @Test func `they never leave the area they were given`() {
        for age in (0..<35).map({ Double($0) / 100 }) {
            for spare in [0, 1] {
                let reach = Self.area.inset(columns: -3 * spare, rows: -spare)
                let cells = ink(drawn(age, spare: spare))
                #expect(!cells.isEmpty && cells.allSatisfy { reach.contains($0) }, "after \(age) s")
            }
        }
    }

    @Test func `without a typeface the text is at rest at once`() {
        #expect(drawn(0, LetterCase()) == drawn(Entrance.length, LetterCase()))
        #expect(drawn(0, LetterCase()).lines.contains { $0.contains("Out") })
    }

    @Test func `a picture at scale 1 is at its final position, and is never larger than its box`() {
        let size = Size(columns: 7, rows: 4)
        var disc = Sketch(size)
        disc.paint { ($0 - Sketch.Point(x: 3.5, y: 4)).length < 3.2 }
        let box = Area(column: 0, row: 0, columns: 12, rows: 7)
        func grid(_ scale: Double, in box: Area) -> Grid {
            var grid = Grid(box.size)
            grid.draw(disc.bitmap.scaled(by: scale, in: box.size), at: Position(column: 0, row: 0), .plain)
            return grid
        }
        var wanted = Grid(box.size)
        let place = box.centred(size)
        wanted.draw(disc.bitmap, at: Position(column: place.column, row: place.row), .plain)
        #expect(grid(1, in: box) == wanted)
        #expect(ink(grid(0.5, in: box)).count < ink(wanted).count)
        #expect(ink(grid(1.4, in: box)).count > ink(wanted).count)
        #expect(grid(9, in: Area(size)) == grid(1, in: Area(size)))
        #expect(ink(grid(0, in: box)).isEmpty && ink(grid(1, in: Area(Size(columns: 0, rows: 0)))).isEmpty)
    }
}
