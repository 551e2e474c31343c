import Testing
import ThudCore
import ThudTerminal

@testable import ThudGameUI

/// The developer's panel: its contents for the last cues, and their positions.
@Suite struct FeedbackPanelTests {
    private static let start = Instant(nanoseconds: 50_000_000_000)
    private static let now = start + .milliseconds(10_000)

    private func cue(
        _ name: String, at milliseconds: Int64, isScheduled: Bool = false, delay: String? = "3.2 ms",
        peaks: [Float] = [1, 0.5, 0.1], outcome: String = "played", fate: CueFeedback.Fate = .good
    ) -> CueFeedback {
        let cause = Self.start + .milliseconds(milliseconds)
        return CueFeedback(
            name: name, cause: cause, isScheduled: isScheduled, output: cause + .milliseconds(3), delay: delay,
            outcome: outcome, fate: fate, plan: "sound 1.00  heard 0.32  flash 1.0", reasons: "as designed",
            sound: Strength(peaks, each: .milliseconds(100), gain: 1),
            haptics: Strength([1], each: .milliseconds(50), gain: 1),
            flash: .init(Neon.green, length: .milliseconds(300)))
    }

    private func canvas(
        _ size: Size, _ cues: [CueFeedback], at now: Instant = now, allowsMotion: Bool = true
    ) -> Canvas {
        let rows = FeedbackPanelView.rows(on: size)
        var canvas = Canvas(size, letters: LetterCase(), allowsMotion: allowsMotion, panelRows: rows)
        let panel = FeedbackPanel(game: "kape", start: Self.start, figures: "p50 3.1  xruns 0", cues: cues)
        FeedbackPanelView(panel: panel, now: now).draw(in: canvas.panelArea, on: &canvas)
        return canvas
    }

    @Test(
        arguments: [(18, 0), (20, 0), (21, 3), (24, 6), (31, 13), (32, 13), (40, 13), (200, 13)] as [(Int, Int)])
    func `a panel leaves every round enough room`(rows: Int, taken: Int) {
        let size = Size(columns: 120, rows: rows)
        #expect(FeedbackPanelView.rows(on: size) == taken)
        #expect(ShellPicture.sceneSize(size, hasPanel: true).rows == rows - taken)
        #expect(ShellPicture.sceneSize(size, hasPanel: false) == size)
    }

    @Test(arguments: [(60, 21), (80, 24), (120, 40), (200, 60)] as [(Int, Int)])
    func `it is below the round and shows the last cue at every size`(columns: Int, rows: Int) {
        let canvas = canvas(Size(columns: columns, rows: rows), [cue("correct", at: 8_000), cue("pass", at: 9_000)])
        #expect(canvas.grid.lines.prefix(canvas.size.rows).allSatisfy { $0.isEmpty })
        let table = canvas.grid.lines.last { $0.contains("pass") } ?? ""
        #expect(table.contains("as designed") && table.contains("3.2 ms"), "\(table)")
        #expect(canvas.grid.lines[canvas.size.rows].hasSuffix("p50 3.1  xruns 0"))
    }

    @Test func `its head can be read with 16 colours, of which the grey is bright`() {
        let canvas = canvas(Size(columns: 80, rows: 24), [])
        func shown(_ colour: Colour) -> Colour { Palette.sixteen[Palette.nearestOfSixteen(to: colour)] }
        for column in 0..<80 {
            let place = Position(column: column, row: canvas.size.rows)
            let style = canvas.grid.style(at: place)
            guard canvas.grid.character(at: place) != " " else { continue }
            #expect(shown(style.foreground).contrast(with: shown(style.background)) >= 4, "\(column): \(style)")
        }
    }

    private func words(of line: String) -> String { line.split(separator: " ").joined(separator: " ") }

    @Test func `a wide screen shows what was requested, planned and output, and when`() {
        let lines = canvas(Size(columns: 120, rows: 40), [cue("correct", at: 8_000)]).grid.lines
        #expect(lines.contains { words(of: $0) == "cue asked plan why out latency outcome" })
        let row = lines.last { $0.contains("correct") }
        #expect(
            row.map(words)
                == "correct 8.000 s sound 1.00 heard 0.32 flash 1.0 as designed 8.003 s 3.2 ms played")
    }

    @Test func `a name that is too long is cut to its distinguishing part`() {
        let cues = [cue("step/swipe-left", at: 8_000), cue("step/pinch", at: 8_500)]
        let lines = canvas(Size(columns: 80, rows: 24), cues).grid.lines
        #expect(lines.contains { words(of: $0).hasPrefix("swipe-left 8.000 s") })
        #expect(lines.contains { words(of: $0).hasPrefix("step/pinch 8.500 s") })
    }

    @Test(arguments: [(80, "p50 3.1", "kape · 10.0 s · \(KnobBoard.call)"), (36, "p50 3.1", KnobBoard.call)])
    func `the key that leads to the knobs is shown beside the figures`(columns: Int, figures: String, told: String) {
        let size = Size(columns: columns, rows: 30)
        var canvas = Canvas(size, letters: LetterCase(), panelRows: FeedbackPanelView.rows(on: size))
        let panel = FeedbackPanel(
            game: "kape", start: Self.start, figures: figures, cues: [], knobs: KnobBoard(titles: ["volume"], rows: []))
        FeedbackPanelView(panel: panel, now: Self.now).draw(in: canvas.panelArea, on: &canvas)
        let head = canvas.grid.lines[canvas.size.rows]
        #expect(words(of: head) == "\(told) \(figures)")
    }

    @Test func `strips are below their cause, fall with the sound and move left with time`() throws {
        let size = Size(columns: 111, rows: 40)
        let cues = [cue("correct", at: 8_000), cue("tick", at: 9_500, isScheduled: true)]
        let lines = canvas(size, cues).grid.lines
        let causes = try #require(lines.first { $0.contains("cause") })
        // 99 columns cover the last 4 s.
        let column = try #require(causes.firstIndex(of: "▼")).utf16Offset(in: causes)
        #expect((59...61).contains(column) && causes.contains("▼correct") && causes.contains("◆tick"), "\(causes)")
        let sound = try #require(lines.first { $0.contains("sound ") && !$0.contains("heard") })
        let strip = Array(sound.dropFirst(column + 1).prefix(8))
        #expect(strip.first == "█" && strip.last != "█" && strip == strip.sorted(by: >), "\(strip)")
        #expect(lines.contains { $0.contains("haptics") && $0.contains("█") })
        #expect(lines.contains { $0.contains("flash  ") && $0.contains("▓") && $0.contains("░") })
        let later = canvas(size, cues, at: Self.now + .milliseconds(1_000)).grid.lines
        let moved = try #require(later.first { $0.contains("▼correct") }?.firstIndex(of: "▼")).utf16Offset(in: causes)
        #expect((24...25).contains(column - moved))
    }

    @Test func `a latency without room is left out rather than cut`() throws {
        let cues = [cue("pulse", at: 8_000, delay: "4.5 ms"), cue("select", at: 8_100, delay: "3.1 ms")]
        let lines = canvas(Size(columns: 120, rows: 40), cues).grid.lines
        let strip = try #require(lines.first { $0.hasPrefix(" latency") })
        #expect(words(of: strip) == "latency 3.1 ms")
        #expect(lines.contains { words(of: $0) == "cause ▼▼select" || words(of: $0) == "cause ▼ ▼select" })
    }

    @Test func `with reduced motion the strips move once a second`() {
        let size = Size(columns: 120, rows: 40)
        func strips(_ milliseconds: Int64) -> [String] {
            let now = Self.start + .milliseconds(milliseconds)
            // The heading keeps counting.
            let canvas = canvas(size, [cue("correct", at: 8_000)], at: now, allowsMotion: false)
            return Array(canvas.grid.lines.dropFirst(canvas.size.rows + 1))
        }
        #expect(strips(9_050) == strips(9_950) && strips(9_050) != strips(10_050))
    }

    @Test func `nothing is redrawn until the strips have moved by a column`() {
        let size = Size(columns: 112, rows: 40)
        func frame(_ milliseconds: Int64, _ cues: [CueFeedback] = []) -> AnyHashable {
            let panel = FeedbackPanel(game: "kape", start: Self.start, figures: "", cues: cues)
            return FeedbackPanelView(panel: panel, now: Self.start + .milliseconds(milliseconds))
                .stillFrame(size, allowsMotion: true)
        }
        // 100 columns cover 4 s.
        #expect(frame(8_001) == frame(8_039) && frame(8_001) != frame(8_041))
        #expect(frame(8_001) != frame(8_001, [cue("tick", at: 7_000)]))
    }

    @Test func `a cue that was left out is reported in words and has no strip`() {
        let left = cue("tick", at: 9_000, delay: nil, peaks: [], outcome: "left out", fate: .leftOut)
        let lines = canvas(Size(columns: 120, rows: 40), [left]).grid.lines
        #expect(lines.contains { $0.contains("latency") && $0.contains("left out") })
        #expect(lines.last { $0.contains("tick") }?.contains("–") == true)
        #expect(!lines.contains { $0.contains("sound ") && $0.contains("▁") })
    }

    @Test func `a continuous part repeats until its envelope is at zero`() {
        var strength = Strength([0.5, 1], each: .milliseconds(10), gain: 0.5)
        #expect(strength.peak(from: 0, to: 0.005) == 0.25 && strength.peak(from: 0, to: 0.015) == 0.5)
        #expect(strength.peak(from: 0.02, to: 0.03) == 0 && strength.peak(from: -0.1, to: -0.05) == 0)
        strength.lane = PiecewiseLinear([.init(time: 0, value: 1), .init(time: 2, value: 0)])
        #expect(abs(strength.peak(from: 1, to: 1.015) - 0.25) < 0.01)
        #expect(strength.peak(from: 3, to: 3.02) == 0)
    }
}
