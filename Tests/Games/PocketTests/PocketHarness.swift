import ThudCore
import ThudGameKit

@testable import ThudPocket

/// A round with a scripted hand, at milliseconds from the start.
struct PocketHarness {
    static let start = Instant(nanoseconds: 1_000_000_000)

    struct Told: Equatable {
        let effect: PocketEffect
        let cause: Instant
    }

    var session: Session<Pocket>
    private(set) var effects: [Told] = []

    init(
        _ mode: PocketMode = .classic, discreet: Bool = false, seed: UInt64 = 1, best: Int? = nil,
        bot: PocketBot? = nil, rounds: Int = 1
    ) {
        let settings = PocketSettings(mode: mode, discreet: discreet, best: best, seed: seed)
        session = Session(
            round: PocketRound(settings: settings), model: PocketPlayerModel(bot: bot), rounds: rounds,
            start: Self.start)
        advance(0)
    }

    static func at(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }

    /// The prompt that waits for its gesture.
    var asked: PocketRound.Asked? {
        if case .asking(let asked) = session.round.phase { asked } else { nil }
    }

    /// How a round ended.
    struct Result {
        let reason: PocketEnding
        let outcome: Outcome
        private let progress: PocketProgress

        init(_ reason: PocketEnding, _ round: PocketRound) {
            (self.reason, outcome, progress) = (reason, round.outcome(reason), round.progress)
        }

        var score: Int { outcome.score }
        var last: PocketProgress.Attempt? { progress.attempts.last }
        var match: PocketMatch? { progress.match }
        var isRecord: Bool { progress.isRecord }
    }

    var result: Result? {
        if case .finished(let reason, _) = session.round.phase { Result(reason, session.round) } else { nil }
    }

    @discardableResult
    mutating func advance(to instant: Instant) -> [PocketEffect] {
        let new = session.advance(to: instant).map { told in
            Told(
                effect: told.effect.map { name in
                    guard let cue = PocketCue(rawValue: name.name), cue.name == name else {
                        preconditionFailure("\(name)")
                    }
                    return cue
                }, cause: told.cause)
        }
        effects += new
        return new.map(\.effect)
    }

    @discardableResult
    mutating func advance(_ milliseconds: Int64) -> [PocketEffect] { advance(to: Self.at(milliseconds)) }

    /// Performs an event of the hand at an instant.
    @discardableResult
    mutating func hand(_ event: HandEvent, at instant: Instant) -> [PocketEffect] {
        session.give(.action(.hand(event)), at: instant)
        return advance(to: instant)
    }

    @discardableResult
    mutating func press(_ button: RoundButton, at instant: Instant) -> [PocketEffect] {
        session.press(button, at: instant)
        return advance(to: instant)
    }

    /// Makes a whole gesture from an instant, and waits until it is decided.
    @discardableResult
    mutating func make(_ gesture: PocketGesture, usesKeys: Bool = false, at instant: Instant) -> [PocketEffect] {
        var asked: [PocketEffect] = []
        for movement in PocketBot.movements(gesture, usesKeys: usesKeys) {
            asked += hand(movement.event, at: instant + .milliseconds(movement.delay))
        }
        return asked
    }

    /// Plays right answers until a prompt satisfies `isWanted`.
    mutating func play(until isWanted: (PocketRound.Asked, _ score: Int) -> Bool) -> PocketRound.Asked? {
        for _ in 0..<500 {
            while asked == nil, let due = session.nextDeadline { advance(to: due) }
            guard let asked else { return nil }
            if isWanted(asked, session.round.progress.score) { return asked }
            guard let answer = asked.prompt?.answer else { return nil }
            // By name, so that no part of it is left over.
            session.give(.action(.gesture(answer)), at: asked.shown + .milliseconds(500))
            advance(to: asked.shown + .milliseconds(500))
        }
        return nil
    }

    func cues(_ cue: PocketCue) -> [Instant] {
        effects.compactMap { $0.effect == .cue(cue) ? $0.cause : nil }
    }
}

extension [RoundEffect<PocketCue>] {
    /// The cues that play at once.
    var cues: [PocketCue] { compactMap { if case .cue(let cue, _) = $0 { cue } else { nil } } }

    /// Returns when a cue is scheduled, after all cancellations.
    func scheduled(_ cue: PocketCue) -> Instant? {
        reduce(nil) { instant, effect in
            switch effect {
            case .cancelScheduled: nil
            case .schedule(cue, let at, _): at
            default: instant
            }
        }
    }
}
