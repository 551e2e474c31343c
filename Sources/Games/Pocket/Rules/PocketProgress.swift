import ThudCore
import ThudGameKit

/// The progress of a round: the part that survives an interruption.
package struct PocketProgress: Hashable, Sendable, Codable {
    package struct Attempt: Hashable, Sendable, Codable {
        /// The requested prompt. nil if the player had a free choice.
        package let asked: PocketPrompt?
        /// The gesture made. nil if there was none.
        package let made: PocketGesture?
        /// The time from the prompt to the start of the gesture, or to the deadline.
        package let time: Interval
        package let isRight: Bool
        /// When it was judged. nil in a saved round, which resumes on another clock.
        package internal(set) var answered: Instant?
    }

    static let keptAttempts = 5
    /// A limit that no player reaches.
    static let mostSuccesses = 1_000_000

    /// The points: gestures, or sequences in Memory.
    package internal(set) var score = 0
    package internal(set) var successes = 0
    /// The number of wrong or late gestures.
    package internal(set) var failures = 0
    /// The time played, summed from each prompt to its answer.
    package internal(set) var played = Interval.zero
    /// The prompts to show and repeat, or that both players share.
    package internal(set) var sequence: [PocketPrompt] = []
    /// The index of the next prompt in the sequence.
    package internal(set) var position = 0
    package internal(set) var match: PocketMatch?
    /// The last attempts, the oldest first.
    package internal(set) var attempts: [Attempt] = []
    /// Whether the previous best score is beaten.
    package internal(set) var isRecord = false
    /// The requested prompt that has no answer yet.
    var prompt: PocketPrompt?
    private var dealer: PromptDealer

    init(_ settings: PocketSettings, seed: UInt64) {
        dealer = PromptDealer(pool: settings.pool, seed: seed)
        if settings.mode.isMatch { match = PocketMatch(settings.mode) }
        if settings.mode == .tutorial { sequence = PocketGesture.allCases.map { dealer.prompt(for: $0) } }
    }

    mutating func record(_ attempt: Attempt) {
        attempts = attempts.suffix(Self.keptAttempts - 1) + [attempt]
        played = played + attempt.time
        if attempt.isRight { successes = min(successes + 1, Self.mostSuccesses) } else { failures += 1 }
    }

    mutating func lengthen() { sequence.append(dealer.deal()) }

    /// Returns the next prompt. nil if the player has a free choice.
    mutating func nextPrompt(_ mode: PocketMode) -> PocketPrompt? {
        switch mode {
        case .classic, .endless, .practice:
            if prompt == nil { prompt = dealer.deal() }
            return prompt
        case .memory, .tutorial: return sequence.indices.contains(position) ? sequence[position] : nil
        case .pvp:
            guard let match, !match.leads else { return nil }
            return sequence.indices.contains(match.done) ? sequence[match.done] : nil
        case .versus:
            guard let match else { return nil }
            while sequence.count <= match.cursors[match.player] { lengthen() }
            return sequence[match.cursors[match.player]]
        }
    }

    /// The number of successes that decides the time for a gesture.
    var speedSteps: Int { match.map { $0.scores[$0.player] } ?? successes }

    /// The number of gestures in the current turn. After a failed turn, only the gestures shown are repeated.
    var turnLength: Int {
        guard let match else { return 0 }
        return match.repeats ? min(match.length, sequence.count) : match.length
    }

    /// Describes whose turn it is. nil outside of matches.
    func turnText(_ settings: PocketSettings) -> String? {
        guard let match else { return nil }
        let what = settings.mode == .versus ? "" : match.leads ? ", make any gesture" : ", repeat"
        return "\(settings.players[match.player])'s turn\(what), \(Count.of(turnLength, "gesture"))"
    }

    var isPossible: Bool {
        let prompts = sequence + [prompt].compactMap(\.self) + attempts.compactMap(\.asked)
        return [score, successes, failures, position, sequence.count].allSatisfy((0...Self.mostSuccesses).contains)
            && attempts.count <= Self.keptAttempts && match?.isPossible != false && dealer.isPossible
            && prompts.allSatisfy { $0.stroop?.isPossible != false }
    }
}

/// Why a round ended.
package enum PocketEnding: String, Hashable, Sendable, Codable {
    /// No gesture began in time.
    case late = "timeout"
    case wrong = "wrong_gesture"
    /// Everything was completed.
    case done
}

extension PocketProgress {
    /// The points of the round. In a match they are the winner's.
    package var points: Int { match?.scores.max() ?? score }
    /// Whether the end of the round is celebrated.
    var isTriumph: Bool { isRecord || match?.winner != nil }
}

extension PocketRound {
    func outcome(_ ending: PocketEnding) -> Outcome {
        let all = progress.successes + progress.failures
        var facts: [Outcome.Fact] = [
            .init("mode", .text(settings.mode.rawValue)), .init("discreet", .text(settings.isDiscreet ? "yes" : "no")),
            .init("seconds", .number(progress.played.seconds)), .init("gestures", .count(progress.successes)),
            .init("fail_reason", .text(ending.rawValue)),
        ]
        if let match = progress.match {
            facts.append(.init("scores", .list(match.scores.map(String.init))))
            facts.append(.init("winner", .text(match.winner.map { settings.players[$0] } ?? "draw")))
        }
        return Outcome(
            score: progress.points, accuracy: all == 0 ? 0 : Double(progress.successes) / Double(all),
            player: progress.match?.winner.map { settings.players[$0] },
            shares: progress.match.map { match in
                zip(settings.players, match.scores).map { Outcome.Share(player: $0, score: $1) }
            },
            rank: progress.isRecord ? "NEW HIGH SCORE!" : nil, seconds: progress.played.seconds,
            variant: settings.isDiscreet ? Pocket.discreet : nil, summary: summary, facts: facts)
    }

    /// Summarizes the result: `17 gestures; TAP instead of SWIPE UP`.
    private var summary: String {
        let points = Count.of(progress.points, settings.mode == .memory ? "sequence" : "gesture")
        if let match = progress.match {
            let both = zip(settings.players, match.scores).map { "\($0) \($1)" }.joined(separator: ", ")
            return (match.winner.map { "\(settings.players[$0]) wins: " } ?? "a draw: ") + both
        }
        guard let last = progress.attempts.last, !last.isRight else { return points }
        return "\(points); \(last.text)"
    }
}

extension PocketProgress.Attempt {
    var text: String {
        let wanted = asked?.gesture.title ?? "a gesture"
        if isRight { return "right" }
        return made.map { "\($0.title) instead of \(wanted)" } ?? "too late for \(wanted)"
    }
}
