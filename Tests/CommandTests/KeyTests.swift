import Foundation
import TestTraits
import Testing
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
}
