import ArgumentParser
import Glibc
import ThudCore
import ThudHaptics
import ThudOutputCapture
import ThudReports
import ThudTerminal

/// `thud bench`: measures how long feedback takes while a game loop runs.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: """
            Example: thud bench --count 50 --json bench.json

            Measure how long feedback takes from its trigger to the sink's output while a round runs, and judge the \
            50 ms budget.
            """,
        discussion: """
            What the sink puts out is captured from its monitor (--loopback), and each cue is looked for in it. Ends with 1 \
            where a cue came late, one of the game's too, the jitter was too large, or --against found a regression. \
            Cues that come closer together than 90 ms, as in a --burst, each play 43 ms of noise in place of the sound of \
            --cue or --sound, by which they can be told apart. \
            Interrupted, it reports and writes what there is until then.
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("How many cues: 1 to 10000 (200).", valueName: "n"))
    var count = 200
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Between two of them, in ms (150..400).", valueName: "min..max"))
    var interval = "150..400"
    @Option(parsing: .unconditional, help: ArgumentHelp("Decides the intervals and the game (7).", valueName: "s"))
    var seed: UInt64 = 7
    @Option(help: ArgumentHelp("The cue (kape/correct); --sound FILE plays a sound instead.", valueName: "name"))
    var cue: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Cues that follow each other by 10 ms at every tenth (1).", valueName: "n"))
    var burst = 1
    @Option(help: ArgumentHelp("What runs meanwhile (kape).", valueName: "kape|none")) var game = Game.kape
    @Option(parsing: .unconditional, help: ArgumentHelp("Its frames a second: 1 to 240 (60).", valueName: "n"))
    var fps = 60
    @Option(parsing: .unconditional, help: ArgumentHelp("Busy threads beside it: 0 to 256 (0).", valueName: "n"))
    var load = 0
    @Flag(help: "Another client plays music on the same device.") var music = false
    @Option(parsing: .unconditional, help: ArgumentHelp("The budget in ms (50).", valueName: "ms")) var budget = 50.0
    @Option(parsing: .unconditional, help: ArgumentHelp("The most jitter in ms.", valueName: "ms"))
    var maxJitter: Double?
    @Option(help: ArgumentHelp("Measure what the sink put out.", valueName: "auto|off|pcm")) var loopback = "auto"
    @Option(parsing: .unconditional, help: ArgumentHelp("Delay ten cues, which must be found.", valueName: "ms"))
    var inject: Double?
    @Option(help: ArgumentHelp("Whose mechanical rise is told (phone).", valueName: "name|file"))
    var actuator = ActuatorProfile.phone.name
    @Option(help: ArgumentHelp("One line a trigger.", valueName: "file")) var triggerLog: String?
    @Option(help: ArgumentHelp("All that was found out.", valueName: "file")) var json: String?
    @Option(help: ArgumentHelp("A page to read.", valueName: "file")) var html: String?
    @Option(help: ArgumentHelp("Percentiles for HdrHistogram's tools.", valueName: "file")) var hgrm: String?
    @Option(help: ArgumentHelp("Compare with an earlier --json.", valueName: "file")) var against: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("By what share it may be slower (0.1).", valueName: "x"))
    var tolerance = 0.1

    @OptionGroup var sound: SoundOptions

    /// The game that runs meanwhile.
    enum Game: String, ExpressibleByArgument, CaseIterable {
        case kape, none
    }

    /// The sound to play instead of a cue.
    private var soundFile: String? {
        if case .file(let path) = sound.sound { path } else { nil }
    }

    func validate() throws {
        guard (1...10_000).contains(count) else { throw ValidationError("--count takes 1 to 10000, not \(count)") }
        _ = try range()
        guard (1...240).contains(fps) else { throw ValidationError("--fps takes 1 to 240, not \(fps)") }
        guard (0...256).contains(load) else { throw ValidationError("--load takes 0 to 256 threads, not \(load)") }
        guard (1...64).contains(burst) else { throw ValidationError("--burst takes 1 to 64, not \(burst)") }
        guard (0.1...10_000).contains(budget) else {
            throw ValidationError("--budget takes 0.1 to 10000 ms, not \(budget)")
        }
        guard maxJitter.map({ (0...10_000).contains($0) }) ?? true else {
            throw ValidationError("--max-jitter takes 0 to 10000 ms, not \(maxJitter ?? 0)")
        }
        guard inject.map({ (0.1...10_000).contains($0) }) ?? true else {
            throw ValidationError("--inject takes 0.1 to 10000 ms, not \(inject ?? 0)")
        }
        guard inject == nil || count > BenchPlan.delayedCues else {
            throw ValidationError(
                "--inject delays \(BenchPlan.delayedCues) cues and compares them with others: --count takes more with it"
            )
        }
        guard inject == nil || LoopbackChoice(loopback) != .off else {
            throw ValidationError("--inject needs a capture that finds the delays; leave out --loopback off")
        }
        guard (0...100).contains(tolerance) else {
            throw ValidationError("--tolerance takes a share from 0 to 100, such as 0.1 for a tenth")
        }
        guard cue == nil || soundFile == nil else {
            throw ValidationError("--cue and --sound both name what is played; choose one")
        }
        try sound.refuseRecording(over: [soundFile])
        if let file = outputs.sharedFile {
            throw ValidationError("\(file) is named for two outputs; give each its own")
        }
    }

    func run() throws {
        // A file that cannot be read or written is an error before the minute of measuring, not after it.
        try outputs.probe()
        let old = try against.map { try BenchRun(json: SourceFile.read($0), file: $0) }
        let assets = try Assets.find()
        let (run, signal) = try BenchSession(request: request(), assets: assets).run()
        let summary = BenchSummary(run)
        let comparison = old.map { BenchComparison(old: $0, new: run, tolerance: tolerance) }
        Console.result(summary.text(width: width, coloured: Console.hasColour(STDOUT_FILENO)))
        if let comparison { Console.result(comparison.text) }
        let writing = Result { try outputs.write(summary, comparison) }
        if let signal {
            if case .failure(let error) = writing { Console.remark("thud: \(error)") }
            Interrupts.end(by: signal)
        }
        try writing.get()
        guard summary.verdict.passes, comparison?.passes ?? true else {
            throw ThudError(.checkFailed, summary.verdict.passes ? comparison?.verdict ?? "" : summary.verdict.line)
        }
    }

    /// The columns of the report: those of the terminal, but at least 40, which a table needs.
    private var width: Int { Size(terminal: STDOUT_FILENO).map { max(40, $0.columns) } ?? 100 }

    private var outputs: BenchOutputs {
        BenchOutputs(triggerLog: triggerLog, json: json, html: html, hgrm: hgrm, recording: sound.record)
    }

    private func request() throws -> BenchRequest {
        BenchRequest(
            count: count, interval: try range(), burst: burst, seed: seed,
            cue: soundFile.map { "sound/\(SourceFile.name(of: $0))" } ?? cue ?? "kape/correct",
            soundFile: soundFile, playsGame: game == .kape, framesPerSecond: fps, busyThreads: load, hasMusic: music,
            budget: .seconds(budget / 1000), maxJitter: maxJitter.map { .seconds($0 / 1000) },
            loopback: LoopbackChoice(loopback), injected: .seconds((inject ?? 0) / 1000),
            actuator: try RenderingOptions.profile(actuator), sound: sound)
    }

    /// The interval in milliseconds, written as `150..400` or as one number for both ends.
    private func range() throws -> ClosedRange<Double> {
        let numbers = interval.split(separator: "..", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count <= 2, let first = numbers.first ?? nil, let last = numbers.last ?? nil,
            (1...60_000).contains(first), (first...60_000).contains(last)
        else { throw ValidationError("--interval takes two numbers of ms such as 150..400, not \(interval)") }
        return first...last
    }
}
