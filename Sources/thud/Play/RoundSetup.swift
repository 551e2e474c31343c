import Games
import JSONText
import Motion
import Timebase

/// Who plays.
enum Player {
    /// A simulated player with simulated motion.
    case bot
    /// A file of inputs.
    case script(InputScript<KapeCommand>)
    /// A person at the keys.
    case keys

    /// The word for it in reports.
    var name: String {
        switch self {
        case .bot: "bot"
        case .script: "script"
        case .keys: "keys"
        }
    }
}

/// All that decides a session before it begins.
struct RoundSetup {
    let deck: Deck
    let player: Player
    /// Decides the order of the cards and every movement.
    let seed: UInt64
    /// The length of a round.
    let seconds: Double

    /// The session that this makes, from `start` on; `lead` is what the output needs before a scheduled cue.
    func session(start: Instant, lead: Interval) -> KapeSession {
        var settings = KapeSettings(length: .seconds(seconds))
        settings.countdownLead = max(settings.countdownLead, lead)
        let state = KapeState(settings: settings, dealer: CardDealer(cards: deck.cards, seed: seed))
        switch player {
        case .bot: return KapeSession(state: state, seed: seed, bot: KapeBot(seed: seed), start: start)
        case .script(let script): return KapeSession(state: state, seed: seed, script: script, start: start)
        case .keys: return KapeSession(state: state, seed: seed, start: start)
        }
    }

    /// When nothing more comes of itself: a script's last input; at once for a bot; nil where a person decides.
    func lastInput(start: Instant) -> Instant? {
        switch player {
        case .bot: start
        case .script(let script): start + (script.entries.last?.time ?? .zero)
        case .keys: nil
        }
    }
}
