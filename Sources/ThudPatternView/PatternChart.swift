import ThudPatterns

/// A pattern and its signal, measured out in columns: what a timeline draws.
package struct PatternChart: Hashable, Sendable {
    /// The least and the greatest sample of a column's stretch of time.
    package struct Swing: Hashable, Sendable {
        package let low: Float
        package let high: Float
    }

    /// A tap, in its column.
    package struct Tap: Hashable, Sendable {
        /// Counted from the start of the axis.
        package let column: Int
        /// How strong, 0 to 1.
        package let intensity: Double
        /// How sharp, 0 to 1.
        package let sharpness: Double
    }

    /// The length of the time axis, in seconds; never 0.
    package let seconds: Double
    /// How strong the vibration is in each column, 0 to 1.
    package let intensity: [Double]
    /// How sharp it is, 0 to 1; nil where nothing vibrates.
    package let sharpness: [Double?]
    /// The taps in the order of the pattern.
    package let taps: [Tap]
    package let waveform: [Swing]

    /// The most columns that are measured out: several times any terminal.
    package static let mostColumns = 4_096

    /// Measures out a pattern.
    ///
    /// - Parameters:
    ///   - waveform: the signal as it is heard, from the pattern's start.
    ///   - sampleRate: its samples a second.
    ///   - columns: into how many columns, 1 to ``mostColumns``.
    ///   - controls: the live controls with which the signal was rendered.
    package init(
        _ pattern: HapticPattern, waveform: [Float], sampleRate: Double, columns: Int,
        controls: LiveControls = LiveControls()
    ) {
        let columns = min(max(1, columns), PatternChart.mostColumns)
        let length = max(pattern.duration, Double(waveform.count) / sampleRate, 0.001)
        let evaluation = HapticEvaluation(HapticPattern(pattern.vibrations, like: pattern), controls: controls)
        let vibration = VibrationColumns(pattern.vibrations, evaluation, seconds: length, columns: columns)
        seconds = length
        intensity = vibration.intensity
        sharpness = vibration.sharpness
        let whole = HapticEvaluation(pattern, controls: controls)
        taps = pattern.events.filter { $0.kind == .transient }.map { event in
            Tap(
                column: min(columns - 1, Int(event.time / length * Double(columns))),
                intensity: whole.intensity(of: event, at: event.time),
                sharpness: whole.sharpness(of: event, at: event.time))
        }
        self.waveform = PatternChart.swings(waveform, frames: length * sampleRate, columns: columns)
    }

    private static func swings(_ samples: [Float], frames: Double, columns: Int) -> [Swing] {
        (0..<columns).map { column in
            let first = Int(Double(column) * frames / Double(columns))
            let last = max(first + 1, Int(Double(column + 1) * frames / Double(columns)))
            guard first < samples.count else { return Swing(low: 0, high: 0) }
            let stretch = samples[first..<min(last, samples.count)]
            return Swing(low: stretch.min() ?? 0, high: stretch.max() ?? 0)
        }
    }
}

extension HapticPattern {
    /// The continuous events, which a timeline shows as a surface; taps have marks of their own.
    fileprivate var vibrations: [HapticEvent] { events.filter { $0.kind == .continuous } }

    fileprivate init(_ events: [HapticEvent], like other: HapticPattern) {
        self.init(events, parameters: other.parameters, curves: other.curves)
    }
}

/// The strongest vibration in each column of a timeline. A vibration that is shorter than a column has one all the same.
struct VibrationColumns {
    private(set) var intensity: [Double]
    /// Of the strongest vibration; nil where there is none.
    private(set) var sharpness: [Double?]

    private let seconds: Double

    /// Seconds before and after a step, where its two values are.
    private static let hair = 1e-9

    /// The most evaluations at turns of parameters: thousands of events with thousands of turns would take minutes.
    private static let mostTurns = 1_000_000

    init(_ events: [HapticEvent], _ evaluation: HapticEvaluation, seconds: Double, columns: Int) {
        self.seconds = seconds
        intensity = Array(repeating: 0, count: columns)
        sharpness = Array(repeating: nil, count: columns)
        let middles = (0..<columns).map { (Double($0) + 0.5) * seconds / Double(columns) }
        let turns = [.hapticIntensity, .hapticSharpness].flatMap {
            evaluation.breakpoints(of: $0, within: seconds, cells: columns)
        }
        let times = middles + (turns.count <= Self.mostTurns / max(1, events.count) ? Self.around(turns) : [])
        for event in events {
            let span = evaluation.span(of: event)
            for time in times where span.contains(time) { measure(event, evaluation, time) }
            for time in Self.around(evaluation.corners(of: event)) where span.contains(time) {
                measure(event, evaluation, time)
            }
        }
    }

    private static func around(_ times: [Double]) -> [Double] { times.flatMap { [$0 - hair, $0, $0 + hair] } }

    private mutating func measure(_ event: HapticEvent, _ evaluation: HapticEvaluation, _ time: Double) {
        let column = min(Int(time / seconds * Double(intensity.count)), intensity.count - 1)
        let found = evaluation.intensity(of: event, at: time)
        guard found > intensity[column] else { return }
        intensity[column] = found
        sharpness[column] = evaluation.sharpness(of: event, at: time)
    }
}
