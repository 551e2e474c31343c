import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudTestSupport

/// The benchmark on a private server, checked against a separate recording of the server's monitor.
@Suite(.timed)
struct BenchSoundTests {
    private typealias Benched = (
        run: BenchRun, outcome: ThudProcess.Outcome, log: [(instant: Instant, cue: String)], monitor: CapturedSound
    )

    /// Runs a benchmark of 24 cues. Returns its files, its outcome, and a recording of the sink's output.
    private func bench(_ arguments: [String]) async throws -> Benched {
        let scratch = try ScratchDirectory(prefix: "thud-bench")
        let (json, log) = (scratch.file("b.json"), scratch.file("t.tsv"))
        let (outcome, monitor) = try await withPrivatePipeWire { server in
            let recorder = try await MonitorRecorder(server)
            let outcome = try await ThudProcess.run(
                ["bench", "--count", "24", "--no-cold-start", "--json", json, "--trigger-log", log] + arguments,
                environment: server.environment, within: .seconds(120))
            return (outcome, try await recorder.finish())
        }
        let run = try BenchRun(json: SourceFile.read(json), file: json)
        let lines = scratch.text(of: "t.tsv").split(separator: "\n").map { line in
            let fields = line.split(separator: "\t")
            return (Instant(nanoseconds: Int64(fields[0]) ?? 0), String(fields[1]))
        }
        return (run, outcome, lines, monitor)
    }

    /// Returns the cues that no missed cycle damaged, and the prediction error of each sure one in milliseconds.
    private func whole(_ benched: Benched) throws -> (cues: [BenchCue], errors: [Double], tears: Tears) {
        let length = Interval.seconds(Double(try ExpectedCue("kape/correct").mixed.count) / CapturedSound.sampleRate)
        let tears = Tears(benched.run, benched.monitor, length: length)
        let cues = benched.run.cues.filter { !tears.touch($0) }
        let errors = cues.filter(\.isSure).compactMap { cue in
            cue.measured.flatMap { measured in cue.predicted.map { abs((measured - $0).milliseconds) } }
        }
        return (cues, errors, tears)
    }

    /// Whether at least seven in eight are sure: the benchmark's own capture may miss a cycle that the other recording
    /// has.
    private func isMostlySure(_ cues: [BenchCue]) -> Bool {
        8 * cues.count { !$0.isSure } <= cues.count
    }

    @Test(.timedOrdinary.long) func `every cue is found, predictions are within 0.5 ms, and a second recording agrees`()
        async throws
    {
        // The cues are so far apart that none overlaps the next, because the search in the other recording ignores
        // overlaps.
        let benched = try await bench(["--interval", "450..600"])
        let (run, outcome, log, monitor) = benched
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(outcome.output.contains("24 of 24 cues within 50 ms"))
        let (cues, errors, _) = try whole(benched)
        #expect(cues.count >= 16 && isMostlySure(cues), "\(cues.count { $0.isSure }) of \(cues.count)")
        #expect(errors.allSatisfy { $0 < 0.5 }, "\(errors)")
        try #expect(#require(errors.sorted().dropFirst(errors.count / 2).first) < 0.05, "\(errors)")
        let gestures = run.gameCues.filter { ["kape/correct", "kape/pass"].contains($0.name) }
        #expect(!gestures.isEmpty && gestures.allSatisfy { $0.detected != nil && $0.cause != nil })
        try expectKeys(run)
        let heard = monitor.find(try ExpectedCue("kape/correct").mixed, confidence: 0.9)
        #expect(log.count == 24)
        let differences = zip(log, run.cues).compactMap { trigger, cue -> Double? in
            guard let own = cue.measuredLatency, cues.contains(cue) else { return nil }
            let onsets = heard.map { ($0.instant - trigger.instant).milliseconds }
            // If that search missed a cue, the next one, 450 ms later, must not be taken for it.
            return onsets.first { (0..<200).contains($0) }.map { abs($0 - own.milliseconds) }
        }
        #expect(8 * differences.count >= 7 * errors.count && differences.allSatisfy { $0 < 0.5 }, "\(differences)")
    }

    /// Expects a cue and a flash for each typed key, and usually a command within a millisecond.
    private func expectKeys(_ run: BenchRun) throws {
        let keys = run.keyCues
        #expect(keys.count == 6)
        #expect(keys.allSatisfy { $0.name == "kape/correct" })
        // A busy machine may drop the frames of a whole flash.
        #expect(keys.count { $0.flashed != nil } >= 4)
        for (before, after) in [(\BenchCue.typed, \BenchCue.cause), (\.cause, \.triggered), (\.triggered, \.taken)] {
            for key in keys { #expect(try #require(key[keyPath: before]) <= #require(key[keyPath: after])) }
        }
        #expect(isMostlySure(keys))
        try #expect(#require(BenchSummary(run)[.keyToCommand]).percentile(50) < .milliseconds(1))
    }

    @Test(.timed.long)
    func `exactly ten delayed cues are found to the sample, and the benchmark passes`() async throws {
        let benched = try await bench(["--inject", "60", "--keys", "0"])
        let (run, outcome, _, _) = benched
        let injected = run.cues.filter { $0.injected > .zero }
        #expect(injected.count == 10)
        let (cues, errors, tears) = try whole(benched)
        #expect(errors.allSatisfy { $0 < 0.5 }, "\(errors)")
        // A missed cycle may delay other cues, which are judged as usual.
        let late = BenchSummary(run).late.map(\.cue)
        #expect(late.allSatisfy { $0.injected == .zero && tears.touch($0) }, "\(late.map(\.index))")
        let test = try #require(run.loopback?.selfTest)
        let torn = injected.count(where: tears.touch)
        #expect(cues.count >= 10 && isMostlySure(cues), "\(cues.count { $0.isSure }) of \(cues.count)")
        #expect(torn <= 5 && test.delayed == 10 && test.found >= 9 - torn && test.found >= 5, "\(test), \(torn)")
        // If nothing was damaged, all ten are found, and that alone decides the verdict.
        #expect(outcome.exitCode == (BenchSummary(run).verdict.passes ? 0 : 1), "\(outcome)")
        #expect(test.passes == (test.found == 10))
        if torn == 0, late.isEmpty { #expect(outcome.exitCode == 0, "\(outcome)") }
    }

    @Test(.timed.long)
    func `under load, with music and in bursts, most cues are found and none is guessed`() async throws {
        let benched = try await bench(["--music", "--load", "2", "--burst", "3", "--keys", "0"])
        let (cues, errors, _) = try whole(benched)
        // No cue is found at a wrong position.
        #expect(errors.allSatisfy { $0 < 0.5 }, "\(errors)")
        #expect(cues.count >= 10 && isMostlySure(cues), "\(errors.count) of \(cues.count)")
    }
}
