import ThudCore
import ThudGameKit
import ThudGameUI
import ThudPlayback

/// What a screen shows that follows neither from the way through the screens nor from the round.
struct Besides: Sendable {
    /// The scores of the leaderboard that is open.
    var leaderboard: [BoardRow] = []
    /// A remark.
    var notice: String?
    /// Whether nobody has had a higher score than the round that has ended.
    var isHighScore = false
    /// The best scores beside a result.
    var board: ResultContent.List?
}

/// What the shell lays over a round, and over its result.
extension GameScreens {
    /// How long the key to leave has been held, of the second that it takes.
    private static let held = Interval.milliseconds(600)
    /// The best score before the bot's round, which it beats.
    private static let beaten = 1
    /// By then the stamp has landed, and the confetti has not, in seconds.
    private static let celebrated = 1.2
    /// The remark that comes over whatever is on the screen.
    static let deviceIsGone = Besides(notice: EngineEvent.deviceLost.description)

    /// A round that is half over, and what may lie over it.
    func midways(
        of mode: GameDescription.Mode, _ session: any GameSession, _ flow: ShellFlow, at now: Instant
    ) -> [NamedScreen] {
        var held = flow
        held.pressLeave(at: now - Self.held, reportsRelease: true)
        var pressed = flow
        pressed.pressLeave(at: now, reportsRelease: false)
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

    /// A result over which confetti flies: of a score that nobody has had before, or of a round that ends in a triumph by itself.
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
                besides: Besides(isHighScore: isHighScore, board: isHighScore ? best(result.score) : nil))
        ]
    }

    /// The best scores of a mode, of which the last one that was made is the best.
    private func best(_ score: Int) -> ResultContent.List {
        let own = BoardRow(score: score, player: "Teuta", notes: "", day: "2026-02-28", isLatest: true)
        return ResultContent.List(best: [own] + Self.scores(latest: .max).filter { $0.score < score }, game.theme)
    }
}
