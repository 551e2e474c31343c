public import ThudCore
public import ThudGameKit

/// Aria's Magic: a stage of characters for children of four to eight.
public enum Magic: Game {
    /// The hand, the face and the rules.
    public typealias Player = MagicBody

    /// What the program may know of it.
    public static let description = GameDescription(
        name: MagicCue.game, title: "ARIA'S MAGIC", abstract: "Bring princesses to life, and make magic with them.",
        modes: [GameDescription.Mode("stage", title: "The stage", isScored: false)], cues: MagicCue.self,
        buttonCue: .select, measuredCue: .spawn, deeds: MagicDeed.self,
        plainLegend: "space: bring   1 2 3: effects   w d t j: actions   ? help   b: good night   q: leave",
        unnamedPlayer: "Aria")

    /// An empty stage, behind the pages of the beginning where the player may not have seen them.
    public static func round(_ setup: RoundSetup) -> MagicRound {
        MagicRound(
            options: MagicOptions(setup.options, reduceMotion: setup.reduceMotion), seed: setup.seed,
            welcomes: setup.tutorial)
    }

    /// A hand at the pointer; that of a simulated child where rounds are given.
    public static func player(seed: UInt64, botRounds: Int?, start: Instant) -> MagicBody {
        MagicBody(bot: botRounds.map { MagicBot(seed: seed, rounds: $0) })
    }
}

/// The settings stay from round to round, each by itself, with the choice not to see the pages of the beginning again.
extension Magic: KeepingGame {
    /// Takes the settings that were kept.
    public static func restore(_ kept: Kept, into round: inout MagicRound) throws(ThudError) {
        try round.restore(kept.values)
    }

    /// The settings that were changed.
    public static func changes(from before: MagicRound, to after: MagicRound) -> [KeptChange] {
        before.options == after.options ? [] : after.options.changes(since: before.options)
    }
}
