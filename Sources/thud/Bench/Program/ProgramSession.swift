import Glibc
import ThudCore
import ThudOutputCapture
import ThudPlayback
import ThudReports

/// A whole measurement of another program: opens the ears, runs the program, presses, and finds the answers.
struct ProgramSession {
    let request: ProgramRequest
    /// The file for what was captured, if any.
    let captureFile: String?
    /// The signals of all sessions of the command, so that none is lost between two of them.
    let interrupts: Interrupts

    /// Runs the measurement. A program that opens a stream for each sound is started again and heard at the sink.
    ///
    /// - Returns: the result, the signal that must end Thud, if one arrived, and what could not be saved.
    func run() throws -> (run: BenchRun, signal: Int32?, loss: ThudError?) {
        let (first, end, loss, streamCycle) = try attempt(request, cycle: Self.usualCycle)
        guard let streamCycle, request.ear == .both, end == nil else { return (first, end, loss) }
        Console.remark("thud: the program opens a stream for each sound; it is started again and heard at the sink")
        var atSink = request
        atSink.ear = .sink
        // Streams that ask for a shorter cycle than the ear would change it for each sound.
        let cycle = min(streamCycle, Self.usualCycle)
        var second = try attempt(atSink, cycle: cycle)
        second.run.loopback?.source = "the sink: each sound opens a stream; cycles of \(cycle) frames"
        return (second.run, second.signal, second.loss)
    }

    /// The cycle in frames that servers have if nobody asks for another.
    private static let usualCycle = 1_024

    /// - Returns: also the shortest cycle of the server if each sound opens a stream.
    private func attempt(
        _ request: ProgramRequest, cycle: Int
    ) throws -> (run: BenchRun, signal: Int32?, loss: ThudError?, streamCycle: Int?) {
        var run = BenchRun(origin: .now())
        ServerStream.withdraw()
        let ears = try ProgramEars(request.ear, cycle: cycle)
        let program = try ChildProgram(request.command, hasInput: request.stimulus.usesInput)
        let runner = ProgramRunner(program, request, ears, interrupts)
        let signal = runner.run()
        let captured = ears.close()
        program.end()
        let loss = BenchFiles.keep(
            [captured.stream.samples, captured.sink.samples], sampleRate: captured.sink.sampleRate, in: captureFile)
        let measurement = ProgramMeasurement(
            runner.presses, stream: captured.stream, sink: captured.sink, ear: request.ear,
            takesOnsets: request.takesOnsets)
        run.program = BenchProgram(command: request.command, mistrust: measurement.mistrust, breakOff: runner.breakOff)
        run.cues = Array(measurement.cues.dropFirst())
        if let first = measurement.cues.first?.measuredLatency {
            run.cold.firstCueAfterIdle = BenchCold.Length(first, isMeasured: true)
        }
        run.machine = BenchMachine.facts(device: nil)
        run.settings = request.facts(measurement.finder)
        run.isInterrupted = signal != nil
        run.loopback = ears.loopback
        if request.ear == .both, !ears.hasStream {
            run.loopback?.source = "the sink; no stream belongs to the program's process"
        }
        run.program?.device = ears.device(cycle: captured.sink.cycle(near: Double(captured.sink.count) / 2))
        return (run, signal, loss, runner.opensStreams ? captured.sink.shortestCycle ?? cycle : nil)
    }
}
