import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// Habits of a person, line by line and on a screen, in one book.
@Suite(.live) struct HabitBookTests {
    private func command(_ arguments: String = "") throws -> String {
        "\(try ThudProcess.path()) play habit --device null \(arguments); echo \"ended with $?\"; sleep 60"
    }

    @Test func `what is done line by line is kept in the book of the screen, and one program at a time changes it`()
        async throws
    {
        let surroundings = try Surroundings()
        try await surroundings.onScreen(command("--plain"), size: (110, 40)) { first in
            // The guide comes first, where nobody has seen it yet.
            try await first.wait(for: "A habit is a ring.")
            try await first.press("Escape")
            try await first.wait(for: "The guide was left.")
            // All at once, as a busy machine hands it over: each key meets the round as the one before has left it.
            try await first.send("nRead\r")
            try await first.wait(for: "Category: Health")
            // What follows at once is a key that is held: nobody presses one so often.
            for told in ["Colour: blue", "Read is added."] {
                try await Task.sleep(for: .milliseconds(250))
                try await first.press("Enter")
                try await first.wait(for: told)
            }
            // And for as long as a keyboard waits with its first repeat, Enter that has saved does nothing to what it saved.
            try await Task.sleep(for: .milliseconds(1_000))
            try await first.press("Enter")
            try await first.wait(for: "Read done.")
            // Another program may not change the list meanwhile.
            try await surroundings.onScreen(command("--plain"), size: (110, 40)) { second in
                try await second.wait(for: "HABITS is open in another terminal")
                try await second.wait(for: "ended with 4")
            }
            try await first.press("q")
            try await first.press("q")
            try await first.wait(for: "ended with 0")
        }
        try await surroundings.onScreen(command()) { screen in
            try await screen.wait(for: "A ring a day")
            try await screen.press("Enter")
            // It was left without a screen, and does not come again.
            try await screen.wait(for: "1 of 1 done")
            try await screen.wait(for: "Read")
        }
    }
}
