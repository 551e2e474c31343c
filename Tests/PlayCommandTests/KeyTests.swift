import Foundation
import Glibc
import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudRecords
import ThudTestSupport

/// A person at the keys, without a screen: one line for each event.
@Suite(.live) struct KeyTests {
    /// Returns the surroundings of a player who has done the tutorial.
    private func taught(_ change: (inout Preferences) -> Void = { _ in }) throws -> Surroundings {
        let surroundings = try Surroundings()
        var preferences = Preferences()
        preferences.tutorialDone = true
        change(&preferences)
        try RecordStore.open(folder: surroundings.scratch.file("data/thud")).store
            .keep(.preferences(preferences, before: Preferences()))
        return surroundings
    }

    /// Leaves a round, which must be confirmed within 2 s, and waits until the program has ended.
    private func leave(_ terminal: TmuxScreen) async throws -> String {
        for _ in 0..<4 {
            try await terminal.press("q")
            try await terminal.wait(for: "press q again to leave the round")
            try await terminal.press("q")
            if let text = try? await terminal.wait(for: "ended with 0", within: .seconds(6)) { return text }
        }
        throw HarnessError(description: "The round was not left.")
    }

    @Test func `arrows nod and tilt, p pauses, space resumes, q leaves, and the terminal is restored`() async throws {
        let surroundings = try taught()
        let command = """
            \(try ThudProcess.path()) play --plain -v --seconds 120 --seed 3; echo "ended with $?"; \
            stty -a | grep -oE -- '-?(icanon|echo)\\b' | sed 's/.*/[&]/' | sort -r | tr '\\n' ' '; sleep 60
            """
        try await surroundings.onScreen(command, size: (110, 40)) { terminal in
            try await terminal.wait(for: "card:")
            try await terminal.press("?")
            try await terminal.wait(for: "the keys again") { $0.ranges(of: "?: these keys").count == 2 }
            try await terminal.press("Down")
            try await terminal.wait(for: "kape/correct")
            try await terminal.tiltAgain("Up")
            try await terminal.wait(for: "kape/pass")
            try await terminal.press("p")
            try await terminal.wait(for: "kape/button")
            try await terminal.press("Space")
            _ = try await leave(terminal)
            try await terminal.wait(for: "[icanon] [echo]")
        }
    }

    @Test func `answers and the end are given in words, and a person's score is on its leaderboard`() async throws {
        let surroundings = try taught()
        let command = "\(try ThudProcess.path()) play --plain --seconds 8 --seed 3; echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen(command, size: (110, 40)) { terminal in
            try await terminal.wait(for: "card:")
            try await terminal.press("Down")
            try await terminal.wait(for: "right, 1")
            try await terminal.wait(for: "MISH I HUAJ: 1 of 1 card, 100 %  (space:")
            try await terminal.wait(for: "★ Vendi 1 nga 1: ▸ 1.  1", "★ Raundi i parë ★")
            try await terminal.press("q")
            try await terminal.wait(for: "ended with 0")
        }
        let scores = try await surroundings.thud(["scores", "kape", "--json"])
        let root = try JSONReader(Array(scores.output.utf8), file: "the scores")
        let kept = try root.member("modes").elements()[0].member("scores").elements()
        #expect(kept.count == 1)
        #expect(try kept[0].member("score").number() == 1)
        #expect(try kept[0].member("seed").string() == "3")
        // A simulated player's result is not a score.
        _ = try await surroundings.thud(["play", "--plain", "--bot", "3", "--seconds", "4", "--clock", "virtual"])
        let after = try await surroundings.thud(["scores", "kape", "--json"])
        #expect(after.output == scores.output)
    }

    @Test(arguments: [("", false), ("-v", true), ("--panel", true)])
    func `cue lines appear between the spoken moments only on request`(
        option: String, isTold: Bool
    ) async throws {
        let surroundings = try taught()
        let command = "\(try ThudProcess.path()) play --plain --seed 3 \(option); echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen(command, size: (110, 60)) { terminal in
            try await terminal.wait(for: "card:")
            try await terminal.press("Down")
            try await terminal.wait(for: "right, 1")
            if isTold { try await terminal.wait(for: "kape/correct") }
            let text = try await leave(terminal)
            // Everything requested before the end has been printed by then.
            #expect(text.contains("kape/") == isTold, "\(text)")
        }
    }

    @Test func `preferences chosen on the screen apply without one too`() async throws {
        let surroundings = try taught { $0.seconds = 2 }
        let command = "\(try ThudProcess.path()) play --plain --seed 3; echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen(command, size: (110, 40)) { terminal in
            try await terminal.wait(for: "card:")
            try await terminal.wait(for: "0 of 0 cards  (space:")
            try await terminal.press("q")
            let text = try await terminal.wait(for: "ended with 0")
            #expect(text.ranges(of: "0 of 0 cards").count == 1, "the result is told once: \(text)")
        }
    }

    /// Plays the turn of each of these players, with 2 s rounds.
    private func play(
        _ options: String, in surroundings: Surroundings, _ players: [String],
        then end: (TmuxScreen) async throws -> Void
    ) async throws {
        let command = "\(try ThudProcess.path()) play --plain \(options); echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen(command, size: (110, 60)) { terminal in
            for (index, player) in players.enumerated() {
                func hasBegun(_ words: String) async throws -> Bool {
                    try await terminal.text().ranges(of: words).count > index
                }
                try await terminal.wait(for: "\(player): ")
                try await poll("\(player)'s card", within: .seconds(20)) {
                    try await terminal.press("Enter")
                    try await Task.sleep(for: .milliseconds(800))
                    return try await hasBegun("card:")
                }
                try await poll("\(player)'s result", within: .seconds(20)) {
                    try await hasBegun("0 of 0 cards  (space:")
                }
            }
            try await end(terminal)
        }
    }

    @Test func `on a terminal the places of a tournament are told once`() async throws {
        try await play("--players Besa,Dritan", in: taught { $0.seconds = 2 }, ["Besa", "Dritan"]) { terminal in
            try await terminal.press("q")
            let text = try await terminal.wait(for: "ended with 0")
            #expect(text.ranges(of: "1. Dritan: 0").count == 1, "\(text)")
        }
    }

    @Test func `the results of a tournament that is resumed are those of the players who played`() async throws {
        let surroundings = try taught { $0.seconds = 2 }
        try await play("--players Besa,Dritan", in: surroundings, ["Besa"]) { terminal in
            try await terminal.wait(for: "Dritan: GATI!")
            try await Task.sleep(for: .milliseconds(500))
        }
        try await play("--resume >report.txt", in: surroundings, ["Dritan"]) { terminal in
            try await terminal.press("q")
            try await terminal.wait(for: "ended with 0")
        }
        let report = surroundings.scratch.text(of: "report.txt")
        #expect(report.hasPrefix("Dritan: "), "\(report)")
    }

    @Test func `the player is asked to get ready, and seen cards wait for the others`() async throws {
        let surroundings = try taught()
        let cards = ["Agimi", "Bora", "Dielli", "Era", "Fusha"]
        let text = """
            {"id": "five", "title": "Five", "description": "-", "icon": "5", "difficulty": "Shqipe", "language": "sq", \
             "cards": ["\(cards.joined(separator: "\", \""))"]}
            """
        let file = try surroundings.scratch.write(text, to: "five.json")
        // A deck outside the player's folder is identified by the full path of its file.
        let deck = URL(filePath: file).resolvingSymlinksInPath().path
        let folder = surroundings.scratch.file("data/thud")
        for card in cards.prefix(3) {
            try RecordStore.open(folder: folder).store.keep(.seen(card: card, deck: deck, game: "kape"))
        }
        let command = "\(try ThudProcess.path()) play --plain --deck \(deck); echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen(command, size: (110, 40)) { terminal in
            try await terminal.wait(for: "Vendose në ballë (place it on your forehead)")
            try await terminal.wait(for: "card:")
            let screen = try await terminal.text()
            #expect(cards.suffix(2).contains { screen.contains("card: \($0)") }, "\(screen)")
            try await terminal.press("q", "q")
            try await terminal.wait(for: "ended with 0")
        }
        let seen = try RecordStore.open(folder: folder).store.seen(deck: deck, of: "kape")
        #expect(seen.count == 4 && seen.isSuperset(of: cards.prefix(3)), "\(seen.sorted())")
    }

    @Test func `the tutorial precedes the first round, and does not return`() async throws {
        let surroundings = try Surroundings()
        let command = "\(try ThudProcess.path()) play --plain -v --seconds 60; echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen(command, size: (110, 40)) { terminal in
            try await terminal.wait(for: "nod for a right answer")
            try await terminal.press("j")
            try await terminal.wait(for: "kape/tutorial")
            try await terminal.wait(for: "card:")
            try await terminal.press("q", "q")
            try await terminal.wait(for: "ended with 0")
        }
        try await surroundings.onScreen(command, size: (110, 40)) { terminal in
            try await terminal.wait(for: "card:")
            #expect(try await !terminal.text().contains("nod for a right answer"))
        }
    }

    @Test(.timedOrdinary)
    func `a second press of q, which may be a repeat, causes its cue once it is certain`() async throws {
        let surroundings = try taught()
        let report = surroundings.scratch.file("report.json")
        let command = "\(try ThudProcess.path()) play --plain --json >\(report); echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen(command, size: (110, 40)) { terminal in
            try await terminal.wait(for: "card:")
            try await terminal.press("q")
            try await terminal.wait(for: "press q again to leave the round")
            try await Task.sleep(for: .milliseconds(400))
            try await terminal.press("q")
            try await terminal.wait(for: "ended with 0")
        }
        let cues = try JSONReader(SourceFile.read(report), file: "the report").member("cues").elements()
        let cue = try #require(cues.last)
        #expect(try cue.member("cue").string() == "kape/button")
        let (cause, trigger) = try (cue.member("cause_ns").number(), cue.member("trigger_ns").number())
        // Otherwise the cue would come 150 ms after the press.
        #expect(trigger - cause < 140e6, "\(trigger - cause)")
    }

    @Test func `a killed round continues by --resume, and one that was left does not`() async throws {
        let surroundings = try taught()
        let thud = try ThudProcess.path()
        try await surroundings.onScreen("exec \(thud) play --plain -v --deck gurbet", size: (110, 40)) { terminal in
            try await terminal.wait(for: "card:")
            try await terminal.press("Down")
            try await terminal.wait(for: "right, 1")
            try await terminal.wait(for: "kape/correct")
            kill(try await terminal.processIdentifier(), SIGKILL)
            #expect(try await terminal.end() == 128 + SIGKILL)
        }
        let command = "\(thud) play --plain --resume; echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen(command, size: (110, 40)) { terminal in
            try await terminal.wait(for: "the saved round continues: ")
            #expect(try await terminal.text().contains("seconds left, score 1"))
            try await terminal.wait(for: "card:")
            try await terminal.tiltAgain("Down")
            try await terminal.wait(for: "right, 2")
            try await terminal.press("q", "q")
            try await terminal.wait(for: "ended with 0")
        }
        try await surroundings.onScreen(command, size: (110, 40)) { terminal in
            try await terminal.wait(for: "there is no saved round")
            try await terminal.wait(for: "ended with 4")
        }
    }

    @Test func `--resume says why there is no round any more`() async throws {
        let surroundings = try taught()
        try surroundings.scratch.write("not a database", to: "data/thud/thud.sqlite")
        let command = "\(try ThudProcess.path()) play --plain --resume; sleep 60"
        try await surroundings.onScreen(command, size: (240, 40)) { terminal in
            let text = try await terminal.wait(for: "there is no saved round")
            #expect(text.contains("thud.sqlite was damaged and is kept as"), "\(text)")
        }
    }

    @Test(arguments: [("pocket", "prompt: ", "score 0"), ("habit", "It is ", "0 done")])
    func `a round that goes on after a pause says so`(game: String, opening: String, standing: String) async throws {
        let command = "\(try ThudProcess.path()) play \(game) --plain"
        try await taught().onScreen(command, size: (110, 40)) { terminal in
            try await terminal.wait(for: opening)
            try await terminal.press("p")
            try await terminal.wait(for: "paused: \(standing)  (space: continue, q: leave)")
            try await terminal.press("p")
            try await terminal.wait(for: "goes on: \(standing)")
        }
    }

    @Test func `one press leaves a paused round, and --resume continues it`() async throws {
        let surroundings = try taught()
        let plain = "\(try ThudProcess.path()) play --plain"
        let ending = "; echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen("\(plain) --deck gurbet\(ending)", size: (110, 40)) { terminal in
            try await terminal.wait(for: "card:")
            try await terminal.press("p")
            try await terminal.wait(for: "(space: continue, q: leave)")
            try await terminal.press("q")
            try await terminal.wait(for: "the round is kept; --resume continues it")
            try await terminal.wait(for: "ended with 0")
        }
        try await surroundings.onScreen("\(plain) --resume", size: (110, 40)) { terminal in
            try await terminal.wait(for: "the saved round continues: ", "seconds left, score 0")
        }
    }

    @Test(arguments: [
        (
            "C",
            [
                "✓ 1 Të gjetura: ", "Lojtari 2: GATI!", "Vendose në ballë (place", "Lojtari 1: MISH", ". Lojtari 2: ",
                " (Legjendë)",
            ]
        ),
        ("en_US.UTF-8", ["✓ 1 Got: ", "Player 2: READY!", "  Place it on your forehead", ". Player 2: ", " (Legend)"]),
        ("de_DE.UTF-8", ["✓ 1 Got: ", "Player 2: READY!", "  Place it on your forehead", ". Player 2: ", " (Legend)"]),
    ])
    func `a tournament is told in the language of the locale`(locale: String, words: [String]) async throws {
        var surroundings = try Surroundings()
        surroundings.environment["LC_ALL"] = locale
        let options = ["--plain", "--bot", "1", "--seconds", "4", "--clock", "virtual", "--players", ","]
        let round = try await surroundings.thud(["play"] + options)
        let told = round.errorOutput + round.output
        for word in words { #expect(told.contains(word), "\(word): \(told)") }
    }

    @Test func `the places of a tournament are announced at its end, and the podium cue plays`() async throws {
        let surroundings = try taught { $0.seconds = 8 }
        let command =
            "\(try ThudProcess.path()) play --plain -v --players Besa,Dritan; echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen(command, size: (110, 60)) { terminal in
            for (player, result) in [("Besa", "1 of 1 card, 100 %"), ("Dritan", "0 of 0 cards")] {
                try await terminal.wait(for: "\(player): ")
                try await poll("\(player)'s card", within: .seconds(20)) {
                    // The hand-over requires a separate press.
                    try await terminal.press("Enter")
                    try await Task.sleep(for: .milliseconds(800))
                    return try await terminal.text().split(separator: "\(player): ").last?.contains("card:") ?? false
                }
                if player == "Besa" { try await terminal.press("Down") }
                try await terminal.wait(for: "\(result)  (space:")
                try await terminal.press("Space")
            }
            try await terminal.wait(for: "1. Besa: 1 (Legjendë)")
            let text = try await terminal.wait(for: "kape/legend")
            let keys = text.split(separator: "\n").count { $0.contains("(space: ready, q: leave)") }
            #expect(keys == 2, "each hand-over tells its key: \(text)")
            try await terminal.press("Space")
            try await terminal.wait(for: "another tournament") { $0.ranges(of: "Besa: GATI!").count == 2 }
        }
    }

    @Test(.timedOrdinary)
    func `a press that may be a repeat counts from when it is known to be none`() async throws {
        let surroundings = try taught()
        let terminal = try PseudoTerminal(columns: 100, rows: 30)
        try terminal.start(
            "\(try ThudProcess.path()) play habit --plain --json >report; echo \"ended with $?\"",
            environment: surroundings.environment, in: surroundings.scratch.path)
        let keyboard = Keyboard(model: .plain, terminal: terminal)
        try await terminal.wait(for: "done for the day")
        await keyboard.tap("\r")
        try await Task.sleep(for: .milliseconds(400))
        await keyboard.tap("\r")
        try await terminal.wait(for: "The ring is closed")
        for _ in 0..<2 {
            await keyboard.tap("q")
            try await Task.sleep(for: .milliseconds(1_000))
        }
        try await terminal.wait(for: "ended with")
        let report = try JSONReader(Array(surroundings.scratch.text(of: "report").utf8), file: "the report")
        let delays = try report.member("cues").elements().map {
            (try $0.member("trigger_ns").number() - $0.member("cause_ns").number()) / 1e6
        }
        #expect(delays.count >= 2 && delays.allSatisfy { $0 < 100 }, "\(delays)")
    }

    @Test func `a terminal that accepts no output delays no key`() async throws {
        let surroundings = try taught()
        let terminal = try PseudoTerminal(columns: 100, rows: 30)
        try terminal.start(
            "\(try ThudProcess.path()) play --plain --seconds 60 --seed 3 --json >report",
            environment: surroundings.environment, in: surroundings.scratch.path)
        try await terminal.wait(for: "card:")
        terminal.holdOutput(true)
        for _ in 0..<2 {
            try await terminal.type("j")
            // The head must return before it can nod again.
            try await Task.sleep(for: .milliseconds(900))
        }
        let released = Instant.now()
        terminal.holdOutput(false)
        try await terminal.type("q")
        try await terminal.wait(for: "press q again to leave the round")
        try await terminal.type("q")
        try await poll("the report", within: .seconds(20)) {
            surroundings.scratch.text(of: "report").hasSuffix("\n}\n")
        }
        let report = try JSONReader(Array(surroundings.scratch.text(of: "report").utf8), file: "the report")
        let answers = try report.member("cues").elements().filter { try $0.member("cue").string() == "kape/correct" }
        let causes = try answers.map { try $0.member("cause_ns").number() }
        #expect(causes.count == 2 && causes.allSatisfy { $0 < Double(released.nanoseconds) }, "\(causes)")
    }
}
