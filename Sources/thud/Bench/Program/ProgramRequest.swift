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
    let preparation: [PrepareStep]
    var timing: BenchTiming
    var ear: Ear
    /// The server's cycle in frames that the ear asks for; nil to leave it to the program.
    var cycle: Int?
    /// Whether any onset counts, and not only a sound that repeats.
    let takesOnsets: Bool

    /// The cycle in frames that servers have if nobody asks for another.
    static let usualCycle = 1_024
    /// The longest time from a press to its answer.
    static let reach = Interval.seconds(1)

    /// Returns all settings in which two runs may differ, by name.
    func facts(_ finder: String) -> [BenchFact] {
        [BenchFact](
            [("program", command.joined(separator: " ")), ("stimulus", stimulus.title)] + timing.facts("presses")
                + [("ear", ear.description), ("finder", finder)])
    }
}
