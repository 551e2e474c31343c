import ThudCore
import ThudTestSupport

/// A benchmark of short cues that `thud` ran on a card, compared with the output at the card's other end.
struct Bench {
    let played: Int
    /// Predicted minus captured time of each cue that came out, in milliseconds, sorted.
    private(set) var errors: [Double] = []
    /// Latency from the trigger of each cue that came out, in milliseconds, sorted.
    private(set) var latencies: [Double] = []
    /// The error that the benchmark states for its predictions, in milliseconds; 0 if it states none.
    let doubt: Double
    let xruns: Int
    /// The time of each xrun in seconds since the start, and the frames that it cost.
    private let losses: String

    /// The largest distance in seconds at which an onset still belongs to a prediction.
    private static let nearest = 0.1

    var heard: Int { errors.count }

    /// Runs a benchmark of some cues.
    ///
    /// - Parameter isHeard: whether the other end of the card is captured.
    static func run(
        _ guest: Guest, _ arguments: [String], count: Int = 24, configuration: String? = nil, isHeard: Bool = true
    ) async throws -> Bench {
        let (json, log) = ("/tmp/bench.json", "/tmp/bench.log")
        let program = try guest.startThud(
            [
                "bench", "--game", "none", "--cue", "kape/tick", "--count", "\(count)", "--interval", "220..330",
                "--loopback", "off", "--json", json, "--trigger-log", log,
            ] + arguments,
            configuration: configuration)
        let twin =
            isHeard ? try await Twin("plughw:Cable,1,0", afterPlayerIn: "/proc/asound/Cable/pcm0p/sub0/hw_params") : nil
        let outcome = try await ThudProcess.outcome(of: program, within: .seconds(120))
        try require(
            outcome.exitCode == 0 || outcome.exitCode == 1,
            "it ended with \(outcome.exitCode ?? -1): \(outcome.errorOutput)")
        return try Bench(
            JSONNode.parse(SourceFile.read(json)), log: String(decoding: SourceFile.read(log), as: UTF8.self),
            onsets: await twin?.onsets() ?? [])
    }

    /// - Parameter log: a line for each cue, with the tab-separated instants of its trigger and of its predicted
    ///   output.
    private init(_ json: JSONNode, log: String, onsets: [Instant]) {
        let cues = log.split(separator: "\n").map { line in
            line.split(separator: "\t").compactMap { Int64($0).map(Instant.init(nanoseconds:)) }
        }
        played = cues.count
        if case .array(let xruns)? = json["xruns"]?.content {
            self.xruns = xruns.count
            losses = xruns.map { "\(Bench.words($0["framesLost"])) frames at \(Bench.words($0["instant"]))" }
                .joined(separator: ", ")
        } else {
            (xruns, losses) = (0, "")
        }
        if case .string(let words)? = json["clockSource"]?.content {
            let figure = words.split(separator: "accurate to ").dropFirst().first
            doubt = figure.flatMap { Double($0.prefix { $0 != " " }) } ?? 0
        } else {
            doubt = 0
        }
        for cue in cues where cue.count == 2 {
            let near = onsets.min { abs(($0 - cue[1]).seconds) < abs(($1 - cue[1]).seconds) }
            guard let near, abs((near - cue[1]).seconds) < Bench.nearest else { continue }
            errors.append((cue[1] - near).milliseconds)
            latencies.append((near - cue[0]).milliseconds)
        }
        errors.sort { abs($0) < abs($1) }
        latencies.sort()
    }

    private static func words(_ node: JSONNode?) -> String {
        if case .number(let value)? = node?.content { Decimals.fixed(value, 3) } else { "?" }
    }

    /// The results as text.
    var words: String {
        guard let worst = errors.last, let longest = latencies.last else {
            return "\(heard) of \(played) cues came out; \(xruns) xruns"
        }
        func fixed(_ value: Double, _ digits: Int) -> String { Decimals.fixed(value, digits) }
        return "\(heard) of \(played) cues came out, predicted - captured \(fixed(errors[errors.count / 2], 3)) ms, "
            + "worst \(fixed(worst, 3))\(doubt > 0 ? ", said to be accurate to \(fixed(doubt, 1))" : ""); trigger to output "
            + "p50 \(fixed(latencies[latencies.count / 2], 1)), worst \(fixed(longest, 1)) ms; \(xruns) xruns"
            + (losses.isEmpty ? "" : " (\(losses))")
    }
}
