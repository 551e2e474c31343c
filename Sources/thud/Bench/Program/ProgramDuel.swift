import ThudCore
import ThudReports

/// Measures two programs in turns (A, B, B, A), so that whatever changes on the machine in the meantime affects both.
struct ProgramDuel {
    let first: ProgramRequest
    let second: ProgramRequest
    let interrupts: Interrupts

    /// Runs all turns.
    ///
    /// - Returns: both results, and the signal that must end Thud, if one arrived. A signal may leave one result only.
    func run() throws -> (runs: [BenchRun], signal: Int32?) {
        var runs: [BenchRun] = []
        for (turn, place) in [0, 1, 1, 0].enumerated() {
            var request = [first, second][place]
            request.timing.count = Self.presses(request.timing.count, inTurn: turn)
            // Neither program hears the same pauses twice, and both hear the same ones.
            request.timing.seed &+= UInt64(turn / 2)
            var (run, signal, _) = try ProgramSession(
                request: request, captureFile: nil, interrupts: interrupts
            ).run()
            let presses = BenchFact("presses", "\(first.timing.count)")
            run.settings = run.settings.map { $0.name == presses.name ? presses : $0 }
            if place < runs.count { runs[place].append(run) } else { runs.append(run) }
            if signal != nil { return (runs, signal) }
        }
        return (runs, nil)
    }

    /// Returns how many of a program's presses come in a turn. Of an odd number its first turn has one more.
    static func presses(_ count: Int, inTurn turn: Int) -> Int { (count + 1 - turn / 2) / 2 }
}
