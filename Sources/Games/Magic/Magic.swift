import ThudCore
import ThudGameKit

/// Aria's Magic: a stage of characters for children from four to eight.
package enum Magic: Game {
    package typealias Model = MagicPlayerModel

    package static let description = GameDescription(
        name: MagicCue.game, title: "ARIA'S MAGIC", abstract: "Bring princesses to life, and make magic with them.",
        modes: [GameDescription.Mode("stage", title: "The stage", isScored: false)], cues: MagicCue.self,
        buttonCue: .select, measuredCue: .spawn, actions: MagicAction.self,
        plainLegend: "space: bring   1 2 3: effects   w d t j: actions   ? help   b: good night   p: pause   q: leave",
        unnamedPlayer: "Aria")

    /// Creates an empty stage. Players who may not know them see the welcome pages first.
    package static func round(_ setup: RoundSetup) -> MagicRound {
        MagicRound(
            options: MagicOptions(setup.options, reduceMotion: setup.reduceMotion), seed: setup.seed,
            welcomes: setup.tutorial)
    }

    package static func model(seed: UInt64, isBot: Bool, start: Instant) -> MagicPlayerModel {
        MagicPlayerModel(bot: isBot ? MagicBot(seed: seed) : nil)
    }

    /// Settings last from round to round, each saved on its own, including the choice to skip the welcome pages.
    package static let keepsProgress = true

    package static func restore(_ kept: SavedProgress, into round: inout MagicRound) throws(ThudError) {
        try round.restore(kept.values)
    }

    package static func changes(from before: MagicRound, to after: MagicRound) -> [SavedChange] {
        before.options == after.options ? [] : after.options.changes(since: before.options)
    }
}
