import ThudCore
import ThudGameKit
import ThudGameUI
import ThudPocket

/// The first prompts of Classic, as far as one key answers them.
enum PocketSeeds {
    /// Returns the key, by its tmux name, that answers the first prompt under a seed; nil unless that is a swipe.
    static func key(_ seed: UInt64, isDiscreet: Bool = false) throws -> String? {
        let start = Instant(nanoseconds: 0)
        let setup = RoundSetup(mode: "classic", seed: seed, options: isDiscreet ? ["discreet": "on"] : [:])
        var session = try Pocket.session(setup, by: .person, start: start)
        _ = session.advance(to: start + .seconds(1))
        guard case .asking(let asked)? = (session as? Session<Pocket>)?.round.phase else { return nil }
        return switch asked.prompt?.gesture {
        case .swipeUp: "Up"
        case .swipeDown: "Down"
        case .swipeLeft: "Left"
        case .swipeRight: "Right"
        default: nil
        }
    }

    /// Returns the first seed that fits.
    static func first(where fits: (UInt64) throws -> Bool) rethrows -> UInt64 {
        var seed: UInt64 = 1
        while try !fits(seed) { seed += 1 }
        return seed
    }
}
