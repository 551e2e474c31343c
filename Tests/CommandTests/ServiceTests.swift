import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// `thud listen` as a service: every request is answered, and nobody's trouble is another's.
@Suite(.live) struct ServiceTests {
    private var surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        surroundings.environment["THUD_DEVICE"] = "null"
    }

    private func listen(_ input: String, _ arguments: [String] = ["--json"]) async throws -> (
        outcome: ThudProcess.Outcome, reports: [JSONReader]
    ) {
        let outcome = try await ThudProcess.run(
            ["listen"] + arguments, environment: surroundings.environment, input: input, in: surroundings.scratch.path,
            within: .seconds(60))
        let reports = try outcome.output.split(separator: "\n").map { try JSONReader(Array($0.utf8), file: "listen") }
        return (outcome, reports)
    }

    private func run(_ script: String) async throws -> (code: Int32?, output: String, told: String) {
        try await surroundings.shell(script)
    }

    // MARK: Truth

    @Test func `the first report says that the service is ready`() async throws {
        let (_, reports) = try await listen("kape/tick\n")
        #expect(try reports.first?.member("event").string() == "ready")
        #expect(try (reports.first?.member("cues").number() ?? 0) > 80)
    }

    @Test(.timed) func `six hundred short cues a second are all played, also if they are requested long before`()
        async throws
    {
        _ = try surroundings.scratch.directory("mine")
        try SoundFile.write(
            Sound(sampleRate: 48_000, channels: [[Float](repeating: 0.1, count: 480)]),
            to: surroundings.scratch.file("mine/click.wav"))
        let lines = (0..<1_200).map { "+\(0.3 + Double($0) / 600) mine/click\n" }.joined()
        let (outcome, reports) = try await listen(lines, ["--json", "--cues", "mine"])
        let outcomes = try reports.compactMap { try $0.optional("outcome")?.string() }
        #expect(outcomes.count == 1_200 && outcomes.allSatisfy { $0 == "played" }, "\(outcome.errorOutput)")
    }

    @Test func `every one of 2,600 cues at one instant has an outcome`() async throws {
        let (outcome, reports) = try await listen(String(repeating: "+1 kape/tick\n", count: 2_600))
        let count = try reports.count { try $0.optional("outcome") != nil }
        #expect(count == 2_600, "\(outcome.errorOutput)")
        #expect(outcome.exitCode == 1, "\(outcome.errorOutput)")
    }

    @Test func `a reader that does not read loses reports and delays nothing`() async throws {
        let (_, _, told) = try await run(
            """
            line="x # $(printf '%0200d' 0)"
            { yes "$line" | head -n 30000; touch sent; until [ -e read ]; do sleep 0.1; done; } |
                thud listen --json 2>/dev/null |
                { until [ -e sent ]; do sleep 0.1; done; grep -m1 dropped >&2; touch read; }
            """
        )
        #expect(told.contains("\"event\":\"dropped\""), "\(told.suffix(2_000))")
    }

    @Test func `a signal ends it even if it was started with all signals blocked`() async throws {
        let (_, output, told) = try await run(
            """
            env --block-signal thud listen --socket=here </dev/null & until [ -S here ]; do sleep 0.1; done
            kill $!; wait $!; echo $?
            """)
        #expect(output == "143\n", "\(told)")
    }

    @Test(arguments: ["names": 1, "wrong": 4])
    func `what a reader has not taken at the end is counted, also beside a wrong line`(
        last: String, code: Int
    ) async throws {
        let (_, output, told) = try await run(
            """
            { for i in {1..39}; do echo names; done; echo \(last); } | { thud listen --json; echo $? >code; } |
                { until [ -s code ]; do sleep 0.1; done; wc -l; cat code; }
            """)
        let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        let lost = told.firstMatch(of: /standard output: (\d+) reports were not read in time and lost/)
        let count = try #require(lost.flatMap { Int($0.1) }, "\(output) \(told)")
        // One report is that the service is ready.
        #expect(count > 0 && numbers == [41 - count, code], "\(output) \(told)")
    }

    @Test func `a slow reader gets every report, however long the end waits for it`() async throws {
        let (_, output, told) = try await run(
            """
            { for i in {1..40}; do echo names; done; } | thud listen --json |
                while read -r; do sleep 0.3; echo; done | wc -l; echo ${PIPESTATUS[1]}
            """)
        #expect(output.split(whereSeparator: \.isWhitespace) == ["41", "0"], "\(output) \(told)")
    }

    @Test func `without a device cues are reported as unheard`() async throws {
        var surroundings = surroundings
        surroundings.environment["THUD_DEVICE"] = nil
        let outcome = try await ThudProcess.run(
            ["listen", "--json"], environment: surroundings.environment, input: "kape/tick\n", within: .seconds(60))
        #expect(outcome.output.contains("\"latency_ms\":null,\"outcome\":\"unheard\""), "\(outcome)")
        #expect(outcome.exitCode == 0)
    }

    @Test(arguments: [
        ("echo kape/tick | thud listen --json > /dev/full", "No space left on device; free some space, or write"),
        ("echo kape/tick | thud listen --cues nowhere", "nowhere: cannot be listed: No such file or directory; check"),
    ])
    func `what cannot be read or written ends with one sentence`(script: String, sentence: String) async throws {
        let (code, output, told) = try await run(script)
        #expect(code == 4 && output.isEmpty && told.contains(sentence), "\(String(describing: code)) \(told)")
    }

    @Test func `a client's own instant is the cause, and latency counts from it`() async throws {
        let cause = Instant.now() - .seconds(2)
        let (_, reports) = try await listen("@\(cause.nanoseconds) kape/tick\n")
        let report = try #require(reports.last)
        #expect(try report.member("cause_ns").number() == Double(cause.nanoseconds))
        #expect(try report.member("latency_ms").number() > 2_000)
    }

    @Test func `stop takes back what the engine already has, however much it is`() async throws {
        let (_, output, told) = try await run(
            """
            { awk 'BEGIN { for (i = 0; i < 600; i++) printf "+%.5f kape/correct\\n", 2.2 + i / 1e5 }'; sleep 2; echo stop; } |
                thud listen --json | grep -o '"outcome":"[a-z]*"' | sort | uniq -c
            """)
        #expect(output.contains("cancelled") && !output.contains("played"), "\(output) \(told)")
    }

    @Test func `a stop for later leaves what begins after it, although the engine has that already`() async throws {
        let (_, output, told) = try await run(
            """
            { echo kape/tick; sleep 1; echo +0.45 kape/tick; sleep 0.1; echo +0.1 stop; } |
                thud listen --json | grep -c '"outcome":"played"'
            """)
        #expect(output == "2\n", "\(output) \(told)")
    }

    @Test func `a cue that a signal leaves no time for is cancelled`() async throws {
        let (_, output, told) = try await run(
            """
            mkfifo lines; exec 3<>lines
            thud listen --json <&3 >reports & pid=$!
            printf 'kape/tick\\n+60 kape/tick as t\\n' >&3; until grep -q outcome reports; do sleep 0.1; done
            kill $pid; wait $pid; grep -o '"tag":"t".*"outcome":"[a-z]*"' reports
            """)
        #expect(output.contains("cancelled"), "\(output) \(told)")
    }

    @Test func `a line that waited while the process was stopped says so, also that of a new client`() async throws {
        let (_, output, _) = try await run(
            """
            mkfifo lines; exec 3<>lines
            thud listen --json --socket=s <&3 >reports & pid=$!
            echo kape/tick >&3; until grep -q outcome reports; do sleep 0.1; done
            kill -STOP $pid; echo kape/tick >&3; thud send --socket s --json kape/tick >sent & sleep 2; kill -CONT $pid
            until [ $(grep -c outcome reports) = 2 ]; do sleep 0.1; done; wait $!; kill $pid; wait $pid
            cat reports sent | grep outcome
            """)
        let reports = output.split(separator: "\n").dropFirst()
        #expect(reports.count == 2, "\(output)")
        for line in reports {
            let report = try JSONReader(Array(line.utf8), file: "listen")
            #expect(try report.member("waited_ms").number() >= 1_000, "\(output)")
            #expect(try report.member("latency_ms").number() >= 1_000)
        }
    }

    @Test func `a named pipe whose writer closes it ends the input, and a remark points to the socket`() async throws {
        let (code, _, told) = try await run("mkfifo lines; echo kape/tick >lines & thud listen <lines")
        #expect(code == 0 && told.contains("thud listen --socket"), "\(told)")
    }

    @Test func `a listener says on a terminal what it waits for`() async throws {
        let (code, output, told) = try await run("echo kape/tick | script -qec 'thud listen' /dev/null")
        #expect(code == 0 && output.contains("Waiting for lines such as kape/correct; Ctrl-D"), "\(output) \(told)")
    }

    @Test(arguments: [
        "ulimit -n 20; thud listen", "ulimit -n 64; thud listen --haptics-device null", "ulimit -n 20; thud decks",
        "ulimit -v 120000; thud play --bot 7",
    ])
    func `limits that are too low end in one sentence`(_ script: String) async throws {
        let (code, _, told) = try await run("\(script) </dev/null")
        #expect(code == 4 && told.contains("allow") && told.contains("ulimit"), "\(String(describing: code)) \(told)")
        #expect(told.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        ("zero", 0, "\"outcome\":\"played\""), ("end", 4, "shows 9223372033 s; end what changes it"),
        ("backwards", 4, "runs backwards"), ("still", 4, "stands still"),
    ])
    func `an absurd clock plays or ends in one sentence`(kind: String, code: Int32, words: String) async throws {
        let library = try findProduct("libAbsurdClock.so")
        let (_, output, told) = try await run(
            "echo '+0.2 kape/tick' | ABSURD_CLOCK=\(kind) LD_PRELOAD='\(library)' timeout 20 thud listen --json; echo code $?"
        )
        #expect(output.hasSuffix("code \(code)\n"), "\(output) \(told)")
        #expect((code == 0 ? output : told).contains(words), "\(output) \(told)")
        #expect(told.split(separator: "\n").count == (code == 0 ? 0 : 1), "\(told)")
    }

    @Test func `characters that act on a terminal and endless names are not echoed`() async throws {
        let long = String(repeating: "x", count: 5_000)
        let (_, _, told) = try await run(
            "printf '\\342\\200\\256abc\\n\\033[2J\\n' | thud listen; thud play \(long); thud decks check \(long)")
        #expect(told.contains("\\u{202E}abc") && told.contains("\\u{1B}[2J"), "\(told)")
        #expect(told.utf8.count < 1_500, "\(told)")
    }

    @Test func `TERM ends a bench that waits for the reader of a pipe`() async throws {
        let (code, _, told) = try await run(
            """
            mkfifo out; THUD_DEVICE= thud bench --count 1 --no-cold-start --game none --device null --loopback off \
                --allow-predicted --json out & pid=$!
            sleep 6; kill $pid; wait $pid
            """)
        #expect(code == 143, "\(told)")
    }

    @Test func `TERM ends a bench in the middle although nobody reads what it writes to a pipe`() async throws {
        let (code, _, told) = try await run(
            """
            mkfifo out; THUD_DEVICE= thud bench --no-cold-start --game none --device null --loopback off \
                --allow-predicted --json out & pid=$!
            sleep 3; kill $pid; wait $pid
            """)
        #expect(code == 143, "\(told)")
    }

    // MARK: Verbs

    /// Lines for the same instant are taken in their order.
    @Test(arguments: [("", ""), ("+0.3 ", "+0.4 ")]) func `a lasting cue is begun, turned and ended`(
        start: String, end: String
    ) async throws {
        let (outcome, reports) = try await listen(
            "\(start)begin habit/hold as h\n\(start)turn h intensity 0.3 over 0.1\n\(end)end h fade 0.05\n")
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(try reports.dropFirst().map { try $0.member("tag").string() } == ["h", "h"])
        #expect(try reports.last?.member("event").string() == "ended")
    }

    @Test func `lines of every kind take a time`() async throws {
        let (outcome, reports) = try await listen(
            """
            +0.1 begin habit/hold as h
            +0.2 turn h intensity 0.5 over 0.1
            +0.4 end h
            +0.6 begin habit/hold as h
            +0.8 stop
            +0.9 kape/tick as t
            +5 kape/tick as u
            +1 cancel u

            """)
        #expect(outcome.exitCode == 0, "\(outcome)")
        let told = try reports.dropFirst().map { report in
            let what = try report.optional("event") ?? report.member("outcome")
            return "\(try report.member("tag").string()) \(try what.string())"
        }
        #expect(
            told.sorted() == ["h ended", "h ended", "h played", "h played", "t played", "u cancelled"], "\(outcome)")
        let times = try reports.filter { try $0.optional("trigger_ns") != nil }.map {
            try $0.member("trigger_ns").number()
        }
        #expect(abs(times[1] - times[0] - 0.5e9) < 1e3 && abs(times[2] - times[0] - 0.8e9) < 1e3, "\(outcome)")
    }

    @Test func `a tag may be used again while the cue before it fades`() async throws {
        let (outcome, reports) = try await listen(
            "begin habit/hold as h\nend h fade 0.3\nbegin habit/hold as h\nend h\n")
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(try reports.filter { try $0.optional("event")?.string() == "ended" }.count == 2)
    }

    @Test func `cancel takes back what has not begun`() async throws {
        let (_, reports) = try await listen("+5 kape/tick as t\ncancel t\n")
        let last = try #require(reports.last)
        #expect(try last.member("outcome").string() == "cancelled" && last.member("tag").string() == "t")
        #expect(try last.member("at_s").number() > 4 && last.optional("latency_ms") == nil)
        // A cue that would have lasted is over, too, as soon before its time as long before it.
        for delay in ["0.3", "5"] {
            let (_, reports) = try await listen("+\(delay) begin habit/hold as h\ncancel h\n")
            let told = try reports.dropFirst().map { try ($0.optional("event") ?? $0.member("outcome")).string() }
            #expect(told == ["cancelled", "ended"], "\(delay)")
        }
    }

    @Test(arguments: [
        ("begin kape/tick as t", #"kape/tick ends by itself; play it, or give it "lasts""#),
        ("turn x gain 1", "no cue with the tag x is playing"),
        ("kape/tick gain 40", "expected a number from -60 to 12"), ("turn x speed 1", "expected one of gain, pitch"),
        ("begin habit/hold", "expected `as TAG`"), ("@x kape/tick", "expected nanoseconds"),
        ("+0.1 turn x gain 1", "no cue with the tag x is playing"), ("kape/tik", "did you mean kape/tick?"),
    ])
    func `a wrong line is one sentence, with its number`(line: String, reason: String) async throws {
        let (outcome, reports) = try await listen("# a comment\n\(line)\n")
        #expect(try outcome.exitCode == 4 && reports.last?.member("line").number() == 2)
        #expect(try reports.last?.member("message").string().contains(reason) == true, "\(outcome)")
    }

    @Test func `names lists every cue, also one that a stop comes before`() async throws {
        let (_, reports) = try await listen("+0.1 names\nstop\n")
        let names = try #require(try reports.last?.member("names").elements())
        #expect(try names.contains { try $0.member("name").string() == "kape/correct" })
        let listed = try await surroundings.thud(["names", "--json"])
        #expect(try JSONReader(Array(listed.output.utf8), file: "names").elements().count == names.count)
    }

    @Test func `a folder of one's own plays, and a broken file costs only its cue`() async throws {
        _ = try surroundings.scratch.directory("mine")
        let tap = #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#
        try surroundings.scratch.write(tap, to: "mine/tap.ahap")
        try surroundings.scratch.write("{", to: "mine/bad.ahap")
        let (outcome, reports) = try await listen("mine/tap\nmine/bad\n", ["--json", "--cues", "mine"])
        #expect(try reports.contains { try $0.optional("cue")?.string() == "mine/tap" }, "\(outcome)")
        #expect(outcome.errorOutput.contains("mine/bad.ahap:1:") && outcome.exitCode == 4)
    }

    @Test func `a folder without cues is remarked on`() async throws {
        _ = try surroundings.scratch.directory("parent/mine")
        let (outcome, _) = try await listen("kape/tick\n", ["--json", "--cues", "parent"])
        let listed = try await surroundings.thud(["names", "--cues", "parent"], in: surroundings.scratch.path)
        for outcome in [outcome, listed] {
            #expect(outcome.errorOutput == "thud: parent has no cues; add an .ahap file or a sound\n", "\(outcome)")
            #expect(outcome.exitCode == 0)
        }
    }

    @Test func `of cues with the same name the first counts, one's own before a shipped one`() async throws {
        for folder in ["first/mine", "second/mine", "third/kape"] { _ = try surroundings.scratch.directory(folder) }
        let tap = #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#
        for file in ["first/mine/tap", "second/mine/tap", "second/mine/other", "third/kape/correct"] {
            try surroundings.scratch.write(tap, to: "\(file).ahap")
        }
        let (outcome, reports) = try await listen(
            "names\n", ["--json", "--cues", "first/mine", "--cues", "second/mine", "--cues", "third/kape"])
        let names = try #require(try reports.last?.member("names").elements())
        let correct = try names.filter { try $0.member("name").string() == "kape/correct" }
        #expect(try correct.map { try $0.member("sound").bool() } == [false], "\(outcome)")
        #expect(try names.contains { try $0.member("name").string() == "mine/other" })
        let told = "thud: second/mine: 1 cue is left out, because an earlier folder has mine/tap, too\n"
        #expect(outcome.errorOutput == told && outcome.exitCode == 0, "\(outcome)")
    }

    @Test func `the end of the input ends what lasts, unless a line that waits will`() async throws {
        let (outcome, reports) = try await listen("begin habit/hold as h\nbegin habit/hold as k\n+1 end k\n")
        #expect(outcome.exitCode == 0, "\(outcome)")
        let ends = try reports.filter { try $0.optional("event")?.string() == "ended" }
        #expect(try ends.map { try $0.member("tag").string() } == ["h", "k"], "\(outcome)")
    }
}
