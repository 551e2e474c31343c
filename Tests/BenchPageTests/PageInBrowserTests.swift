import BenchSamples
import TestTraits
import Testing
import ThudCore
import ThudReports

@Suite(.serialized, .live) struct PageInBrowserTests {
    /// How far the page reaches beyond its frame, in pixels, and how many drawings are to be seen.
    private static let measure = """
        page => {
          const shown = [...page.querySelectorAll("svg")].filter(svg => svg.getBoundingClientRect().width > 0);
          return `${page.documentElement.scrollWidth - page.documentElement.clientWidth} ${shown.length} ` +
            [...new Set(shown.map(svg => svg.getAttribute("class")))].join();
        }
        """

    /// A run with long words wherever a run can have them.
    private var longWorded: BenchRun {
        var run = BenchRun.sample(cues: 40)
        let word = String(repeating: "Überlang", count: 30)
        run.machine.append(BenchFact(word, word))
        run.clockSource = word
        run.cues[2].name = word
        run.cues[2].measured = run.cues[2].measured.map { $0 + .seconds(0.06) }
        return run
    }

    @Test(arguments: [(360, "narrow"), (1200, "wide")])
    func `the page fits its width, draws each figure once and leaves the console silent`(width: Int, size: String)
        throws
    {
        let page = BenchSummary(longWorded).page(
            comparison: BenchComparison(old: .sample(), new: longWorded, tolerance: 0.1))
        let visit = try Browser().visit(page, width: width, script: Self.measure)
        #expect(visit.result == "0 5 \(size)")
        #expect(visit.console.isEmpty, "\(visit.console)")
    }

    @Test func `what is too wide and what fails is seen by this very test`() throws {
        let page = "<!DOCTYPE html><p style='width:500px'>wide</p><script>throw new Error('seen')</script>"
        let visit = try Browser().visit(page, width: 360, script: Self.measure)
        #expect(visit.result?.hasPrefix("0 ") == false)
        #expect(visit.console.contains { $0.contains("seen") })
    }
}
