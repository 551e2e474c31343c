import Foundation
import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudKape
import ThudPocket
import ThudRecords
import ThudTestSupport

/// The records of play on the screen, and play with broken records.
@Suite(.live) struct ScreenRecordTests {
    private let surroundings: Surroundings
    private var data: String { surroundings.scratch.file("data/thud") }

    init() throws { surroundings = try Surroundings() }

    private func store() throws -> RecordStore { try RecordStore.open(folder: data).store }

    private func rememberTutorial() throws {
        var preferences = Preferences()
        preferences.tutorialDone = true
        try store().keep(.preferences(preferences, before: Preferences()))
    }

    private func writeOwnDeck(cards: [String]) throws {
        let list = cards.map { "\"\($0)\"" }.joined(separator: ", ")
        _ = try surroundings.writeOwnDeck(
            """
            {"id": "imja", "title": "Imja", "description": "D", "icon": "🦅", "difficulty": "Bishë", "language": "sq",
             "cards": [\(list)]}
            """, to: "imja.json")
    }

    /// Returns the cards of a start in which `count` are guessed before the round is left.
    private func cards(guessing count: Int, report: String) async throws -> [String] {
        try await surroundings.play("--deck imja --seconds 60 --json", report: report) { screen in
            try await screen.begin(withTutorial: false)
            for score in 0..<count {
                try await screen.tiltAgain("Down")
                try await screen.wait(for: Seen.card(score: score + 1, passes: 0))
            }
            try await screen.leaveRound()
            try await screen.quit()
        }
        let report = try JSONReader(Array(surroundings.scratch.text(of: report).utf8), file: "the report")
        return try report.member("cards").elements().map { try $0.string() }
    }

    @Test func `seen cards do not return over two starts, until the deck is finished`() async throws {
        let deck = ["një", "dy", "tre", "katër"]
        try writeOwnDeck(cards: deck)
        try rememberTutorial()
        let first = try await cards(guessing: 1, report: "first")
        #expect(first.count == 2)
        #expect(try store().seen(deck: "imja", of: "kape") == Set(first))
        let second = try await cards(guessing: 2, report: "second")
        #expect(second.count == 3)
        #expect(Set(first + second.prefix(2)) == Set(deck))
        // The deck is finished and starts over, but not with the card that was just shown.
        #expect(second[2] != second[1])
        #expect(try store().seen(deck: "imja", of: "kape") == Set(second.suffix(2)))
    }

    @Test func `a player's broken deck is named, and the others can be played`() async throws {
        try writeOwnDeck(cards: ["një", "dy"])
        _ = try surroundings.writeOwnDeck("{\n  \"id\": 7}", to: "a.json")
        try rememberTutorial()
        // On a wider screen the decks are cards beside each other, with large titles.
        try await surroundings.play("", size: (100, 40)) { screen in
            try await screen.wait(forWords: "a.json:2:9: id: expected a string")
            try await screen.press("Enter")
            // The last one is playable, and the broken one in the middle is skipped.
            try await screen.wait(for: "Imja", "E prishur", "E jotja", "│ a.json:2:9: id: expected a string")
            try await screen.press("Down", "Down", "Down", "Enter")
            try await screen.press("Down", "Enter")
            try await screen.wait(for: Seen.forehead)
            try await screen.leaveRound()
            try await screen.quit()
        }
    }

    @Test func `a killed round continues with its score and its time, by --resume and from the title`()
        async throws
    {
        try rememberTutorial()
        try await surroundings.play("--deck mix --seconds 30") { screen in
            try await screen.begin(withTutorial: false)
            try await screen.press("Down")
            try await screen.wait(for: Seen.card(score: 1, passes: 0))
            try await waitForSavedRound(score: 1)
            kill(try await screen.processIdentifier(), SIGKILL)
            #expect(try await screen.end() == 128 + SIGKILL)
        }
        let saved = try #require(try store().savedRound(of: Kape.self).round?.kape)
        #expect(saved.progress.remaining < .seconds(30))
        let left = "\(Int(saved.progress.remaining.seconds.rounded(.up))) sekonda"
        try await surroundings.play("--resume") { screen in
            // Nothing precedes the round, so the message appears there.
            try await screen.wait(for: "S'ka pajisje zëri")
            try await expectPause(left, on: screen)
            kill(try await screen.processIdentifier(), SIGKILL)
            #expect(try await screen.end() == 128 + SIGKILL)
        }
        try await surroundings.play("") { screen in
            try await screen.wait(for: "VAZHDO RAUNDIN")
            try await screen.press("Enter")
            try await screen.wait(for: Seen.forehead)
            try await expectPause(left, on: screen)
            try await screen.press("Space")
            try await screen.reachCard(score: 1)
            try await screen.leaveRound()
            // It was left on purpose, so there is nothing to resume.
            #expect(try await !screen.text().contains("VAZHDO"))
            try await screen.quit()
        }
        let none = try await surroundings.thud(["play", "--resume"])
        #expect(none.exitCode != 0)
    }

    @Test func `a score has the seed of its round only if the seed alone determines the round`() async throws {
        let seed = PocketSeeds.first { seed in
            [seed, seed + 1].allSatisfy { PocketSeeds.begins($0, withSwipes: 1) }
        }
        try await surroundings.play("pocket --mode classic --seed \(seed)") { screen in
            try await screen.wait(for: "Swipe to Survive")
            try await screen.press("Enter")
            // One gesture, because a round without points has no score. Then the time runs out.
            try await PocketSeeds.swipe(on: screen)
            try await screen.wait(for: "Too late!")
            try await screen.press("Enter")
            // The second round is dealt by more than the seed.
            try await screen.waitUntilGone("Too late!")
            try await PocketSeeds.swipe(on: screen)
            try await screen.wait(for: "Too late!")
            try await screen.press("q")
            try await screen.wait(for: "Swipe to Survive")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
        let scores = try store().scores(game: "pocket", version: 1, mode: "classic")
        #expect(scores.sorted { $0.number < $1.number }.map(\.score.seed) == [seed, nil])
        #expect(scores.map(\.score.score) == [1, 1])
    }

    @Test func `a resumed round has a score without a seed`() async throws {
        // The prompt of an interrupted round is replaced by another one.
        let seed = PocketSeeds.first { PocketSeeds.begins($0, withSwipes: 3) }
        try await surroundings.play("pocket --mode classic --seed \(seed)") { screen in
            try await screen.wait(for: "Swipe to Survive")
            try await screen.press("Enter")
            let store = try store()
            try await poll("the round to be saved", within: .seconds(20)) {
                try store.savedRound(of: Pocket.self).round != nil
            }
            kill(try await screen.processIdentifier(), SIGKILL)
            #expect(try await screen.end() == 128 + SIGKILL)
        }
        try await surroundings.play("pocket --resume") { screen in
            try await screen.wait(for: "Your round is safe.")
            try await screen.press("Enter")
            try await PocketSeeds.swipe(on: screen)
            try await screen.wait(for: "Too late!")
            try await screen.press("q")
            try await screen.wait(for: "Swipe to Survive")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
        let scores = try store().scores(game: "pocket", version: 1, mode: "classic")
        #expect(scores.count == 1 && scores[0].score.seed == nil)
    }

    private func expectPause(_ left: String, on screen: TmuxScreen) async throws {
        try await screen.press("p")
        try await screen.wait(for: Seen.pause, left, "✓ 1")
    }

    /// Waits, because records are written in the background.
    private func waitForSavedRound(score: Int) async throws {
        let store = try store()
        try await poll("the round to be saved", within: .seconds(20)) {
            try store.savedRound(of: Kape.self).round?.kape?.progress.got.count == score
        }
    }

    @Test func `a round in play in one terminal is not offered in another`() async throws {
        try rememberTutorial()
        try await surroundings.play("--deck mix --seconds 60") { screen in
            try await screen.begin(withTutorial: false)
            try await screen.press("Down")
            try await screen.wait(for: Seen.card(score: 1, passes: 0))
            try await waitForSavedRound(score: 1)
            try await surroundings.play("--resume") { other in
                try await other.wait(forWords: "is open in another terminal")
                #expect(try await other.end() == 4)
            }
            try await surroundings.play("--deck mix --seconds 60") { other in
                let title = try await other.wait(for: "LUAJ")
                #expect(!title.contains("VAZHDO"), "\(title)")
                try await other.begin(withTutorial: false)
                try await other.leaveRound()
                try await other.quit()
            }
            // The other program began and abandoned its own round; this one is still saved.
            #expect(try store().savedRound(of: Kape.self).round?.kape?.progress.got.count == 1)
            kill(try await screen.processIdentifier(), SIGKILL)
            #expect(try await screen.end() == 128 + SIGKILL)
        }
        try await surroundings.play("") { late in
            try await late.wait(for: "VAZHDO RAUNDIN")
            try await surroundings.play("--resume") { screen in
                try await screen.reachCard(score: 1)
                try await late.press("Enter")
                try await late.wait(forWords: "një terminal tjetër e vazhdoi raundin")
                try await late.wait(for: "LUAJ")
                try await screen.leaveRound()
                try await screen.quit()
            }
        }
    }

    @Test func `problems of a deck are not shown over a card, but after the round`() async throws {
        _ = try surroundings.writeOwnDeck("{\n  \"id\": 7}", to: "a.json")
        _ = try surroundings.writeOwnDeck("{\n  \"id\": 8}", to: "b.json")
        try rememberTutorial()
        try await surroundings.play("--deck mix --seconds 4", size: (120, 23)) { screen in
            try await screen.wait(forWords: "a.json:2:9")
            try await screen.press("Enter")
            try await screen.wait(for: Seen.forehead)
            try await screen.wait(for: Seen.card(score: 0, passes: 0), unless: ".json")
            try await screen.wait(for: Seen.result)
            try await screen.wait(forWords: "b.json:2:9")
        }
    }

    @Test func `a remark that was not shown on the screen is printed at the end`() async throws {
        _ = try surroundings.writeOwnDeck("{\n  \"id\": 7}", to: "a.json")
        _ = try surroundings.writeOwnDeck("{\n  \"id\": 8}", to: "b.json")
        try await surroundings.play("--deck mix", size: (120, 40)) { screen in
            try await screen.wait(forWords: "a.json:2:9")
            try await screen.quit()
            try await screen.wait(forWords: "b.json:2:9: id: expected a string")
            let words = TmuxScreen.words(try await screen.text())
            #expect(!words.contains("a.json:2:9"), "\(words)")
        }
    }

    @Test func `a paused round is left with one press, and continues from the title`() async throws {
        try rememberTutorial()
        try await surroundings.play("--deck mix --seconds 60") { screen in
            try await screen.begin(withTutorial: false)
            try await screen.press("p")
            try await screen.wait(for: Seen.pause)
            try await screen.press("q")
            try await screen.wait(for: "VAZHDO RAUNDIN", unless: Seen.asksToLeave)
            // The saved round is described with its time and points.
            try await screen.wait(for: " s · ✓ 0")
            try await screen.press("Enter")
            try await screen.wait(for: Seen.forehead)
        }
        #expect(try store().savedRound(of: Kape.self).round != nil)
    }

    @Test func `a score that another program records during a round must be beaten, too`() async throws {
        func keep(_ points: Int) throws {
            try store().keep(
                .score(
                    Score(
                        game: "kape", version: Kape.description.version, mode: Kape.description.modes[0].name,
                        score: points, accuracy: 1, date: 1_800_000_000, seconds: 4)))
        }
        try rememberTutorial()
        try keep(1)
        try await surroundings.play("--deck mix --seconds 4", size: (120, 23)) { screen in
            try await screen.begin(withTutorial: false)
            try keep(50)
            for _ in 0..<3 {
                try await screen.press("j")
                try await Task.sleep(for: .milliseconds(800))
            }
            let text = try await screen.wait(for: Seen.result, "50")
            #expect(!text.contains("REKORD I RI"), "\(text)")
        }
    }

    @Test func `settings changed at the result apply to the next round`() async throws {
        var preferences = Preferences()
        preferences.tutorialDone = true
        preferences.seconds = 4
        try store().keep(.preferences(preferences, before: Preferences()))
        try await surroundings.play("--deck mix", size: (120, 23)) { screen in
            try await screen.begin(withTutorial: false)
            try await screen.wait(for: Seen.result)
            try await screen.press("s")
            try await screen.wait(for: Seen.settings)
            try await screen.press("Down", "Down", "Down", "Down", "Down", "Right")
            try await screen.wait(for: "30 s")
            try await screen.press("Down", "Down", "Right")
            try await screen.wait(for: "◂ PO ▸")
            try await screen.press("s")
            try await screen.waitUntilGone(Seen.settings)
            try await screen.press("Enter")
            try await screen.wait(for: Seen.tutorial)
            try await screen.press("p")
            try await screen.wait(for: Seen.pause, "30 sekonda")
        }
    }

    @Test func `SIGTERM during a round saves it, and --resume says if there is none`() async throws {
        try rememberTutorial()
        try await surroundings.play("--resume") { screen in
            try await screen.wait(for: "there is no saved round")
            #expect(try await screen.end() == 4)
        }
        try await surroundings.play("--deck mix --seconds 30") { screen in
            try await screen.begin(withTutorial: false)
            try await screen.press("Up")
            try await screen.wait(for: Seen.card(score: 0, passes: 1))
            let store = try store()
            try await poll("the round to be saved", within: .seconds(20)) {
                try store.savedRound(of: Kape.self).round?.kape?.progress.passed.count == 1
            }
            let before = try #require(try store.savedRound(of: Kape.self).round?.kape).progress
            kill(try await screen.processIdentifier(), SIGTERM)
            #expect(try await screen.end() == 128 + SIGTERM)
            let after = try #require(try store.savedRound(of: Kape.self).round?.kape).progress
            #expect(after.card == before.card)
            #expect(after.passed == before.passed)
            #expect(after.remaining < before.remaining)
        }
    }

    @Test func `settings are kept between two starts`() async throws {
        try await surroundings.play("") { screen in
            try await screen.wait(for: Seen.title)
            try await screen.press("s")
            try await screen.wait(for: Seen.settings, "◂ PO ▸", "60 s")
            try await screen.press("Enter")
            try await screen.wait(for: "◂ JO ▸")
            try await screen.press("Down", "Down", "Down", "Left", "Down", "Down", "Right")
            try await screen.wait(for: "90 s")
            // The language, which then holds for the whole interface.
            try await screen.press("Down", "Down", "Down", "Right")
            try await screen.wait(for: "Language")
            try await screen.press("s")
            try await screen.wait(for: "friends talk", "s Settings", "q Quit")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
        try await surroundings.play("") { screen in
            try await screen.wait(for: "friends talk")
            try await screen.press("s")
            try await screen.wait(for: "Reduce Motion", "◂ OFF", "90 s", "90 %", "English")
        }
    }

    @Test func `a damaged database is set aside with a notice, and play continues`() async throws {
        _ = try surroundings.scratch.directory("data/thud")
        try surroundings.scratch.write("not a database", to: "data/thud/thud.sqlite")
        _ = try surroundings.writeOwnDeck("{\n  \"id\": 7}", to: "a.json")
        try await surroundings.play("--deck mix", size: (120, 40)) { screen in
            try await screen.wait(forWords: "thud.sqlite.damaged-1; scores, habits")
            // A key acknowledges the message, and the next one appears.
            try await screen.press("Left")
            try await screen.wait(forWords: "a.json:2:9: id: expected a string")
            try await screen.press("Left")
            try await screen.waitUntilGone("a.json")
            try await screen.press("Enter")
            try await screen.wait(for: Seen.tutorial)
            try await screen.leaveRound()
            try await screen.quit()
        }
        #expect(surroundings.scratch.text(of: "data/thud/thud.sqlite.damaged-1") == "not a database")
    }

    @Test func `an unusable disk is reported, and play continues`() async throws {
        var surroundings = surroundings
        surroundings.environment["XDG_DATA_HOME"] = try surroundings.scratch.write("", to: "file")
        try await surroundings.play("--deck mix", size: (120, 40)) { screen in
            try await screen.wait(forWords: "nothing will be saved this time")
            try await screen.press("Enter")
            try await screen.wait(for: Seen.tutorial)
        }
    }
}
