import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// A person's habits, line by line and on a screen, in one book.
@Suite(.live) struct HabitBookTests {
    private func command(_ arguments: String = "") throws -> String {
        "\(try ThudProcess.path()) play habit --device null \(arguments); echo \"ended with $?\"; sleep 60"
    }

    @Test func `actions line by line are kept in the screen's book, and one program at a time changes it`()
        async throws
    {
        let surroundings = try Surroundings()
        try await surroundings.onScreen(command("--plain"), size: (110, 40)) { first in
            // The guide comes first, because nobody has seen it yet.
            try await first.wait(for: "Every habit is a ring.")
            try await first.press("Escape")
            try await first.wait(for: "The guide is closed.")
            // All at once, as a busy machine delivers them: each key meets the round as the previous one left it.
            try await first.send("nRead\r")
            try await first.wait(for: "Category: Health")
            // Immediate further presses count as a held key, because nobody presses so often.
            for told in ["Colour: blue", "Read is added."] {
                try await Task.sleep(for: .milliseconds(250))
                try await first.press("Enter")
                try await first.wait(for: told)
            }
            // For the length of a keyboard's first repeat delay, the Enter that saved an item does nothing to it.
            try await Task.sleep(for: .milliseconds(1_000))
            try await first.press("Enter")
            try await first.wait(for: "Read done.")
            // Another program may not change the list at the same time, and records nothing over an earlier round.
            try surroundings.scratch.write("an earlier round", to: "kept.wav")
            try await surroundings.onScreen(command("--plain --record kept.wav"), size: (110, 40)) { second in
                try await second.wait(for: "HABITS is open in another terminal")
                try await second.wait(for: "ended with 4")
            }
            #expect(surroundings.scratch.text(of: "kept.wav") == "an earlier round")
            try await first.press("q")
            try await first.press("q")
            try await first.wait(for: "ended with 0")
        }
        try await surroundings.onScreen(command()) { screen in
            try await screen.wait(for: "A ring a day")
            try await screen.press("Enter")
            // The guide was closed without a screen, and does not return.
            try await screen.wait(for: "✓ Read")
        }
    }
}
