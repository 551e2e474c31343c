import Testing
import ThudCore
import ThudGameUI
import ThudPatternView
import ThudPatterns
import ThudTerminal

/// Tests the timeline of `thud audition`, as a grid of text.
@Suite struct AuditionViewTests {
    private static let sizes = [
        Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40),
        Size(columns: 200, rows: 60),
    ]

    /// A tap at the start, one at 0.5 s with half the strength, and a rumble between them.
    private static let pattern = HapticPattern(
        [
            HapticEvent(.transient, at: 0, intensity: 1, sharpness: 1),
            HapticEvent(.transient, at: 0.5, intensity: 0.5, sharpness: 0),
            HapticEvent(.continuous, at: 0.25, duration: 0.2, intensity: 0.8, sharpness: 0.5),
        ])

    private func view(_ size: Size, _ pattern: HapticPattern = AuditionViewTests.pattern) -> AuditionView {
        var view = AuditionView(name: "impact.heavy", renderings: ["heard", "drive", "felt: phone"])
        view.description = "A thud."
        view.figures = ["0.5 s", "peak 0.90"]
        let waveform = (0..<24_000).map { Float($0 % 100) / 100 - 0.5 }
        view.chart = PatternChart(
            pattern, waveform: waveform, sampleRate: 48_000, columns: AuditionView.columns(of: size))
        return view
    }

    @Test(arguments: sizes)
    func `every size shows name, lanes, axis, figures and the keys that fit`(size: Size) {
        let text = view(size).draw(size).lines.joined(separator: "\n")
        for word in ["impact.heavy", "1 of 1", "A thud.", "heard", "intensity", "sharpness", "signal", "0 ms"] {
            #expect(text.contains(word), "\(word) at \(size): \(text)")
        }
        for word in ["peak 0.90", "space play", "q quit"] { #expect(text.contains(word), "\(word) at \(size)") }
        if size.columns >= 80 { #expect(text.contains("←→ sharpness") && text.contains("sharpness +0.00")) }
        var long = view(size)
        long.name = String(repeating: "a", count: 300)
        #expect(long.draw(size).lines[0].contains("a…  1 of 1"))
    }

    @Test(arguments: [1, 2])
    func `60 columns show all keys, in two rows if need be`(count: Int) {
        let size = Size(columns: 60, rows: 24)
        var view = view(size)
        view.count = count
        let rows = view.draw(size).lines.suffix(2).joined(separator: "\n")
        for word in ["space play", "l loop", "↑↓ intensity", "←→ sharpness"] { #expect(rows.contains(word), "\(rows)") }
        #expect(rows.contains("n p browse") == (count > 1), "\(rows)")
    }

    @Test(arguments: sizes.dropFirst())
    func `a tap is a stem of its intensity, and a rumble an area of its length`(size: Size) {
        let columns = AuditionView.columns(of: size)
        let chart = PatternChart(Self.pattern, waveform: [], sampleRate: 48_000, columns: columns)
        #expect(chart.taps.map(\.intensity) == [1, 0.5])
        #expect(chart.taps.map(\.sharpness) == [1, 0])
        let share = Double(columns) / chart.seconds
        #expect(chart.taps.map(\.column) == [0, Int(0.5 * share)])
        let shaking = chart.intensity.indices.filter { chart.intensity[$0] > 0 }
        // It may reach into one more column at either end.
        #expect(abs(Double(shaking.count) - 0.2 * share) < 2)
        #expect(abs(Double(shaking.first ?? 0) - 0.25 * share) <= 1)
        #expect(shaking.allSatisfy { chart.intensity[$0] == 0.8 && chart.sharpness[$0] == 0.5 })
        #expect(chart.intensity.indices.filter { !shaking.contains($0) }.allSatisfy { chart.sharpness[$0] == nil })
        let lane = view(size).draw(size).lines.dropFirst(4).prefix((size.rows - 10) / 3)
        // The first tap reaches the top of its lane, the second only half of it.
        let first = lane.map { $0.contains("▌") || $0.contains("█") || $0.contains("▐") }
        #expect(first.allSatisfy { $0 })
    }

    @Test func `a vibration shorter than a column still fills one`() {
        let pulses = (0..<9).map {
            HapticEvent(.continuous, at: 0.1 + 0.55 * Double($0), duration: 0.02, intensity: 1, sharpness: 0.5)
        }
        let pattern = HapticPattern(pulses + [HapticEvent(.transient, at: 5, intensity: 1, sharpness: 1)])
        let chart = PatternChart(pattern, waveform: [], sampleRate: 48_000, columns: 87)
        #expect(chart.intensity.split(separator: 0).count == 9)
        #expect(chart.intensity.max() == 1)
        #expect(chart.sharpness.split { $0 == nil }.count == 9)
    }

    @Test func `a column shows the peak of a curve that ends before its middle`() {
        let curve = ParameterCurve(
            .hapticIntensity, at: 10,
            points: [(0, 0.2), (0.004, 1), (0.008, 0.2)].map { .init(time: $0.0, value: $0.1) })
        let pattern = HapticPattern(
            [HapticEvent(.continuous, at: 0, duration: 20, intensity: 1, sharpness: 0.5)],
            parameters: [DynamicParameter(.hapticIntensity, at: 0, value: 0.2)], curves: [curve])
        let chart = PatternChart(pattern, waveform: [], sampleRate: 48_000, columns: 100)
        #expect(chart.intensity.indices.filter { chart.intensity[$0] > 0.21 } == [50])
        #expect(chart.intensity[50] > 0.99)
        // Of two at once it shows the stronger one.
        let both = [(1.0, 0.2), (0.5, 0.9)].map {
            HapticEvent(.continuous, at: 0, duration: 20, intensity: $0, sharpness: $1)
        }
        let stronger = PatternChart(HapticPattern(both), waveform: [], sampleRate: 48_000, columns: 100)
        #expect(stronger.intensity.allSatisfy { $0 == 1 } && stronger.sharpness.allSatisfy { $0 == 0.2 })
    }

    @Test func `the waveform shows every peak of its column, however short`() {
        var samples = [Float](repeating: 0, count: 48_000)
        samples[24_000] = 0.7
        samples[24_001] = -0.6
        let chart = PatternChart(HapticPattern(), waveform: samples, sampleRate: 48_000, columns: 100)
        #expect(chart.waveform.count == 100)
        #expect(chart.waveform[50].low == -0.6 && chart.waveform[50].high == 0.7)
        #expect(chart.waveform.indices.filter { $0 != 50 }.allSatisfy { chart.waveform[$0].high == 0 })
        let level = [Float](repeating: 0.5, count: 100)
        let above = PatternChart(HapticPattern(), waveform: level, sampleRate: 100, columns: 10)
        #expect(above.waveform.allSatisfy { $0.low == 0.5 && $0.high == 0.5 })
    }

    @Test(arguments: 24...29)
    func `a quiet signal is one dot thin, however many rows its lane has`(rows: Int) {
        let size = Size(columns: 80, rows: rows)
        var view = view(size)
        let waveform = (0..<24_000).map { Float($0 % 2) / 500 - 0.001 }
        view.chart = PatternChart(
            HapticPattern(), waveform: waveform, sampleRate: 48_000, columns: AuditionView.columns(of: size))
        let lines = view.draw(size).lines
        #expect(lines.count { $0.contains("▀▀▀") || $0.contains("▄▄▄") } == 1, "\(lines)")
        #expect(!lines.contains { $0.contains("█") }, "\(lines)")
        let silence = [Float](repeating: 0, count: 24_000)
        view.chart = PatternChart(
            HapticPattern(), waveform: silence, sampleRate: 48_000, columns: AuditionView.columns(of: size))
        #expect(!view.draw(size).lines.contains { $0.contains("▀") || $0.contains("▄") })
    }

    @Test func `the playhead lights one column of the lanes and nothing else`() {
        let size = Size(columns: 80, rows: 24)
        var view = view(size)
        let dark = view.draw(size)
        for (share, expected) in [(0.0, 13), (0.5, 45), (1.0, 77), (7.0, 77), (-1.0, 13)] {
            view.playhead = share
            let lit = view.draw(size)
            let places = (0..<size.rows).flatMap { row in
                (0..<size.columns).compactMap { column -> Position? in
                    let place = Position(column: column, row: row)
                    return lit.style(at: place) == dark.style(at: place) ? nil : place
                }
            }
            #expect(Set(places.map(\.column)) == [expected], "at \(share)")
            #expect(places.count == 14)
        }
    }

    @Test func `an editor's cursor, range and points are seen without colour`() throws {
        let size = Size(columns: 80, rows: 24)
        var view = view(size)
        let unmarked = Array(view.draw(size).lines[18])
        var marks = EditMarks(cursor: 0.25)
        marks.range = 0.1...0.4
        marks.points = [
            .init(time: 0.05, height: 1, isSharpness: false, isChosen: false),
            .init(time: 0.25, height: 0, isSharpness: true, isChosen: true),
        ]
        view.marks = marks
        let lines = view.draw(size).lines
        let share = 65 / (view.chart?.seconds ?? 1)
        func column(_ character: Character, _ row: Int) -> Int? {
            Array(lines[row]).firstIndex(of: character)
        }
        #expect(column("▲", 18) == 13 + Int(0.25 * share))
        // Labels that the marks would cut are left out.
        #expect(lines[18].contains("╵0 ms") && !lines[18].contains("▲m") && !lines[18].contains("▲ ms"), "\(lines[18])")
        #expect(column("[", 18) == 13 + Int(0.1 * share) && column("]", 18) == 13 + Int(0.4 * share))
        // The lanes have 4, 4 and 6 rows.
        #expect(column("○", 4) == 13 + Int(0.05 * share))
        #expect(column("◆", 11) == 13 + Int(0.25 * share))
        #expect(lines[17].contains(" -▁"), "\(lines[17])")
        let label = try #require(unmarked.lastIndex(of: "╵"))
        view.marks = EditMarks(cursor: (Double(label - 13) + 2.5) / share)
        let cut = String(unmarked[...label]) + " ▲"
        let axis = view.draw(size).lines[18]
        #expect(axis.hasPrefix(cut) && axis.dropFirst(cut.count).allSatisfy { $0 == " " }, "\(axis)")
    }

    @Test(arguments: sizes + [Size(columns: 60, rows: 18), Size(columns: 79, rows: 20)])
    func `explained keys stand in place of the lanes, as many as there is room for`(size: Size) {
        var view = view(size)
        let room = AuditionView.keyRoom(of: size)
        view.explained = (0...room).map { KeyWord("k\($0)", "does number \($0).") }
        view.message = String(repeating: "a long remark ", count: 20)
        let text = view.draw(size).lines.joined(separator: "\n")
        #expect(!text.contains("sharpness  ") && room >= (size.rows < 24 ? 3 : 21))
        #expect((0...room).allSatisfy { text.contains("does number \($0).") == ($0 < room) }, "\(text)")
        view.explained.removeLast(room - 2)
        let few = view.draw(size).lines.joined(separator: "\n")
        #expect((0...2).allSatisfy { few.contains("does number \($0).") }, "\(few)")
    }

    @Test(arguments: [3, 9, 20, 21, 40])
    func `all keys are explained, on several pages if there is little room`(room: Int) {
        let keys = (0..<21).map { KeyWord("k\($0)", "does number \($0).") }
        var (shown, next): ([KeyWord], Int?) = ([], 0)
        while let first = next {
            let page = keys.page(from: first, room: room)
            next = keys.nextPage(after: first, room: room)
            #expect(page.count <= room && (page.last?.key == "?") == (next != nil))
            shown += page.filter { $0.key != "?" }
        }
        #expect(shown == keys)
    }

    private static let knobs: KnobBoard = {
        let rows = [
            ("taps", ["onsets 0.3", "min-gap 30 ms", "parts both"]),
            ("vibration", ["smooth 100 ms", "tolerance 0.03", "points 60/s"]),
            ("strength", ["quietest 0.1", "reference full-scale"]), ("sharpness", ["from 0", "to 1"]),
            ("band", ["from 10 Hz", "to 24000 Hz"]),
        ]
        var board = KnobBoard(
            titles: [],
            rows: rows.map { row in
                KnobBoard.Row(name: row.0, knobs: row.1.map { .init($0, isTurned: $0 == "onsets 0.3") })
            })
        board.hasKeys = true
        return board
    }()

    @Test(arguments: [Size(columns: 64, rows: 18)] + sizes.dropFirst())
    func `knobs and their command are below the lanes, whose onsets have marks`(size: Size) {
        var view = view(size)
        view.knobs = Self.knobs
        view.command = "thud convert hit.wav hit.ahap --onsets 0.25"
        view.message = "saved"
        // One that became a tap covers another one at its place.
        view.onsets = [(0, true), (0.0005, false), (0.25, false)].map { OnsetMark(time: $0, isTap: $1) }
        let lines = view.draw(size).lines
        let text = lines.joined(separator: "\n")
        let named = Self.knobs.rows.flatMap { [$0.name] + $0.knobs.map(\.text) }
        for word in named + ["•taps", "▸onsets 0.3", view.command, "saved", "signal", "▼", "▽", "0 ms"] {
            #expect(text.contains(word), "\(word) at \(size): \(text)")
        }
        // The knobs begin below the lanes, and the first word of each below the first column of a lane.
        let lane = lines.firstIndex { $0.contains("0 ms") } ?? .max
        #expect(lines.firstIndex { $0.contains("onsets") } ?? 0 > lane)
    }

    @Test func `on a low screen the knobs move along with the chosen one, and a lower one is too small`() {
        var view = view(AuditionView.smallestWithKnobs)
        var board = Self.knobs
        for row in 0..<5 {
            view.knobs = board
            let text = view.draw(AuditionView.smallestWithKnobs).lines.joined(separator: "\n")
            #expect(text.contains("▸\(Self.knobs.rows[row].knobs[0].text)"), "\(text)")
            board.move(rows: 1, columns: 0)
        }
        for size in [Size(columns: 63, rows: 14), Size(columns: 64, rows: 13)] {
            #expect(view.draw(size).lines.joined().contains("too small: 64×14"))
        }
    }

    @Test func `eighty columns have room for all figures`() {
        let size = Size(columns: 80, rows: 24)
        var view = view(size)
        view.figures = [
            "length 12.022 s", "onset 10.0 ms", "rise (voice-coil) 14.7 ms", "felt peak at 10.006 s", "peak 0.61",
            "RMS 0.141", "felt -25.8 dB", "centroid 1321 Hz",
        ]
        let messages = [
            ["a.ahap:3:4: a remark"],
            ["another program has saved correct.ahap since: the last edit,", "intensity 1”, cannot be taken back"],
        ]
        for message in messages {
            view.message = message.joined(separator: " “at 0.022 ")
            let lines = view.draw(size).lines
            for words in view.figures + message { #expect(lines.contains { $0.contains(words) }, "\(words)") }
        }
    }

    @Test func `changed settings are shown, and problems are red`() {
        let size = Size(columns: 100, rows: 24)
        var view = view(size)
        view.rendering = 2
        (view.intensity, view.sharpness) = (0.35, -0.2)
        (view.isLooping, view.isWatching) = (true, true)
        (view.message, view.isProblem) = ("a.ahap:3:4: broken", true)
        let grid = view.draw(size)
        #expect(grid.lines[2].contains("intensity ×0.35   sharpness -0.20   loop   watching"))
        let felt = grid.lines[2].distance(
            from: grid.lines[2].startIndex, to: grid.lines[2].firstRange(of: "felt")!.lowerBound)
        #expect(grid.style(at: Position(column: felt, row: 2)).background == Colour(0x39FF14))
        #expect(grid.lines[21].contains("a.ahap:3:4: broken"))
        #expect(grid.style(at: Position(column: 3, row: 21)).foreground == Colour(0xFF3B30))
        #expect(view.draw(Size(columns: 60, rows: 20)).lines[3].contains("×0.35   sharpness -0.20   loop   watching"))
    }

    @Test(arguments: [Size(columns: 39, rows: 40), Size(columns: 200, rows: 11), Size(columns: 1, rows: 1)])
    func `a terminal that is too small gets a message`(size: Size) {
        let text = view(size).draw(size).lines.joined()
        #expect(size.columns < 30 ? !text.isEmpty : text.contains("too small"))
    }

    @Test(arguments: [0, 1e-9, 299])
    func `the shortest and the longest pattern have rising axis labels`(seconds: Double) {
        let size = Size(columns: 120, rows: 40)
        let pattern = HapticPattern([HapticEvent(.transient, at: seconds, intensity: 1, sharpness: 1)])
        let axis = view(size, pattern).draw(size).lines[34]
        let numbers = axis.split(separator: " ").compactMap { Double($0.drop { $0 == "╵" }) }
        #expect(numbers.count >= 3, "\(axis)")
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(axis)")
    }
}
