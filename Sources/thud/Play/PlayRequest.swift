/// What was asked for on the command line of `thud play`.
struct PlayRequest {
    let game: String
    /// The deck's name or file, where one was named.
    let deck: String?
    let player: Player
    /// Decides the order of the cards and every movement, where it was given.
    let seed: UInt64?
    /// The length of a round in seconds, where it was given.
    let seconds: Double?
    /// The names of a tournament's players; none for a single round.
    let players: [String]
    let isResuming: Bool
    /// The end is told as JSON.
    let isJSON: Bool
    let sound: SoundOptions

    /// The seed of the player who plays where nobody does.
    static let standIn: UInt64 = 7
    /// The deck of those who name none and cannot choose.
    static let usualDeck = "mix"
    /// The length of a round in seconds, unless something else is said or preferred.
    static let usualSeconds = 60.0
}
