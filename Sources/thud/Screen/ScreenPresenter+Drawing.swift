import ThudCore
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudRecords
import ThudReports
import ThudTerminal

extension ScreenPresenter {
    /// Draws a frame if one is due. The picture is built once a turn: it also says whether it changes by itself.
    func draw(_ now: Instant) {
        noteScene(now)
        let picture = picture(now)
        let wasMoving = isMoving
        isMoving = flow.hold.isActive || picture.flash != nil || picture.isMoving
        // What was on its way is gone only once a frame without it is drawn.
        if wasMoving, !isMoving { pacer.want(now) }
        guard let deadline = pacer.deadline(isMoving: isMoving), deadline <= now else { return }
        let (due, skipped) = pacer.begin(now, isMoving: isMoving)
        renderer.post(picture, due: due, skipped: skipped)
    }

    /// Has another screen come in from here on. When a stage of a round begins is noted as it changes.
    private func noteScene(_ now: Instant) {
        let scene = flow.scene.withoutChoice
        let hasSettings = flow.settings != nil
        guard scene != shownScene || hasSettings != (settingsStart != nil) else { return }
        if scene != shownScene, scene != .round { sceneStart = now }
        if hasSettings != (settingsStart != nil) { settingsStart = hasSettings ? now : nil }
        shownScene = scene
        pacer.restart(now)
        pacer.want(now)
    }

    /// Draws all of the screen anew, since who knows what is on it.
    func redraw(_ now: Instant) {
        renderer.invalidate()
        pacer.wantAtOnce(now)
    }

    private func picture(_ now: Instant) -> ShellPicture {
        let isDeveloper = flow.preferences.developerLine
        let cues = cues.cues
        return ShellPicture(
            theme: game.theme, flow: flow, session: session, now: now, sceneAge: (now - sceneStart).seconds,
            flash: flashes.flash(at: now), notice: notice?.text,
            verdict: isDeveloper ? metrics.verdict : metrics.complaint, developer: isDeveloper ? metrics.line : nil,
            isHighScore: isHighScore, board: board, leaderboard: leaderboard, felt: cues.filter { $0.fate != .ignored },
            panel: options.hasPanel ? panel(of: cues) : nil,
            settingsAge: settingsStart.map { (now - $0).seconds } ?? .infinity)
    }

    private func panel(of cues: [CueFeedback]) -> FeedbackPanel {
        FeedbackPanel(
            game: game.description.name, start: feedback.log.start, figures: metrics.figures, cues: cues,
            knobs: desk?.board)
    }

    /// The scores of the mode whose leaderboard is on the screen.
    private var leaderboard: [BoardRow] {
        flow.boardMode.flatMap { store.board(ofMode: $0.name) }?.rows ?? []
    }

    /// Shows a remark; where it comes from something that is lost, it is in the report too.
    func say(_ text: String, _ now: Instant) {
        notice = Notice(text, at: now)
        pacer.want(now)
    }

    /// Has the remark give way to the next that waits.
    func dismissNotice(_ now: Instant) {
        notice = nil
        pacer.want(now)
        showWaitingNotice(now)
    }

    /// Shows the next remark that waits, unless it would lie over a card.
    func showWaitingNotice(_ now: Instant) {
        guard notice == nil, !waitingNotices.isEmpty, session?.stage.isUnderWay != true else { return }
        notice = Notice(waitingNotices.removeFirst(), at: now, isPatient: true)
        pacer.want(now)
    }

    /// A round begins: a remark that can wait does so until its end.
    func putBackNotice() {
        guard let present = notice, present.isPatient else { return }
        waitingNotices.insert(present.text, at: 0)
        notice = nil
    }
}

extension ScreenPresenter {
    /// Says at the beginning of a round that nobody will hear it, unless that was seen before.
    func tellOfProblem(_ now: Instant) {
        guard let problem = feedback.output.problem, let index = waitingNotices.firstIndex(of: problem) else { return }
        waitingNotices.remove(at: index)
        say(problem, now)
    }
}

/// A remark that stands on the screen for a while.
struct Notice {
    let text: String
    let until: Instant
    /// It is about what was there when the program started, so it can wait.
    let isPatient: Bool

    /// Long enough to be read by somebody who did not notice it at once.
    static let duration = Interval.milliseconds(6_000)

    init(_ text: String, at now: Instant, isPatient: Bool = false) {
        self.text = text
        self.isPatient = isPatient
        until = now + Notice.duration
    }
}
