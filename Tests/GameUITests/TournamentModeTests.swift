import Testing
import ThudCore
import ThudGameKit

@testable import ThudGameUI

/// A game with a tournament and several modes, which no shipped game has.
@Suite struct TournamentModeTests {
    private enum Sounds: String, CueSet {
        case click
        static let game = "made-up"
    }

    private struct Action: ScriptCommand {
        static let vocabulary: [ScriptWord<Self>] = []
    }

    private static let game = GameDescription(
        name: "made-up", title: "Made up", abstract: "It is played nowhere.",
        modes: [
            .init("lesson", title: "Lesson", teaches: true), .init("match", title: "Match", players: 2),
            .init("usual", title: "Usual"), .init("quick", title: "Quick"),
        ],
        hasTournament: true, cues: Sounds.self, buttonCue: .click, measuredCue: .click, actions: Action.self,
        plainLegend: "")

    private func flow(given: String? = nil, kept: [String: String] = [:]) -> ShellFlow {
        ShellFlow(Self.game, preferences: Preferences(), mode: given, kept: kept)
    }

    private func modeOfTournament(_ flow: ShellFlow) -> String {
        var flow = flow
        _ = flow.act(.tournament, stage: nil, at: Instant(nanoseconds: 0))
        #expect(flow.scene == .players)
        _ = flow.act(.tournament, stage: nil, at: Instant(nanoseconds: 1_000_000_000))
        #expect(flow.scene == .round && flow.tournament != nil)
        return flow.mode
    }

    @Test func `the settings leave out what a game does not have`() {
        #expect(
            SettingsPanel.Item.items(of: Self.game)
                == [.sound, .haptics, .silentSwitch, .volume, .loud, .reduceMotion, .developerLine])
    }

    @Test func `a tournament is played in the mode that the title shows`() {
        #expect(modeOfTournament(flow(kept: ["mode": "quick"])) == "quick")
        #expect(modeOfTournament(flow(given: "usual", kept: ["mode": "quick"])) == "usual")
    }

    @Test func `an earlier match is no tournament, and a given mode is the one that begins`() {
        var flow = flow(given: "quick")
        flow.resumed(deck: nil, mode: "match", tournament: nil)
        _ = flow.act(.leave, stage: .paused, at: Instant(nanoseconds: 0))
        flow.scene = .title
        // The first press asks whether the match, which can be resumed, may go.
        for _ in 0..<2 { _ = flow.act(.confirm, stage: nil, at: Instant(nanoseconds: 1_000_000_000)) }
        #expect(flow.mode == "quick")
        var rivals = self.flow()
        _ = rivals.act(.confirm, stage: nil, at: Instant(nanoseconds: 0))
        _ = rivals.act(.choose(1), stage: nil, at: Instant(nanoseconds: 0))
        #expect(rivals.scene == .players && !rivals.form.canAdd)
        _ = rivals.act(.back, stage: nil, at: Instant(nanoseconds: 0))
        rivals.scene = .title
        #expect(modeOfTournament(rivals) == "usual")
    }

    @Test(arguments: [nil, "lesson", "match", "gone"])
    func `without a suitable chosen mode a tournament is played in the first suitable one`(mode: String?) {
        #expect(modeOfTournament(flow(kept: mode.map { ["mode": $0] } ?? [:])) == "usual")
    }
}
