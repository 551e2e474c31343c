import Testing
import ThudCore
import ThudGames
import ThudRecords
import ThudTerminal

@testable import ThudScreens

/// Actions, phases and holds in an order that nobody would think of.
@Suite struct KapeFlowWalkTests {
    private static let actions: [Action] = [
        .up, .down, .left, .right, .confirm, .back, .tournament, .resume, .startAnew, .pause, .settings, .developer,
        .gloss, .leave, .type("q"), .type("\u{301}"), .erase, .choose(0), .choose(1), .choose(2), .choose(5),
        .choose(-1), .choose(.max), .choose(.min),
    ]

    private static let phases: [KapeState.Phase?] = [
        nil, .handOver, .waitingForForehead, .tutorial, .countdown(playFrom: KapeFlowTests.now),
        .playing(until: KapeFlowTests.now), .paused, .finished(DeckFixture.result(score: 2)),
        .finished(DeckFixture.result(score: 12)), .over,
    ]

    @Test(arguments: 0..<UInt64(24))
    func `no walk leads out of the house`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var flow = KapeFlow(
            decks: seed.isMultiple(of: 6) ? [] : try DeckFixture.choices(), preferences: Preferences(),
            deck: seed.isMultiple(of: 5) ? "nowhere" : nil, players: seed.isMultiple(of: 4) ? ["Besa"] : [],
            canResume: seed.isMultiple(of: 3))
        let letters = LetterCase()
        var now = KapeFlowTests.now
        for step in 0..<600 {
            now = now + .milliseconds(Int64(generator.index(below: 700)))
            takeStep(&flow, at: now, &generator)
            #expect(isSound(flow), "step \(step): \(flow.scene)")
            guard step.isMultiple(of: 20) else { continue }
            let picture = KapePicture(flow: flow, session: nil, now: now, sceneAge: 1)
            #expect(picture.canvas(KapePicture.smallest, letters: letters).grid.lines.count == 18)
        }
    }

    private func takeStep(_ flow: inout KapeFlow, at now: Instant, _ generator: inout SeededGenerator) {
        switch generator.index(below: 12) {
        case 0: flow.pressLeave(at: now, reportsRelease: generator.chance(0.5))
        case 1: flow.releaseLeave()
        case 2: _ = flow.advance(to: now)
        case 3: flow.finished(DeckFixture.result(score: generator.index(below: 15)))
        default:
            let action = Self.actions[generator.index(below: Self.actions.count)]
            _ = flow.act(action, phase: Self.phases[generator.index(below: Self.phases.count)], at: now)
        }
    }

    /// Whatever the flow points at is there.
    private func isSound(_ flow: KapeFlow) -> Bool {
        let names = flow.form.names.count
        guard Tournament.rivals.contains(names), (0...names).contains(flow.form.selected), flow.scroll >= 0 else {
            return false
        }
        if let panel = flow.settings, !SettingsPanel.Item.allCases.indices.contains(panel.selected) { return false }
        switch flow.scene {
        case .decks(let selected): return flow.decks.isEmpty ? selected == 0 : flow.decks.indices.contains(selected)
        case .unlock(let deck): return flow.decks.indices.contains(deck)
        case .podium: return flow.tournament?.isComplete == true
        case .title, .players, .round: return true
        }
    }
}
