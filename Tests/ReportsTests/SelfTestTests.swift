import BenchSamples
import Testing
import ThudCore
import ThudReports

@Suite struct SelfTestTests {
    /// What the capture path adds to every cue, in milliseconds.
    private let path = 3.0
    private let delay = 60.0

    /// Returns thirty cues that come out 5 ms after their triggers; every third is requested 60 ms later.
    private func cues(_ change: (inout BenchCue) -> Void = { _ in }) -> [BenchCue] {
        (1...30).map { index in
            let isDelayed = index % 3 == 0
            let due = 5 + (isDelayed ? delay : 0)
            var cue = BenchCue.plain(index, predicted: due, measured: due + path)
            if isDelayed {
                cue.injected = .seconds(delay / 1000)
                cue.asked = cue.predicted
                change(&cue)
            }
            return cue
        }
    }

    @Test func `delays are found whatever the capture path adds to all cues`() {
        let test = BenchSelfTest(of: cues(), isTorn: { _ in false })
        #expect(test == BenchSelfTest(delayed: 10, found: 10, worstError: .zero))
        #expect(test?.passes == true)
        // Neither does a cue that is not like the others.
        var odd = cues()
        odd[0].measured = odd[0].measured.map { $0 - .milliseconds(2) }
        #expect(BenchSelfTest(of: odd, isTorn: { _ in false }) == test)
    }

    @Test func `a delay that the engine lost is not found, even if the prediction matches the output`() {
        let lost = cues { cue in
            cue.predicted = cue.predicted.map { $0 - cue.injected }
            cue.measured = cue.measured.map { $0 - cue.injected }
        }
        let test = BenchSelfTest(of: lost, isTorn: { _ in false })
        #expect(test == BenchSelfTest(delayed: 10, found: 0, worstError: .milliseconds(60)))
        #expect(test?.passes == false)
    }

    @Test func `an error of one sample is tolerated, and a larger one is not`() {
        func found(off nanoseconds: Int64) -> Int? {
            let shifted = cues { cue in cue.measured = cue.measured.map { $0 + Interval(nanoseconds: nanoseconds) } }
            return BenchSelfTest(of: shifted, isTorn: { _ in false })?.found
        }
        #expect(found(off: 20_833) == 10 && found(off: -20_833) == 10)
        #expect(found(off: 20_900) == 0 && found(off: -20_900) == 0)
    }

    @Test func `every delayed cue counts, and one that is not sure fails the test, torn or not`() {
        let unsure = cues { cue in if cue.index == 9 || cue.index == 12 { cue.isSure = false } }
        let plain = BenchSelfTest(of: unsure, isTorn: { _ in false })
        #expect(plain?.delayed == 10 && plain?.found == 8 && plain?.torn == 0 && plain?.passes == false)
        let torn = BenchSelfTest(of: unsure, isTorn: { $0.index == 9 || $0.index == 12 })
        #expect(torn?.delayed == 10 && torn?.found == 8 && torn?.torn == 2 && torn?.passes == false)
    }

    @Test func `a capture without cues proves nothing, torn or not`() {
        var deaf = cues()
        for index in deaf.indices { deaf[index].isSure = false }
        let test = BenchSelfTest(of: deaf, isTorn: { _ in true })
        #expect(test?.found == 0 && test?.passes == false)
        #expect(BenchSelfTest(of: [.plain(1, predicted: 5, measured: 5)], isTorn: { _ in false }) == nil)
    }
}
