import Foundation
import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudKape
import ThudReports
import ThudTerminal
import ThudTestSupport

@testable import thud

@Suite(.timed) struct AwaitedFrameTests {
    private func picture(_ now: Instant) -> ShellPicture {
        ShellPicture(
            theme: Kape.theme, flow: ShellFlow(Kape.description, preferences: .init()), session: nil, now: now,
            sceneAge: 1)
    }

    @Test func `the first frame made after a prompt is reported with the moment at which it was written`() throws {
        let terminal = try #require(BenchTerminal())
        terminal.start()
        let renderer = ScreenRenderer(terminal.output)
        defer {
            renderer.stop()
            terminal.stop()
        }
        let patience = Interval.seconds(30)
        let asked = Instant.now()
        renderer.awaitFrame(since: asked)
        renderer.post(picture(asked - .milliseconds(1)), due: asked)
        try holdOn("the frame before", within: patience) { renderer.times.delay.count == 1 }
        #expect(renderer.takeAwaitedFrame() == nil, "it was made before the prompt")
        let posted = Instant.now()
        renderer.invalidate()
        renderer.post(picture(posted), due: posted)
        try holdOn("the frame", within: patience) { renderer.times.delay.count == 2 }
        let shown = try #require(renderer.takeAwaitedFrame())
        #expect(shown >= posted && shown <= .now())
        renderer.invalidate()
        renderer.post(picture(.now()), due: .now())
        try holdOn("the frame after", within: patience) { renderer.times.delay.count == 3 }
        #expect(renderer.takeAwaitedFrame() == nil, "it is told once")
    }

    @Test func `a frame posted while the terminal accepts nothing is drawn as soon as it does`() throws {
        let terminal = try #require(BenchTerminal())
        terminal.start()
        let renderer = ScreenRenderer(terminal.output)
        defer {
            renderer.stop()
            terminal.stop()
        }
        tcflow(terminal.output.descriptor, TCOOFF)
        for _ in 0..<2 {
            renderer.invalidate()
            renderer.post(picture(.now()), due: .now())
            usleep(200_000)
        }
        #expect(renderer.times.delay.count == 0)
        tcflow(terminal.output.descriptor, TCOON)
        try holdOn("both frames", within: .seconds(30)) { renderer.times.delay.count == 2 }
    }
}

/// A person's prompts on a terminal that briefly accepts no output.
@Suite(.timedOrdinary.long) struct ShownPromptTests {
    /// The time from Enter to the first prompt.
    private static let ready = Interval.milliseconds(500)
    private static let limit = Interval.seconds(3)
    /// How late a prompt may reach the screen and still get its whole time.
    private static let patience = Interval.milliseconds(120)

    @Test func `a prompt's time starts when its first frame could be written`() async throws {
        let surroundings = try Surroundings()
        var releases: [Instant] = []
        var moves: [Move] = []
        try await TerminalPlay.running(
            "pocket --mode classic --device null --json", in: surroundings
        ) { play in
            try await play.terminal.wait(for: "PLAY")
            // A busy machine may block the terminal for too long, so another round is played.
            for _ in 0..<4 { releases.append(try await playRound(on: play.terminal)) }
            try await leave(play.terminal)
            try await play.terminal.wait(for: TerminalPlay.gives)
            try await play.terminal.wait(for: "\n}\r\n")
            moves = try self.moves(play.terminal.output)
        }
        for move in moves {
            #expect(move.shown > move.asked && move.shown - move.asked <= Self.patience)
            #expect(move.due == move.shown + Self.limit)
        }
        // Nothing could be written before the terminal accepted output again.
        #expect(
            moves.contains { move in releases.contains { move.asked < $0 && $0 <= move.shown } },
            "\(moves), released at \(releases)")
    }

    /// Leaves the result and the title. On a busy machine a press may still reach the round, which takes two to end.
    private func leave(_ terminal: PseudoTerminal) async throws {
        for _ in 0..<6 where terminal.count(TerminalPlay.gives) == 0 {
            try await terminal.type("q")
            try await Task.sleep(for: .milliseconds(700))
        }
    }

    /// Plays a round without answers. Returns when the terminal accepted output again, having been blocked while the
    /// prompt was requested.
    private func playRound(on terminal: PseudoTerminal) async throws -> Instant {
        let written = terminal.output.count
        try await terminal.type("\r")
        try await Task.sleep(for: .nanoseconds((Self.ready - .milliseconds(60)).nanoseconds))
        terminal.holdOutput(true)
        try await Task.sleep(for: .milliseconds(100))
        let released = Instant.now()
        terminal.holdOutput(false)
        try await terminal.wait(for: "late!", after: written)
        // Before that, a key counts for the round.
        try await Task.sleep(for: .seconds(1))
        return released
    }

    /// When a prompt was requested, when it was shown, and when its time was over.
    private struct Move {
        let asked: Instant
        let shown: Instant
        let due: Instant
    }

    /// Returns the prompts whose failure was cancelled and rescheduled, from the report after the screen output.
    private func moves(_ output: [UInt8]) throws -> [Move] {
        let text = String(decoding: output, as: UTF8.self)
        let told = text[try #require(text.range(of: TerminalPlay.gives, options: .backwards)).upperBound...]
        let report = try #require(told.firstIndex(of: "{").map { told[$0...] })
        let end = try #require(report.lastIndex(of: "}"))
        let failures = try JSONReader(Array(report[...end].utf8), file: "the report").member("cues").elements()
            .filter { try $0.member("cue").string() == "pocket/failure" }
        func instant(_ cue: JSONReader, _ name: String) throws -> Instant {
            Instant(nanoseconds: Int64(try cue.member(name).number()))
        }
        return try zip(failures, failures.dropFirst()).compactMap { former, cue in
            guard try former.member("outcome").string() == "cancelled" else { return nil }
            return Move(
                asked: try instant(former, "cause_ns"), shown: try instant(cue, "cause_ns"),
                due: try instant(cue, "trigger_ns"))
        }
    }
}
