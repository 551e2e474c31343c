import ThudGameKit
import ThudGameUI

/// What a player can achieve in any game. Each is earned once and kept.
enum Achievement: String, CaseIterable {
    case first, ten, twentyFive = "twenty-five", fifty, flawless, record, friends, daily
    case threeDays = "three-days"
    case week
    case everyGame = "every-game"

    /// What the end of a round tells about the player.
    struct Evidence {
        let outcome: Outcome
        /// Whether its points are a score: not those of a lesson, of habits or of magic.
        let isScored: Bool
        let isHighScore: Bool
        let isDaily: Bool
        /// How many days in a row had a round.
        let streak: Int
        let hasPlayedAll: Bool
    }

    /// The least points of a flawless round.
    private static let leastFlawless = 5

    func isEarned(by evidence: Evidence) -> Bool {
        let outcome = evidence.outcome
        let points = evidence.isScored ? outcome.score : 0
        return switch self {
        case .first: true
        case .ten: points >= 10
        case .twentyFive: points >= 25
        case .fifty: points >= 50
        case .flawless: outcome.accuracy >= 1 && points >= Self.leastFlawless
        case .record: evidence.isHighScore
        case .friends: outcome.shares != nil
        case .daily: evidence.isDaily
        case .threeDays: evidence.streak >= 3
        case .week: evidence.streak >= 7
        case .everyGame: evidence.hasPlayedAll
        }
    }

    /// Its name and what earns it, in Albanian and English.
    var phrase: Phrase {
        switch self {
        case .first: Phrase("Raundi i parë", "The first round")
        case .ten: Phrase("Dhjetë pikë në një raund", "Ten points in one round")
        case .twentyFive: Phrase("Njëzet e pesë pikë në një raund", "Twenty-five points in one round")
        case .fifty: Phrase("Pesëdhjetë pikë në një raund", "Fifty points in one round")
        case .flawless:
            Phrase("Pa gabim: pesë a më shumë, të gjitha të sakta", "Flawless: five or more, all of them right")
        case .record: Phrase("Rekord i ri", "A new high score")
        case .friends: Phrase("Ndeshje me një shok", "A match with a friend")
        case .daily: Phrase("Raundi i ditës", "The round of the day")
        case .threeDays: Phrase("Tri ditë me radhë", "Three days in a row")
        case .week: Phrase("Shtatë ditë me radhë", "Seven days in a row")
        case .everyGame: Phrase("Të gjitha lojërat", "Every game played")
        }
    }

    /// Returns the line that announces it in a game's language.
    func notice(of game: GameDescription, inEnglish isEnglish: Bool) -> String {
        "★ \(phrase.text(inEnglish: isEnglish || !game.isGlossed)) ★"
    }

    /// The page of all achievements, with a star before the earned ones.
    static func page(_ kept: [String: String]) -> HelpPage {
        let earned = allCases.filter { kept[$0.key] != nil }
        return HelpPage(
            title: "TROPHIES  \(earned.count) of \(allCases.count)",
            lines: allCases.map { Phrase("\(earned.contains($0) ? "★" : "·")  \($0.phrase.gloss)") })
    }

    /// The key under which it is kept.
    var key: String { "achieved/\(rawValue)" }
}
