/// The commands of a session: the actions of its game, and those common to all games.
package enum SessionCommand<Action: ScriptCommand>: Hashable, Sendable {
    case action(Action)
    case press(RoundButton)
    case interruption
    /// Turns reduced motion on or off.
    case reduceMotion(Bool)

    package static var ready: Self { .press(.ready) }
    package static var pause: Self { .press(.pause) }
    package static var resume: Self { .press(.resume) }
    package static var playAgain: Self { .press(.playAgain) }
    package static var quit: Self { .press(.quit) }
}

extension SessionCommand: ScriptCommand {
    package static var vocabulary: [ScriptWord<Self>] {
        Action.vocabulary.map { $0.map { .action($0) } }
            + ScriptWord.each([RoundButton.ready, .pause, .resume], Self.press)
            + [
                .init("interruption", .interruption), .init("less-motion", .reduceMotion(true)),
                .init("full-motion", .reduceMotion(false)),
            ] + ScriptWord.each([RoundButton.playAgain, .quit], Self.press)
    }
}
