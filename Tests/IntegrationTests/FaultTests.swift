import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// `thud listen` under faults and with a careless client. `scripts/faults SECONDS` runs both for longer.
@Suite(.live) struct FaultTests {
    /// How long to go on, in seconds.
    private static let seconds = ProcessInfo.processInfo.environment["THUD_FAULT_SECONDS"].flatMap(Double.init)

    /// What the process holds.
    private struct Holdings {
        let kibibytes: Int
        let descriptors: Int

        init(_ process: Int32) throws {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            kibibytes = status.firstMatch(of: /VmRSS:\s+(\d+)/).flatMap { Int($0.1) } ?? 0
            descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
        }
    }

    @Test(.heard) func `under random faults every line is accounted for, and memory and descriptors stay flat`()
        async throws
    {
        let length = Self.seconds ?? 20
        try await withPrivatePipeWire { server in
            let thud = try ThudProcess.start(["listen", "--json"], environment: server.environment, input: nil)
            try await thud.waitForOutput("ready", within: .seconds(15))
            var (dice, sent, faults): (SeededGenerator, Int, [String: Int]) = (SeededGenerator(seed: 29), 0, [:])
            var early: Holdings?
            let start = Instant.now()
            var nextFault = start + .seconds(2)
            while Instant.now() < start + .seconds(length) {
                try thud.write("kape/tick as n\(sent)\n")
                sent += 1
                try await Task.sleep(for: .milliseconds(Int.random(in: 10...40, using: &dice)))
                if early == nil, Instant.now() > start + .seconds(length / 4) {
                    early = try Holdings(thud.processIdentifier)
                }
                guard Instant.now() > nextFault else { continue }
                faults[try await Self.fault(server, thud, &dice), default: 0] += 1
                nextFault = .now() + .milliseconds(Int64.random(in: 500...4_000, using: &dice))
            }
            try await server.forceQuantum(nil)
            try await Task.sleep(for: .seconds(2))
            let late = try Holdings(thud.processIdentifier)
            try thud.closeInput()
            let outcome = try await ThudProcess.outcome(of: thud, within: .seconds(40))
            // 1 says that cues were not heard, as is right after a fault.
            #expect([0, 1].contains(outcome.exitCode), "\(outcome.errorOutput.suffix(2_000))")
            var tally: [String: Int] = [:]
            var answers: [String: Int] = [:]
            for line in outcome.output.split(separator: "\n") {
                let report = try JSONReader(Array(line.utf8), file: "listen")
                guard let result = try report.optional("outcome")?.string() else { continue }
                tally[result, default: 0] += 1
                answers[try report.member("tag").string(), default: 0] += 1
            }
            #expect(answers.count == sent && answers.values.allSatisfy { $0 == 1 })
            let before = try #require(early)
            #expect(late.descriptors <= before.descriptors + 2, "\(before) \(late)")
            #expect(late.kibibytes <= before.kibibytes + 8_192, "\(before) \(late)")
            print("faults: \(sent) lines in \(Int(length)) s; \(faults); \(tally); \(before) \(late)")
        }
    }

    /// Does something bad to the server or the program, and says what.
    private static func fault(
        _ server: PrivatePipeWire, _ thud: RunningProgram, _ dice: inout SeededGenerator
    ) async throws -> String {
        let pause = Duration.milliseconds(Int.random(in: 100...1_500, using: &dice))
        switch Int.random(in: 0..<4, using: &dice) {
        case 0:
            try await server.kill()
            try await Task.sleep(for: pause)
            try await server.restart()
            return "server killed"
        case 1:
            server.freeze()
            try await Task.sleep(for: pause)
            server.thaw()
            return "server stopped"
        case 2:
            try await server.forceQuantum([64, 256, 1_024, 4_096].randomElement(using: &dice))
            return "quantum forced"
        default:
            thud.send(SIGSTOP)
            try await Task.sleep(for: pause)
            thud.send(SIGCONT)
            return "program stopped"
        }
    }

    /// Writes 50 cues per second with their instants, and reads the reports only at the end, or always.
    private static let client = """
        import json, subprocess, sys, threading, time
        seconds, reads = float(sys.argv[1]), sys.argv[2] == "reads"
        thud = subprocess.Popen([sys.argv[3], "listen", "--json", "--latency", "low"], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, bufsize=0)
        lines = [thud.stdout.readline()]
        reader = threading.Thread(target=lambda: lines.extend(thud.stdout))
        if reads: reader.start()
        time.sleep(2)
        start = time.monotonic()
        for number in range(int(seconds * 50)):
            time.sleep(max(0, start + number / 50 - time.monotonic()))
            thud.stdin.write(b"@%d kape/correct gain -30\\n" % time.monotonic_ns())
        if not reads: reader.start()
        thud.stdin.close()
        reader.join()
        reports = [json.loads(line) for line in lines]
        cues = [report for report in reports if "outcome" in report]
        heard = sorted(report["latency_ms"] for report in cues if report["outcome"] == "played")
        dropped = sum(report.get("lines", 0) for report in reports)
        print(len(cues), dropped, len(heard), heard[len(heard) // 2], heard[int(len(heard) * 0.95)])
        """

    @Test(.timedOrdinary.long)
    func `a client that does not read waits no longer for its cues than one that does`() async throws {
        let length = Self.seconds.map { min($0, 60) } ?? 6
        try await withPrivatePipeWire { server in
            let python = try findProgram("python3", package: "python3")
            // Both run at once, so that the machine disturbs both.
            let clients = try ["reads", "does not"].map { kind in
                try RunningProgram(
                    python, ["-c", Self.client, "\(length)", kind, ThudProcess.path()], environment: server.environment)
            }
            var figures: [[Double]] = []
            for client in clients {
                let ending = try await client.end(within: .seconds(length + 40))
                #expect(ending.exitCode == 0, "\(client.errorOutput)")
                figures.append(client.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) })
            }
            print("cues, dropped, played, p50 ms, p95 ms of a client that reads, and of one that does not: \(figures)")
            try #require(figures.allSatisfy { $0.count == 5 })
            let (reading, careless) = (figures[0], figures[1])
            #expect(careless[0] + careless[1] == (length * 50).rounded(.down))
            // Each client sends at a steady phase of the server's cycles, so the medians may differ by a cycle, which
            // takes 1.3 ms. The pipe of a client that does not read is full after 3 s. If cues waited for it, one in
            // twenty would wait longer than 2 s. On a busy machine slow cues of both vary by far less.
            #expect(careless[3] < reading[3] + 2 && careless[4] < 2 * reading[4] + 100, "\(reading) \(careless)")
        }
    }
}
