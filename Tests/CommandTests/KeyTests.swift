import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// A person at the keys, without a screen: a line for each thing that happens.
@Suite(.live) struct KeyTests {
    @Test func `arrows nod and tilt, p pauses, space goes on, q leaves, and the terminal is as it was`() async throws {
        let surroundings = try Surroundings()
        let command = """
            \(try ThudProcess.path()) play --plain --seconds 120 --seed 3; echo "ended with $?"; \
            stty -a | grep -oE -- '-?(icanon|echo)\\b' | sed 's/.*/[&]/' | sort -r | tr '\\n' ' '; sleep 60
            """
        try await surroundings.onScreen(command, size: (110, 40)) { terminal in
            try await terminal.wait(for: "card:")
            try await terminal.press("Down")
            try await terminal.wait(for: "kape/correct")
            try await terminal.tiltAgain("Up")
            try await terminal.wait(for: "kape/pass")
            try await terminal.press("p")
            try await terminal.wait(for: "kape/button")
            try await terminal.press("Space")
            try await terminal.press("q")
            try await terminal.wait(for: "q again leaves the round")
            try await terminal.press("q")
            try await terminal.wait(for: "ended with 0")
            try await terminal.wait(for: "[icanon] [echo]")
        }
    }

    @Test func `a terminal that takes nothing of what is written holds up no key`() async throws {
        let surroundings = try Surroundings()
        let terminal = try PseudoTerminal(columns: 100, rows: 30)
        let process = try terminal.start(
            "\(try ThudProcess.path()) play --plain --seconds 60 --seed 3 --json >report",
            environment: surroundings.environment, in: surroundings.scratch.path)
        defer { kill(process, SIGKILL) }
        try await terminal.wait(for: "card:")
        terminal.holdOutput(true)
        for _ in 0..<2 {
            try await terminal.type("j")
            // The head has to come back before it can nod again.
            try await Task.sleep(for: .milliseconds(900))
        }
        terminal.holdOutput(false)
        try await terminal.type("q")
        try await terminal.wait(for: "q again leaves the round")
        try await terminal.type("q")
        try await poll("the report", within: .seconds(20)) {
            surroundings.scratch.text(of: "report").hasSuffix("}\n\n")
        }
        let report = try JSONReader(Array(surroundings.scratch.text(of: "report").utf8), file: "the report")
        let answers = try report.member("cues").elements().filter { try $0.member("cue").string() == "kape/correct" }
        let causes = try answers.map { try $0.member("cause_ns").number() / 1e6 }
        #expect(causes.count == 2)
        #expect(try abs(#require(causes.last) - #require(causes.first) - 900) < 300, "\(causes)")
    }
}
