import TestTraits
import Testing
import ThudTestSupport

/// Ctrl-Z stops a command without a screen, as it stops any program.
@Suite(.live) struct StopTests {
    private var surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        surroundings.environment["ENV"] = try surroundings.scratch.write("PS1='ready> '\n", to: "profile")
    }

    /// Stops a command once it shows a text.
    private func stopping(
        _ command: String, at text: String, _ body: (TmuxScreen) async throws -> Void
    ) async throws {
        let thud = try ThudProcess.path()
        try await surroundings.onScreen("exec sh -i", size: (120, 40)) { screen in
            try await screen.wait(for: "ready>")
            try await screen.type("\(thud) \(command)")
            try await screen.press("Enter")
            try await screen.wait(forWords: text)
            try await screen.press("C-z")
            try await screen.wait(for: "Stopped")
            try await body(screen)
        }
    }

    @Test func `an audition without a screen continues from its position`() async throws {
        let event = #"{"Time": 0, "EventType": "HapticContinuous", "EventDuration": 5}"#
        try surroundings.scratch.write(#"{"Pattern": [{"Event": \#(event)}]}"#, to: "long.ahap")
        try await stopping("audition --device null --plain long.ahap impact.light", at: "length 5.000 s") { screen in
            try await screen.type("clear; fg")
            try await screen.press("Enter")
            // Its name is also part of the command, even on the screen that is about to be cleared.
            let next = try await screen.wait(for: "the next pattern's line") {
                !$0.contains("Stopped") && $0.contains(/impact\.light +length/)
            }
            #expect(!next.contains("length 5.000 s"), "what goes on is not told twice: \(next)")
            try await screen.wait(for: "ready>")
            try await screen.type("echo ended with $?")
            try await screen.press("Enter")
            try await screen.wait(for: "ended with 0")
        }
    }

    @Test func `a round without a screen says again that it is paused`() async throws {
        try await stopping("play habit --plain --device null", at: "No habits yet") { screen in
            try await screen.type("clear; fg")
            try await screen.press("Enter")
            try await screen.wait(for: "the line of the pause") {
                !$0.contains("Stopped") && $0.contains("paused: ") && $0.contains("(space: continue, q: leave)")
            }
            try await screen.press("q")
            try await screen.wait(for: "--resume continues it")
        }
    }

    @Test func `a bot's round goes on, since nobody could continue it`() async throws {
        try await stopping("play kape --plain --bot 7 --seconds 2 --device null", at: "kape/tick") { screen in
            try await screen.type("clear; fg; echo ended 'with' $?")
            try await screen.press("Enter")
            let end = try await screen.wait(for: "ended with")
            #expect(end.contains("paused: ") && end.contains("triggered cues within 50 ms"), "\(end)")
        }
    }

    @Test func `a bot whose plan a stop has cut ends its round`() async throws {
        try await stopping("play habit --plain --bot 7 --device null", at: "type its name") { screen in
            // What it would have done in the meantime is lost.
            try await Task.sleep(for: .seconds(1))
            try await screen.type("clear; fg; echo ended 'with' $?")
            try await screen.press("Enter")
            try await screen.wait(for: "ended with")
        }
    }

    @Test func `a benchmark stops, and then ends on request`() async throws {
        try await stopping("bench --device null --game none", at: "Latencies are only predicted") { screen in
            try await screen.type("clear; fg")
            try await screen.press("Enter")
            try await screen.wait(for: "the command of what goes on") {
                !$0.contains("Stopped") && $0.contains("bench --device null")
            }
            try await screen.press("C-c")
            try await screen.wait(for: "ready>")
            try await screen.type("echo ended with $?")
            try await screen.press("Enter")
            try await screen.wait(for: "ended with 130")
        }
    }
}
