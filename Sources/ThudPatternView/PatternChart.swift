import ThudPatterns

/// A pattern and its signal, measured in columns for a timeline.
package struct PatternChart: Hashable, Sendable {
    /// The lowest and the highest sample in the time of a column.
    package struct Swing: Hashable, Sendable {
        package let low: Float
        package let high: Float
    }

    /// A tap, with an intensity and a sharpness from 0 to 1.
    package struct Tap: Hashable, Sendable {
        /// The column, counted from the start of the axis.
        package let column: Int
        package let intensity: Double
        package let sharpness: Double
    }

    /// The length of the time axis, in seconds; never 0.
    package let seconds: Double
    /// The strength of the vibration in each column, 0 to 1.
    package let intensity: [Double]
    /// The sharpness of the vibration in each column, 0 to 1; nil if nothing vibrates there.
    package let sharpness: [Double?]
    package let taps: [Tap]
    package let waveform: [Swing]

    /// The most columns that are measured, which is several times the width of any terminal.
    package static let mostColumns = 4_096

    /// Measures a pattern.
    ///
    /// - Parameters:
    ///   - waveform: The audible signal, from the pattern's start.
    ///   - sampleRate: The sample rate of the signal.
    ///   - columns: The number of columns, 1 to ``mostColumns``.
    ///   - controls: The live controls with which the signal was rendered.
    ///   - least: The least length of the axis, in seconds.
    package init(
        _ pattern: HapticPattern, waveform: [Float], sampleRate: Double, columns: Int,
        controls: LiveControls = LiveControls(), lasting least: Double = 0.001
    ) {
        let columns = min(max(1, columns), PatternChart.mostColumns)
        let length = max(pattern.duration, Double(waveform.count) / sampleRate, least)
        let evaluation = HapticEvaluation(HapticPattern(pattern.vibrations, like: pattern), controls: controls)
        let vibration = VibrationColumns(pattern.vibrations, evaluation, seconds: length, columns: columns)
        seconds = length
        intensity = vibration.intensity
        sharpness = vibration.sharpness
        let whole = HapticEvaluation(pattern, controls: controls)
        taps = pattern.events.filter { $0.kind == .transient }.map { event in
            Tap(
                column: Int(event.time / length * Double(columns)),
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
    /// The continuous events, which a timeline shows as an area. Taps have marks of their own.
    fileprivate var vibrations: [HapticEvent] { events.filter { $0.kind == .continuous } }

    fileprivate init(_ events: [HapticEvent], like other: HapticPattern) {
        self.init(events, parameters: other.parameters, curves: other.curves)
    }
}

/// The strongest vibration in each column of a timeline. A vibration that is shorter than a column still fills one.
struct VibrationColumns {
    private(set) var intensity: [Double]
    /// The sharpness of the strongest vibration; nil if there is none.
    private(set) var sharpness: [Double?]
    private let seconds: Double

    /// How far before and after a step its two values are read, in seconds.
    private static let hair = 1e-9
    /// The most evaluations at changes of parameters. Thousands of events and changes would take minutes.
    private static let mostBreakpoints = 1_000_000

    init(_ events: [HapticEvent], _ evaluation: HapticEvaluation, seconds: Double, columns: Int) {
        self.seconds = seconds
        intensity = Array(repeating: 0, count: columns)
        sharpness = Array(repeating: nil, count: columns)
        let middles = (0..<columns).map { (Double($0) + 0.5) * seconds / Double(columns) }
        let breakpoints = [.hapticIntensity, .hapticSharpness].flatMap {
            evaluation.breakpoints(of: $0, within: seconds, cells: columns)
        }
        let areFew = breakpoints.count <= Self.mostBreakpoints / max(1, events.count)
        let times = middles + (areFew ? Self.around(breakpoints) : [])
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
