import BenchSamples
import Glibc
import Testing
import ThudCore
import ThudReports

@Suite struct SchemaTests {
    private func bytes(_ run: BenchRun) -> [UInt8] { Array(run.json().text().utf8) }

    /// A run in which every member has a value.
    private var full: BenchRun {
        var run = BenchRun.sample(cues: 48)
        run.maxJitter = .milliseconds(3)
        run.hasHapticsInStream = true
        run.isInterrupted = true
        run.cues[3].injected = .milliseconds(60)
        run.cues[3].asked = run.cues[3].predicted
        (run.cues[4].isSure, run.cues[4].doubt, run.cues[4].gain) = (false, .captureGap, 0.5)
        (run.maxXruns, run.predictionDoubts, run.allowsPredicted) = (3, ["the device mixes by dmix"], true)
        run.cues[5].outcome = .refused
        run.gameCues = BenchRun.sample(cues: 3).cues.map(\.unheard)
        run.gameCues[2].asked = run.gameCues[2].triggered
        run.keyCues = BenchRun.sample(cues: 3).cues.map(\.ofTypedKey)
        (run.keyCues[1].isSure, run.keyCues[1].doubt, run.keyCues[1].gain) = (false, .captureGap, 0.5)
        run.program = BenchProgram(command: ["game", "--level", "2"], mistrust: "it is silent", breakOff: "it ended")
        run.cues[6].streamed = run.cues[6].measured
        run.cues[6].replied = run.cues[6].triggered
        run.cues[6].redrawn = run.cues[6].triggered
        run.program?.device = .milliseconds(21)
        return run
    }

    @Test func `a run is unchanged after it is written and read`() throws {
        let run = full
        #expect(try BenchRun(json: bytes(run), file: "b.json") == run)
    }

    @Test func `the game's own cues are stored separately, include the sensor, and fail the run if late`() throws {
        var run = BenchRun.plain([], isCaptured: false)
        run.cues = Array(BenchRun.sample(cues: 2).cues)
        for index in run.cues.indices { (run.cues[index].cause, run.cues[index].detected) = (nil, nil) }
        run.gameCues = Array(BenchRun.sample(cues: 5).cues)
        #expect(try BenchRun(json: bytes(run), file: "b.json") == run)
        #expect(BenchSummary(run)[.sensorToDetection]?.count == 5)
        #expect(BenchSummary(run).judgements.count == 2)
        #expect(BenchSummary(run).verdict.passes)
        run.gameCues[1].predicted = run.gameCues[1].triggered.map { $0 + .milliseconds(51) }
        let verdict = BenchSummary(run).verdict
        #expect(!verdict.passes)
        #expect(verdict.line.hasSuffix("; 1 of 5 game cues late: fail"))
        #expect(verdict.diagnostics.contains("late cues of the game, by prediction: #2 kape/tick 51.0 ms"))
        // The bench's own cues were measured, and a prediction fails no such run.
        run.loopback = BenchRun.plain([], isCaptured: true).loopback
        #expect(BenchSummary(run).verdict.passes)
    }

    @Test func `a key that is late or has no cue fails the run, and a torn one does not`() throws {
        var run = BenchRun.plain([.plain(1, predicted: 4)])
        run.keyCues = BenchRun.sample(cues: 4).cues.map(\.ofTypedKey)
        #expect(try BenchRun(json: bytes(run), file: "b.json") == run)
        #expect(BenchSummary(run).verdict.passes)
        #expect(BenchSummary(run)[.keyToCommand]?.count == 4)
        run.keyCues[0].measured = run.keyCues[0].typed.map { $0 + .milliseconds(51) }
        var silent = BenchCue(index: 3, name: "kape/correct", outcome: .unknown)
        silent.typed = run.keyCues[2].typed
        run.keyCues[2] = silent
        (run.keyCues[3].isSure, run.keyCues[3].doubt) = (false, .xrun)
        let verdict = BenchSummary(run).verdict
        #expect(verdict.line.hasSuffix("; 2 of 4 keys late or without a cue: fail"))
        #expect(verdict.diagnostics.contains("keys that were late or without a cue: #1 51.0 ms, #3 (unknown)"))
    }

    @Test func `an empty run and an unknown path delay survive as well`() throws {
        var run = BenchRun.plain([BenchCue(index: 1, name: "\"\\\n🎧")], isCaptured: true)
        run.origin = Instant(nanoseconds: 1 << 61)
        #expect(try BenchRun(json: bytes(run), file: "b.json") == run)
    }

    @Test func `a start that is not said to be measured was predicted`() throws {
        let text = String(decoding: bytes(full), as: UTF8.self).replacing("startMeasured", with: "unknown")
        #expect(full.cold.startToFirstOutput?.isMeasured == true)
        #expect(try BenchRun(json: Array(text.utf8), file: "b.json").cold.startToFirstOutput?.isMeasured == false)
    }

    private func member(_ name: String, of value: JSONValue) -> JSONValue? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.value
    }

    @Test func `the runs of two programs are written, and the first one is a file of its own`() throws {
        let (first, second) = (BenchRun.measured([4, 5, 6, 7, 8, 9, 10]), full)
        let json = second.json(comparison: nil, ratio: BenchRatio(first: first, second: second))
        #expect(try BenchRun(json: Array(json.text().utf8), file: "b.json") == second)
        let ratio = try #require(member("ratio", of: json))
        let part = Array(try #require(member("run", of: ratio)).text().utf8)
        #expect(try BenchRun(json: part, file: "a.json") == first)
    }

    @Test func `two turns of a program are one run, which can be read again`() throws {
        var run = BenchRun.measured([4, 5, 6])
        run.program = BenchProgram(command: ["game"])
        // The first press is reported apart.
        run.cues.removeFirst()
        var later = run
        later.program?.breakOff = "the program ended"
        run.isInterrupted = true
        run.program?.mistrust = "it was silent"
        run.append(later)
        #expect(run.cues.map(\.index) == [2, 3, 4, 5] && run.isInterrupted)
        #expect(run.program?.mistrust == "it was silent" && run.program?.breakOff == "the program ended")
        #expect(try BenchRun(json: bytes(run), file: "b.json") == run)
    }

    @Test func `the first program of two is named in full, however long its command is`() throws {
        var first = full
        first.program?.command = ["game", String(repeating: "x", count: 100)]
        let json = full.json(comparison: nil, ratio: BenchRatio(first: first, second: full))
        let name = member("first", of: try #require(member("ratio", of: json)))
        #expect(name == .string("game " + String(repeating: "x", count: 100)))
    }

    @Test func `lengths are read in any order`() throws {
        let count = 3_000
        var text = BenchRun.sample(cues: 1).json().text()
        let counts = [String](repeating: "1", count: count).joined(separator: ",")
        let lengths = (1...count).reversed().map { "\($0)000" }.joined(separator: ",")
        let place = try #require(text.firstRange(of: #""frameTimes": {"#)).upperBound
        let end = try #require(text[place...].firstIndex(of: "}"))
        text.replaceSubrange(place..<end, with: #""lengths": [\#(lengths)], "counts": [\#(counts)]"#)
        let run = try BenchRun(json: Array(text.utf8), file: "b.json")
        #expect(run.frameTimes.count == count && run.frameTimes.shortest == .microsecond)
    }

    @Test func `the document names exactly the keys that are written`() throws {
        var keys: Set<String> = []
        let comparison = BenchComparison(old: full, new: full, tolerance: 0.1)
        collect(full.json(comparison: comparison, ratio: BenchRatio(first: full, second: full)), "", into: &keys)
        var unknown = BenchRun.plain([], isCaptured: true)
        unknown.origin = Instant(nanoseconds: 0)
        collect(unknown.json(), "", into: &keys)
        #expect(try documentedKeys() == keys)
    }

    @Test(arguments: [
        ("{}", #"b.json:1:1: this is not a result of `thud bench --json`: it has no "schema": "thud-bench""#),
        ("[1", "b.json:1:3: expected `,` or `]`, found the end of the text"),
        (
            #"{"schema": "thud-bench", "version": 9}"#,
            "b.json:1:37: version: only versions 1 to 2 of the schema can be read; run the bench again"
        ),
        (
            #"{"schema": "thud-bench", "version": 1, "origin": "-1"}"#,
            #"b.json:1:50: origin: expected the origin's nanoseconds as digits in a string, found "-1""#
        ),
    ])
    func `a file that is not a run is refused in a sentence`(text: String, sentence: String) {
        #expect(refusal(text) == sentence)
    }

    @Test(arguments: [
        (#""budget": 50000000"#, #""budget": 1e308"#, "budget"),
        (#""budget": 50000000"#, #""budget": 0.5"#, "budget"),
        (#""framesLost": 64"#, #""framesLost": -1"#, "xruns[0].framesLost"),
        (#""outcome": "played""#, #""outcome": "lovely""#, "cues[0].outcome"),
        (#""sure": true"#, #""sure": "yes""#, "cues[0].sure"),
        (#""found": 10"#, #""found": 1e18"#, "loopback.selfTest.found"),
    ])
    func `a value out of range is refused with its path`(old: String, new: String, path: String) throws {
        let text = BenchRun.sample(cues: 5).json().text()
        let range = try #require(text.firstRange(of: old))
        let sentence = try #require(refusal(text.replacingCharacters(range, new)))
        #expect(sentence.contains(": \(path): expected "), "\(sentence)")
    }

    @Test func `a number that two cues have, and a sound before its trigger, are refused with their paths`() {
        var run = BenchRun.sample(cues: 5)
        run.cues[3].index = 2
        #expect(refusal(run.json().text())?.hasSuffix("cues[3].index: another cue has the number 2 too") == true)
        run.cues[3] = .plain(4, predicted: 4)
        // A capture dates a sound to within two milliseconds.
        (run.cues[3].measured, run.cues[3].isSure) = (run.cues[3].triggered.map { $0 - .milliseconds(1) }, true)
        #expect(refusal(run.json().text()) == nil)
        run.cues[3].measured = run.cues[3].triggered.map { $0 - .milliseconds(20) }
        #expect(
            refusal(run.json().text())?.hasSuffix(
                "cues[3].measured: a cue that is sure cannot be heard before its trigger") == true)
    }

    @Test func `instants at the edge of the readable range do not trap`() throws {
        var run = BenchRun.plain([.plain(1, predicted: 1)])
        run.origin = Instant(nanoseconds: 1 << 62)
        let edge = Interval(nanoseconds: 1 << 53)
        run.cues[0].cause = run.origin - edge
        run.cues[0].triggered = run.origin - edge
        run.cues[0].predicted = run.origin + edge
        run.cues.append(run.cues[0])
        run.cues[1].index = 2
        run.wakeLateness.record(.seconds(9e6), times: 1_000_000_000_000)
        let read = try BenchRun(json: bytes(run), file: "b.json")
        #expect(read == run)
        let summary = BenchSummary(read)
        #expect(summary.late.count == 2 && !summary.text(width: 80).isEmpty && !summary.percentileText.isEmpty)
        #expect(!summary.page().isEmpty)
    }

    @Test func `a file with changed bytes is read or refused, and whatever is read can be reported`() {
        let text = bytes(.sample(cues: 3))
        var generator = SeededGenerator(seed: 11)
        let strange = Array("0123456789-.eE\"{}[],:ntf\\ ".utf8)
        var read = 0
        for _ in 0..<600 {
            var changed = text
            for _ in 0...generator.index(below: 3) {
                changed[generator.index(below: changed.count)] = strange[generator.index(below: strange.count)]
            }
            guard let run = try? BenchRun(json: changed, file: "b.json") else { continue }
            read += 1
            let summary = BenchSummary(run)
            #expect(summary.text(width: 80).hasSuffix(summary.verdict.passes ? "pass\n" : "fail\n"))
            #expect(summary.page().hasSuffix("</html>\n") && summary.percentileText.hasPrefix("       Value"))
        }
        #expect((50..<550).contains(read))
    }

    @Test func `an implausibly long list is refused`() throws {
        let fact = #"{"name":"","value":""}"#
        let facts = Array(repeating: fact, count: 100_001).joined(separator: ",")
        let text = BenchRun.plain([]).json().text(.compact)
        let range = try #require(text.firstRange(of: #""machine":[]"#))
        let sentence = refusal(text.replacingCharacters(range, "\"machine\":[\(facts)]"))
        #expect(sentence?.hasSuffix("machine: has 100001 elements; at most 100000 are read") == true)
    }

    private func refusal(_ text: String) -> String? {
        do throws(ThudError) {
            _ = try BenchRun(json: Array(text.utf8), file: "b.json")
            return nil
        } catch {
            return error.description
        }
    }

    /// Collects the path of every member, with array elements as `[]`.
    private func collect(_ value: JSONValue, _ path: String, into keys: inout Set<String>) {
        switch value {
        case .object(let members):
            for member in members {
                let name = path.isEmpty ? member.name : "\(path).\(member.name)"
                keys.insert(name)
                // The first of two programs has a whole run there.
                if name != "ratio.run" { collect(member.value, name, into: &keys) }
            }
        case .array(let values):
            for value in values { collect(value, path + "[]", into: &keys) }
        default: break
        }
    }

    /// Returns the keys in backticks at the start of the document's table rows; `*` stands for each stage.
    private func documentedKeys() throws -> Set<String> {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let text = String(decoding: try SourceFile.read("/\(root)/docs/bench-schema.md"), as: UTF8.self)
        var keys: Set<String> = []
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            guard let key = line.dropFirst(3).split(separator: "`").first else { continue }
            for name in key.contains("*") ? LatencySegment.allCases.map(\.rawValue) : [""] {
                keys.insert(key.split(separator: "*", omittingEmptySubsequences: false).joined(separator: name))
            }
        }
        return keys
    }
}

extension BenchCue {
    /// The cue as the game's: without measurements and without a separate haptics device.
    fileprivate var unheard: BenchCue {
        var cue = BenchCue(index: index, name: name, outcome: outcome)
        (cue.cause, cue.detected, cue.triggered, cue.taken) = (cause, detected, triggered, taken)
        (cue.predicted, cue.frame) = (predicted, frame)
        return cue
    }
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<String.Index>, _ text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
