import ThudCore
import ThudGameKit

/// Out of Pocket: the game requests a gesture, and leaves less and less time for it.
package enum Pocket: Game {
    package typealias Model = PocketPlayerModel

    package static let description = GameDescription(
        name: PocketCue.game, title: "Out of Pocket", abstract: "Make the gesture before its time is up.",
        modes: [
            .init("classic", title: "Classic"), .init("memory", title: "Memory"),
            .init("pvp", title: "Player vs player", players: 2), .init("versus", title: "Versus", players: 2),
            .init("tutorial", title: "Tutorial", isScored: false, teaches: true),
            .init("practice", title: "Practice", isScored: false),
            .init("endless", title: "Endless"),
        ],
        cues: PocketCue.self, buttonCue: .button, measuredCue: .right, options: [discreet],
        variant: .init(discreet, title: "Discreet", abstract: "nine gestures that nobody notices"),
        timings: PocketPace.timings, actions: PocketAction.self,
        plainLegend: "arrows: swipe   space: tap, twice, held   -: pinch   x: shake   [ ]: tilt   r f: raise, lower")

    /// The name of the option and the variant with nine gestures.
    static let discreet = "discreet"

    package static func round(_ setup: RoundSetup) -> PocketRound { PocketRound(settings: PocketSettings(setup)) }

    package static func model(seed: UInt64, botRounds: Int?, start: Instant) -> PocketPlayerModel {
        PocketPlayerModel(bot: botRounds.map { PocketBot(seed: seed, rounds: $0) }, seed: seed)
    }
}
