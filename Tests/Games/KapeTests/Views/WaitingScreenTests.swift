import Testing
import ThudCore
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

@Suite struct WaitingScreenTests {
    private let size = Size(columns: 80, rows: 24)

    @Test func `the phone is lifted repeatedly, and with Reduce Motion stays on the forehead`() {
        let rows = [0, 0.1, 0.3, 0.9].map { lowestRow(of: Neon.red, forehead(age: $0)) }
        #expect(rows == rows.sorted(by: >) && Set(rows).count == 4, "\(rows)")
        #expect(forehead(age: 0.3).grid == forehead(age: 0.3 + 2.2).grid)
        #expect(forehead(age: 0, allowsMotion: false).grid == forehead(age: 1.5).grid)
        for age in [.nan, .infinity, -5, 1e300] { #expect(forehead(age: age).text.contains("VENDOSE")) }
    }

    @Test func `the phone tilts, and the way to the mark fills`() {
        let filled = [0, 0.2, 0.4, 0.61].map { count(of: Neon.red, tutorial($0)) }
        #expect(filled == filled.sorted() && Set(filled).count == 4, "\(filled)")
        #expect(tutorial(0.2).grid != tutorial(0.25).grid)
        for angle in [.nan, .infinity, -9, 9] { #expect(tutorial(angle).text.contains("35°")) }
    }

    @Test func `the countdown turns from red to green, and its bar runs out`() {
        let corners = [3, 2, 1].map { digit in
            let canvas = Canvas.drawn(size) { CountdownView(digit: digit, share: 0).draw(on: &$0) }
            #expect(canvas.text.contains(" \(digit) "))
            return canvas.grid.style(at: Position(column: 0, row: 0)).foreground
        }
        #expect(corners == [Neon.red, Neon.orange, Neon.green])
        let bars = [0, 0.5, 1, .nan].map { share in
            Canvas.drawn(size) { CountdownView(digit: 3, share: share).draw(on: &$0) }.places(of: "█").count
        }
        #expect(bars == [38, 19, 0, 0])
    }

    @Test func `leaving fills a bar while the key is held, or requires a second press`() {
        func drawn(_ share: Double?, _ isConfirm: Bool) -> Canvas {
            Canvas.drawn(size) { LeaveHold(share: share, isConfirm: isConfirm).draw(on: &$0) }
        }
        #expect(drawn(nil, false).grid == Grid(size))
        #expect(drawn(0, false).places(of: "█").isEmpty)
        #expect(drawn(0.5, false).places(of: "█").count < drawn(1, false).places(of: "█").count)
        #expect(drawn(7, false).grid == drawn(1, false).grid)
        #expect(drawn(nil, true).text.contains("Shtyp q sërish për të dalë"))
        #expect(drawn(nil, true).places(of: "█").isEmpty)
    }

    @Test func `the dots of a hand-over show the turns, unless there are too many`() {
        func dots(_ number: Int, _ count: Int) -> Int {
            let canvas = Canvas.drawn(size) {
                HandOverView(turn: .init(player: "A", number: number, of: count)).draw(on: &$0)
            }
            #expect(canvas.text.contains("\(number)/\(count)"))
            return canvas.places(of: "●").count
        }
        #expect(dots(2, 5) == 2 && dots(5, 5) == 5 && dots(3, 1_000_000) == 0 && dots(.max, .min) == 0)
    }

    private func forehead(age: Double, allowsMotion: Bool = true) -> Canvas {
        Canvas.drawn(size, allowsMotion: allowsMotion) { ForeheadView(age: age).draw(on: &$0) }
    }

    private func tutorial(_ angle: Double) -> Canvas {
        Canvas.drawn(size) { TutorialView(angle: angle).draw(on: &$0) }
    }

    private func lowestRow(of colour: Colour, _ canvas: Canvas) -> Int {
        canvas.positions.filter { canvas.grid.style(at: $0).foreground == colour }.map(\.row).max() ?? -1
    }

    private func count(of colour: Colour, _ canvas: Canvas) -> Int {
        canvas.positions.count {
            canvas.grid.character(at: $0) != " " && canvas.grid.style(at: $0).foreground == colour
        }
    }
}
