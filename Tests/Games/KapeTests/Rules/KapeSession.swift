import ThudCore
import ThudGameKit
import ThudKape

typealias KapeSession = Session<Kape>

extension Session where Played == Kape {
    /// Creates a session that begins at `start`. The order of the cards follows from `state`'s dealer.
    init(
        state: KapeState, seed: UInt64, bot: KapeBot? = nil, script: InputScript<KapeCommand> = InputScript(),
        start: Instant
    ) {
        self.init(
            round: state, model: KapePlayerModel(seed: seed, bot: bot, start: start), script: script, start: start)
    }
}

extension RoundEvent where Event == KapeEvent {
    static func motion(_ kind: TiltEvent.Kind) -> Self { .player(.motion(kind)) }
}

extension SessionCommand where Action == KapeAction {
    static var laugh: Self { .action(.laugh) }
    static var jump: Self { .action(.jump) }
    static var glitch: Self { .action(.glitch) }
}
