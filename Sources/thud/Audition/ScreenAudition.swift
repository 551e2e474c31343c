import ThudCore
import ThudInput
import ThudPatternRendering
import ThudPatternView
import ThudPatterns
import ThudPlayback
import ThudTerminal

/// An audition on a terminal: what sounds is drawn as it sounds, and the keys change it.
final class ScreenAudition: LoopClient {
    let request: AuditionRequest
    let player: TakePlayback
    var settings: AuditionSettings
    var index = 0
    /// Endless repetition, by the key for it.
    var isLooping = false
    /// Goes on to the next by itself, until a key is pressed.
    var walks: Bool
    /// The last pattern that could be read together with its sounds.
    private var good: (loaded: AuditionSubject.Loaded, sounds: PatternSounds)?
    private(set) var take: AuditionTake?
    private var message: (text: String, isProblem: Bool)?
    private var terminal: TerminalSession
    private var screen: ScreenWriter
    private var pacer: FramePacer
    private var keyboard = TerminalInput()
    private var nextAt: Instant?
    private var chart: PatternChart?
    /// The settings were changed since the take was rendered.
    private var isChanged = false
    let loop: EventLoop
    private let watch: SubjectWatch?

    /// Between two patterns of a walk.
    private static let pause = Interval.milliseconds(450)
    /// The interval at which the player is asked whether it is done.
    private static let glance = Interval.milliseconds(20)

    init(
        _ request: AuditionRequest, player: TakePlayback, watch: SubjectWatch?,
        terminal: consuming TerminalSession, interrupts: Interrupts
    ) {
        self.request = request
        self.player = player
        self.watch = watch
        screen = ScreenWriter(terminal.output)
        self.terminal = terminal
        loop = EventLoop(player.output.engine, interrupts)
        settings = request.settings
        walks = request.walks
        pacer = FramePacer(start: .now())
    }

    /// Runs until it is left: the number of the signal that ended it, if one did.
    func run() -> Int32? {
        show(at: 0)
        play()
        let signal = loop.run(self)
        terminal.leave()
        return signal
    }

    // MARK: What is played

    var subject: AuditionSubject { request.subjects[index] }

    /// Reads the pattern at a place of the list; one that cannot be read is told, and what was there before remains.
    func show(at place: Int) {
        if place != index { (take, good, chart) = (nil, nil, nil) }
        index = place
        read()
    }

    /// Reads the pattern anew. A file that is broken is named, and the last good one stays.
    func read() {
        do {
            let fresh = try subject.load()
            watch?.note(fresh, at: index)
            let sounds = try AuditionTake.sounds(of: fresh, settings, sampleRate: player.sampleRate)
            good = (fresh, sounds)
            render()
            let diagnostics = fresh.lint(settings.search)
            message = diagnostics.first.map { diagnostic in
                (diagnostics.count > 1 ? "\(diagnostic) (and \(diagnostics.count - 1) more)" : "\(diagnostic)", false)
            }
            if message == nil, let diagnostic = take?.diagnostic { message = (diagnostic, false) }
        } catch {
            message = ("\(error)", true)
        }
        pacer.want(.now())
    }

    /// Plays what is shown, from its start.
    func play() {
        nextAt = nil
        if isChanged { render() }
        guard let take else { return scheduleNext(.now()) }
        player.play(take, loops: loops)
        pacer.restart(.now())
    }

    /// The settings were changed: what sounds follows them once all that was typed has been taken, for keys that are held
    /// arrive faster than a long pattern is rendered.
    func settingsChanged() { isChanged = true }

    /// Has what sounds follow the changes of the settings, all of them together, at the point at which it is.
    private func applySettings() {
        guard isChanged else { return }
        render()
        if let take { player.change(to: take, loops: loops) }
        pacer.wantAtOnce(.now())
    }

    private var loops: Int? { isLooping ? nil : request.loops }

    private func render() {
        (isChanged, chart) = (false, nil)
        guard let (loaded, sounds) = good else { return }
        take = AuditionTake(loaded, sounds: sounds, settings, sampleRate: player.sampleRate)
    }

    // MARK: One turn of the loop

    func register(in loop: EventLoop) {
        let now = loop.now
        loop.wait(.keys, for: [terminal.descriptor], until: keyboard.nextDeadline)
        player.output.register(in: loop)
        if let watch { loop.wait(.files, for: [watch.descriptor]) }
        loop.wait(.timer, until: .earlier(nextAt, player.isSounding ? now + Self.glance : nil))
        loop.wait(
            .timer, until: screen.isBusy ? now + .milliseconds(4) : pacer.deadline(isMoving: player.isSounding))
    }

    func handle(_ token: EventLoop.Token, isReadable: Bool) {
        switch token {
        case .keys: takeInput(isReadable)
        case .files: takeSaves()
        default: break
        }
    }

    func advance(to now: Instant) {
        if walks, !player.isSounding, nextAt == nil { scheduleNext(now) }
        guard let due = nextAt, now >= due else { return }
        guard index + 1 < request.subjects.count else {
            (walks, nextAt) = (false, nil)
            return
        }
        show(at: index + 1)
        play()
    }

    func collect() {
        _ = player.collect()
        if let event = player.output.events().last { message = (event, true) }
    }

    private func scheduleNext(_ now: Instant) { if walks { nextAt = now + Self.pause } }

    func present(_ now: Instant) {
        if screen.isBusy { screen.flush() }
        let isMoving = player.isSounding
        guard !screen.isBusy, let due = pacer.deadline(isMoving: isMoving), due <= now else { return }
        _ = pacer.begin(now, isMoving: isMoving)
        let size = terminal.output.size
        screen.begin(view(size, now).draw(size), due: due)
        screen.flush()
        // The last frame of what sounds still shows where it was; one more takes that away.
        if isMoving { pacer.want(now) }
    }

    private func view(_ size: Size, _ now: Instant) -> AuditionView {
        var view = AuditionView(name: subject.name, renderings: AuditionRenderings.names(settings.renderings))
        view.rendering = AuditionRenderings.place(of: settings.renderings)
        (view.place, view.count) = (index + 1, request.subjects.count)
        (view.intensity, view.sharpness) = (settings.controls.intensity, settings.controls.sharpness)
        (view.isLooping, view.isWatching) = (isLooping, request.watches)
        (view.message, view.isProblem) = (message?.text, message?.isProblem ?? false)
        guard let take else { return view }
        view.description = subject.summary(of: take.pattern)
        view.figures = take.figures.words
        view.chart = chart(of: take, columns: AuditionView.columns(of: size))
        view.playhead = player.position(at: now).map { ($0 + take.first) / take.wholeSeconds }
        return view
    }

    /// The chart, measured out once for each take and width.
    private func chart(of take: AuditionTake, columns: Int) -> PatternChart {
        if let chart, chart.intensity.count == columns { return chart }
        let fresh = PatternChart(
            take.pattern, waveform: take.whole, sampleRate: Double(take.sampleRate), columns: columns,
            controls: take.controls)
        chart = fresh
        return fresh
    }

    func resize(_ now: Instant) { redraw() }

    func suspend(_ now: Instant) {
        player.stop()
        terminal.leave()
        screen.abandon()
    }

    func whileStopped(_ stop: () -> Void) { player.output.whileStopped(stop) }

    func resume(_ now: Instant) {
        terminal.enter()
        pacer.wantAtOnce(now)
    }

    /// Plays a pattern again that was saved, or a sound of it: the one that is shown, else another, which is shown then.
    private func takeSaves() {
        guard let saved = watch?.saved(), let first = saved.first else { return }
        show(at: saved.contains(index) ? index : first)
        guard message?.isProblem != true else { return }
        play()
        do { try AuditionExport(request).run() } catch { message = ("\(error)", true) }
    }

    private func takeInput(_ isReadable: Bool) {
        guard let bytes = isReadable ? terminal.read() : [] else {
            loop.finish()
            return
        }
        let now = Instant.now()
        for event in keyboard.take(bytes, at: now) + keyboard.advance(to: now) { take(event) }
        applySettings()
    }

    /// Takes what a terminal answers about itself.
    func take(_ report: TerminalReport) {
        if case .synchronizedUpdates(let isSupported) = report { screen.isSynchronized = isSupported }
    }

    /// Draws all of the screen anew.
    func redraw() {
        screen.invalidate()
        pacer.wantAtOnce(.now())
    }
}

extension ScreenAudition {
    /// By how much one press changes intensity and sharpness.
    private static let step = 0.05

    /// Takes a key or a report of the terminal.
    func take(_ event: InputEvent) {
        switch event {
        case .key(let key) where key.isStroke: take(key)
        case .control(let control): Interrupts.carryOut(control, redraw: redraw)
        case .report(let report): take(report)
        default: break
        }
    }

    private func take(_ event: KeyEvent) {
        guard event.modifiers != .control else { return }
        walks = false
        switch event.key {
        case .character("q"), .escape: loop.finish()
        case .character(" "), .enter: playOrStop()
        case .up, .character("k"): change { $0.intensity += Self.step }
        case .down, .character("j"): change { $0.intensity -= Self.step }
        case .right: change { $0.sharpness += Self.step }
        case .left: change { $0.sharpness -= Self.step }
        case .character("0"): change { $0 = LiveControls() }
        case .character("l"): toggleLoop()
        case .character("r"): nextRendering()
        case .character("n"), .pageDown: move(by: 1)
        case .character("p"), .pageUp: move(by: -1)
        default: break
        }
    }

    private func playOrStop() {
        if player.isSounding { player.stop() } else { play() }
    }

    /// Changes the live controls, within their ranges and free of rounding dust.
    private func change(_ change: (inout LiveControls) -> Void) {
        var controls = settings.controls
        change(&controls)
        controls.intensity = (min(max(controls.intensity, 0), 1) * 100).rounded() / 100
        controls.sharpness = (min(max(controls.sharpness, -1), 1) * 100).rounded() / 100
        guard controls != settings.controls else { return }
        settings.controls = controls
        settingsChanged()
    }

    private func toggleLoop() {
        isLooping.toggle()
        if isLooping, !player.isSounding { play() } else { settingsChanged() }
    }

    private func nextRendering() {
        settings.renderings.append(settings.renderings.removeFirst())
        settingsChanged()
    }

    private func move(by step: Int) {
        let count = request.subjects.count
        show(at: (index + step + count) % count)
        play()
    }
}
