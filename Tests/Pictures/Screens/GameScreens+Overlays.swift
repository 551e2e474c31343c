import ThudCore
import ThudGameKit
import ThudGameUI
import ThudPlayback

/// Contents of a screen that follow neither from the flow nor from the round.
struct Besides: Sendable {
    /// The scores of the open leaderboard.
    var leaderboard: [BoardRow] = []
    var notice: String?
    var flash: FlashOverlay?
    /// Whether the round that has ended has the highest score so far.
    var isHighScore = false
    /// The best scores beside a result.
    var board: [BoardRow] = []
}

/// The shell's overlays on a round and on its result.
extension GameScreens {
    /// How long the key to leave has been held, out of one second.
    private static let held = Interval.milliseconds(600)
    /// The best score before the bot's round, which the bot beats.
    private static let beaten = 1
    /// An age in seconds at which the stamp has landed and the confetti has not.
    private static let celebrated = 1.2
    /// The notice about a lost device, which may appear over any screen.
    static let deviceIsGone = Besides(notice: EngineEvent.deviceLost.description)

    /// Returns a round at its half, with each overlay.
    func midways(
        of mode: GameDescription.Mode, _ session: any GameSession, _ flow: ShellFlow, at now: Instant
    ) -> [NamedScreen] {
        var held = flow
        held.hold.press(at: now - Self.held, reportsRelease: true)
        var pressed = flow
        pressed.hold.press(at: now, reportsRelease: false)
        var paused = session
        paused.press(.pause, at: now)
        _ = paused.advance(to: now)
        return [
            screen("\(mode.title): midway", flow, session, at: now, age: Self.afterward),
            screen(
                "\(mode.title): the sound device goes away", flow, session, at: now, age: Self.afterward,
                besides: Self.deviceIsGone),
            screen("\(mode.title): leaving is held", held, session, at: now),
            screen("\(mode.title): leaving, pressed once", pressed, session, at: now),
            screen("\(mode.title): the pause", flow, paused, at: now),
        ]
    }

    /// Returns a result with confetti, because of a high score or a round that is a triumph in itself.
    func triumph() throws -> [NamedScreen] {
        let mode = game.description.modes[0]
        var session = try session(mode, best: mode.isScored ? Self.beaten : nil)
        let end = Self.start + length(of: session)
        _ = session.advance(to: end)
        guard let result = session.result else { return [] }
        let isHighScore = mode.isScored && result.score > Self.beaten
        guard isHighScore || result.isTriumph else { return [] }
        return [
            screen(
                "\(mode.title): a triumph", flow(mode), session, at: end, age: Self.celebrated,
                besides: Besides(isHighScore: isHighScore, board: isHighScore ? best(result.score) : []))
        ]
    }

    /// Returns the best scores of a mode, of which the latest is the best.
    private func best(_ score: Int) -> [BoardRow] {
        let own = BoardRow(score: score, player: "Teuta", notes: "", day: "2026-02-28", isLatest: true)
        return [own] + Self.scores(latest: .max).filter { $0.score < score }
    }
}
