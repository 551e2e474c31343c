public import ThudGames

/// A round that was interrupted: all that it takes to go on.
public struct SavedRound: Hashable, Sendable, Codable {
    /// Which round it is: saved again it replaces what was saved of it before, and no other.
    public let id: UInt64
    /// The name of the deck, or the full path of its file.
    public let deck: String
    /// The length of the whole round in seconds, 1...3600.
    public let seconds: Double
    /// The cards, the score and the time that is left.
    public var progress: KapeProgress
    /// The tournament that the round belongs to.
    public var tournament: Tournament?

    /// A round to be saved; without an `id` it is one that has not been saved before. A length that no round has
    /// becomes the nearest that one has.
    public init(
        id: UInt64 = .random(in: .min ... .max), deck: String, seconds: Double, progress: KapeProgress,
        tournament: Tournament? = nil
    ) {
        self.id = id
        self.deck = deck
        self.seconds = seconds.isNaN ? Preferences().seconds : seconds.clamped(to: Preferences.lengths)
        self.progress = progress
        self.tournament = tournament
    }
}

extension SavedRound {
    /// The version of the text in which rounds are saved.
    static let version = 1

    private enum CodingKeys: String, CodingKey {
        case id, deck, seconds, progress, tournament
    }

    /// Restores a round.
    ///
    /// - Throws: `DecodingError` where it is none that this program could have saved.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(UInt64.self, forKey: .id)
        deck = try values.decode(String.self, forKey: .deck)
        seconds = try values.decode(Double.self, forKey: .seconds)
        progress = try values.decode(KapeProgress.self, forKey: .progress)
        tournament = try values.decodeIfPresent(Tournament.self, forKey: .tournament)
        guard Preferences.lengths.contains(seconds) else {
            throw DecodingError.dataCorruptedError(
                forKey: .seconds, in: values, debugDescription: "a round takes 1 to 3600 seconds")
        }
    }
}
