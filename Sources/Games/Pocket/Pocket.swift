import ThudCore
import ThudGameKit

/// Out of Pocket: the game requests a gesture, and leaves less and less time for it.
package enum Pocket: Game {
    package typealias Model = PocketPlayerModel

    package static let description = GameDescription(
        name: PocketCue.game, title: "Out of Pocket", abstract: "Do the named gesture before its time is up.",
        modes: [
            .init("classic", title: "Classic", abstract: "Faster every third gesture; one mistake ends it."),
            .init("memory", title: "Memory", abstract: "Watch a sequence and repeat it; it grows by one."),
            .init(
                "pvp", title: "Player vs player", players: 2,
                abstract: "Make gestures for the other to repeat; then swap."),
            .init(
                "versus", title: "Versus", players: 2,
                abstract: "Both play the same sequence; the better score wins."),
            .init(
                "tutorial", title: "Tutorial", isScored: false, teaches: true,
                abstract: "Every gesture once, with its keys and no clock."),
            .init("practice", title: "Practice", isScored: false, abstract: "No clock, and mistakes only count."),
            .init("endless", title: "Endless", abstract: "Like Classic, and it never stops getting faster."),
        ],
        cues: PocketCue.self, buttonCue: .button, measuredCue: .right, options: [discreet],
        variant: .init(discreet, title: "Discreet", abstract: "nine gestures that nobody notices"),
        timings: PocketPace.timings, actions: PocketAction.self,
        plainLegend: "arrows: swipe   space: tap, twice, held   -: pinch   x: shake   [ ]: tilt   r f: raise, lower   "
            + "p: pause   q: leave   ?: these keys")

    /// The name of the option and the variant with nine gestures.
    static let discreet = "discreet"

    package static func round(_ setup: RoundSetup) -> PocketRound { PocketRound(settings: PocketSettings(setup)) }

    package static func model(seed: UInt64, isBot: Bool, start: Instant) -> PocketPlayerModel {
        PocketPlayerModel(bot: isBot ? PocketBot(seed: seed) : nil, seed: seed)
    }
}
