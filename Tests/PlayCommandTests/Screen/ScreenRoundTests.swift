import TestTraits
import Testing
import ThudCore
import ThudGameUI
import ThudKape
import ThudRecords
import ThudTestSupport

/// Whole rounds on a screen, played with keys as a person would.
@Suite(.live) struct ScreenRoundTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func report() throws -> JSONReader {
        try JSONReader(Array(surroundings.scratch.text(of: "report").utf8), file: "the report")
    }

    @Test(.live.long)
    func `a first round has a tutorial and ends with its score, and the second has no tutorial`()
        async throws
    {
        try await surroundings.play("--seconds 12 --json", report: "report") { screen in
            try await playFirstRound(on: screen)
            try await screen.press("Enter")
            try await screen.reachCard()
            try await screen.leaveRound()
            try await screen.quit()
        }
        let report = try report()
        #expect(try report.member("deck").string() == "gurbet")
        #expect(try report.member("player").string() == "keys")
        #expect(try report.member("rounds").elements().map { try $0.member("score").number() } == [1])
        #expect(try report.member("rounds").elements().map { try $0.member("passes").number() } == [1])
        // Three of the first round, one of the second, none twice.
        let cards = try report.member("cards").elements().map { try $0.string() }
        #expect(cards.count == 4)
        #expect(Set(cards).count == 4)
    }

    @Test func `a space bar at the end of a round begins no other, and a later one does`()
        async throws
    {
        // Starting tmux for each key would take too long on a busy machine.
        try await TerminalPlay.running("--deck mix --seconds 3", in: surroundings) { play in
            let terminal = play.terminal
            try await terminal.wait(for: "LUAJ")
            try await terminal.type("\r")
            try await terminal.wait(for: Seen.tutorial)
            try await terminal.type("\u{1B}[B")
            // Even so, a press may come too late to be an early one. Then it begins another round, which ends as well.
            var (begun, isIgnored) = (0, false)
            for _ in 0..<4 where !isIgnored {
                let start = begun == 0 ? 0 : terminal.output.count
                try await terminal.wait(for: Seen.result, after: start)
                begun = play.count(Seen.forehead)
                try await terminal.type(" ")
                try await Task.sleep(for: .milliseconds(900))
                isIgnored = play.count(Seen.forehead) == begun
            }
            #expect(isIgnored)
            try await terminal.type(" ")
            try await terminal.wait(for: "the next round") { _ in play.count(Seen.forehead) > begun }
        }
    }

    @Test func `on a terminal that is too small only the leaving key acts`() async throws {
        try await surroundings.play("--deck mix", size: (40, 10)) { screen in
            try await screen.wait(for: "40×10")
            try await screen.press("Enter")
            try await Task.sleep(for: .milliseconds(300))
            try await screen.resize(columns: 80, rows: 24)
            try await screen.wait(for: Seen.title)
            try await screen.quit()
        }
    }

    @Test(arguments: [(120, 40), (200, 60)])
    func `a larger screen shows the same`(columns: Int, rows: Int) async throws {
        try await surroundings.play("--seconds 12", size: (columns, rows)) { screen in
            try await playFirstRound(on: screen)
            try await screen.press("q")
            try await screen.quit()
        }
    }

    /// Goes from the title to a result: chooses a deck, guesses one card and passes one.
    private func playFirstRound(on screen: TmuxScreen) async throws {
        try await screen.wait(for: Seen.title)
        try await screen.press("Enter")
        try await screen.wait(for: Seen.decks)
        // Not the initially selected deck, which proves that the key worked.
        try await screen.press("Left", "Enter")
        try await screen.wait(for: Seen.forehead)
        try await screen.reachCard(withTutorial: true)
        try await screen.press("Down")
        try await screen.wait(forCard: 1, passes: 0)
        try await screen.tiltAgain("Up")
        try await screen.wait(forCard: 1, passes: 1)
        try await screen.wait(for: Seen.result, Seen.playAgain, "Koha mbaroi!", "1/2 · 50 %", "✓ 1 ", "↷ 1 ")
    }

    @Test(.live.long)
    func `a tournament of three has names in any script, hand-overs that tilts cannot skip, and ordered places`()
        async throws
    {
        try await surroundings.play("--deck mix --seconds 10 --json", report: "report") { screen in
            try await screen.wait(for: Seen.title)
            try await screen.press("t")
            try await screen.wait(for: "Kush luan?")
            // Characters that are keys elsewhere are letters here.
            try await screen.type("Qs pt")
            try await screen.press("Down")
            try await screen.type("Бесник")
            try await screen.press("Down", "Enter")
            try await screen.type("Zoë")
            try await screen.wait(for: "Zoë▏", "Qs pt", "Бесник")
            try await screen.press("Enter")
            for (turn, score) in [1, 2, 0].enumerated() {
                try await playTurn(turn, score: score, on: screen)
            }
            try await screen.wait(for: "the podium, risen", until: Self.isPodium)
            try await screen.wait(for: "its confetti, long after the result") {
                Self.isPodium($0) && $0.contains { Self.confetti.contains($0) }
            }
            try await screen.press("Escape")
            try await screen.quit()
        }
        let cues = try report().member("cues").elements().map { try $0.member("cue").string() }
        #expect(
            cues.count { $0 == "kape/legend" } == 1, "the podium sounds, and nobody was that good in a round: \(cues)")
        let standings = try report().member("standings").elements()
        #expect(try standings.map { try $0.member("place").number() } == [1, 2, 3])
        #expect(try standings.map { try $0.member("name").string() } == ["Бесник", "Qs pt", "Zoë"])
        #expect(try standings.map { try $0.member("score").number() } == [2, 1, 0])
    }

    @Test func `a tournament left between two players can be resumed, and has no winner before its end`()
        async throws
    {
        try await surroundings.play("--players Besa,Dritan --deck mix --seconds 4") { screen in
            try await screen.wait(for: "Kush luan?")
            try await screen.press("Enter")
            try await screen.wait(for: "Radha 1/2")
            try await Task.sleep(for: .milliseconds(800))
            try await screen.press("Enter")
            try await screen.reachCard(withTutorial: true)
            try await screen.wait(for: Seen.result)
            try await screen.press("q")
            try await screen.wait(for: Seen.title)
            try await screen.press("Enter")
            try await screen.wait(for: "Radha 2/2")
            try await screen.leaveRound()
            try await screen.quit()
            let closing = try await screen.wait(for: "1 of 2 players has played")
            #expect(!closing.contains("1. Besa"), "\(closing)")
        }
    }

    /// The characters of confetti, which nothing else on a podium uses.
    private static let confetti: Set<Character> = ["✦", "◆", "▾", "•", "▪"]

    /// Rows are read from the top, so higher places come first.
    private static func isPodium(_ screen: String) -> Bool {
        let places = ["PODIUMI", "Legjendë", "Argjend", "Qs pt", "✓ 1", "Bronz", "✓ 0"].map {
            screen.firstRange(of: $0)?.lowerBound
        }
        return !places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted()
    }

    private func playTurn(_ turn: Int, score: Int, on screen: TmuxScreen) async throws {
        try await screen.wait(for: Seen.handOver, "Radha \(turn + 1)/3")
        try await screen.press("Down", "Up", "Down")
        // Opened and closed again, which leaves time for a tilt to be misread.
        try await screen.press("s")
        try await screen.wait(for: Seen.settings, unless: Seen.forehead)
        try await screen.press("s")
        try await screen.waitUntilGone(Seen.settings)
        try await screen.wait(for: Seen.handOver, unless: Seen.forehead)
        // An immediate press may come from the key that led here, and does not count.
        try await Task.sleep(for: .milliseconds(800))
        try await screen.press("Enter")
        try await screen.reachCard(withTutorial: turn == 0)
        for point in 0..<score {
            try await screen.tiltAgain("Down")
            try await screen.wait(for: Seen.card(score: point + 1, passes: 0))
        }
        try await screen.wait(for: Seen.result, "✓ \(score) ")
        // A result stays as long as the player likes.
        if turn == 2 { try await Task.sleep(for: .seconds(Confetti.length + 0.5)) }
        try await screen.press("Enter")
    }

    @Test func `a bot plays on the screen, and its report covers the timing of frames`() async throws {
        let status = try await surroundings.play("--bot 7 --seconds 5 --json", report: "report") { screen in
            try await screen.wait(for: "3, 2, 1", unless: Seen.tutorial, until: Seen.isCountdown)
            try await screen.wait(for: Seen.card(score: 0, passes: 0))
            try await screen.wait(for: Seen.result)
            return try await screen.end()
        }
        #expect(status == 0)
        let report = try report()
        #expect(try report.member("player").string() == "bot")
        #expect(try report.member("rounds").elements().count == 1)
        let frames = try report.member("screen").member("frames").number()
        #expect(frames > 0)
        // The number of skipped frames depends on the machine, but most are drawn.
        #expect(try report.member("screen").member("frames_skipped").number() < frames)
        #expect(try report.member("screen").member("bytes").number() > 0)
        let most = try report.member("screen").member("most_bytes_a_frame").number()
        #expect(most > 0)
        #expect(most <= (try report.member("screen").member("bytes").number()))
        #expect(try report.member("screen").member("delay").member("count").number() == frames)
        #expect(
            try RecordStore.open(folder: surroundings.scratch.file("data/thud")).store.savedRound(of: Kape.self).round
                == nil)
    }
}
