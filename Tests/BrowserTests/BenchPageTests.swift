import BenchSamples
import TestTraits
import Testing
import ThudCore
import ThudReports

@Suite("The benchmark's page in a browser", .serialized, .live) struct BenchPageTests {
    /// Reports how far the page overflows its frame, in pixels, and which drawings are visible.
    private static let measure = """
        const shown = [...document.querySelectorAll('svg')].filter(svg => svg.getBoundingClientRect().width > 0);
        fact('beyond', document.documentElement.scrollWidth - document.documentElement.clientWidth);
        fact('drawings', shown.length);
        fact('sizes', [...new Set(shown.map(svg => svg.getAttribute('class')))]);
        """

    /// A run with a long word everywhere a run can have one.
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
    func `the page fits its width, draws each figure once and logs nothing to the console`(width: Int, size: String)
        async throws
    {
        let page = BenchSummary(longWorded).page(
            comparison: BenchComparison(old: .sample(), new: longWorded, tolerance: 0.1))
        let facts = try await Browser.facts(of: page, width: width, Self.measure)
        #expect(facts["beyond"] == "0" && facts["drawings"] == "5" && facts["sizes"] == "[\"\(size)\"]")
        #expect(facts.complaints.isEmpty, "\(facts.complaints)")
    }

    @Test(arguments: [360, 500, 760, 1200])
    func `the last row of tiles is as wide as the others`(width: Int) async throws {
        let facts = try await Browser.facts(
            of: BenchSummary(.sample()).page(), width: width,
            """
            const tiles = document.querySelector('.tiles');
            const ends = [tiles, tiles.lastElementChild].map(part => part.getBoundingClientRect().right);
            fact('rest', ends[0] - ends[1]);
            """)
        #expect(facts.number("rest") < 2, "\(facts)")
    }

    @Test func `this test notices overflow and script errors`() async throws {
        let page = """
            <!DOCTYPE html><body><p style='width:500px'>wide</p><script>throw new Error('seen')</script></body>
            """
        let facts = try await Browser.facts(of: page, width: 360, Self.measure)
        #expect(facts.number("beyond") > 0)
        #expect(facts.complaints.contains { $0.contains("seen") })
    }
}
