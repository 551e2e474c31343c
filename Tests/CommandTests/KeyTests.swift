import Foundation
import TestSupport
import Testing
import Timebase

/// A person at the keys, in a real terminal whose screen can be read.
@Suite struct KeyTests {
    @Test func `arrows nod and tilt, p pauses, space goes on, q leaves, and the terminal is as it was`() async throws {
        let surroundings = try Surroundings()
        let terminal = try await Terminal(
            "play --device null --seconds 120 --seed 3", surroundings: surroundings)
        try await terminal.waitFor("card:")
        try await terminal.press("Down")
        try await terminal.waitFor("kape/correct")
        try await terminal.press("Up")
        try await terminal.waitFor("kape/pass")
        try await terminal.press("p")
        try await terminal.waitFor("kape/button")
        try await terminal.press("Space")
        try await terminal.press("q")
        try await terminal.waitFor("q again leaves the round")
        try await terminal.press("q")
        try await terminal.waitFor("ended with 0")
        try await terminal.waitFor("[icanon] [echo]")
        await terminal.close()
    }
}

/// `thud` in a tmux session of its own.
private struct Terminal {
    private let socket = "thud-test-\(UUID().uuidString.prefix(8))"
    private let tmux: String
    private let environment: [String: String]

    init(_ command: String, surroundings: Surroundings) async throws {
        tmux = try findProgram("tmux", package: "tmux")
        environment = surroundings.environment
        let program = try ThudProcess.path()
        let script = """
            \(program) \(command); echo "ended with $?"; \
            stty -a | grep -oE -- '-?(icanon|echo)\\b' | sed 's/.*/[&]/' | sort -r | tr '\\n' ' '; sleep 60
            """
        try await run(["new-session", "-d", "-x", "110", "-y", "40", "sh", "-c", script])
    }

    /// Waits until the screen shows `text`.
    func waitFor(_ text: String) async throws {
        let limit = ContinuousClock.now + .seconds(30)
        var screen = ""
        while ContinuousClock.now < limit {
            screen = try await run(["capture-pane", "-p"])
            if screen.contains(text) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        await close()
        throw HarnessError(description: "The screen never showed “\(text)”:\n\(screen)")
    }

    func press(_ key: String) async throws { try await run(["send-keys", key]) }

    func close() async { _ = try? await run(["kill-server"]) }

    @discardableResult
    private func run(_ arguments: [String]) async throws -> String {
        let program = try RunningProgram(tmux, ["-L", socket, "-f", "/dev/null"] + arguments, environment: environment)
        _ = try await program.end(within: .seconds(10))
        return program.output
    }
}
