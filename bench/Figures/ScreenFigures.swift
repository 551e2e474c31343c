import Foundation
import Glibc
import ThudCore
import ThudTestSupport

/// A round on a pseudoterminal of 120 x 40 cells, and the time until its first picture.
struct ScreenFigures {
    let thud: String
    let seconds: Int

    private static let starts = 15
    /// The last word of the title's menu, which is drawn last.
    private static let lastWord = "Dil"
    /// The extra seconds for the countdown before a round and the result after it.
    private static let around = 30

    func markdown() async throws -> String {
        let scratch = try ScratchDirectory(prefix: "thud-screen")
        var environment = ProcessInfo.processInfo.environment
        environment["TERM"] = "xterm-256color"
        environment["COLORTERM"] = "truecolor"
        environment["XDG_DATA_HOME"] = scratch.file("data")
        environment["XDG_CONFIG_HOME"] = scratch.file("config")
        let round = try Run(
            "exec \(thud) play kape --bot 7 --seconds \(seconds) --json >report.json", environment, scratch.path)
        try round.read(within: .seconds(Double(seconds + Self.around))) { _ in false }
        let bytes = FileManager.default.contents(atPath: scratch.file("report.json")) ?? Data()
        var table = Table("a round of \(seconds) s on a screen of 120 x 40")
        try add(JSONReader(Array(bytes), file: "the report"), to: &table)
        table.add("processor time, of one core", "\(Table.text(round.share)) %", round.share, limit: 6, " %")
        table.add("peak of resident memory", "\(Table.text(round.memory)) MiB", round.memory, limit: 30, " MiB")
        var starts: [Double] = []
        for _ in 0..<Self.starts {
            let start = try Run("exec \(thud) play kape", environment, scratch.path)
            try start.read(within: .seconds(20)) { $0.firstRange(of: Array(Self.lastWord.utf8)) != nil }
            starts.append(start.age.milliseconds)
            try start.finish()
        }
        table.add(
            "start to the first full screen, median / worst of \(Self.starts)",
            "\(Table.text(starts.percentile(0.5))) / \(Table.text(starts.percentile(1))) ms", starts.percentile(0.5),
            limit: 25, " ms for the median")
        return table.markdown
    }

    private func add(_ report: JSONReader, to table: inout Table) throws {
        func figures(_ part: JSONReader, _ keys: [String]) throws -> [Double] {
            try keys.map { try part.member($0).number() }
        }
        func text(_ figures: [Double]) -> String { figures.map { Table.text($0) }.joined(separator: " / ") + " ms" }
        let screen = try report.member("screen")
        let delay = try figures(screen.member("delay"), ["p50", "p99", "max"])
        table.add("delay of a frame, p50 / p99 / worst", text(delay), delay[2], limit: 16.7, " ms")
        let (skipped, frames) = try (screen.member("frames_skipped").number(), screen.member("frames").number())
        table.add("frames skipped", "\(Int(skipped)) of \(Int(frames))")
        let latency = try figures(report.member("latency"), ["p50", "p99", "max"])
        table.add("trigger to predicted output, p50 / p99 / worst", text(latency), latency[2], limit: 50, " ms")
        let xruns = try report.member("xruns").number()
        table.add("underruns", "\(Int(xruns))", xruns, limit: 0, "")
    }
}

/// A program on such a terminal, which is read as a terminal window would read it.
private final class Run {
    private let terminal: PseudoTerminal
    private let process: pid_t
    private let began = Instant.now()
    /// The time from the start until the awaited output.
    private(set) var age = Interval.zero
    /// Processor time in percent of one core.
    private(set) var share = Double.nan
    /// The peak of resident memory in MiB.
    private(set) var memory = Double.nan
    private var isOver = false

    init(_ script: String, _ environment: [String: String], _ folder: String) throws {
        terminal = try PseudoTerminal(columns: 120, rows: 40)
        process = try terminal.start(script, environment: environment, in: folder)
    }

    /// Reads until `isDone` accepts the output so far, or the program ends. Throws if the limit passes first.
    func read(within limit: Interval, until isDone: ([UInt8]) -> Bool) throws {
        while !isOver {
            let written = terminal.output
            age = .now() - began
            if isDone(written) { return }
            guard age < limit else {
                let tail = String(decoding: written.suffix(300), as: UTF8.self).debugDescription
                throw HarnessError(
                    description: "the program on the terminal did not get there in time; it wrote \(tail)")
            }
            look()
            usleep(500)
        }
    }

    /// Ends the program.
    func finish() throws {
        kill(process, SIGTERM)
        try read(within: age + .seconds(10)) { _ in false }
    }

    private func look() {
        guard let usage = terminal.usage(of: process) else { return }
        isOver = true
        func time(_ value: timeval) -> Double { Double(value.tv_sec) + Double(value.tv_usec) / 1e6 }
        share = 100 * (time(usage.ru_utime) + time(usage.ru_stime)) / (Instant.now() - began).seconds
        memory = Double(usage.ru_maxrss) / 1024
    }
}
