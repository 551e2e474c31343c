import ThudHaptics

/// The strongest vibration in each column of a timeline. A vibration that is shorter than a column has one all the same.
struct VibrationColumns {
    private(set) var intensity: [Double]
    /// Of the strongest vibration; nil where there is none.
    private(set) var sharpness: [Double?]

    private let seconds: Double

    /// Seconds before and after a step, where its two values are.
    private static let hair = 1e-9

    /// How often vibrations are looked at where a parameter turns, lest thousands of both cost minutes.
    private static let mostTurns = 1_000_000

    init(_ events: [HapticEvent], _ evaluation: HapticEvaluation, seconds: Double, columns: Int) {
        self.seconds = seconds
        intensity = Array(repeating: 0, count: columns)
        sharpness = Array(repeating: nil, count: columns)
        let middles = (0..<columns).map { (Double($0) + 0.5) * seconds / Double(columns) }
        let turns = [.hapticIntensity, .hapticSharpness].flatMap {
            evaluation.turns(of: $0, within: seconds, cells: columns)
        }
        let times = middles + (turns.count <= Self.mostTurns / max(1, events.count) ? Self.around(turns) : [])
        for event in events {
            let span = evaluation.span(of: event)
            for time in times where span.contains(time) { look(at: event, evaluation, time) }
            for time in Self.around(evaluation.corners(of: event)) where span.contains(time) {
                look(at: event, evaluation, time)
            }
        }
    }

    private static func around(_ times: [Double]) -> [Double] { times.flatMap { [$0 - hair, $0, $0 + hair] } }

    private mutating func look(at event: HapticEvent, _ evaluation: HapticEvaluation, _ time: Double) {
        let column = min(Int(time / seconds * Double(intensity.count)), intensity.count - 1)
        let found = evaluation.intensity(of: event, at: time)
        guard found > intensity[column] else { return }
        intensity[column] = found
        sharpness[column] = evaluation.sharpness(of: event, at: time)
    }
}
