import Testing
import ThudCore
import ThudGames
import ThudRecords
import ThudTerminal

@testable import ThudScreens

@Suite struct KapeFlowTests {
    static let now = Instant(nanoseconds: 9_000_000_000)

    private func flow(
        deck: String? = nil, players: [String] = [], canResume: Bool = false
    ) throws -> KapeFlow {
        KapeFlow(
            decks: try DeckFixture.choices(), preferences: Preferences(), deck: deck, players: players,
            canResume: canResume)
    }

    // MARK: To a round

    @Test func `from the title by the decks into a round`() throws {
        var flow = try flow()
        #expect(flow.act(.confirm) == [.feedback(.button)])
        #expect(flow.scene == .decks(selected: 0))
        #expect(flow.act(.confirm) == [.feedback(.button), .begin(deck: "ushqime")])
        #expect(flow.scene == .round)
        #expect(flow.lastDeck == "ushqime")
    }

    @Test func `a deck that was named is not asked for`() throws {
        var flow = try flow(deck: "ushqime")
        #expect(flow.act(.confirm) == [.feedback(.button), .begin(deck: "ushqime")])
        #expect(flow.scene == .round)
    }

    @Test func `a round that waits is resumed by the primary action, and replaced on demand`() throws {
        var flow = try flow(deck: "ushqime", canResume: true)
        #expect(flow.act(.confirm) == [.feedback(.button), .resumeSaved])
        #expect(flow.act(.startAnew) == [.feedback(.button), .begin(deck: "ushqime")])
        #expect(!flow.canResume)
        var without = try self.flow()
        #expect(without.act(.resume) == [])
    }

    @Test func `the choice stops at both ends and goes back to the title`() throws {
        var flow = try flow()
        _ = flow.act(.confirm)
        #expect(flow.act(.up) == [])
        for selected in 1...2 {
            #expect(flow.act(.down) == [.feedback(.button)])
            #expect(flow.scene == .decks(selected: selected))
        }
        #expect(flow.act(.down) == [])
        _ = flow.act(.back)
        #expect(flow.scene == .title)
    }

    @Test func `the deck of the last round is chosen the next time`() throws {
        var flow = try flow()
        flow.resumed(deck: "gurbet", tournament: nil)
        #expect(flow.act(.leave, phase: .finished(DeckFixture.result(score: 3))) == [.feedback(.button), .abandon])
        _ = flow.act(.confirm)
        #expect(flow.scene == .decks(selected: DeckFixture.locked))
    }

    @Test func `a locked deck shows a note, and opens by a press`() throws {
        var flow = try flow()
        _ = flow.act(.confirm)
        #expect(flow.act(.choose(DeckFixture.locked)) == [.feedback(.button)])
        #expect(flow.scene == .unlock(deck: DeckFixture.locked))
        _ = flow.act(.back)
        #expect(flow.scene == .decks(selected: DeckFixture.locked))
        #expect(flow.decks[DeckFixture.locked].isLocked)
        _ = flow.act(.confirm)
        #expect(flow.act(.confirm) == [.feedback(.button), .unlock(deck: "gurbet")])
        #expect(flow.scene == .decks(selected: DeckFixture.locked))
        #expect(flow.act(.confirm) == [.feedback(.button), .begin(deck: "gurbet")])
    }

    @Test func `neither a broken deck nor one that is not there can be chosen`() throws {
        var flow = try flow()
        _ = flow.act(.confirm)
        for index in [DeckFixture.broken, 3, -1, .max, .min] {
            #expect(flow.act(.choose(index)) == [])
            #expect(flow.scene == .decks(selected: 0))
        }
        #expect(flow.deck("i-prishur") == nil)
    }

    @Test func `cards that were seen are counted for their deck alone`() throws {
        var flow = try flow()
        flow.noted(seen: 3, of: "gurbet")
        flow.noted(seen: 9, of: "nowhere")
        #expect(flow.decks.map(\.seen) == [1, 3, 0])
    }

    // MARK: In a round

    @Test func `what a key means depends on the phase of the round`() throws {
        var flow = try flow()
        flow.resumed(deck: "ushqime", tournament: nil)
        let playing = KapeState.Phase.playing(until: Self.now)
        #expect(flow.act(.up, phase: playing) == [.press(.tiltUp)])
        #expect(flow.act(.down, phase: playing) == [.press(.tiltDown)])
        #expect(flow.act(.back, phase: playing) == [.press(.pause)])
        #expect(flow.act(.pause, phase: .paused) == [.press(.resume)])
        #expect(flow.act(.confirm, phase: .handOver) == [.press(.ready)])
        #expect(flow.act(.confirm, phase: playing) == [])
        #expect(flow.act(.confirm, phase: nil) == [])
        #expect(flow.act(.confirm, phase: .finished(DeckFixture.result(score: 1))) == [.press(.playAgain)])
    }

    @Test func `a round is left by a hold alone, and the hold ends with any other key`() throws {
        var flow = try flow()
        flow.resumed(deck: "ushqime", tournament: nil)
        let playing = KapeState.Phase.playing(until: Self.now)
        #expect(flow.mustHoldToLeave(phase: playing))
        #expect(!flow.mustHoldToLeave(phase: .finished(DeckFixture.result(score: 1))))
        #expect(flow.act(.leave, phase: playing) == [])
        flow.pressLeave(at: Self.now, reportsRelease: true)
        _ = flow.act(.down, phase: playing)
        #expect(!flow.hold.isActive)
        flow.pressLeave(at: Self.now, reportsRelease: true)
        flow.releaseLeave()
        #expect(flow.advance(to: Self.now + LongPress.length) == [])
        flow.pressLeave(at: Self.now, reportsRelease: true)
        #expect(flow.advance(to: Self.now + LongPress.length) == [.feedback(.button), .abandon])
        #expect(flow.scene == .title)
    }

    @Test func `a result scrolls, and the next one begins at its top`() throws {
        var flow = try flow()
        flow.resumed(deck: "ushqime", tournament: nil)
        let finished = KapeState.Phase.finished(DeckFixture.result(score: 1))
        #expect(flow.act(.down, phase: finished) == [])
        flow.mostScroll = 2
        #expect(flow.act(.up, phase: finished) == [])
        #expect(flow.scroll == 0)
        for row in [1, 2] {
            #expect(flow.act(.down, phase: finished) == [.feedback(.button)])
            #expect(flow.scroll == row)
        }
        // Where there is no more, nothing moves and nothing is heard; the way back begins at once.
        #expect(flow.act(.down, phase: finished) == [])
        #expect(flow.act(.up, phase: finished) == [.feedback(.button)])
        #expect(flow.scroll == 1)
        // A larger screen shows all of it.
        flow.mostScroll = 0
        #expect(flow.act(.down, phase: finished) == [])
        flow.finished(DeckFixture.result(score: 2))
        #expect(flow.scroll == 0)
    }

    @Test func `the tutorial is passed once`() throws {
        var flow = try flow()
        let effects = flow.passedTutorial()
        #expect(effects == [.preferences(flow.preferences)])
        #expect(flow.preferences.tutorialDone)
        #expect(flow.passedTutorial() == [])
    }
}

extension KapeFlow {
    /// What an action does while no time matters.
    mutating func act(_ action: Action, phase: KapeState.Phase? = nil) -> [FlowEffect] {
        act(action, phase: phase, at: KapeFlowTests.now)
    }

    /// Presses keys as a player does, by what they mean here.
    mutating func type(_ keys: String) {
        for key in keys {
            let event = KeyEvent(.character(key))
            guard let action = KapeKeys.action(of: event, isTyping: isTyping) else { continue }
            _ = act(action)
        }
    }
}
