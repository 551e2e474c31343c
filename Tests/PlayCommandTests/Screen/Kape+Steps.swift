import ThudCore
import ThudGameUI
import ThudTerminal
import ThudTestSupport

@testable import ThudKape

/// Words that identify each screen of Kape at every size.
enum Seen {
    static let title = "Telefonin në ballë"
    static let decks = "▲ Shqipe"
    static let forehead = "Ekrani nga shokët"
    static let tutorial = "Ul kokën"
    static let pause = "Ora u ndal"
    static let result = "saktësi"
    static let playAgain = "HAJDE PRAP"
    static let handOver = "Pa dredhi"
    static let settings = "Më pak lëvizje"
    static let asksToLeave = "Shtyp q sërish"
    static let holdsToLeave = "Mbaje për të dalë"

    /// The top edge of a card.
    static func card(score: Int, passes: Int) -> String { "✓ \(score)   ↷ \(passes)" }

    /// A card alone on the screen: the previous one has left the margin.
    static func isCard(_ screen: String, score: Int, passes: Int) -> Bool {
        screen.contains(card(score: score, passes: passes)) && !screen.contains("✓  ") && !screen.contains("↷  ")
    }

    /// Whether a screen shows a card with this score and these passes, as text or in large figures.
    static func hasCard(_ screen: String, score: Int, passes: Int) -> Bool {
        if screen.contains(card(score: score, passes: passes)) { return true }
        var canvas = Canvas(Size(columns: 120, rows: 40), letters: LetterCase())
        CardView(card: "", remaining: 0, length: 1, score: score, passes: passes).draw(on: &canvas)
        // The corner ends before the seconds.
        func corner(_ line: some StringProtocol) -> String { Padding.left(String(line.prefix(20)), 20) }
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.prefix(canvas.headRows).map(corner) == canvas.grid.lines.prefix(canvas.headRows).map(corner)
    }

    /// The countdown 3, 2, 1 has a frame around the whole screen.
    static func isCountdown(_ screen: String) -> Bool { screen.hasPrefix("┏━━━") }

    /// Returns the text between the edge of a card and what is below it: the card's letters.
    static func letters(_ screen: String) -> [Substring] {
        Array(screen.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast(5))
    }
}

extension TmuxScreen {
    /// Goes from the title, with a deck given, to the card of a round; a tutorial is completed.
    func begin(withTutorial: Bool) async throws {
        try await wait(for: Seen.title)
        try await press("Enter")
        try await reachCard(withTutorial: withTutorial)
    }

    /// Goes from placing the phone on the forehead to the first card.
    func reachCard(withTutorial: Bool = false, score: Int = 0, passes: Int = 0) async throws {
        if withTutorial {
            try await wait(for: Seen.tutorial)
            try await press("Down")
        }
        try await wait(for: "3, 2, 1", unless: withTutorial ? nil : Seen.tutorial, until: Seen.isCountdown)
        try await wait(forCard: score, passes: passes)
    }

    /// Waits for a card with this score and these passes, at any size of the screen.
    func wait(forCard score: Int, passes: Int, unless unwanted: String? = nil) async throws {
        let card = Seen.card(score: score, passes: passes)
        try await wait(for: "“\(card)”", unless: unwanted) { Seen.hasCard($0, score: score, passes: passes) }
    }

    /// Tilts with a key after the previous tilt is over: its lock, and the head's return.
    func tiltAgain(_ key: String) async throws {
        try await Task.sleep(for: .milliseconds(700))
        try await press(key)
    }

    /// Leaves a round, which must be confirmed within 2.5 s, and returns to the title.
    func leaveRound() async throws {
        for _ in 0..<4 {
            try await press("q")
            try await wait(for: Seen.asksToLeave)
            try await press("q")
            // A confirmation that came too late asks again.
            if (try? await wait(for: Seen.title, within: .seconds(6))) != nil { return }
        }
        throw HarnessError(description: "The round was not left.")
    }

    /// Leaves the title; expects a normal end and a restored terminal.
    func quit() async throws {
        try await wait(for: Seen.title)
        try await press("q")
        let status = try await end()
        guard status == 0 else { throw HarnessError(description: "The program ended with \(status).") }
        guard try await tell("#{alternate_on}#{cursor_flag}") == "01" else {
            throw HarnessError(description: "The screen is not as it was, or the cursor is hidden.")
        }
    }
}
