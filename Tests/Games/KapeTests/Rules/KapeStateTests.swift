import Testing
import ThudCore
import ThudGameKit

@testable import ThudKape

@Suite struct KapeStateTests {
    @Test func `nothing begins before the phone is on the forehead`() {
        var round = PlayedRound()
        #expect(round.give(.tick, at: 100) == [])
        #expect(round.give(.motion(.tiltDown), at: 101) == [])
        #expect(round.state.phase == .waitingForForehead)
    }

    @Test func `3, 2, 1, go are scheduled at exact instants when the countdown begins`() {
        var round = PlayedRound()
        let effects = round.give(.motion(.placedOnForehead), at: 0.123_456_789)
        #expect(
            effects == [
                scheduled(.tick, at: 0.123_456_789), scheduled(.tick, at: 1.123_456_789),
                scheduled(.tick, at: 2.123_456_789), scheduled(.go, at: 3.123_456_789),
            ])
        #expect(round.state.nextDeadline == instant(3.123_456_789))
    }

    @Test func `the first tick comes late enough to play on its exact frame`() {
        let dealer = CardDealer(cards: ["card"], seed: 1)
        var state = KapeState(settings: KapeSettings(), dealer: dealer)
        let effects = state.reduce(.motion(.placedOnForehead), at: instant(5))
        #expect(effects == [5.1, 6.1, 7.1].map { scheduled(.tick, at: $0) } + [scheduled(.go, at: 8.1)])
        #expect(state.nextDeadline == instant(8.1))
    }

    @Test func `play begins exactly 3 s later, however late the tick`() {
        var round = PlayedRound()
        round.give(.motion(.placedOnForehead), at: 0.5)
        #expect(round.give(.tick, at: 3.499) == [])
        let effects = round.give(.tick, at: 3.9)
        #expect(effects.dropLast() == [scheduled(.warning, at: 53.5)] + lastSeconds(before: 63.5))
        #expect(round.state.phase == .playing(until: instant(63.5)))
        #expect(round.state.remaining(at: instant(13.5)) == .seconds(50))
    }

    @Test(arguments: [10.0, 4])
    func `a round of ten seconds or less has no warning`(length: Double) {
        let round = PlayedRound.playing(KapeSettings(length: .seconds(length)))
        #expect(!round.log.contains { $0.effect == scheduled(.warning, at: 3 + length - 10) })
        #expect(round.log.contains { $0.effect == scheduled(.timesUp, at: 3 + length) })
    }

    @Test(arguments: [(1.0, 0), (2, 1), (3, 2), (3.5, 3)])
    func `the last three seconds tick, or fewer in a shorter round`(length: Double, ticks: Int) {
        let round = PlayedRound.playing(KapeSettings(length: .seconds(length), countdownLead: .zero))
        let scheduled = round.log.compactMap { entry -> Instant? in
            if case .schedule(.tick, let instant, _) = entry.effect { instant } else { nil }
        }
        let first: [Instant] = (0..<3).map { instant(Double($0)) }
        let last: [Instant] = (0..<ticks).reversed().map { instant(3 + length - 1 - Double($0)) }
        #expect(scheduled == first + last)
    }

    @Test func `a nod is correct and a tilt back a pass, at once, each with the next card`() {
        var round = PlayedRound.playing()
        let nod = round.give(.motion(.tiltDown), at: 5)
        #expect(nod == [.cue(.correct), .show(.answer("right, 1")), .show(.prompt(round.cardsShown[1]))])
        let pass = round.give(.motion(.tiltUp), at: 7)
        #expect(pass == [.cue(.pass), .show(.answer("pass")), .show(.prompt(round.cardsShown[2]))])
        #expect(round.state.progress.got == [round.cardsShown[0]])
        #expect(round.state.progress.passed == [round.cardsShown[1]])
        #expect(Set(round.cardsShown).count == 3)
    }

    @Test func `other reports of the sensors change nothing`() {
        var round = PlayedRound.playing()
        for kind in [TiltEvent.Kind.returnedToNeutral, .inputPaused, .inputResumed, .placedOnForehead] {
            #expect(round.give(.motion(kind), at: 5) == [])
        }
    }

    @Test func `tilts outside of play do not count`() {
        var round = PlayedRound()
        round.give(.motion(.placedOnForehead), at: 0)
        #expect(round.give(.motion(.tiltDown), at: 2.999) == [])
        round.give(.tick, at: 3)
        let finish = round.give(.motion(.tiltDown), at: 63)
        let result = KapeResult(got: [], passed: [], seen: round.cardsShown)
        #expect(finish == [.finished(result.outcome(length: .seconds(60)))])
        #expect(round.give(.motion(.tiltDown), at: 64) == [])
    }

    @Test func `a tilt one nanosecond before the end counts, even if it is reported late`() {
        var round = PlayedRound.playing()
        let effects = round.state.reduce(.motion(.tiltDown), at: instant(63) - Interval(nanoseconds: 1))
        #expect(effects.first == .cue(.correct))
    }

    @Test func `one late tick carries a whole round through its deadlines`() {
        var round = PlayedRound(KapeSettings(length: .seconds(20)))
        round.give(.motion(.placedOnForehead), at: 0)
        let effects = round.give(.tick, at: 1_000)
        #expect(Array(effects.prefix(5)) == [scheduled(.warning, at: 13)] + lastSeconds(before: 23))
        let result = KapeResult(got: [], passed: [], seen: round.cardsShown)
        #expect(effects.last == .finished(result.outcome(length: .seconds(20))))
    }

    @Test func `an instant that goes backwards counts as the latest`() {
        var round = PlayedRound.playing()
        round.give(.motion(.tiltDown), at: 10)
        round.give(.press(.pause), at: 4)
        #expect(round.state.progress.remaining == .seconds(53))
    }

    @Test(arguments: [(8, KapeResult.Rank.foreigner), (9, .legend)])
    func `more than eight cards earn LEGJENDË, heard one second after time's up`(score: Int, rank: KapeResult.Rank) {
        var round = PlayedRound.playing()
        round.tilt(.tiltDown, at: (0..<score).map { 4 + Double($0) })
        round.give(.motion(.tiltUp), at: 50)
        let effects = round.give(.tick, at: 63.01)
        let legend = scheduled(.legend, at: 64)
        #expect(effects.contains(legend) == (rank == .legend))
        guard case .finished(let result) = round.state.phase else { return #expect(Bool(false)) }
        #expect(result.rank == rank)
        #expect(result.score == score)
        #expect(result.passes == 1)
        #expect(result.accuracy == Double(score) / Double(score + 1))
        let summary = result.outcome(length: nil).summary
        #expect(summary == (score == 9 ? "LEGJENDË: 9 of 10 cards, 90 %" : "MISH I HUAJ: 8 of 9 cards, 89 %"))
        #expect(result.seen == round.cardsShown)
        #expect(result.seen.count == score + 2)
    }

    @Test func `a repeated card counts again`() {
        var round = PlayedRound.playing(cards: 2)
        round.tilt(.tiltDown, at: [4, 5, 6, 7])
        round.tilt(.tiltUp, at: [8, 9, 10])
        let result = round.state.progress.result
        #expect(Set(result.got).count == 2)
        #expect(result.score == 4)
        #expect(result.passes == 3)
        #expect(result.accuracy == 4.0 / 7)
    }

    @Test func `the accuracy without right answers is zero`() {
        #expect(KapeResult(got: [], passed: [], seen: []).accuracy == 0)
        #expect(KapeResult(got: [], passed: ["a"], seen: ["a"]).accuracy == 0)
    }

    @Test func `the tutorial comes once, lets a pass be tried, and ends with a nod`() {
        var round = PlayedRound(KapeSettings(length: .seconds(5), tutorial: true))
        let told = round.give(.motion(.placedOnForehead), at: 0)
        #expect(told == [.show(.note("tilt back to pass a card; nod for a right answer, and to start"))])
        #expect(round.state.phase == .tutorial && !round.state.hasTriedPass)
        let tried = round.give(.motion(.tiltUp), at: 1)
        #expect(tried == [.cue(.pass), .show(.note("that passes a card; nod to start"))])
        #expect(round.state.phase == .tutorial && round.state.hasTriedPass && round.state.progress.passed == [])
        let effects = round.give(.motion(.tiltDown), at: 2)
        #expect(effects.first == .cue(.tutorial))
        #expect(effects.count == 5)
        round.give(.tick, at: 10)
        round.give(.press(.playAgain), at: 12)
        round.give(.motion(.placedOnForehead), at: 13)
        #expect(round.state.phase == .countdown(playFrom: instant(16)))
    }

    @Test func `a round length is kept within bounds`() {
        #expect(KapeSettings(length: .zero).length == .seconds(1))
        #expect(KapeSettings(length: Interval(nanoseconds: .max)).length == .seconds(3_600))
    }

    @Test func `a pass ends the row of right answers, even of a card that was guessed before`() {
        var round = PlayedRound.playing(cards: 2)
        round.tilt(.tiltDown, at: [4, 5, 6, 7])
        #expect(round.state.progress.inARow == 4)
        for second in [8.0, 9, 10] {
            round.tilt(.tiltUp, at: [second])
            #expect(round.state.progress.inARow == 0)
        }
        round.tilt(.tiltDown, at: [11])
        #expect(round.state.progress.inARow == 1 && round.state.snapshot(at: instant(12)).inARow == 1)
    }

    @Test func `cue names match the sound files`() {
        #expect(
            KapeCue.allCases.map(\.name.description) == [
                "kape/correct", "kape/pass", "kape/tick", "kape/go", "kape/warning", "kape/times-up", "kape/tutorial",
                "kape/button", "kape/legend",
            ])
    }
}

/// A round under test, driven by times in seconds.
struct PlayedRound {
    var state: KapeState
    /// Every effect so far, with the second of the input that caused it.
    var log: [(effect: KapeEffect, second: Double)] = []

    init(_ settings: KapeSettings = KapeSettings(), cards: Int = 30, seed: UInt64 = 1) {
        // Without the lead, a phone placed at 0 plays from 3.
        var settings = settings
        settings.countdownLead = .zero
        let cards = (1...cards).map { "card \($0)" }
        state = KapeState(settings: settings, dealer: CardDealer(cards: cards, seed: seed))
    }

    /// Creates a round whose play starts at second 3.
    static func playing(_ settings: KapeSettings = KapeSettings(), cards: Int = 30) -> PlayedRound {
        var round = PlayedRound(settings, cards: cards)
        round.give(.motion(.placedOnForehead), at: 0)
        round.give(.tick, at: 3)
        return round
    }

    @discardableResult
    mutating func give(_ input: KapeInput, at second: Double) -> [KapeEffect] {
        let effects = state.reduce(input, at: instant(second))
        log += effects.map { ($0, second) }
        return effects
    }

    /// Tilts the head at each of the seconds.
    mutating func tilt(_ kind: TiltEvent.Kind, at seconds: [Double]) {
        for second in seconds { give(.motion(kind), at: second) }
    }

    var cardsShown: [String] {
        log.compactMap { entry in
            if case .show(let moment) = entry.effect, moment.kind == .prompt { moment.text } else { nil }
        }
    }
}

func instant(_ second: Double) -> Instant { Instant(nanoseconds: 0) + .seconds(second) }

/// Returns the effects scheduled for the end of a round: three ticks, and time's up.
func lastSeconds(before end: Double) -> [KapeEffect] {
    [end - 3, end - 2, end - 1].map { scheduled(.tick, at: $0) } + [scheduled(.timesUp, at: end)]
}

func scheduled(_ cue: KapeCue, at second: Double) -> KapeEffect { .schedule(cue, at: instant(second)) }
