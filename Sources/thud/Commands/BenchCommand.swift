import ArgumentParser
import Glibc
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudGames
import ThudOutputCapture
import ThudPlayback
import ThudReports
import ThudTerminal

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "bench", example: "thud bench --count 50 --json bench.json",
        about: """
            Measure the latency of feedback from its trigger to the sink's output while a game runs, and check it \
            against the budget of 50 ms.
            """,
        discussion: """
            Thud captures the sink's output from its monitor (--loopback) and looks for each cue in it. Exits with 1 if a \
            cue was late, the jitter was too large, or --against found a regression. Without a capture, late cues of \
            the game count too. Cues less than 90 ms apart, as in a --burst, each play 43 ms of their own noise instead of \
            the sound, to tell them apart. An interrupted bench reports and saves what it has measured so far.

            With `-- PROGRAM ARGUMENT...` it measures that program instead: it runs it in a terminal, types a key at \
            random instants, and finds its answers in the program's own PipeWire stream and at the sink.
            """)

    @Option("Cues: 1 to 10000; presses of a program: from 10, or 20 with --vs.", number: "n")
    var count = TypedNumber(200)
    @Option("Time between two cues in ms (\(ownInterval), or \(programInterval) with a program).", number: "min..max")
    var interval: String?
    @Option("Seed for the intervals and the game, 0 to 2^64 - 1.", number: "s") var seed = TypedNumber<UInt64>(7)
    @Option("Cue to play (default: \(usualCue)); --sound FILE plays a file.", value: "cue") var cue: String?
    @Option("Cues at every tenth trigger, 10 ms apart: 1 to 64.", number: "n") var burst = TypedNumber(1)
    @Option(
        "Keys to type on a terminal afterwards: 0 to 1000 (default: a quarter of the cues, at most 50; 0 without a game).",
        number: "n")
    var keys: TypedNumber<Int>?
    @Option("Game that runs during the bench.", value: (Games.names + [noGame]).joined(separator: "|"))
    var game = Games.usual.description.name
    @Option(Games.modeHelp, value: "mode") var mode: String?
    @Option("Frames a second of the game: 1 to 240.", number: "n") var fps = TypedNumber(60)
    @Option("Busy threads beside the game: 0 to 256.", number: "n") var load = TypedNumber(0)
    @Flag(help: "Play music on the same device from another client.") var music = false
    @Flag(inversion: .prefixedNo, help: "Time the first cue of the process, and the first after a pause of 1.5 s.")
    var coldStart = true
    @Option("Latency budget in ms.", number: "ms") var budget = TypedNumber(50.0)
    @Option("Largest jitter in ms that passes.", number: "ms") var maxJitter: TypedNumber<Double>?
    @Option("Choose how to capture the sink's output.", value: "auto|off|pcm") var loopback = "auto"
    @Option("Delay ten cues on purpose as a self-test.", number: "ms") var inject: TypedNumber<Double>?
    @Option(
        "Shape the drive signal for ideal (default), lra, phone, voice-coil or a profile file, and report this "
            + "actuator's delay (that of phone without it).", value: "name|file")
    var actuator: String?
    @OptionGroup var outputs: BenchFiles
    @Option("Least share of the cues that must be measured.", number: "x")
    var minMeasured = TypedNumber(BenchRun.usualMinMeasured)
    @Option("Largest number of xruns that passes.", number: "n") var maxXruns: TypedNumber<Int>?
    @Flag(help: "Accept unreliable predictions if nothing is captured.") var allowPredicted = false
    @Option("Fail if slower than an earlier --json.", value: "file") var against: String?
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Fail if the second --json is slower, without playing.", valueName: "before after"),
        completion: .file())
    var compare: [String] = []
    @Option("Share by which a run may be slower.", number: "x") var tolerance = TypedNumber(0.1)
    @OptionGroup var measured: ProgramOptions
    @OptionGroup var sound: SoundOptions
    private static let noGame = "none"
    private static let leastPresses = 10
    /// How many seconds the results may take to be written after a signal.
    private static let longestEnd: UInt32 = 5
    private static let ownInterval = "150..400"
    /// Presses are further apart, so that an answer comes before the next press even if it is slow.
    private static let programInterval = "400..900"
    private static let usualCue = Games.usual.description.cue(Games.usual.description.measuredCue).description

    var soundFile: String? { if case .file(let path) = sound.policy.sound { path } else { nil } }

    func validate() throws {
        try sound.check(playsFile: true)
        try checkNumbers()
        try refuseUnused()
        if let keys, keys.value > 0, let played = playedGame, played.description.measuredKey == nil {
            throw ValidationError("\(game) has no key that gives an answer every time; leave out --keys")
        }
        try checkGame()
        try Usage.require(
            inject == nil || count.value > BenchPlan.delayedCues,
            "--inject delays \(BenchPlan.delayedCues) cues; --count must be larger")
        try Usage.refuseEmpty([("--loopback", "auto, off or the name of a PCM", loopback)])
        if LoopbackChoice(loopback) == .off {
            try Usage.refuse(
                [
                    ("--inject", inject != nil), ("--keep-capture", outputs.keepCapture != nil),
                    ("--min-measured", minMeasured.value != BenchRun.usualMinMeasured),
                ],
                "needs a capture; leave out --loopback off")
        }
        try Usage.require(
            compare.isEmpty || compare.count == 2, "--compare takes two files: the earlier run and the later one")
        try Usage.require(cue == nil || soundFile == nil, "--cue and --sound both name what is played; choose one")
        try sound.refuseRecording(over: [soundFile])
        let inputs = [soundFile, actuator, measured.prepare, measured.capture, measured.presses]
        if let file = outputs.first(over: inputs.compactMap(\.self) + compare, earlier: against) {
            throw ValidationError("the output would overwrite the input \(file); choose another file")
        }
        try Usage.require(!outputs.paths.contains("-"), "a bench writes files; name /dev/stdout or ./-, not -")
        let others = [sound.record, measured.vs == nil ? nil : outputs.firstHgrm]
        if let file = BenchFiles.shared(among: outputs.paths + others.compactMap(\.self)) {
            throw ValidationError("two outputs would go to \(file); choose a file for each")
        }
    }

    /// Refuses options that do not apply to what is measured or compared.
    private func refuseUnused() throws {
        let own: [OptionUse] = [
            ("--cue", cue != nil), ("--mode", mode != nil), ("--keys", keys != nil), ("--inject", inject != nil),
            ("--music", music), ("--burst", burst.value != 1), ("--loopback", loopback != "auto"),
            ("--allow-predicted", allowPredicted), ("--max-xruns", maxXruns != nil), ("--fps", fps.value != 60),
            ("--game", game != Games.usual.description.name), ("--load", load.value != 0),
            ("--no-cold-start", !coldStart), ("--actuator", actuator != nil),
        ]
        let plan: [OptionUse] = [
            ("--count", count.value != 200), ("--interval", interval != nil), ("--seed", seed.value != 7),
            ("--keep-capture", outputs.keepCapture != nil),
        ]
        let subject = measured.subject
        guard compare.isEmpty else {
            let run: [OptionUse] = [
                (subject ?? "", subject != nil), ("--against", against != nil), ("--html", outputs.html != nil),
                ("--hgrm", outputs.hgrm != nil), ("--trigger-log", outputs.triggerLog != nil),
                ("--budget", budget.value != 50), ("--max-jitter", maxJitter != nil),
                ("--min-measured", minMeasured.value != BenchRun.usualMinMeasured),
            ]
            let reason = "concerns a run; --compare reads two and writes only --json"
            return try Usage.refuse(run + plan + own + sound.uses, reason)
        }
        try Usage.refuse([("--tolerance", tolerance.value != 0.1 && against == nil)], "needs --against or --compare")
        try Usage.refuse([("--fps", fps.value != 60 && game == Self.noGame)], "needs a game")
        guard let subject else { return }
        if measured.capture != nil { try Usage.refuse(plan, "does not apply to a recording; leave it out") }
        let least = Self.leastPresses * (measured.vs == nil ? 1 : 2)
        try Usage.require(
            measured.program.isEmpty || count.value >= least,
            "fewer presses than \(least) cannot tell answers from other sounds; raise --count")
        try Usage.require(
            measured.program.isEmpty || turnSeconds <= LoopbackCapture.longest,
            "\(count.value) presses take \(Int(turnSeconds / 60)) minutes between two starts of the program, but a "
                + "capture holds \(Int(LoopbackCapture.longest / 60)); lower --count or --interval")
        try Usage.require(
            measured.vs == nil || outputs.keepCapture == nil,
            "--keep-capture keeps one capture; leave it out with --vs")
        try Usage.refuse(own + sound.uses, "concerns Thud's own cues; leave it out with \(subject)")
    }

    /// How long all presses between two starts of the program take on average, in seconds.
    private var turnSeconds: Double {
        let interval = (try? range()) ?? 0...0
        let presses = Double(count.value) / (measured.vs == nil ? 1 : 2)
        return presses * (interval.lowerBound + interval.upperBound) / 2000
    }

    private func checkGame() throws {
        if let played = playedGame { return try played.description.checkMode(mode) }
        guard game == Self.noGame else {
            let names = (Games.names + [Self.noGame]).joined(separator: ", ")
            throw ValidationError("unknown game \(TypedText.shown(game)); choose one of \(names)")
        }
        try Usage.require(mode == nil, "--mode needs a game; leave it out with --game none")
    }

    private func checkNumbers() throws {
        try count.check(1...10_000, "--count takes 1 to 10000")
        _ = try range()
        try fps.check(1...240, "--fps takes 1 to 240")
        try load.check(0...256, "--load takes 0 to 256 threads")
        try keys?.check(0...1000, "--keys takes 0 to 1000")
        try burst.check(1...64, "--burst takes 1 to 64")
        try budget.check(0.1...10_000, "--budget takes 0.1 to 10000 ms")
        try maxJitter?.check(0...10_000, "--max-jitter takes 0 to 10000 ms")
        try inject?.check(0.1...10_000, "--inject takes 0.1 to 10000 ms")
        try minMeasured.check(0...1, "--min-measured takes a share from 0 to 1, such as 0.9 for nine of ten")
        try maxXruns?.check(0...1_000_000, "--max-xruns takes 0 to 1000000")
        try tolerance.check(0...100, "--tolerance takes a share from 0 to 100, such as 0.1 for a tenth")
    }

    func run() throws {
        // A variable that is not set must not measure Thud instead. `thud doctor --` only parses this command.
        try Usage.require(!measured.program.isEmpty || Arguments.given.last != "--", "name a program after --")
        if !compare.isEmpty { return try compareFiles() }
        // A file that cannot be read or written is reported before minutes of measuring, not after.
        try outputs.probe()
        let old = try against.map { try BenchRun(json: SourceFile.read($0), file: $0) }
        var (runs, signal, loss) = try measure()
        for index in runs.indices { limit(&runs[index]) }
        Interrupts.release()
        // A signal came already, and the results may go to a pipe that nobody reads.
        if let signal {
            PlainThread(name: "thud-end").start {
                sleep(Self.longestEnd)
                Interrupts.end(by: signal)
            }
        }
        let summaries = runs.map(BenchSummary.init)
        guard let summary = summaries.last else {
            if let signal { Interrupts.end(by: signal) }
            return
        }
        let comparison = old.map { BenchComparison(old: $0, new: summary.run, tolerance: tolerance.value) }
        for summary in summaries {
            if runs.count > 1 { Console.result(lines: summary.heading) }
            Console.result(lines: summary.text(width: width, coloured: Console.hasColour(STDOUT_FILENO)))
        }
        let ratio = runs.count > 1 ? BenchRatio(first: runs[0], second: runs[1]) : nil
        if let ratio { Console.result(lines: ratio.text) }
        if let comparison { Console.result(lines: comparison.text) }
        if measured.ci, let page = Environment["GITHUB_STEP_SUMMARY"] {
            let texts = summaries.map(\.markdown) + [ratio?.markdown, comparison?.markdown].compactMap(\.self)
            if let remark = Self.append(texts, toPage: page) { Console.remark(remark) }
        }
        let writing = Result {
            try outputs.write(summary, comparison, ratio)
            if let loss { throw loss }
        }
        if let signal {
            if case .failure(let error) = writing { Console.remark("thud: \(error)") }
            Interrupts.end(by: signal)
        }
        try writing.get()
        for (summary, program) in zip(summaries, ["first", "second"]) where !summary.verdict.passes {
            let subject = summaries.count > 1 ? "the \(program) program: " : ""
            throw ThudError(.checkFailed, subject + summary.verdict.line)
        }
        if let comparison, !comparison.passes { throw ThudError(.checkFailed, comparison.verdict) }
    }

    /// Measures Thud, a recording, a program or two of them. Private servers end on return, even if a signal came.
    ///
    /// - Returns: the results, the signal that must end Thud, if one arrived, and what could not be saved.
    private func measure() throws -> (runs: [BenchRun], signal: Int32?, loss: (any Error)?) {
        if let capture = measured.capture, let presses = measured.presses {
            let run = try RecordedSession(capture: capture, presses: presses, takesOnsets: measured.onset).run()
            return ([run], nil, nil)
        }
        // Ctrl-Z stops the process at once, because there is no terminal to restore.
        let interrupts = Interrupts([])
        let server = measured.ci && PipeWireServer.ask() == nil ? try OwnSoundServer(interrupts) : nil
        let display = measured.needsXServer && interrupts.received == nil ? try OwnXServer() : nil
        let (runs, loss) = try withExtendedLifetime((server, display)) {
            interrupts.received == nil ? try session(onPrivateX: display != nil, interrupts) : ([], nil)
        }
        return (runs, interrupts.received, loss)
    }

    /// Measures Thud, a program or two of them.
    private func session(
        onPrivateX isPrivate: Bool, _ interrupts: Interrupts
    ) throws -> (runs: [BenchRun], loss: (any Error)?) {
        guard let stimulus = try measured.stimulus(onPrivateX: isPrivate) else {
            let (run, loss) = try BenchSession(self, interrupts).run()
            return ([run], loss)
        }
        let request = ProgramRequest(
            command: measured.program, stimulus: stimulus,
            preparation: try measured.prepare.map { try PrepareStep.read($0, in: stimulus.watched) } ?? [],
            timing: try timing(), ear: measured.heard,
            cycle: measured.heard == .sink ? ProgramRequest.usualCycle : nil, takesOnsets: measured.onset)
        var rival = request
        rival.command = ["sh", "-c", measured.vs ?? ""]
        return try ProgramSession(
            requests: measured.vs == nil ? [request] : [request, rival], captureFile: outputs.keepCapture,
            interrupts: interrupts
        ).run()
    }

    /// Appends summaries to the page of the pull request. A page that cannot be written changes no verdict, so the exit
    /// code stays that of the measurement, and a remark is returned.
    static func append(_ texts: [String], toPage path: String) -> String? {
        do throws(ThudError) {
            try SourceFile.append(Array(texts.joined(separator: "\n").utf8), to: path)
            return nil
        } catch {
            return "thud: no summary on the page of the pull request: \(error); check $GITHUB_STEP_SUMMARY"
        }
    }

    private func compareFiles() throws {
        let runs = try compare.map { try BenchRun(json: SourceFile.read($0), file: $0) }
        let comparison = BenchComparison(old: runs[0], new: runs[1], tolerance: tolerance.value)
        if let json = outputs.json {
            try SourceFile.write(Array((runs[1].json(comparison: comparison).text(.pretty) + "\n").utf8), to: json)
        }
        Console.result(lines: comparison.text)
        if !comparison.passes { throw ThudError(.checkFailed, comparison.verdict) }
    }

    /// The width of the report: that of the terminal, but at least the 40 columns that a table needs.
    private var width: Int { Size(terminal: STDOUT_FILENO).map { max(40, $0.columns) } ?? 100 }

    /// The game that plays a round in the background, if any.
    var playedGame: (any GameView.Type)? { Games.named(game) }

    /// The name of the cue to play. A sound file, if given, is played instead.
    var cueName: String {
        let owner = (playedGame ?? Games.usual).description
        return soundFile.map { "sound/\(SourceFile.name(of: $0))" } ?? cue ?? owner.cue(owner.measuredCue).description
    }

    var keyCount: Int {
        let canType = playedGame?.description.measuredKey != nil
        return keys?.value ?? (canType ? min(50, count.value / 4) : 0)
    }

    func timing() throws -> BenchTiming {
        BenchTiming(
            count: count.value, interval: try range(), seed: seed.value, burst: burst.value,
            injected: .seconds((inject?.value ?? 0) / 1000))
    }

    /// Sets what a run must keep to pass, which its settings name.
    private func limit(_ run: inout BenchRun) {
        run.budget = .seconds(budget.value / 1000)
        run.maxJitter = maxJitter.map { .seconds($0.value / 1000) }
        (run.minMeasured, run.maxXruns, run.allowsPredicted) = (minMeasured.value, maxXruns?.value, allowPredicted)
        run.settings += [BenchFact]([
            ("budget", "\(run.budget.milliseconds) ms"),
            ("most jitter", run.maxJitter.map { "\($0.milliseconds) ms" }),
            ("least measured", "\(Decimals.short(run.minMeasured * 100, atMost: 2)) %"),
            ("most xruns", run.maxXruns.map(String.init)),
        ])
    }

    /// Parses the interval in milliseconds: `150..400`, or one number for both ends.
    private func range() throws -> ClosedRange<Double> {
        let interval = interval ?? (measured.program.isEmpty ? Self.ownInterval : Self.programInterval)
        let number = TypedNumber<Double>(argument: interval)?.value
        let typed = TypedRange(argument: interval)?.value ?? number.map { $0...$0 }
        guard let typed, typed.lowerBound >= 1, typed.upperBound <= 60_000 else {
            throw ValidationError(
                "--interval takes two numbers in ms, such as 150..400, not \(TypedText.visible(interval))")
        }
        return typed
    }
}
