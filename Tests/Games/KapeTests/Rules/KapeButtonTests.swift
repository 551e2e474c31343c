import Testing
import ThudCore
import ThudGameKit
import ThudKape

@Suite struct RoundButtonTests {
    private let button = KapeEffect.cue(.button)

    @Test func `pause stops the clock and scheduled cues, and resume counts down again and keeps the card`() {
        var round = PlayedRound.playing()
        round.give(.motion(.tiltDown), at: 8)
        #expect(round.give(.press(.pause), at: 23) == [.cancelScheduled, button])
        #expect(round.give(.motion(.tiltDown), at: 24) == [])
        #expect(round.give(.tick, at: 500) == [])
        #expect(round.state.remaining(at: instant(500)) == .seconds(40))

        #expect(round.give(.press(.resume), at: 600) == [button])
        #expect(round.give(.motion(.placedOnForehead), at: 601).count == 4)
        let card = KapeEffect.show(.prompt(round.cardsShown[1]))
        #expect(round.give(.tick, at: 604) == [scheduled(.warning, at: 634)] + lastSeconds(before: 644) + [card])
        #expect(round.state.progress.seen.count == 2)
    }

    @Test func `a warning already heard does not come again after a pause`() {
        var round = PlayedRound.playing()
        round.give(.press(.pause), at: 58)
        round.give(.press(.resume), at: 60)
        round.give(.motion(.placedOnForehead), at: 61)
        let effects = round.give(.tick, at: 64)
        #expect(effects.dropLast() == lastSeconds(before: 69)[...])
    }

    @Test func `a pause in the countdown starts it again`() {
        var round = PlayedRound()
        round.give(.motion(.placedOnForehead), at: 0)
        #expect(round.give(.press(.pause), at: 1.5) == [.cancelScheduled, button])
        #expect(round.give(.tick, at: 9) == [])
        round.give(.press(.resume), at: 10)
        round.give(.motion(.placedOnForehead), at: 11)
        #expect(round.state.phase == .countdown(playFrom: instant(14)))
        #expect(round.state.progress.remaining == .seconds(60))
    }

    @Test func `an interruption pauses without a cue`() {
        var round = PlayedRound.playing()
        #expect(round.give(.interruption, at: 10) == [.cancelScheduled])
        #expect(round.state.phase == .paused)
        #expect(round.give(.interruption, at: 11) == [])
    }

    @Test func `progress saved in a pause resumes in another session`() {
        var round = PlayedRound.playing()
        round.tilt(.tiltDown, at: [5, 6])
        round.give(.interruption, at: 33)
        var next = PlayedRound()
        next.state = KapeState(settings: round.state.settings, progress: round.state.progress)
        next.give(.motion(.placedOnForehead), at: 0)
        next.give(.tick, at: 3)
        #expect(next.state.phase == .playing(until: instant(33)))
        #expect(next.cardsShown == [round.cardsShown[2]])
        #expect(next.state.progress.got == Array(round.cardsShown.prefix(2)))
    }

    @Test func `changed rules apply from the next round, including its tutorial`() {
        var round = PlayedRound.playing(KapeSettings(length: .seconds(20), countdownLead: .zero))
        round.state.adopt(RoundSetup(mode: "round", length: .seconds(5), seed: 1, tutorial: true, lead: .zero))
        round.give(.tick, at: 4)
        #expect(round.state.phase == .playing(until: instant(23)))
        round.give(.tick, at: 23)
        round.give(.press(.playAgain), at: 24)
        #expect(round.state.remaining(at: instant(24)) == .seconds(5))
        round.give(.motion(.placedOnForehead), at: 25)
        #expect(round.state.phase == .tutorial)
        round.give(.motion(.tiltUp), at: 25)
        #expect(round.state.hasTriedPass)
        round.give(.motion(.tiltDown), at: 26)
        round.give(.tick, at: 29)
        #expect(round.state.phase == .playing(until: instant(34)))
        // Adopted rules stay, but the tutorial does not repeat.
        round.give(.tick, at: 34)
        round.give(.press(.playAgain), at: 35)
        round.give(.motion(.placedOnForehead), at: 36)
        #expect(round.state.phase == .countdown(playFrom: instant(39)))
        #expect(round.state.remaining(at: instant(36)) == .seconds(5))
        // A tutorial that is requested again begins like the first.
        round.state.adopt(RoundSetup(mode: "round", length: .seconds(5), seed: 1, tutorial: true, lead: .zero))
        round.give(.tick, at: 44)
        round.give(.press(.playAgain), at: 45)
        round.give(.motion(.placedOnForehead), at: 46)
        #expect(round.state.phase == .tutorial && !round.state.hasTriedPass)
    }

    @Test func `play again continues with unseen cards and silences the fanfare`() {
        var round = PlayedRound.playing(KapeSettings(length: .seconds(20)), cards: 12)
        round.tilt(.tiltDown, at: (0..<9).map { 4 + Double($0) })
        round.give(.tick, at: 23)
        #expect(round.give(.press(.playAgain), at: 23.5) == [.cancelScheduled, button])
        #expect(round.state.progress.result.score == 0)
        round.give(.motion(.placedOnForehead), at: 25)
        round.tilt(.tiltUp, at: [29])
        #expect(Set(round.cardsShown).count == 12)
        round.tilt(.tiltUp, at: [31])
        #expect(round.cardsShown.count == 13)
    }

    @Test func `only Gati! ends a hand-over`() {
        var round = PlayedRound(KapeSettings(handsOver: true))
        #expect(round.state.phase == .handOver)
        for kind in TiltEvent.Kind.allCases { #expect(round.give(.motion(kind), at: 1) == []) }
        for other in [RoundButton.pause, .resume, .playAgain] { #expect(round.give(.press(other), at: 2) == []) }
        #expect(round.give(.press(.ready), at: 3) == [button])
        #expect(round.state.phase == .waitingForForehead)
    }

    @Test func `quitting ends everything and keeps the data of a saved round`() {
        var round = PlayedRound.playing()
        #expect(round.give(.press(.quit), at: 13) == [.cancelScheduled, button])
        #expect(round.state.phase == .over)
        #expect(round.state.progress.remaining == .seconds(50))
        #expect(round.give(.press(.quit), at: 14) == [])
        #expect(round.give(.press(.playAgain), at: 15) == [])
        #expect(round.give(.motion(.tiltDown), at: 16) == [])
    }

    @Test func `buttons that are not on the screen do nothing`() {
        var round = PlayedRound.playing()
        for other in [RoundButton.ready, .resume, .playAgain] { #expect(round.give(.press(other), at: 5) == []) }
    }
}
