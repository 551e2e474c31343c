import Testing
import ThudCore
import ThudGameUI
import ThudGames

@testable import ThudGameKit
@testable import thud

/// Many rounds of every game, without a device.
@Suite struct GameRoundTests {
    @Test(.timeLimit(.minutes(20)), arguments: GameConformanceTests.Played.all)
    func `a thousand seeded rounds follow the rules`(
        played: GameConformanceTests.Played
    ) throws {
        for seed in 0..<1_000 as Range<UInt64> {
            var session = try played.session(seed: seed)
            var tally = RoundTally(played)
            do throws(RoundTally.Fault) {
                var now = session.start
                while session.stage != .finished, let next = session.nextDeadline,
                    now < session.start + GameConformanceTests.Played.longest
                {
                    // In long steps, because the outcome does not depend on them.
                    now = max(next, now + .seconds(5))
                    for effect in session.advance(to: now) { try tally.check(effect) }
                }
                guard session.stage == .finished else { throw .init("stands in \(session.stage)") }
                try tally.conclude()
            } catch {
                Issue.record("seed \(seed): \(error.words); `RoundTally` names the games with other rules")
                return
            }
        }
    }

    private func fault(_ effects: [SessionEffect], of game: String, mode: String = "") -> String? {
        let played = Games.named(game).map { GameConformanceTests.Played(game: $0, mode: mode) }
        guard let played else { return "no game" }
        var tally = RoundTally(played)
        do throws(RoundTally.Fault) {
            for effect in effects { try tally.check(effect) }
            try tally.conclude()
            return nil
        } catch {
            return error.words
        }
    }

    @Test func `a round that breaks a rule is found`() {
        func at(_ seconds: Double, _ effect: RoundEffect<CueName>) -> SessionEffect {
            SessionEffect(effect: effect, cause: GameConformanceTests.Played.start + .seconds(seconds))
        }
        func cue(_ name: String) -> RoundEffect<CueName> { .cue(CueName(game: "kape", name: name)) }
        func end(_ score: Int) -> SessionEffect { at(9, .finished(Outcome(score: score, summary: "over"))) }
        let (prompt, answer) = (at(1, .show(.prompt("Flija"))), at(2, .show(.answer("right"))))
        let right = at(2, cue("correct"))
        func fault(_ effects: SessionEffect...) -> String? { self.fault(effects, of: "kape") }
        #expect(fault(prompt, answer, right, end(1)) == nil)
        #expect(fault(prompt, prompt, end(0)) == "Flija follows a prompt that nobody has judged")
        #expect(fault(prompt, answer, answer, end(0)) == "right answers nothing")
        #expect(fault(prompt, answer, right, end(2)) == "2 points for 1 right answers")
        #expect(fault(prompt, answer) == "0 ends")
        #expect(fault(at(1, cue("nothing")), end(0)) == "there is no cue kape/nothing")
        #expect(fault(answer, prompt, end(0)) == "right answers nothing")
        #expect(fault(right, prompt, end(0)) == "an effect before its cause")
    }
}

/// The effects of a round so far, checked against what no round may do.
private struct RoundTally {
    /// A broken rule.
    struct Fault: Error {
        let words: String
        init(_ words: String) { self.words = words }
    }

    private let game: GameDescription
    private let mode: String
    private let known: Set<String>
    private var last = Instant(nanoseconds: 0)
    private var isAsked = false
    /// The cues of right answers that were given.
    private var rights = 0
    /// Those that were scheduled and may still be cancelled.
    private var coming: [Instant] = []
    private var outcomes: [Outcome] = []

    init(_ played: GameConformanceTests.Played) {
        (game, mode) = (played.game.description, played.mode)
        known = Set(game.cues)
    }

    mutating func check(_ effect: SessionEffect) throws(Fault) {
        guard effect.cause >= last else { throw Fault("an effect before its cause") }
        last = effect.cause
        switch effect.effect {
        case .cue(let cue, _):
            try check(cue)
            if cue.name == game.measuredCue { rights += 1 }
        case .schedule(let cue, let due, _):
            try check(cue)
            if cue.name == game.measuredCue { coming.append(due) }
        case .begin(let cue, _), .ignored(let cue): try check(cue)
        case .cancelScheduled, .silence:
            rights += coming.count { $0 <= effect.cause }
            coming = []
        case .show(let moment): try check(moment)
        case .finished(let outcome): outcomes.append(outcome)
        case .turn, .end: break
        }
    }

    private func check(_ cue: CueName) throws(Fault) {
        guard known.contains(cue.name) else { throw Fault("there is no cue \(cue)") }
    }

    private mutating func check(_ moment: Moment) throws(Fault) {
        switch moment.kind {
        case .prompt:
            guard !isAsked else { throw Fault("\(moment.text) follows a prompt that nobody has judged") }
            isAsked = true
        case .answer:
            // A game without prompts reports all actions as answers.
            guard isAsked || !asks else { throw Fault("\(moment.text) answers nothing") }
            isAsked = false
        case .note: break
        }
    }

    /// Whether every answer in the game belongs to a prompt.
    private var asks: Bool { !["habit", "magic"].contains(game.name) }

    mutating func conclude() throws(Fault) {
        guard outcomes.count == 1, let outcome = outcomes.first else { throw Fault("\(outcomes.count) ends") }
        rights += coming.count
        let isRight =
            switch (game.name, mode) {
            // Fully repeated sequences, each one longer than the previous one.
            case ("pocket", "memory"): outcome.score * (outcome.score + 1) / 2 <= rights
            // In a match the better player wins, and only right answers count.
            case ("pocket", "pvp"), ("pocket", "versus"):
                count("gestures", of: outcome) == rights && outcome.score <= rights
                    && outcome.score == best(of: outcome)
            case ("magic", _): outcome.score == pieces(of: outcome)
            default: outcome.score == rights
            }
        guard isRight else { throw Fault("\(outcome.score) points for \(rights) right answers") }
    }

    /// Returns the number of magic actions in a stage's play.
    private func pieces(of outcome: Outcome) -> Int {
        ["brought", "acts", "effects", "faces", "friends"].reduce(0) { $0 + (count($1, of: outcome) ?? 0) }
    }

    private func count(_ key: String, of outcome: Outcome) -> Int? {
        for fact in outcome.facts where fact.key == key { if case .count(let count) = fact.value { return count } }
        return nil
    }

    /// Returns the points of the better player of a match.
    private func best(of outcome: Outcome) -> Int? {
        for fact in outcome.facts where fact.key == "scores" {
            if case .list(let scores) = fact.value { return scores.compactMap { Int($0) }.max() }
        }
        return nil
    }
}
