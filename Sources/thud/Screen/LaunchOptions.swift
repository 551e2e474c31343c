/// All that was decided on the command line about an evening on the screen.
struct LaunchOptions {
    let player: Player
    /// Decides the order of the cards and every movement, where it was given.
    let seed: UInt64?
    /// The deck whose round begins at once, without a title: for a bot or a script.
    let startsWith: String?
    /// The round that was saved goes on at once.
    let isResuming: Bool
    let sound: SoundOptions

    /// Cards that were seen do not come back, unless the same cards were asked for by a seed.
    var remembersCards: Bool { player.isPerson && seed == nil }

    /// The seed of the session that is the `index`th of the evening.
    func seed(ofSession index: Int) -> UInt64 {
        seed.map { $0 &+ UInt64(index) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
    }
}
