import ThudGameKit

/// Two players who take turns.
///
/// Versus: both play the same prompts, one more every turn. PvP: one does what they like, the other repeats it, then the other way
/// round. A failure ends the match once both have had the same turns.
package struct PocketMatch: Hashable, Sendable, Codable {
    /// Which turn it is, counted from 0.
    package private(set) var turn = 0
    /// How many gestures of the turn are done.
    package internal(set) var done = 0
    /// The points of both.
    package internal(set) var scores = [0, 0]
    package internal(set) var failed = [false, false]
    /// How many prompts of the sequence both have had.
    var cursors = [0, 0]
    private let isFree: Bool

    init(_ mode: PocketMode) { isFree = mode == .pvp }

    private enum CodingKeys: String, CodingKey {
        case turn, done, scores, failed, cursors, isFree
    }

    /// Restores a match.
    ///
    /// - Throws: `DecodingError` where it cannot have been saved by this program.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        turn = try values.decode(Int.self, forKey: .turn)
        done = try values.decode(Int.self, forKey: .done)
        scores = try values.decode([Int].self, forKey: .scores)
        failed = try values.decode([Bool].self, forKey: .failed)
        cursors = try values.decode([Int].self, forKey: .cursors)
        isFree = try values.decode(Bool.self, forKey: .isFree)
        let counts = [turn, done] + scores + cursors
        guard scores.count == 2, failed.count == 2, cursors.count == 2,
            counts.allSatisfy((0...PocketProgress.mostSuccesses).contains)
        else { throw values.corruption(at: .scores, "a match has two players and no such counts") }
    }

    /// Whose turn it is: 0 or 1. In PvP it goes A, B, B, A.
    package var player: Int { isFree ? [0, 1, 1, 0][turn % 4] : turn % 2 }
    /// Whether the player does as they like, for the other one to repeat.
    package var leads: Bool { isFree && turn % 2 == 0 }
    /// Whether the player repeats what the other one did.
    package var repeats: Bool { isFree && turn % 2 == 1 }
    /// How many gestures the turn has.
    package var length: Int { turn / turnsToEven + 1 }
    /// The winner; nil where it is a draw.
    package var winner: Int? { scores[0] == scores[1] ? nil : scores[0] > scores[1] ? 0 : 1 }

    /// After how many turns both have had the same next.
    package var evenTurns: Int { (turn / turnsToEven + 1) * turnsToEven }

    private var turnsToEven: Int { isFree ? 4 : 2 }

    /// Ends the turn.
    ///
    /// - Returns: whether the match goes on.
    mutating func endTurn() -> Bool {
        turn += 1
        done = 0
        return turn % turnsToEven != 0 || !failed.contains(true)
    }
}
