import Glibc
import ThudCore
import ThudOutputCapture
import ThudPlayback
import ThudReports
import ThudSoundFiles

/// A whole measurement of another program: opens the ears, runs the program, presses, and finds the answers.
struct ProgramSession {
    let request: ProgramRequest
    /// The file for what was captured, if any.
    let captureFile: String?

    /// Runs the measurement. A program that opens a stream for each sound is started again and heard at the sink.
    ///
    /// - Returns: the result, and the signal that must end Thud, if one arrived.
    func run() throws -> (run: BenchRun, signal: Int32?) {
        let (first, end, streamCycle) = try attempt(request, cycle: Self.usualCycle)
        guard let streamCycle, request.ear == .both, end == nil else { return (first, end) }
        Console.remark("thud: the program opens a stream for each sound; it is started again and heard at the sink")
        var atSink = request
        atSink.ear = .sink
        // Streams that ask for a shorter cycle than the ear would change it for each sound.
        let cycle = min(streamCycle, Self.usualCycle)
        var second = try attempt(atSink, cycle: cycle)
        second.run.loopback?.source = "the sink: each sound opens a stream; cycles of \(cycle) frames"
        return (second.run, second.signal)
    }

    /// The cycle in frames that servers have if nobody asks for another.
    private static let usualCycle = 1_024

    /// - Returns: also the shortest cycle of the server if each sound opens a stream.
    private func attempt(
        _ request: ProgramRequest, cycle: Int
    ) throws -> (run: BenchRun, signal: Int32?, streamCycle: Int?) {
        let interrupts = Interrupts([])
        var run = BenchRun(origin: .now())
        ServerStream.withdraw()
        let ears = try ProgramEars(request.ear, cycle: cycle)
        let program = try ChildProgram(request.command, hasInput: request.stimulus.usesInput)
        let runner = ProgramRunner(program, request, ears, interrupts)
        let signal = runner.run()
        let captured = ears.close()
        program.end()
        if let captureFile {
            let channels = [captured.stream.samples, captured.sink.samples].filter { !$0.isEmpty }
            try SoundFile.write(Sound(sampleRate: captured.sink.sampleRate, channels: channels), to: captureFile)
        }
        let measurement = ProgramMeasurement(
            runner.presses, stream: captured.stream, sink: captured.sink, ear: request.ear,
            takesOnsets: request.takesOnsets)
        run.program = BenchProgram(command: request.command, mistrust: runner.breakOff ?? measurement.mistrust)
        run.cues = Array(measurement.cues.dropFirst())
        if let first = measurement.cues.first?.measuredLatency {
            run.cold.firstCueAfterIdle = BenchCold.Length(first, isMeasured: true)
        }
        run.machine = BenchMachine.facts(device: nil)
        run.settings = request.facts(measurement.finder)
        run.isInterrupted = signal != nil
        run.loopback = ears.loopback
        run.program?.device = ears.device(cycle: captured.sink.cycle(near: Double(captured.sink.count) / 2))
        return (run, signal, runner.opensStreams ? captured.sink.shortestCycle ?? cycle : nil)
    }
}

/// A measurement of a recording that was made elsewhere, with a list of the instants of its presses.
struct RecordedSession {
    let capture: String
    let presses: String
    let takesOnsets: Bool

    /// Finds the answers in the recording's first channel. Instants count from its first frame.
    func run() throws -> BenchRun {
        let start = Instant(nanoseconds: 0)
        let sound = try SoundFile.read(capture)
        let samples = sound.channels.first ?? []
        let signal = CapturedSignal(
            samples: samples, sampleRate: sound.sampleRate, anchors: [CaptureAnchor(frame: 0, instant: start)],
            end: start + .seconds(Double(samples.count) / Double(sound.sampleRate)))
        let measurement = ProgramMeasurement(
            try instants(start), stream: signal.carrying([]), sink: signal, ear: .sink, takesOnsets: takesOnsets)
        var run = BenchRun(origin: start)
        run.program = BenchProgram(command: [capture], mistrust: measurement.mistrust)
        run.cues = measurement.cues
        run.settings = [
            BenchFact("capture", capture), BenchFact("presses", presses), BenchFact("finder", measurement.finder),
        ]
        run.loopback = BenchLoopback(
            source: "the recording \(capture)",
            pathDelay: .unknown(reason: "the file does not say what came before it"))
        return run
    }

    /// Reads a time in seconds from the start of each line.
    private func instants(_ start: Instant) throws(ThudError) -> [BenchCue] {
        var found: [BenchCue] = []
        let text = String(decoding: try SourceFile.read(presses), as: UTF8.self)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let word = line.split(whereSeparator: { " \t,".contains($0) }).first, !word.hasPrefix("#") else {
                continue
            }
            guard let seconds = Double(word), (0...86_400).contains(seconds),
                found.last?.triggered.map({ $0 < start + .seconds(seconds) }) ?? true
            else {
                throw ThudError(
                    .badInput, file: presses, line: number + 1,
                    message:
                        "expected a time in seconds, later than the one before, found \(TypedText.shown(String(word), most: 60))"
                )
            }
            found.append(BenchCue(press: found.count + 1, at: start + .seconds(seconds)))
        }
        return found
    }
}
