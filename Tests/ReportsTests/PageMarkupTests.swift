import BenchSamples
import Foundation
import FoundationXML
import Testing
import ThudCore
import ThudReports

@Suite struct PageMarkupTests {
    /// An XML parser's view of a page: its elements, their attributes and its text.
    private final class Reading: NSObject, XMLParserDelegate {
        var elements: [(name: String, attributes: [String: String])] = []
        var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements.append((name, attributes))
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }

    private func read(_ page: String) throws -> Reading {
        let parser = XMLParser(data: Data(page.utf8))
        let reading = Reading()
        parser.delegate = reading
        let isWellFormed = parser.parse()
        let place = "line \(parser.lineNumber): \(String(describing: parser.parserError))"
        try #require(isWellFormed, "\(place)")
        return reading
    }

    private static let hostile =
        "\"><script>alert('x')</script><img src=//evil.example/a onerror=alert(1)>&amp;\u{1B}]0;\u{202E}"

    /// A run in which every string is an attack.
    private var hostileRun: BenchRun {
        var run = BenchRun.sample(cues: 30)
        run.machine = [BenchFact(Self.hostile, Self.hostile)]
        run.settings = [BenchFact(Self.hostile, Self.hostile)]
        run.clockSource = Self.hostile
        run.actuator = BenchActuator(name: Self.hostile)
        run.loopback = BenchLoopback(source: Self.hostile, pathDelay: .unknown(reason: Self.hostile))
        for place in run.cues.indices { run.cues[place].name = Self.hostile }
        run.cues[3].measured = run.cues[3].measured.map { $0 + .seconds(0.06) }
        run.cues[4].outcome = .refused
        run.cues[4].isSure = false
        return run
    }

    @Test func `the table of ranges counts a latency on an edge once`() {
        let page = BenchSummary(.measured([10, 10.5, 20])).page()
        #expect(page.contains("10 – 10.5</th><td>1</td><td>1</td>"))
    }

    @Test func `a page is well-formed, starts with the verdict and describes five drawings in two sizes`()
        throws
    {
        let summary = BenchSummary(.sample())
        let reading = try read(summary.page())
        let body = try #require(reading.text.range(of: "thud bench"))
        #expect(reading.text[body.upperBound...].hasPrefix("pass200\u{A0}of 200\u{A0}cues within 50\u{A0}ms;"))
        let drawings = reading.elements.filter { $0.name == "svg" }
        #expect(drawings.count == 10)
        let identifiers = reading.elements.compactMap { $0.attributes["id"] }
        #expect(Set(identifiers).count == identifiers.count)
        for drawing in drawings {
            let references = try #require(drawing.attributes["aria-labelledby"]).split(separator: " ").map(String.init)
            #expect(references.count == 2 && references.allSatisfy(identifiers.contains))
        }
        for fact in summary.run.machine + summary.run.settings {
            #expect(reading.text.contains(fact.name) && reading.text.contains(fact.value))
        }
    }

    @Test func `the page of another program speaks of presses, and of nothing that only Thud has`() throws {
        var run = BenchRun.measured([20, 30, 40])
        run.program = BenchProgram(command: ["./game", "<1>"])
        for index in run.cues.indices {
            (run.cues[index].streamed, run.cues[index].predicted) = (run.cues[index].measured, nil)
        }
        let page = BenchSummary(run).page(ratio: BenchRatio(first: run, second: run))
        let text = try read(page).text
        let body = try #require(text.range(of: "thud bench: ./game <1>"))
        #expect(text.contains("Against ./game <1>"))
        #expect(text.contains("Press by press") && text.contains("press to its stream") && text.contains("missed"))
        for word in ["cue", "Cue", "sensor", "xrun", "Xrun", "predicted"] {
            #expect(!text[body.upperBound...].contains(word), "\(word)")
        }
    }

    @Test func `the page of two programs has both, and fails if the first one does`() throws {
        var (first, second) = (BenchRun.measured([20, 30, 400]), BenchRun.measured([40, 41, 42]))
        (first.program, second.program) = (BenchProgram(command: ["old"]), BenchProgram(command: ["new"]))
        #expect(BenchSummary(second).verdict.passes)
        let reading = try read(BenchSummary(second).page(ratio: BenchRatio(first: first, second: second)))
        #expect(reading.elements.filter { $0.name == "header" }.map { $0.attributes["class"] } == ["fail", "fail"])
        #expect(reading.text.contains("the first program: 2\u{A0}of 3\u{A0}presses within 50\u{A0}ms; worst"))
        let identifiers = reading.elements.compactMap { $0.attributes["id"] }
        #expect(Set(identifiers).count == identifiers.count && identifiers.contains("first-distribution"))
    }

    @Test func `a regression fails the page of a run that is within its budget`() throws {
        let run = BenchRun.sample(slowness: 2)
        let slower = BenchComparison(old: .sample(seed: 3), new: run, tolerance: 0.1)
        let reading = try read(BenchSummary(run).page(comparison: slower))
        let body = try #require(reading.text.range(of: "thud bench"))
        #expect(BenchSummary(run).verdict.passes && !slower.passes)
        #expect(reading.text[body.upperBound...].hasPrefix("fail200\u{A0}of 200\u{A0}cues within"))
        #expect(reading.text.contains("is it certainly slower by more than 10 %? yes, median 1."))
        #expect(reading.elements.contains { $0.name == "header" && $0.attributes["class"] == "fail" })
    }

    @Test func `outside strings appear only as text`() throws {
        let run = hostileRun
        let reading = try read(
            BenchSummary(run).page(comparison: BenchComparison(old: .sample(), new: run, tolerance: 0.1)))
        let plain = try read(
            BenchSummary(.sample(cues: 30)).page(
                comparison: BenchComparison(old: .sample(), new: .sample(cues: 30), tolerance: 0.1)))
        #expect(Set(reading.elements.map(\.name)) == Set(plain.elements.map(\.name)))
        #expect(!reading.elements.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } })
        #expect(reading.text.contains("<script>alert('x')</script>"))
        #expect(!reading.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }

    @Test func `the page requests nothing from outside`() throws {
        let page = BenchSummary(hostileRun).page()
        let reading = try read(page)
        let asking: Set<String> = ["href", "src", "srcset", "action", "data", "xlink:href", "poster", "style"]
        for element in reading.elements { #expect(asking.isDisjoint(with: element.attributes.keys), "\(element)") }
        #expect(
            !["script", "link", "iframe", "object", "img"].contains { name in
                reading.elements.contains { $0.name == name }
            })
        let css =
            try #require(page.range(of: "<style>")).upperBound..<(try #require(page.range(of: "</style>")).lowerBound)
        #expect(!page[css].contains("url(") && !page[css].contains("@import"))
    }

    @Test func `xruns, late cues and the budget are drawn`() throws {
        var run = BenchRun.sample(cues: 60)
        run.xruns += [BenchXrun(at: run.origin + .seconds(1), framesLost: 12)]
        for place in [10, 20, 30] { run.cues[place].measured = run.cues[place].measured.map { $0 + .seconds(0.06) } }
        let reading = try read(BenchSummary(run).page())
        func count(_ name: String, _ style: String) -> Int {
            reading.elements.count { $0.name == name && $0.attributes["class"] == style }
        }
        #expect(count("line", "xrun") == 2 * 2)
        #expect(count("circle", "late") == 3 * 2 && count("circle", "measured") == 57 * 2)
        // In the distribution, the percentiles and the cues, in two sizes.
        #expect(count("line", "budget") == 3 * 2)
        #expect(reading.text.contains("#11 kape/"))
    }

    @Test func `cues that were delayed on purpose are drawn at their latency`() throws {
        var run = BenchRun.measured([5, 6, 70, 100])
        for place in [2, 3] { run.cues[place].injected = .milliseconds(70) }
        let circles = try read(BenchSummary(run).page()).elements.filter { $0.name == "circle" }
        #expect(circles.count == 4 * 2 && Set(circles.prefix(4).map { $0.attributes["cy"] }).count == 4)
    }

    @Test func `the heights of the bars are proportional to their counts`() throws {
        let reading = try read(BenchSummary(.measured([1, 1, 1, 1, 3])).page())
        let bars = reading.elements.filter { $0.name == "rect" }.compactMap {
            $0.attributes["height"].flatMap(Double.init)
        }
        #expect(bars.count == 4)
        #expect(abs(bars[0] / bars[1] - 4) < 0.05 && abs(bars[2] / bars[3] - 4) < 0.05)
    }

    @Test func `the bars of latencies that hardly differ are wide enough to see, although the budget is far`() throws {
        let reading = try read(BenchSummary(.measured([34.01, 34.02, 34.02, 34.03])).page())
        let widths = reading.elements.filter { $0.name == "rect" }.compactMap {
            $0.attributes["width"].flatMap(Double.init)
        }
        #expect(widths.allSatisfy { $0 > 40 }, "\(widths)")
        #expect(reading.text.contains("budget 50 ms →"))
    }

    @Test(arguments: [0, 1, 2, 10_000]) func `any number of cues makes a well-formed page of bounded size`(count: Int)
        throws
    {
        let page = BenchSummary(.sample(cues: count)).page()
        #expect(try read(page).elements.contains { $0.name == "h1" })
        #expect(page.utf8.count < 1_500_000)
    }

    @Test func `a share of a hundred is named only with a hundred cues`() throws {
        let few = try read(BenchSummary(BenchRun.sample(cues: 12)).page()).text
        let many = try read(BenchSummary(BenchRun.sample(cues: 200)).page()).text
        #expect(few.contains("All lie between") && many.contains("98 of 100 lie between"))
    }

    @Test func `delays that were injected on purpose do not count in the medians of the stages`() throws {
        let run = BenchRun.sample(cues: 30)
        var delayed = run
        for place in 0..<20 {
            delayed.cues[place].injected = .milliseconds(200)
            delayed.cues[place].predicted = delayed.cues[place].predicted.map { $0 + .milliseconds(200) }
        }
        var undelayed = run
        undelayed.cues.removeFirst(20)
        let medians = try [delayed, undelayed].map { run in
            let text = try read(BenchSummary(run).page()).text
            return try #require(text.firstMatch(of: /Medians: .*? ms\./)?.output)
        }
        #expect(medians[0] == medians[1])
    }
}
