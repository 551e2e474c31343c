import BenchSamples
import Testing
import ThudCore
import ThudReports

@Suite struct TerminalTextTests {
    @Test func `the report on a pull request's page is a table of the stages that were measured`() {
        let run = BenchRun.measured([1, 1, 1, 1, 1, 1, 2, 2, 3, 3.02, 3.04, 4.5])
        let page = BenchSummary(run).markdown
        #expect(
            page.hasPrefix(
                """
                ### Latency

                ✅ 12 of 12 cues within 50 ms; worst 4.5 ms; jitter 1.1 ms: pass

                | ms | n | p50 | p95 | p99 | max | jitter |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: |
                | trigger to predicted | 12 | 1.00 | 4.50 | 4.50 | 4.50 | 1.13 |
                | trigger to measured | 12 | 1.00 | 4.50 | 4.50 | 4.50 | 1.13 |
                | predicted − measured | 12 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 |

                - captured from a cable
                """), "\(page)")
        let ratio = BenchRatio(first: run, second: run)
        #expect(ratio.markdown.hasPrefix("### The second program compared with the first\n\n- "))
        let slower = BenchComparison(old: run, new: .measured(Array(repeating: 5, count: 12)), tolerance: 0.1)
        #expect(
            slower.markdown.hasPrefix(
                """
                ### Against the earlier run

                ❌ is it certainly slower by more than 10 %? yes, median 5.00 times: fail

                - median 5.00 ms, was 1.00 ms: 5.00 times
                """), "\(slower.markdown)")
    }

    @Test func `a program's name stays code on the page of a pull request`() {
        var run = BenchRun.measured([1, 2])
        run.program = BenchProgram(command: ["./a`<b>"])
        #expect(BenchSummary(run).markdown.hasPrefix("### Latency of `./a'<b>`\n"))
    }

    @Test func `the report of a small run matches to the letter`() {
        let run = BenchRun.measured([1, 1, 1, 1, 1, 1, 2, 2, 3, 3.02, 3.04, 4.5])
        #expect(
            BenchSummary(run).text(width: 60) == """
                ms                     n   p50   p95   p99   max  jitter
                sensor to detection    —     —     —     —     —       —
                detection to trigger   —     —     —     —     —       —
                trigger to taken       —     —     —     —     —       —
                taken to predicted     —     —     —     —     —       —
                trigger to predicted  12  1.00  4.50  4.50  4.50    1.13
                trigger to measured   12  1.00  4.50  4.50  4.50    1.13
                input to output        —     —     —     —     —       —
                key to command         —     —     —     —     —       —
                key to output          —     —     —     —     —       —
                key to flash           —     —     —     —     —       —
                predicted − measured  12  0.00  0.00  0.00  0.00    0.00
                haptic − sound         —     —     —     —     —       —
                frame time             —     —     —     —     —       —
                wake lateness          —     —     —     —     —       —

                trigger to measured output, cues a range
                1.0 ms │██████████████████████████████████████████████████ 6
                1.5 ms │                                                   0
                2.0 ms │████████████████▋                                  2
                2.5 ms │                                                   0
                3.0 ms │█████████████████████████                          3
                3.5 ms │                                                   0
                4.0 ms │████████▍                                          1
                 50 ms ┼ budget ────────────────────────────────────────────

                captured from a cable; its own delay is unknown: it is a
                  cable

                12 of 12 cues within 50 ms; worst 4.5 ms; jitter 1.1 ms:
                  pass

                """)
    }

    @Test func `outliers use a logarithmic scale, and those over the budget are below its mark`() throws {
        let text = BenchSummary(.measured([2, 3, 3, 2.5, 60, 70])).text(width: 48)
        let lines = text.split(separator: "\n").filter { $0.contains("│") || $0.contains("┼") }
        #expect(lines.first == " 1.8 ms │████████████▍                         1")
        #expect(
            lines.suffix(4) == [
                "42.2 ms │                                      0", "  50 ms ┼ budget ───────────────────────────────",
                "50.0 ms │                                      0", "56.2 ms │████████████████████████▋             2",
            ])
        #expect(text.hasSuffix("4 of 6 cues within 50 ms; worst 70.0 ms; jitter\n  29.5 ms: fail\n"))
    }

    @Test func `one latency among thousands is seen`() {
        let text = BenchSummary(.measured([Double](repeating: 4, count: 2_000) + [30])).text(width: 60)
        #expect(text.split(separator: "\n").contains { $0.contains("│▏ ") && $0.hasSuffix(" 1") })
    }

    @Test func `a latency equal to the budget is above its mark`() throws {
        let lines = BenchSummary(.measured([49, 50, 51])).text(width: 60).split(separator: "\n")
        let bars = lines.filter { $0.contains("│") || $0.contains("┼") }
        let mark = try #require(bars.firstIndex { $0.contains("┼") })
        let counts = bars.map { $0.last?.wholeNumberValue ?? 0 }
        #expect(counts[..<mark].reduce(0, +) == 2)
        #expect(counts[(mark + 1)...].reduce(0, +) == 1)
    }

    @Test func `no line exceeds the requested width`() {
        var late = BenchRun.sample(cues: 50)
        for place in late.cues.indices {
            late.cues[place].measured = late.cues[place].measured.map { $0 + .seconds(0.06) }
        }
        late.clockSource = String(repeating: "x", count: 300)
        for run in [BenchRun.sample(), late, .plain([]), .measured([0.001, 59_000]), besideGame] {
            for width in stride(from: 1, through: 141, by: 5) {
                let lines = BenchSummary(run).text(width: width).split(separator: "\n")
                let widest = lines.map(\.count).max() ?? 0
                #expect(widest <= width, "\(widest) at \(width)")
            }
        }
    }

    @Test func `a sentence of wide characters takes as many columns as it has`() {
        var run = BenchRun.measured([2])
        run.clockSource = String(repeating: "音", count: 50)
        for width in [12, 21, 60] {
            let lines = BenchSummary(run).text(width: width).split(separator: "\n").filter { $0.contains("音") }
            #expect(lines.reduce(0) { $0 + $1.count { $0 == "音" } } == 50)
            // Each of them takes two columns.
            #expect(lines.allSatisfy { $0.count + $0.count { $0 == "音" } <= width }, "\(lines)")
        }
    }

    @Test func `a narrow table leaves out columns and cuts names, but not numbers`() {
        let rows = LatencySegment.shown(for: .sample()).count
        let wide = Set(BenchSummary(.sample()).text(width: 120).split { $0.isWhitespace })
        for width in 8...60 {
            let table = BenchSummary(.sample()).text(width: width).split(separator: "\n").prefix(1 + rows)
            let numbers = table.flatMap { $0.split { $0.isWhitespace } }.filter { $0.first?.isNumber == true }
            #expect(numbers.count >= rows)
            #expect(numbers.allSatisfy(wide.contains))
        }
    }

    @Test func `the table of another program has the recorded stages of a press, and that of Thud has none`() {
        var run = BenchRun.measured([20, 30])
        let titles = [LatencySegment.pressToStream, .streamToSink, .pressToReply].map(\.title)
        func shown() -> [String] {
            let lines = BenchSummary(run).text(width: 60).split(separator: "\n")
            return titles.filter { title in lines.contains { $0.hasPrefix(title) } }
        }
        #expect(shown() == [])
        run.program = BenchProgram(command: ["./game"])
        #expect(shown() == [])
        run.cues[0].streamed = run.cues[0].measured
        #expect(shown() == [titles[0], titles[1]])
        run.cues[0].replied = run.cues[0].measured
        #expect(shown() == titles)
    }

    /// A run beside a game. Its bells took 4 and 8 ms, and 1 ms if scheduled; a hum was never heard.
    private var besideGame: BenchRun {
        var run = BenchRun.measured([2])
        run.gameCues = [.plain(1, predicted: 4), .plain(2, predicted: 8), .plain(3, predicted: 1), .plain(4)]
        for index in run.gameCues.indices { run.gameCues[index].name = index == 3 ? "game/hum" : "game/bell" }
        run.gameCues[2].asked = run.gameCues[2].triggered
        run.gameCues[3].outcome = .refused
        return run
    }

    @Test func `the game's cues are listed by name, scheduled ones separately`() {
        let lines = BenchSummary(besideGame).text(width: 80).split(separator: "\n").map(String.init)
        let table = lines.drop { !$0.hasPrefix("the game's cues") }.prefix(4).map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(
            table == [
                "the game's cues, predicted, ms n p50 p95 p99 p99.9 max mean jitter",
                "game/bell 2 4.00 8.00 8.00 8.00 8.00 6.00 2.00",
                "game/bell, ahead 1 1.00 1.00 1.00 1.00 1.00 1.00 0.00", "game/hum — — — — — — — —",
            ])
        #expect(!BenchSummary(.measured([2])).text(width: 80).contains("the game's cues"))
    }

    @Test func `a page has a row for each of the game's cues`() {
        let page = BenchSummary(besideGame).page()
        for title in ["game/bell", "game/bell, ahead", "game/hum"] {
            #expect(page.contains("<th scope=\"row\">\(title)</th>"), "\(title)")
        }
        #expect(!BenchSummary(.measured([2])).page().contains("The game's cues"))
    }

    @Test func `colour appears only on request, and changes nothing else`() throws {
        let summary = BenchSummary(.measured([2, 60]))
        let plain = summary.text(width: 80)
        let coloured = summary.text(width: 80, coloured: true)
        #expect(!plain.contains("\u{1B}") && coloured.contains("\u{1B}[31m"))
        #expect(coloured.replacing(#/\u{1B}\[\d*m/#, with: "") == plain)
    }

    @Test(arguments: [(39, false), (40, true)])
    func `a program's drift is told if its quarters have ten presses`(presses: Int, isTold: Bool) {
        var run = BenchRun.measured((0..<presses).map { Double($0 / 10) })
        run.program = BenchProgram(command: ["game"])
        let text = BenchSummary(run).text(width: 100)
        #expect(text.contains("drift: +3.00 ms from the first quarter to the last, medians") == isTold)
    }

    @Test func `results besides those of warm cues are reported in sentences`() {
        let text = BenchSummary(.sample()).text(width: 200)
        for sentence in [
            "cold: process start to first output 44.0 ms, measured", "cold: first cue after idle 5.0 ms, predicted",
            "actuator lra: electrical onset 0.4 ms, rise to 90 % 11.6 ms, felt peak 14.2 ms",
            "xruns: 1, frames lost: 64",
            "captured from the monitor of bench-sink through PipeWire; its delay of 1.333 ms is subtracted",
            "self-test: 10 of 10 injected delays found, worst error 9.2 µs",
        ] {
            #expect(text.contains("\n\(sentence)\n"), "\(sentence)")
        }
    }
}
