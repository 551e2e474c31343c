/// Two players who take turns.
///
/// In Versus both play the same prompts, one more every turn. In PvP one player makes any gestures and the other
/// repeats them, and then they swap. A failure ends the match after both have had equal turns.
package struct PocketMatch: Hashable, Sendable, Codable {
    /// The number of the turn, from 0.
    package private(set) var turn = 0
    /// The number of gestures done in the turn.
    package internal(set) var done = 0
    package internal(set) var scores = [0, 0]
    package internal(set) var failed = [false, false]
    /// How many prompts of the sequence each player has had.
    var cursors = [0, 0]
    private let isFree: Bool

    init(_ mode: PocketMode) { isFree = mode == .pvp }

    var isPossible: Bool {
        scores.count == 2 && failed.count == 2 && cursors.count == 2
            && ([turn, done] + scores + cursors).allSatisfy((0...PocketProgress.mostSuccesses).contains)
    }

    /// The player whose turn it is, 0 or 1. In PvP the order is A, B, B, A.
    package var player: Int { isFree ? [0, 1, 1, 0][turn % 4] : turn % 2 }
    /// Whether the player makes any gestures, for the other one to repeat.
    package var leads: Bool { isFree && turn % 2 == 0 }
    /// Whether the player repeats the other one's gestures.
    package var repeats: Bool { isFree && turn % 2 == 1 }
    package var length: Int { turn / turnsToEven + 1 }
    /// The winner. nil if the match is a draw.
    package var winner: Int? { scores[0] == scores[1] ? nil : scores[0] > scores[1] ? 0 : 1 }
    /// The number of turns after which both players next have had equal turns.
    var evenTurns: Int { (turn / turnsToEven + 1) * turnsToEven }
    private var turnsToEven: Int { isFree ? 4 : 2 }

    /// Ends the turn, and returns whether the match continues.
    mutating func endTurn() -> Bool {
        turn += 1
        done = 0
        return turn % turnsToEven != 0 || !failed.contains(true)
    }
}
