import BenchSamples
import Testing
import ThudCore
import ThudReports

@Suite struct ComparisonTests {
    /// Returns realistic queue latencies: a uniform part, and a tail for one in twenty, in milliseconds.
    private func latencies(_ count: Int, seed: UInt64, times factor: Double = 1) -> BenchRun {
        var generator = SeededGenerator(seed: seed)
        return .measured(
            (0..<count).map { _ in
                (3 + 1.3 * generator.unit() + (generator.chance(0.05) ? 3 * generator.unit() : 0)) * factor
            })
    }

    @Test(arguments: [(200, 200), (100, 1000), (1000, 100)])
    func `runs of the same distribution are no regression for at least 95 of 100 seeds`(_ counts: (old: Int, new: Int))
    {
        let found = (0..<100).count { seed in
            let comparison = BenchComparison(
                old: latencies(counts.old, seed: UInt64(seed) * 2),
                new: latencies(counts.new, seed: UInt64(seed) * 2 + 1),
                tolerance: 0.02, seed: UInt64(seed), resamples: 400)
            return !comparison.passes
        }
        #expect(found <= 5)
    }

    @Test func `a slowdown of a fifth is found in the median for every seed`() {
        for seed in 0..<20 as Range<UInt64> {
            let comparison = BenchComparison(
                old: latencies(200, seed: seed), new: latencies(200, seed: seed + 1000, times: 1.2), tolerance: 0.1,
                seed: seed)
            #expect(!comparison.passes)
            #expect(comparison.metrics[0].isRegression)
            #expect(comparison.metrics[0].confidence.contains(comparison.metrics[0].ratio))
            #expect(abs(comparison.metrics[0].ratio - 1.2) < 0.08)
        }
    }

    @Test func `a longer tail alone is found in p99`() {
        var values = (0..<1000).map { place in 4 + Double(place % 100) / 100 }
        let old = BenchRun.measured(values)
        for place in stride(from: 0, to: 1000, by: 20) { values[place] = 12 }
        let new = BenchRun.measured(values)
        let comparison = BenchComparison(old: old, new: new, tolerance: 0.1)
        #expect(comparison.metrics.map(\.isRegression) == [false, true])
        #expect(comparison.verdict == "is it certainly slower by more than 10 %? yes, p99 2.41 times: fail")
    }

    @Test func `a faster run passes, and differences below a tenth of a millisecond do not count`() {
        #expect(
            BenchComparison(old: latencies(200, seed: 1, times: 2), new: latencies(200, seed: 2), tolerance: 0).passes)
        let small = BenchComparison(
            old: latencies(400, seed: 1, times: 0.01), new: latencies(400, seed: 2, times: 0.02), tolerance: 0.1)
        #expect(small.passes)
        #expect(small.metrics[0].confidence.lowerBound > 1.5)
    }

    @Test func `the same seed gives the same verdict, and the interval matches a manual bootstrap`() {
        let old = latencies(200, seed: 5)
        let new = latencies(200, seed: 6, times: 1.1)
        let first = BenchComparison(old: old, new: new, tolerance: 0.1, seed: 3)
        #expect(first.metrics == BenchComparison(old: old, new: new, tolerance: 0.1, seed: 3).metrics)
        let byHand = bootstrapByHand(old, new)
        #expect(abs(first.metrics[0].confidence.lowerBound - byHand.lowerBound) < 0.01)
        #expect(abs(first.metrics[0].confidence.upperBound - byHand.upperBound) < 0.01)
    }

    /// Returns the confidence interval of the ratio of medians, from resamples that are actually drawn.
    private func bootstrapByHand(_ old: BenchRun, _ new: BenchRun) -> ClosedRange<Double> {
        var generator = SeededGenerator(seed: 99)
        func median(_ run: BenchRun) -> Double {
            let values = run.cues.compactMap(\.measuredLatency?.milliseconds)
            let drawn = values.map { _ in values[generator.index(below: values.count)] }.sorted()
            return drawn[(drawn.count - 1) / 2]
        }
        let ratios = (0..<1000).map { _ in median(new) / median(old) }.sorted()
        return ratios[25]...ratios[974]
    }

    @Test func `latencies of zero are as fast as each other`() {
        let run = BenchRun.measured([Double](repeating: 0, count: 20))
        #expect(BenchComparison(old: run, new: run, tolerance: 0.1, resamples: 40).metrics.map(\.ratio) == [1, 1])
    }

    @Test func `few cues leave p99 undecided, and the report says so`() {
        let comparison = BenchComparison(
            old: latencies(60, seed: 1), new: latencies(60, seed: 2, times: 3), tolerance: 0.1)
        #expect(comparison.metrics.map(\.isRegression) == [true, false])
        #expect(comparison.diagnostics == ["p99 is shown but not judged, because both runs need 100 latencies for it"])
    }

    @Test func `different settings and machines are named`() {
        var old = latencies(120, seed: 1)
        var new = latencies(120, seed: 2)
        old.machine = [BenchFact("processor", "A"), BenchFact("system", "Linux")]
        new.machine = [BenchFact("processor", "B"), BenchFact("system", "Linux"), BenchFact("cores", "2")]
        new.settings = [BenchFact("busy threads", "2")]
        #expect(
            BenchComparison(old: old, new: new, tolerance: 0.1).diagnostics == [
                "the machine differs: processor was A, is B; cores was not recorded, is 2",
                "the settings differ: busy threads was not set, is 2",
            ])
    }

    @Test func `why a run broke off is shown without what would act on a terminal`() {
        var new = latencies(100, seed: 2)
        new.program = BenchProgram(command: ["game"], breakOff: "it \u{1B}]0;title\u{7} ended")
        let comparison = BenchComparison(old: latencies(100, seed: 1), new: new, tolerance: 0.1)
        #expect(comparison.losses == [#"broken off, not before: it \u{1B}]0;title\u{7} ended"#])
    }

    @Test func `a run without latencies cannot be compared and does not pass`() {
        let comparison = BenchComparison(old: .plain([]), new: latencies(100, seed: 1), tolerance: 0.1)
        #expect(!comparison.passes && comparison.verdict == "not compared: fail")
    }

    @Test func `a median of five cues is not judged, since chance alone could explain it`() {
        func compare(_ count: Int) -> BenchComparison {
            BenchComparison(old: latencies(count, seed: 1), new: latencies(count, seed: 2, times: 9), tolerance: 0.1)
        }
        #expect(compare(5).verdict == "not compared: fail" && !compare(5).passes)
        let first = compare(5).diagnostics[0]
        #expect(first == "median is shown but not judged, because both runs need 6 latencies for it")
        #expect(compare(6).metrics[0].isRegression)
    }

    @Test func `predictions are never compared, however many there are`() {
        let old = BenchRun.plain((0...100).map { .plain($0, predicted: 4) })
        let new = BenchRun.plain((0...100).map { .plain($0, predicted: 4, measured: 4) }, isCaptured: true)
        let comparison = BenchComparison(old: old, new: new, tolerance: 0.1)
        #expect(!comparison.passes && comparison.metrics.isEmpty)
        #expect(comparison.diagnostics == ["one of the runs was not measured, so nothing can be compared"])
    }

    @Test func `injected cues are left out, and the text says so`() {
        var old = BenchRun.plain((0...120).map { .plain($0, predicted: 4, measured: 4) }, isCaptured: true)
        var new = old
        for place in 0..<10 {
            old.cues[place].measured = old.cues[place].triggered.map { $0 + .milliseconds(64) }
            (old.cues[place].injected, new.cues[place].injected) = (.milliseconds(60), .milliseconds(60))
        }
        let comparison = BenchComparison(old: old, new: new, tolerance: 0.1)
        #expect(comparison.metrics.map(\.ratio) == [1, 1])
        #expect(comparison.diagnostics == ["cues with an injected delay, left out: 20"])
        #expect(
            comparison.text.hasPrefix("median 4.00 ms, was 4.00 ms: 1.00 times (95 % sure: 1.00 to 1.00)\n"))
        #expect(comparison.text.hasSuffix("is it certainly slower by more than 10 %? no: pass\n"))
    }

    @Test func `an equally fast run fails if it loses more cues or has more underruns`() {
        let old = latencies(200, seed: 1)
        var new = old
        new.cues[7].isSure = false
        let lossy = BenchComparison(old: old, new: new, tolerance: 0.1)
        #expect(!lossy.passes && lossy.losses == ["1 lost cue, 0 before"])
        #expect(lossy.verdict == "is it certainly slower by more than 10 %? no; 1 lost cue, 0 before: fail")
        // The same losses for the same number of cues are no regression, and for fewer cues they are.
        #expect(BenchComparison(old: new, new: new, tolerance: 0.1).passes)
        var shorter = new
        shorter.cues = Array(new.cues.prefix(100))
        #expect(!BenchComparison(old: new, new: shorter, tolerance: 0.1).passes)
        #expect(BenchComparison(old: shorter, new: new, tolerance: 0.1).passes)
        // The measurement has lost a torn cue, not the run.
        new.cues[7].doubt = .captureGap
        #expect(BenchComparison(old: old, new: new, tolerance: 0.1).passes)
        var dry = old
        dry.xruns = [BenchXrun(at: old.origin, framesLost: 10)]
        #expect(BenchComparison(old: old, new: dry, tolerance: 0.1).losses == ["1 underrun, 0 before"])
    }

    @Test func `a run whose program ended early fails, and an interrupted one is named`() {
        var old = latencies(200, seed: 1)
        old.program = BenchProgram(command: ["./game"])
        var new = old
        new.cues = Array(old.cues.prefix(20))
        new.program?.breakOff = "the program was ended by signal 6"
        let comparison = BenchComparison(old: old, new: new, tolerance: 0.1)
        #expect(!comparison.passes)
        #expect(comparison.losses == ["broken off, not before: the program was ended by signal 6"])
        #expect(BenchComparison(old: new, new: new, tolerance: 0.1).passes)
        old.isInterrupted = true
        let remarks = BenchComparison(old: old, new: new, tolerance: 0.1).diagnostics
        #expect(remarks.first == "the earlier run was interrupted")
    }
}
