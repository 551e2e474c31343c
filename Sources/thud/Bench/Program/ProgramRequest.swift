import ThudCore
import ThudReports

/// What `thud bench -- PROGRAM` is asked to measure.
struct ProgramRequest {
    /// The place at which the answers are heard.
    enum Ear: Hashable, CustomStringConvertible {
        case both
        case stream
        case sink
        /// A capture PCM: a cable, a loopback card or a microphone.
        case pcm(String)

        var description: String {
            switch self {
            case .both: "stream and sink"
            case .stream: "stream"
            case .sink: "sink"
            case .pcm(let name): name
            }
        }
    }

    var command: [String]
    let stimulus: any Stimulus
    /// What takes the program past its menus before the first press.
    let preparation: [PrepareScript.Step]
    var count: Int
    /// Milliseconds between two presses.
    let interval: ClosedRange<Double>
    var seed: UInt64
    var ear: Ear
    /// Whether any onset counts, and not only a sound that repeats.
    let takesOnsets: Bool
    let budget: Interval
    let maxJitter: Interval?
    let minMeasured: Double

    /// The longest time from a press to its answer.
    static let reach = Interval.seconds(1)

    /// Returns all settings in which two runs may differ, by name.
    func facts(_ finder: String) -> [BenchFact] {
        let range = [interval.lowerBound, interval.upperBound].map { Decimals.short($0, atMost: 6) }
        let facts: [(String, String?)] = [
            ("program", command.joined(separator: " ")), ("stimulus", stimulus.title), ("presses", "\(count)"),
            ("interval", "\(range[0]) to \(range[1]) ms"), ("seed", "\(seed)"),
            ("ear", ear.description), ("finder", finder),
            ("budget", "\(budget.milliseconds) ms"), ("most jitter", maxJitter.map { "\($0.milliseconds) ms" }),
            ("least measured", "\(Decimals.short(minMeasured * 100, atMost: 2)) %"),
        ]
        return facts.compactMap { name, value in value.map { BenchFact(name, $0) } }
    }
}
