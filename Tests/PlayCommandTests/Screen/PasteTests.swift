import Glibc
import TestTraits
import Testing
import ThudTestSupport

/// Pasted text goes into fields, and nowhere else.
@Suite(.live) struct PasteTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func paste(_ text: String, into screen: TmuxScreen) async throws {
        try await screen.send("\u{1B}[200~\(text)\u{1B}[201~")
    }

    private func interrupt(_ screen: TmuxScreen) async throws {
        try await screen.press("C-c")
        #expect(try await screen.end() == 128 + SIGINT)
    }

    @Test func `the first line of a paste is a player's name, and none of its letters is a command`() async throws {
        try await surroundings.play("--deck mix --device null") { screen in
            try await screen.wait(for: Seen.title)
            try await paste("tsq\r", into: screen)
            try await screen.press("t")
            try await screen.wait(for: "Kush luan?")
            try await paste("Besa q?\rts", into: screen)
            try await screen.wait(for: "Besa q?▏")
            // Typing continues after the pasted text.
            try await screen.type("!")
            try await screen.wait(for: "Besa q?!▏")
            try await interrupt(screen)
        }
    }

    @Test func `the first line of a paste names a habit, and over the rings it does nothing`() async throws {
        try await surroundings.play("habit --device null") { screen in
            try await screen.wait(for: "A ring a day")
            try await screen.press("Enter")
            try await screen.wait(for: "1 of 3")
            try await screen.press("Escape")
            try await screen.wait(for: "hold space or the mouse 2 s")
            try await paste("nRead\rq", into: screen)
            try await screen.press("n")
            try await screen.wait(for: "A new habit")
            try await paste("Walk\tthe dog\rx\r\rq", into: screen)
            let form = try await screen.wait(for: "Walk the dog▏", "A new habit")
            #expect(!form.contains("Read"), "\(form)")
            try await interrupt(screen)
        }
    }
}
