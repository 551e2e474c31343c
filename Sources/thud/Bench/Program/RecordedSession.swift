import ThudCore
import ThudOutputCapture
import ThudReports
import ThudSoundFiles

/// A measurement of a recording that was made elsewhere, with a list of the instants of its presses.
struct RecordedSession {
    let capture: String
    let presses: String
    let takesOnsets: Bool

    /// Finds the answers in the mix of the recording's channels. Instants count from its first frame.
    func run() throws -> BenchRun {
        let start = Instant(nanoseconds: 0)
        let sound = try SoundFile.read(capture)
        let samples = (sound.channels.first ?? []).indices.map { frame in sound.channels.reduce(0) { $0 + $1[frame] } }
        let end = start + .seconds(Double(samples.count) / Double(sound.sampleRate))
        let signal = CapturedSignal(
            samples: samples, sampleRate: sound.sampleRate, anchors: [(0, start)], end: end)
        let measurement = ProgramMeasurement(
            try instants(start, end), stream: signal.carrying([]), sink: signal, ear: .sink, takesOnsets: takesOnsets,
            isRecording: true)
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

    /// The fewest presses that tell answers from other sounds.
    private static let fewest = 3

    /// Reads a time in seconds from the start of each line.
    private func instants(_ start: Instant, _ end: Instant) throws(ThudError) -> [BenchCue] {
        var found: [BenchCue] = []
        for (number, line) in try ListFile.lines(of: presses) {
            var word = line.prefix { !" \t,;".contains($0) }
            // After whole seconds a comma without a space is that of a decimal fraction.
            if !word.contains("."), line.dropFirst(word.count).prefix(2).last?.isNumber ?? false {
                word = line.prefix { !" \t;".contains($0) }
            }
            guard let seconds = Double(word), (0...86_400).contains(seconds),
                found.last?.triggered.map({ $0 < start + .seconds(seconds) }) ?? true
            else {
                throw ThudError(
                    .badInput, file: presses, line: number,
                    message:
                        "expected a time in seconds such as 1.5, later than the one before, "
                        + "found \(TypedText.shown(String(word), most: 60))")
            }
            let instant = start + .seconds(seconds)
            guard instant < end else {
                throw ThudError(
                    .badInput, file: presses, line: number,
                    message: "the press comes after the end of \(capture), which lasts "
                        + "\(Decimals.fixed((end - start).seconds, 3)) s; give times in seconds from its start")
            }
            found.append(BenchCue(press: found.count + 1, at: instant))
        }
        guard found.count >= Self.fewest else {
            throw ThudError(
                .badInput, file: presses,
                message: "fewer presses than \(Self.fewest) cannot tell answers from other sounds; add the others")
        }
        return found
    }
}
