import ThudCore
import ThudCues
import ThudGameKit
import ThudMagic
import ThudPatterns

/// The haptic onsets of each cue from the game's table of cues, in seconds from its start.
///
/// Continuous cues fade in and have none.
let hapticOnsets: [MagicCue: [Double]] = [
    .snap: [0], .toggle: [0], .select: [0], .spawn: [0], .warning: [0, 0.15], .grab: [0], .release: [0], .pinch: [],
    .detent: [0], .stop: [0], .wave: [0], .dance: [0, 0.3, 0.6, 0.9], .twirl: [0], .jump: [0], .sparkles: [], .snow: [],
    .bubbles: [], .pulse: [], .face: [0, 0.15], .friend: [0, 0.15], .farewell: [],
]

private let minor: Set<MagicCue> = [.pulse, .snap, .toggle, .grab, .release, .detent, .stop]

/// A vibration that takes 74 ms to become noticeable.
private let swell: HapticEvent = {
    var event = HapticEvent(.continuous, duration: 0.16, intensity: 0.25, sharpness: 0.4)
    event.attackTime = 0.4
    return event
}()

/// The cues as the feedback policy sees them.
let cues: [CueName: Cue] = Dictionary(
    uniqueKeysWithValues: MagicCue.allCases.map { cue in
        let felt = (hapticOnsets[cue] ?? []).map { HapticEvent(.transient, at: $0, intensity: 0.5, sharpness: 0.5) }
        var pattern = HapticPattern(felt + [HapticEvent(.audioCustom)])
        if cue == .pulse { pattern = HapticPattern([swell]) }
        return (
            cue.name,
            Cue(
                name: cue.name.description, pattern: pattern, loudness: minor.contains(cue) ? .quiet : .normal,
                yields: true)
        )
    })

/// The effects of a round, sorted by kind.
extension [MagicRoundEffect] {
    var given: [MagicCue] { compactMap { if case .cue(let cue, _) = $0 { cue } else { nil } } }
    var tints: [Colour?] { compactMap { if case .cue(_, let tint) = $0 { .some(tint) } else { nil } } }
    var words: [String] { compactMap { if case .show(let moment) = $0 { moment.text } else { nil } } }
    var begun: [MagicCue] { compactMap { if case .begin(let cue, _) = $0 { cue } else { nil } } }
    var ended: Int { count { if case .end = $0 { true } else { false } } }
    func turns(of control: LiveControl) -> [Double] {
        compactMap { if case .turn(_, control, let value, _) = $0 { value } else { nil } }
    }
}

extension [MagicCue] {
    /// The cues of touches, without the pulses of active effects.
    var touched: [MagicCue] { filter { $0 != .pulse } }
}

/// A round with a child who presses its buttons.
struct Child {
    var round: MagicRound
    private(set) var now = Instant(nanoseconds: 9_000_000_000)

    init(_ options: [String: String] = [:], reduceMotion: Bool = false, welcomes: Bool = false) {
        round = MagicRound(options: MagicOptions(options, reduceMotion: reduceMotion), seed: 1, welcomes: welcomes)
    }

    /// Waits, and performs an event.
    @discardableResult
    mutating func does(_ event: MagicEvent, after milliseconds: Int64 = 1_000) -> [MagicRoundEffect] {
        now = now + .milliseconds(milliseconds)
        return round.reduce(.player(event), at: now)
    }

    @discardableResult
    mutating func presses(_ button: RoundButton, after milliseconds: Int64 = 1_000) -> [MagicRoundEffect] {
        now = now + .milliseconds(milliseconds)
        return round.reduce(.press(button), at: now)
    }

    mutating func waits(_ milliseconds: Int64) -> [MagicRoundEffect] {
        now = now + .milliseconds(milliseconds)
        return round.reduce(.tick, at: now)
    }

    /// Creates a round with a character in the middle of the stage.
    static func withCharacter(_ options: [String: String] = [:], reduceMotion: Bool = false) -> Child {
        var child = Child(options, reduceMotion: reduceMotion)
        child.does(.tap(middle))
        return child
    }
}

let middle = Spot(x: 0.5, y: 0.5)

extension SessionEffect {
    /// The effect with the cues of Aria's Magic.
    var ofMagic: MagicRoundEffect {
        effect.map { name in
            guard let cue = MagicCue(rawValue: name.name), cue.name == name else { preconditionFailure("\(name)") }
            return cue
        }
    }
}
