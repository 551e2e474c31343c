import ThudCore
import ThudGameKit

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
    package static func restoreFormer(version: Int, from decoder: any Decoder) throws -> FormerRound<KapeState> {
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
        return FormerRound(
            round: KapeState(settings: settings, progress: former.progress), mode: description.modes[0].name,
            length: settings.length, deck: former.deck, tournament: tournament, id: former.id)
    }
}
