import ThudCore
import ThudGameKit

/// The part of a round that survives an interruption. It can be saved, and a round can resume from it.
package struct KapeProgress: Hashable, Sendable, Codable {
    /// The most cards that a saved round may have shown: an hour at one card every tenth of a second.
    static let mostShown = 36_000
    package internal(set) var dealer: CardDealer
    /// The card in play, if the round has begun.
    package internal(set) var card: String?
    package internal(set) var got: [String] = []
    package internal(set) var passed: [String] = []
    package internal(set) var seen: [String] = []
    /// How many of the last answers were right, in a row. nil before the first, and from versions that did not keep it.
    private var row: Int?
    private var remainingNanoseconds: Int64

    package init(dealer: CardDealer, length: Interval) {
        self.dealer = dealer
        remainingNanoseconds = length.nanoseconds
    }

    /// The time left to play, as of the last pause.
    package internal(set) var remaining: Interval {
        get { Interval(nanoseconds: remainingNanoseconds) }
        set { remainingNanoseconds = newValue.nanoseconds }
    }

    /// The result if the round ended now.
    package var result: KapeResult { KapeResult(got: got, passed: passed, seen: seen) }

    package var inARow: Int { row ?? 0 }

    mutating func answer(_ card: String, isGuessed: Bool) {
        if isGuessed { got.append(card) } else { passed.append(card) }
        row = isGuessed ? inARow + 1 : 0
    }

    mutating func deal() {
        card = dealer.deal()
        if let card { seen.append(card) }
    }

    private enum CodingKeys: String, CodingKey {
        case dealer, card, got, passed, seen, row
        case remainingNanoseconds = "remaining_ns"
    }

    /// Whether no more cards were answered than shown, and the time is within the limits.
    package var isPossible: Bool {
        dealer.isPossible && seen.count <= Self.mostShown && got.count + passed.count <= seen.count
            && (0...got.count).contains(inARow)
            && (.zero...KapeSettings.lengths.upperBound).contains(remaining)
    }
}

package struct KapeResult: Hashable, Sendable, Codable {
    package enum Rank: String, Hashable, Sendable, Codable, CaseIterable {
        /// Awarded for more than eight cards guessed.
        case legend = "LEGJENDË"
        case foreigner = "MISH I HUAJ"
    }

    /// The score that LEGJENDË must exceed (Kape UX, user journey 3).
    static let legendAbove = 8
    package let got: [String]
    package let passed: [String]
    /// All cards shown, in order, including the unanswered last one.
    package let seen: [String]

    package var score: Int { got.count }
    package var passes: Int { passed.count }
    /// The share of answered cards that were guessed, 0...1; 0 if none was answered.
    package var accuracy: Double { got.isEmpty ? 0 : Double(score) / Double(score + passes) }
    package var rank: Rank { score > Self.legendAbove ? .legend : .foreigner }

    /// The result in the form that all games share, if the length of the round is unknown.
    package var outcome: Outcome { outcome(length: nil) }

    /// Returns the result in the form that all games share. The length decides which leaderboard it is on.
    package func outcome(length: Interval?) -> Outcome {
        Outcome(
            score: score, accuracy: accuracy, rank: rank.rawValue, seconds: length?.seconds, summary: summary,
            facts: [
                .init("passes", .count(passes)), .init("got", .list(got)), .init("passed", .list(passed)),
                .init("seen", .list(seen)),
            ])
    }

    /// The summary, for example `LEGJENDË: 9 of 11 cards, 82 %`.
    private var summary: String {
        let answered = score + passes
        return "\(rank.rawValue): \(score) of \(Count.of(answered, "card"))"
            + (answered == 0 ? "" : ", \(Decimals.percent(accuracy)) %")
    }
}

/// A round saved by version 1 of Kape: the progress, with the deck and the length beside it.
private struct FormerKape: Decodable {
    let id: UInt64
    let deck: String
    let seconds: Double
    let progress: KapeProgress
    let tournament: FormerTournament?

    struct FormerTournament: Decodable {
        let players: [String]
        let results: [KapeResult]
    }
}

extension Kape {
    /// Reads a round saved by a former version of the game.
    package static func restoreFormer(version: Int, from decoder: any Decoder) throws -> SavedState<KapeState> {
        let former = try FormerKape(from: decoder)
        func refuse(_ reason: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        guard (1.0...3_600).contains(former.seconds) else { throw refuse("a round takes 1 to 3600 seconds") }
        let tournament = try former.tournament.map { former in
            do throws(ThudError) {
                return try Tournament(
                    players: former.players, unnamed: description.unnamedPlayer,
                    results: former.results.map(\.outcome))
            } catch {
                throw refuse(error.description)
            }
        }
        let settings = KapeSettings(length: .seconds(former.seconds), handsOver: tournament != nil)
        return SavedState(
            id: former.id, mode: description.modes[0].name, deck: former.deck, seconds: settings.length.seconds,
            tournament: tournament, state: KapeState(settings: settings, progress: former.progress))
    }
}
