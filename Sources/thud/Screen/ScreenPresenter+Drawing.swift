import ThudCore
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudRecords
import ThudReports
import ThudTerminal

extension ScreenPresenter {
    /// Follows what has changed, and draws a frame if one is due. The picture is built on every iteration of the loop,
    /// because it also says whether it moves by itself.
    func present(_ now: Instant) {
        follow(now)
        let now = Instant.now()
        noteScene(now)
        let isDeveloper = flow.preferences.developerLine
        let cues = cues.cues
        let picture = ShellPicture(
            theme: game.theme, flow: flow, session: session, now: now, sceneAge: (now - sceneStart).seconds,
            flash: flashes.flash(at: now), notice: notice?.text,
            verdict: isDeveloper ? metrics.verdict : metrics.complaint, developer: isDeveloper ? metrics.line : nil,
            isHighScore: isHighScore, board: board, leaderboard: leaderboard, felt: cues.filter { $0.fate != .ignored },
            panel: options.hasPanel ? panel(of: cues) : nil,
            settingsAge: settingsStart.map { (now - $0).seconds } ?? .infinity)
        let wasMoving = isMoving
        isMoving = flow.hold.isActive || picture.flash != nil || picture.isMoving
        // What has stopped moving disappears only with one more frame.
        if wasMoving, !isMoving { pacer.want(now) }
        guard let deadline = pacer.deadline(isMoving: isMoving), deadline <= now else { return }
        let (due, skipped) = pacer.begin(now, isMoving: isMoving)
        renderer.post(picture, due: due, skipped: skipped)
    }

    private func follow(_ now: Instant) {
        tellWhenShown()
        carryOut(flow.advance(to: now), cause: now)
        if flashes.advance(to: now) { pacer.wantAtOnce(now) }
        let wantsLine = flow.preferences.developerLine || options.hasPanel
        if metrics.refresh(feedback, renderer, wantsLine: wantsLine, now) { pacer.want(now) }
        if let notice, now >= notice.until { dismissNotice(now) }
        for words in pictures.take() { say(words, now) }
        showWaitingNotice(now)
        askForKeys()
    }

    /// Starts the entrance of a new screen. The stages of a round are noted in `stageChanged`.
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

    /// Redraws the whole screen, whose content is unknown.
    func redraw(_ now: Instant) {
        renderer.invalidate()
        pacer.wantAtOnce(now)
    }

    private func panel(of cues: [CueFeedback]) -> FeedbackPanel {
        FeedbackPanel(
            game: game.description.name, start: feedback.log.start, figures: metrics.figures, cues: cues,
            knobs: desk?.board)
    }

    private var leaderboard: [BoardRow] {
        flow.boardMode.flatMap { store.board(ofMode: $0.name) }?.rows ?? []
    }

    /// Shows a remark. Remarks about losses are also in the report.
    func say(_ text: String, _ now: Instant) {
        notice = Notice(text, at: now)
        pacer.want(now)
    }

    /// Removes the remark and shows the next waiting one.
    func dismissNotice(_ now: Instant) {
        notice = nil
        pacer.want(now)
        showWaitingNotice(now)
    }

    /// Shows the next waiting remark, unless a round is under way, because it would cover a card.
    func showWaitingNotice(_ now: Instant) {
        guard notice == nil, !waitingNotices.isEmpty, session?.stage.isUnderWay != true else { return }
        notice = Notice(waitingNotices.removeFirst(), at: now, isPatient: true)
        pacer.want(now)
    }

    /// Puts back a remark that can wait until the end of the round that begins.
    func putBackNotice() {
        guard let present = notice, present.isPatient else { return }
        waitingNotices.insert(present.text, at: 0)
        notice = nil
    }
}

extension ScreenPresenter {
    /// Shows the output's problem at the start of a round, unless it was shown before.
    func tellOfProblem(_ now: Instant) {
        guard let problem = feedback.output.problem, let index = waitingNotices.firstIndex(of: problem) else { return }
        waitingNotices.remove(at: index)
        say(problem, now)
    }
}

struct Notice {
    let text: String
    let until: Instant
    /// Whether it can wait until no round is under way, because it is about the program's start.
    let isPatient: Bool

    /// Long enough for someone who does not notice it at once.
    static let duration = Interval.milliseconds(6_000)

    init(_ text: String, at now: Instant, isPatient: Bool = false) {
        self.text = text
        self.isPatient = isPatient
        until = now + Notice.duration
    }
}
