import ThudCore
import ThudCues
import ThudGameKit
import ThudGameUI
import ThudPatternView
import ThudPatterns
import ThudTerminal

/// All that can be tuned in a round: a row of knobs for each pattern, and one for each timing of the rules.
struct TuningDesk {
    private(set) var board: KnobBoard
    private let tuner: CueTuner
    private var timings: TriedTimings
    /// The chosen cue's pattern as it is tuned; nil if a timing is chosen.
    private var tuned: HapticPattern?
    private var drawn: Grid?

    init(_ tuner: CueTuner, _ timings: [GameDescription.Timing]) {
        self.tuner = tuner
        self.timings = TriedTimings(timings)
        board = KnobBoard(titles: PatternTuning.Knob.allCases.map(\.title), rows: [])
        refresh()
    }

    /// Whether keys turn knobs; otherwise they go to the round.
    var hasKeys: Bool {
        get { board.hasKeys }
        set { board.hasKeys = newValue }
    }

    mutating func move(rows: Int, columns: Int) {
        let before = board.row
        board.move(rows: rows, columns: columns)
        if board.row != before { follow() }
    }

    /// Reads the chosen pattern as it is tuned.
    private mutating func follow() {
        tuned = pattern.flatMap { try? tuner.cues.cues(of: $0).first?.pattern }
        drawn = nil
    }

    /// Returns the chosen pattern as `thud audition` draws it; nil while the round has the keys.
    mutating func picture(columns: Int) -> Grid? {
        guard hasKeys, let tuned else { return nil }
        if let drawn, drawn.size.columns == columns { return drawn }
        let lanes = Area(
            column: TimelineView.gutter + 1, row: 0, columns: columns - TimelineView.gutter - 2,
            rows: FeedbackPanel.pictureRows - 1)
        // Enough for a curve of a few hundred columns.
        let renderer = HapticRenderer(sampleRate: HapticRenderer.sampleRates.lowerBound)
        let chart = PatternChart(
            tuned, waveform: renderer.drive(tuned), sampleRate: renderer.sampleRate, columns: 2 * lanes.columns)
        var grid = Grid(Size(columns: columns, rows: FeedbackPanel.pictureRows))
        TimelineView(chart: chart, signalName: "drive").draw(in: lanes, on: &grid)
        drawn = grid
        return grid
    }

    /// Turns the selected knob by some steps; returns why it cannot be turned, or nil.
    mutating func turn(by steps: Int) -> String? {
        defer { refresh() }
        if let timing { return timings.turn(timing, by: steps) ? nil : "\(timing.title) ends here" }
        return pattern.flatMap { tuner.turn(PatternTuning.Knob.allCases[board.chosenColumn], by: steps, of: $0) }
    }

    /// Restores the selected pattern or timing to its design.
    mutating func restore() {
        if let timing { timings.restore(timing) }
        if let pattern { tuner.restore(pattern) }
        refresh()
    }

    /// Saves everything tuned; returns what was written, or why not.
    mutating func save() -> String {
        defer { refresh() }
        return tuner.save(timings)
    }

    /// What was tuned and not saved, in words; nil if all is saved.
    var unsaved: String? {
        let cues = tuner.cues.changed.map { name in
            let tuning = tuner.cues.tuning(of: name)
            let turned = PatternTuning.Knob.allCases.filter { tuning[$0] != 0 }
            let knobs = turned.map { "\($0.title) \($0.text(tuning[$0]))" }
            return "\(name): \(knobs.isEmpty ? "as designed" : knobs.joined(separator: ", "))"
        }
        let parts = cues + (tuner.isSaved(timings) ? [] : ["the timings"])
        return parts.isEmpty ? nil : "not saved: \(parts.joined(separator: "; "))"
    }

    func setTiming(_ session: inout (any GameSession)?) {
        for timing in timings.timings { session?.setTiming(timing.name, to: timings[timing]) }
    }

    /// The cue of the selected row, or its first variant; nil if the row is a timing.
    var cue: String? { pattern.map { tuner.cues.cue(of: $0) } }

    mutating func refresh() {
        board.rows =
            tuner.cues.names.map { KnobBoard.Row(name: $0, tuner.cues.tuning(of: $0)) }
            + timings.timings.map { timing in
                let isTurned = timings[timing] != timing.usual
                let text = "\(Decimals.fixed(timings[timing].seconds, 2)) s"
                return KnobBoard.Row(name: timing.title, knobs: [KnobBoard.Knob(text, isTurned: isTurned)])
            }
        follow()
    }

    private var pattern: String? { tuner.cues.names.indices.contains(board.row) ? tuner.cues.names[board.row] : nil }

    private var timing: GameDescription.Timing? {
        let index = board.row - tuner.cues.names.count
        return timings.timings.indices.contains(index) ? timings.timings[index] : nil
    }
}

extension KnobBoard.Row {
    fileprivate init(name: String, _ tuning: PatternTuning) {
        self.init(
            name: name,
            knobs: PatternTuning.Knob.allCases.map { knob in
                KnobBoard.Knob(knob.text(tuning[knob]), isTurned: tuning[knob] != 0)
            })
    }
}

extension PatternTuning.Knob {
    fileprivate var title: String {
        switch self {
        case .volume: "sound"
        case .pitch: "pitch"
        case .intensity: "haptics"
        case .sharpness: "sharpness"
        case .delay: "delay"
        }
    }

    /// The knob's value with its unit; a dot if it is as designed.
    fileprivate func text(_ steps: Int) -> String {
        guard steps != 0 else { return "·" }
        let number = Decimals.fixed(abs(amount(of: steps)), step < 1 ? 2 : 0)
        return (steps < 0 ? "−" : "+") + [number, unit].compactMap(\.self).joined(separator: " ")
    }
}

/// The timings of a game as a developer has changed them for a trial.
struct TriedTimings {
    let timings: [GameDescription.Timing]
    private var tried: [String: Interval] = [:]

    init(_ timings: [GameDescription.Timing]) { self.timings = timings }

    subscript(timing: GameDescription.Timing) -> Interval { tried[timing.name] ?? timing.usual }

    static let fileName = "timing.json"

    /// The changed timings as JSON, in seconds by name; nil if none is changed.
    var file: [UInt8]? {
        let changed = timings.filter { tried[$0.name] != nil }
        guard !changed.isEmpty else { return nil }
        let members = changed.map { JSONValue.Member($0.name, .number(self[$0].seconds)) }
        return Array(JSONValue.object(members).text(.pretty).utf8)
    }

    static let untried = Array(JSONValue.object([]).text(.pretty).utf8)

    /// Turns a timing by some steps; false if it has reached its limit.
    mutating func turn(_ timing: GameDescription.Timing, by steps: Int) -> Bool {
        let before = self[timing]
        let turned = before + timing.step * Int64(steps)
        let after = turned.clamped(to: timing.range)
        tried[timing.name] = after == timing.usual ? nil : after
        return after != before
    }

    mutating func restore(_ timing: GameDescription.Timing) { tried[timing.name] = nil }
}
