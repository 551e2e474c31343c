import ThudGameKit
import ThudInput

/// The events of a round of Kape: a head movement, a button, an incoming call or the passing of time.
package typealias KapeInput = RoundEvent<KapeEvent>

package enum KapeEvent: Hashable, Sendable {
    /// The head moved, or a key stood in for the movement.
    case motion(TiltEvent.Kind)
    /// A key press that was ignored because it came too soon after an answer.
    case tooSoon(Direction)
}

package enum KapeAction: ScriptCommand {
    case tiltDown
    case tiltUp
    case laugh
    case jump
    case glitch
    /// A key that stands for a tilt goes down, repeats or goes up.
    case key(KeyEvent)
    /// A reading of real sensors, live or recorded.
    case motion(MotionSample)

    package static let tilts: [Key: Direction] = [.down: .down, .character("j"): .down, .up: .up, .character("k"): .up]

    package static let vocabulary: [ScriptWord<Self>] =
        [
            .init("tilt-down", .tiltDown), .init("tilt-up", .tiltUp), .init("laugh", .laugh), .init("jump", .jump),
            .init("glitch", .glitch),
        ]
        + HandEvent.keyWords.map {
            $0.map { if case .key(let event) = $0, isTilt(event) { .key(event) } else { nil } }
        } + [MotionSample.scriptWord.map { .motion($0) }]

    static func isTilt(_ event: KeyEvent) -> Bool {
        event.modifiers.isSubset(of: .shift) && tilts[event.key] != nil
    }
}

package typealias KapeCommand = SessionCommand<KapeAction>

extension SessionCommand where Action == KapeAction {
    package static var tiltDown: Self { .action(.tiltDown) }
    package static var tiltUp: Self { .action(.tiltUp) }
}

package enum KapeCue: String, CueSet {
    package static let game = "kape"

    case correct
    case pass
    /// Marks 3, 2, 1 before the round, and again before its end.
    case tick
    case go
    case warning
    case timesUp = "times-up"
    case tutorial
    case button
    /// Celebrates the rank LEGJENDË, or the podium's first place, which has the same name.
    case legend
}

package typealias KapeEffect = RoundEffect<KapeCue>
