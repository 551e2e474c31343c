import Glibc
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// Keys of terminals that report them differently.
@Suite(.timedOrdinary) struct KeyboardTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    @Test(arguments: Keyboard.Model.allCases)
    func `Enter counts once, a tap or a short hold of q leaves nothing, and a long hold leaves only the round`(
        model: Keyboard.Model
    ) async throws {
        try await TerminalPlay.running("pocket", in: surroundings) { play in
            let keyboard = Keyboard(model: model, terminal: play.terminal)
            try await play.terminal.wait(for: "Swipe to Survive")
            #expect(keyboard.flags == (model == .plain ? 0 : 5))
            await keyboard.tap("\r")
            try await play.terminal.wait(for: "Practice")
            try await Task.sleep(for: .milliseconds(300))
            // A second Enter would have begun the offered mode.
            #expect(play.count(TerminalPlay.strokes) == 0)
            // This begins the tutorial, whose prompts wait without limit.
            await keyboard.tap("\r")
            try await play.terminal.wait(for: TerminalPlay.strokes)

            try await Task.sleep(for: .milliseconds(300))
            // The longer one takes 0.6 s; a second would leave.
            for length in [nil, Interval.milliseconds(100)] {
                if let length {
                    try await keyboard.hold("q", for: length)
                } else {
                    await keyboard.tap("q")
                }
                try await Task.sleep(for: .milliseconds(1_500))
                #expect(play.count(TerminalPlay.text) == 0)
                // Another key shows that nobody wants to leave.
                await keyboard.tap("x")
                try await Task.sleep(for: .milliseconds(100))
            }
            try await keyboard.hold("q", for: .milliseconds(150)) { play.count(TerminalPlay.text) > 0 }
            let start = play.terminal.output.count
            try await play.terminal.type("\u{C}")
            try await play.terminal.wait(for: "Swipe to Survive", after: start)
            try await Task.sleep(for: .milliseconds(300))
            await keyboard.tap("q")
            #expect(try await play.status() == 0)
            try await play.waitUntilRestored()
        }
    }

    /// Returns the keyboard of a round of Kape that has gone through the tutorial.
    private func keyboardInFirstRound(of play: TerminalPlay, _ model: Keyboard.Model) async throws -> Keyboard {
        let keyboard = Keyboard(model: model, terminal: play.terminal)
        try await play.terminal.wait(for: "LUAJ")
        await keyboard.tap("\r")
        try await play.terminal.wait(for: Seen.tutorial)
        await keyboard.tap(Keyboard.arrowDown)
        try await play.terminal.wait(for: "✓ 0")
        return keyboard
    }

    @Test(arguments: Keyboard.Model.allCases)
    func `a held arrow is one answer in Kape, and two presses are two`(model: Keyboard.Model) async throws {
        try await TerminalPlay.running("--deck mix", in: surroundings) { play in
            let keyboard = try await keyboardInFirstRound(of: play, model)

            // Far beyond the half second after an answer in which nothing counts.
            try await keyboard.hold(Keyboard.arrowDown, for: .milliseconds(1_800))
            try await expectScore("✓ 1", play)
            await keyboard.tap(Keyboard.arrowDown)
            try await Task.sleep(for: .milliseconds(700))
            await keyboard.tap(Keyboard.arrowDown)
            try await expectScore("✓ 3", play)
            try play.send(SIGTERM)
            #expect(try await play.status() == 128 + SIGTERM)
            try await play.waitUntilRestored()
        }
    }

    @Test func `once a hold has revealed the repeat delay, a held p pauses once, and a second press resumes`()
        async throws
    {
        try await TerminalPlay.running("--deck mix --json >report", in: surroundings) { play in
            let keyboard = try await keyboardInFirstRound(of: play, .plain)
            try await keyboard.hold(Keyboard.arrowDown, for: .milliseconds(300))
            try await Task.sleep(for: .milliseconds(400))
            try await keyboard.hold("p", for: .milliseconds(300))
            try await goOnAndPressTwice("p", keyboard)
            try play.send(SIGTERM)
            #expect(try await play.status() == 128 + SIGTERM)
        }
        let causes = try buttons()
        let gaps = zip(causes.dropFirst(), causes).map { $0 - $1 }
        // One press for the hold, and the three that followed it.
        #expect(gaps.count >= 3 && gaps.allSatisfy { $0 > 200 }, "\(gaps)")
        #expect(abs((gaps.last ?? 0) - 500) < 150, "\(gaps)")
    }

    /// Returns when the report says that buttons were pressed, in milliseconds.
    private func buttons() throws -> [Double] {
        let report = try JSONReader(Array(surroundings.scratch.text(of: "report").utf8), file: "the report")
        let buttons = try report.member("cues").elements().filter { try $0.member("cue").string() == "kape/button" }
        return try buttons.map { try $0.member("cause_ns").number() / 1e6 }.sorted()
    }

    @Test(arguments: [Keyboard.Model.plain, .kitty])
    func `a held arrow scrolls a result, but not while it is held since the round`(model: Keyboard.Model) async throws {
        var (end, start) = (Instant.now(), Instant.now())
        try await TerminalPlay.running("--deck mix --seconds 5 --json >report", in: surroundings) { play in
            let keyboard = try await keyboardInFirstRound(of: play, model)
            // So few rows that the lists do not fit.
            play.terminal.resize(columns: 80, rows: 18)
            for _ in 0..<4 {
                await keyboard.tap(Keyboard.arrowDown)
                try await Task.sleep(for: .milliseconds(650))
            }
            end = .now()
            try await keyboard.hold(Keyboard.arrowDown, for: .milliseconds(300)) {
                play.terminal.count("HAJDE PRAP") > 0
            }
            try await Task.sleep(for: .milliseconds(500))
            start = .now()
            try await keyboard.hold(Keyboard.arrowDown, for: .milliseconds(300))
            try play.send(SIGTERM)
            #expect(try await play.status() == 128 + SIGTERM)
        }
        let causes = try buttons().filter { $0 > Double(end.nanoseconds) / 1e6 }
        #expect(causes.count > 1 && causes.allSatisfy { $0 > Double(start.nanoseconds) / 1e6 }, "\(causes)")
    }

    @Test func `a held p also pauses once line by line, and a second press resumes`() async throws {
        let terminal = try PseudoTerminal(columns: 100, rows: 30)
        try terminal.start(
            "\(try ThudProcess.path()) play --plain --seconds 60 --seed 3; echo \"ended with $?\"",
            environment: surroundings.environment, in: surroundings.scratch.path)
        let keyboard = Keyboard(model: .plain, terminal: terminal)
        try await terminal.wait(for: "nod for a right answer")
        await keyboard.tap("j")
        try await terminal.wait(for: "card:")
        try await keyboard.hold("j", for: .milliseconds(300))
        try await Task.sleep(for: .milliseconds(400))
        func pauses() -> Int { terminal.count("paused: ") }
        try await keyboard.hold("p", for: .milliseconds(300))
        try await terminal.wait(for: "paused: ")
        #expect(pauses() == 1)
        try await goOnAndPressTwice("p", keyboard)
        #expect(pauses() == 2)
        // It resumed; otherwise this press would resume it.
        await keyboard.tap("p")
        try await terminal.wait(for: "the third pause") { _ in pauses() == 3 }
        try await terminal.type("q")
        try await terminal.wait(for: "the round is kept")
        try await terminal.wait(for: "ended with 0")
    }

    /// Presses once, and twice more at the interval of a first key repeat.
    private func goOnAndPressTwice(_ key: Unicode.Scalar, _ keyboard: Keyboard) async throws {
        try await Task.sleep(for: .milliseconds(900))
        await keyboard.tap(key)
        try await Task.sleep(for: .milliseconds(900))
        await keyboard.tap(key)
        // A tap takes 60 ms.
        try await Task.sleep(for: .milliseconds(440))
        await keyboard.tap(key)
        try await Task.sleep(for: .milliseconds(900))
    }

    /// Redraws the screen until it shows a score, and compares it with the expected one. A departing card's sign has no
    /// figure.
    private func expectScore(_ score: String, _ play: TerminalPlay) async throws {
        try await Task.sleep(for: .milliseconds(900))
        var shown: String?
        for _ in 0..<20 where shown == nil {
            let start = play.terminal.output.count
            try await play.terminal.type("\u{C}")
            try await Task.sleep(for: .milliseconds(300))
            let drawn = String(decoding: play.terminal.output.dropFirst(start), as: UTF8.self)
            shown = drawn.firstMatch(of: /✓ [0-9]+/).map { String($0.output) }
        }
        #expect(shown == score)
    }
}
