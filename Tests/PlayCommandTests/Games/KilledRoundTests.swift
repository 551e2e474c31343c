import Glibc
import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudGames
import ThudKape
import ThudMagic
import ThudPocket
import ThudRecords
import ThudTestSupport

@testable import thud

/// Rounds of every registered game continue after they are killed.
@Suite(.live) struct KilledRoundTests {
    /// How to make progress in a game, whatever it asks for.
    private struct Playing: Sendable {
        /// Arguments after the game's name, for a new round and for any round.
        var beginning = ""
        var always = ""
        /// The keys to type repeatedly from the title on, by their tmux names.
        let keys: [String]
        /// How far a saved round has come.
        let progress: @Sendable (any Round, RecordStore) throws -> Int
    }

    private static let ways: [String: Playing] = [
        "kape": Playing(beginning: "--deck mix --seconds 60", keys: ["Down"]) { round, _ in
            (round as? KapeState)?.progress.got.count ?? 0
        },
        "pocket": Playing(beginning: "--mode tutorial", keys: ["Up", "Down", "Left", "Right"]) { round, _ in
            (round as? PocketRound)?.progress.successes ?? 0
        },
        "magic": Playing(keys: ["Space", "w"]) { round, _ in (round as? MagicRound)?.tally.magic ?? 0 },
        "habit": Playing(always: "--activation single", keys: ["n", "R", "Enter", "Enter", "Enter", "Space"]) {
            _, store in
            try store.daysDone(game: "habit").count
        },
    ]

    private let surroundings: Surroundings
    private var data: String { surroundings.scratch.file("data/thud") }

    init() throws { surroundings = try Surroundings() }

    @Test(arguments: Games.names)
    func `a killed round keeps its progress, and continues from there by --resume`(name: String) async throws {
        let game = try #require(Games.named(name))
        let way = try #require(Self.ways[name], "tell how \(name) is played")
        let store = try RecordStore.open(folder: data).store
        var preferences = Preferences()
        preferences.tutorialDone = true
        try store.keep(.preferences(preferences, before: Preferences()))

        func kept() throws -> (id: UInt64, progress: Int)? {
            try store.savedRound(of: game).round.map { ($0.id, try way.progress($0.state.round, store)) }
        }
        /// Plays until this progress is reached, and kills the program.
        func play(_ arguments: String, to wanted: Int, _ begin: (TmuxScreen) async throws -> Void) async throws {
            try await surroundings.play("\(name) \(arguments) \(way.always)") { screen in
                try await begin(screen)
                try await screen.press("Enter")
                let deadline = Instant.now() + .seconds(30)
                var presses = 0
                while try kept()?.progress ?? 0 < wanted {
                    guard Instant.now() < deadline else {
                        let text = try await screen.text()
                        throw HarnessError(description: "kept: \(String(describing: try kept()))\n\(text)")
                    }
                    try await screen.press(way.keys[presses % way.keys.count])
                    presses += 1
                    // Presses in quick succession count as a held key, or as the tail of a gesture.
                    try await Task.sleep(for: .milliseconds(250))
                }
                kill(try await screen.processIdentifier(), SIGKILL)
                #expect(try await screen.end() == 128 + SIGKILL)
            }
        }

        try await play(way.beginning, to: 2) { try await $0.wait(for: game.theme.words[.tagline].text) }
        let before = try #require(try kept())
        #expect(before.progress >= 2)
        try await play("--resume", to: before.progress + 1) { _ in
            // By then the round belongs to this program.
            try await poll("the round to go on", within: .seconds(20)) { try kept()?.id != before.id }
            #expect(try kept()?.progress == before.progress)
        }
        #expect(try #require(try kept()).progress > before.progress)
    }
}
