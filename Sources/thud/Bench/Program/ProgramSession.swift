import Glibc
import ThudCore
import ThudOutputCapture
import ThudPlayback
import ThudReports

/// A whole measurement of another program or of two: opens the ears, runs the program, presses, and finds the answers.
struct ProgramSession {
    /// The program, and the one that is compared with it, if any.
    let requests: [ProgramRequest]
    let captureFile: String?
    /// The signals of the whole command, so that none is lost between two turns.
    let interrupts: Interrupts

    /// Runs the measurement. Two programs take turns (A, B, B, A), so that whatever changes on the machine in the
    /// meantime affects both. Returns a result for each program, of which a signal may leave one only, and what could
    /// not be saved.
    func run() throws -> (runs: [BenchRun], loss: (any Error)?) {
        // Nothing else names the pseudo-terminal of the program in a service or in continuous integration.
        if (Environment["TERM"] ?? "").isEmpty { setenv("TERM", "xterm-256color", 1) }
        var (runs, loss): ([BenchRun], (any Error)?) = ([], nil)
        let turns = requests.count == 1 ? [0] : [0, 1, 1, 0]
        for (turn, place) in turns.enumerated() where interrupts.received == nil {
            var request = requests[place]
            let presses = BenchFact("presses", "\(request.timing.count)")
            request.timing.count = Self.presses(request.timing.count, inTurn: turn, of: turns.count / requests.count)
            // Neither program hears the same pauses twice, and both hear the same ones.
            request.timing.seed &+= UInt64(turn / 2)
            var (run, lost) = try measure(request)
            run.settings = run.settings.map { $0.name == presses.name ? presses : $0 }
            if place < runs.count { runs[place].append(run) } else { runs.append(run) }
            loss = loss ?? lost
        }
        // A program whose second turn never came lacks presses too.
        for place in runs.indices where interrupts.received != nil && requests.count > 1 {
            runs[place].isInterrupted = true
        }
        return (runs, loss)
    }

    /// Returns how many of a program's presses come in a turn, if it has one or two of them. Of an odd number the first
    /// turn has one more.
    static func presses(_ count: Int, inTurn turn: Int, of turns: Int) -> Int { (count + turns - 1 - turn / 2) / turns }

    /// Measures one program. If its streams change the server's cycle, which tears monitors, it is started again.
    private func measure(_ request: ProgramRequest) throws -> (run: BenchRun, loss: ThudError?) {
        let (first, loss, remedy) = try attempt(request)
        guard let (again, cause) = remedy, !first.isInterrupted else { return (first, loss) }
        let ear = "the \(again.ear) in cycles of \(again.cycle ?? 0)"
        Console.remark("thud: \(cause); the program is started again and heard at \(ear) frames")
        var second = try attempt(again)
        second.run.loopback?.source = "\(ear): \(cause)"
        return (second.run, second.loss)
    }

    /// - Returns: also how the program must be heard instead, and why, if the capture is torn.
    private func attempt(
        _ request: ProgramRequest
    ) throws -> (run: BenchRun, loss: ThudError?, remedy: (ProgramRequest, cause: String)?) {
        var run = BenchRun(origin: .now())
        ServerStream.withdraw()
        let ears = try ProgramEars(request.ear, cycle: request.cycle)
        let program = try ChildProgram(request.command, hasInput: request.stimulus.usesInput)
        let runner = ProgramRunner(program, request, ears, interrupts)
        run.isInterrupted = runner.run() != nil
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
        run.loopback = ears.loopback
        if request.ear == .both, !ears.hasStream {
            run.loopback?.source = "the sink alone (no stream belongs to the program's process)"
        }
        run.program?.device = ears.device(cycle: captured.sink.cycle(near: Double(captured.sink.count) / 2))
        var again = request
        let usual = ProgramRequest.usualCycle
        // Streams that ask for a shorter cycle than the ear would change it for each sound.
        again.cycle = min(ears.hasCycles ? captured.sink.shortestCycle ?? usual : usual, usual)
        if runner.opensStreams, request.ear == .both {
            again.ear = .sink
            return (run, loss, (again, "the program opens a stream for each sound"))
        }
        let tears = run.cues.count { $0.doubt?.isTear ?? false }
        let isTorn =
            runner.breakOff == nil && again.cycle != request.cycle && 10 * tears > run.cues.count
            && captured.sink.changesCycle
        return (run, loss, isTorn ? (again, "the cycle of the server changes with its streams") : nil)
    }
}
