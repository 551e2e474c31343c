import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudTestSupport

/// Presses in the window of a program, on an X server that the bench starts. The window is that of a program in C that
/// sends a byte for each press to the program that answers with sounds.
@Suite(.timedOrdinary.long)
struct ProgramWindowTests {
    /// Prevents what follows if libwayland would look for a compositor: toolkits then open their windows there.
    private static let unlessOnWayland = #"[ "${WAYLAND_DISPLAY-wayland-0}" ] ||"#

    private func bench(
        _ options: [String], window: String = "", files: [String: String] = [:]
    ) async throws -> (run: BenchRun, outcome: ThudProcess.Outcome) {
        let scratch = try ScratchDirectory(prefix: "thud-window")
        for (name, text) in files { _ = try scratch.write(text, to: name) }
        let json = scratch.file("b.json")
        let answer = try findProduct("answer")
        let program = try findProduct("window")
        _ = try findProgram("Xvfb", package: "xvfb")
        let options = options.map { $0.replacing("FOLDER", with: scratch.path) }
        let command = "\(Self.unlessOnWayland) \(program) \(window) | \(answer) after 10"
        let outcome = try await withPrivatePipeWire { server in
            var environment = server.environment
            environment["DISPLAY"] = nil
            return try await ThudProcess.run(
                ["bench", "--x11", "--count", "12", "--interval", "300..500", "--budget", "200", "--json", json]
                    + options + ["--", "sh", "-c", command],
                environment: environment, within: .seconds(120))
        }
        return (try BenchRun(json: SourceFile.read(json), file: json), outcome)
    }

    @Test(arguments: [["--press", "a"], ["--press", "Return"], ["--click", "middle"], ["--click", "160,100"]])
    func `a press in a window is answered, and what the window then shows is timed`(press: [String]) async throws {
        let (run, outcome) = try await bench(press)
        #expect(outcome.exitCode == 0 && run.cues.count == 12 && run.cues.allSatisfy(\.isSure), "\(outcome)")
        for cue in run.cues {
            let drawn = try #require(LatencySegment.pressToPixels.length(of: cue))
            // The program draws at once, and the answer takes 10 ms and its queue.
            let heard = try #require(LatencySegment.pressToStream.length(of: cue))
            #expect(drawn > .zero && drawn < heard, "\(cue.index): \(drawn) \(heard)")
        }
        #expect(outcome.output.contains("press to pixels"), "\(outcome.output)")
    }

    @Test func `a window that opens late is waited for, and keys prepare it`() async throws {
        // The second byte is the first press.
        let (run, outcome) = try await bench(
            ["--prepare", "FOLDER/menu.txt"], window: "lazy 1500", files: ["menu.txt": "key F1\nwait 0.3\n"])
        #expect(outcome.exitCode == 0 && run.cues.allSatisfy(\.isSure), "\(outcome)")
    }

    @Test func `a window that has the keyboard in a window inside it, as Java's, keeps it there`() async throws {
        let (run, outcome) = try await bench([], window: "inner")
        #expect(outcome.exitCode == 0 && run.cues.allSatisfy(\.isSure), "\(outcome)")
    }

    @Test func `a program that shows no window and makes no sound is told so`() async throws {
        let (_, outcome) = try await bench([], window: "lazy 60000")
        #expect(outcome.exitCode == 1 && outcome.output.contains("8 presses, and the program showed no window"))
    }

    @Test func `a window that is drawn all the time replies when its picture changes`() async throws {
        let (run, outcome) = try await bench([], window: "still 40")
        #expect(outcome.exitCode == 0 && run.cues.allSatisfy(\.isSure), "\(outcome)")
        let replies = run.cues.compactMap { LatencySegment.pressToPixels.length(of: $0)?.milliseconds }
        // The next of its frames, which are 16 ms apart, shows the change; on a busy machine some are late. The program
        // counts whole milliseconds.
        #expect(replies.count >= 10 && replies.allSatisfy { $0 > 39 }, "\(replies)")
        #expect(replies.count { $0 < 80 } > replies.count / 2, "\(replies)")
    }

    @Test func `a window whose picture changes all the time shows no reply`() async throws {
        let (run, outcome) = try await bench([], window: "restless")
        #expect(outcome.exitCode == 0 && run.cues.allSatisfy { $0.isSure && $0.redrawn == nil }, "\(outcome)")
    }

    @Test func `of two programs each is pressed in its own window`() async throws {
        let (run, outcome) = try await bench(
            ["--count", "20", "--vs", "\(findProduct("window")) | \(findProduct("answer")) after 30"])
        #expect(outcome.exitCode == 0 && run.cues.count == 20 && run.cues.allSatisfy(\.isSure), "\(outcome)")
    }

    @Test func `a click elsewhere in the window is none that the program takes`() async throws {
        let (_, outcome) = try await bench(["--click", "5,5"])
        #expect(outcome.exitCode == 1 && outcome.output.contains("nothing was heard after 8 presses"), "\(outcome)")
    }

    @Test func `a place beside the window is not clicked`() async throws {
        let (_, outcome) = try await bench(["--click", "500,20"])
        #expect(outcome.exitCode == 1 && outcome.output.contains("500,20 is outside its window"), "\(outcome)")
    }

    @Test func `on a given display the window is that of the program, also after a splash screen`() async throws {
        let answer = try findProduct("answer")
        let program = try findProduct("window")
        let xServer = try RunningProgram(
            findProgram("Xvfb", package: "xvfb"), ["-displayfd", "1", "-nolisten", "tcp", "-noreset"])
        try await poll("Xvfb", within: .seconds(20)) { xServer.output.hasSuffix("\n") }
        let display = ":" + xServer.output.filter(\.isNumber)
        let outcomes = try await withPrivatePipeWire { server in
            let environment = server.environment.merging(["DISPLAY": display, "WAYLAND_DISPLAY": "wayland-0"]) { $1 }
            // A window of another process, which is as large.
            let other = try RunningProgram(program, [], environment: environment)
            let own = try await ThudProcess.run(
                ["bench", "--x11", "--count", "12", "--interval", "300..500", "--budget", "200"]
                    + ["--", "sh", "-c", "\(Self.unlessOnWayland) \(program) splash 2000 | \(answer) after 10"],
                environment: environment, within: .seconds(120))
            #expect(other.output.isEmpty)
            await other.stop()
            let windowless = try await ThudProcess.run(
                ["bench", "--x11", "--", answer], environment: environment, within: .seconds(120))
            return (own, windowless)
        }
        await xServer.stop()
        #expect(outcomes.0.exitCode == 0, "\(outcomes.0)")
        #expect(outcomes.1.exitCode == 1 && outcomes.1.output.contains("the program shows no window"), "\(outcomes.1)")
    }

    @Test func `a display that does not answer and a key that does not exist are refused in a sentence`() async throws {
        let outcomes = try await withPrivatePipeWire { server in
            var environment = server.environment
            environment["DISPLAY"] = ":4711"
            let deaf = try await ThudProcess.run(["bench", "--x11", "--", "cat"], environment: environment)
            environment["DISPLAY"] = nil
            let keyless = try await ThudProcess.run(
                ["bench", "--x11", "--press", "adiaeresis", "--", "cat"], environment: environment)
            return (deaf, keyless)
        }
        #expect(outcomes.0.exitCode == 3 && outcomes.0.errorOutput.contains("DISPLAY=:4711"), "\(outcomes.0)")
        #expect(outcomes.1.exitCode == 2 && outcomes.1.errorOutput.contains("adiaeresis"), "\(outcomes.1)")
    }
}
