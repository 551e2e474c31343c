import ThudCore
import ThudInput
import ThudPatternRendering
import ThudPatternView
import ThudPatterns
import ThudTerminal

/// Auditions on a terminal: draws the pattern while it plays, and keys change it.
final class ScreenAudition: LoopClient {
    let request: AuditionRequest
    let player: TakePlayback
    var settings: AuditionSettings
    var index = 0
    /// The editor and its cursor, if the pattern is edited.
    var desk: EditDesk?
    /// The sound whose conversion is adjusted, and the knobs of other sounds by their index.
    var soundDesk: SoundDesk?
    var knobs: [Int: SoundKnobs] = [:]
    /// What two patterns are compared by, if they are.
    var comparison: Comparison?
    /// Whether the launcher shows its menu again afterwards.
    var isFromLauncher = false
    /// Whether the loop key has turned on endless repetition.
    var isLooping = false
    /// Whether the next pattern starts by itself; any key ends this.
    var walks: Bool
    /// What to say first.
    var notice: String?
    /// The last pattern that was readable together with its sounds.
    var good: (loaded: AuditionSubject.Loaded, sounds: PatternSounds)?
    var take: AuditionTake?
    var message: (text: String, isProblem: Bool)?
    let terminal: TerminalSession
    private var screen: ScreenWriter
    private var pacer: FramePacer
    private var nextAt: Instant?
    var chart: PatternChart?
    /// What the lowest lane shows.
    private var signalName = "signal"
    /// Whether the settings changed since the take was rendered.
    private var isChanged = false
    let loop: EventLoop
    let watch: SubjectWatch?

    /// The pause between two patterns that follow automatically.
    private static let pause = Interval.milliseconds(450)
    /// How often to check whether playback has ended.
    private static let pollInterval = Interval.milliseconds(20)

    init(
        _ request: AuditionRequest, player: TakePlayback, watch: SubjectWatch?,
        terminal: TerminalSession, interrupts: Interrupts
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

    /// Opens the sound and auditions until the user leaves; returns the signal that ended it, if any.
    static func run(
        _ request: AuditionRequest, on terminal: TerminalSession, prepare: (ScreenAudition) throws -> Void
    ) throws -> Int32? {
        // An unreadable file is reported before a screen hides the error.
        let opened = try request.subjects.count == 1 ? open(request.subjects[0]) : nil
        let watch = request.watches ? try SubjectWatch(request.subjects, request.settings.search) : nil
        // A recording replaces an earlier file, so it starts only when nothing else can fail.
        let output = try SoundOutput.open(
            request.sound, withoutDevice: .silence(instead: "use --save to keep the sound"))
        let player = TakePlayback(output, volume: request.volume)
        let audition = ScreenAudition(
            request, player: player, watch: watch, terminal: terminal, interrupts: Interrupts())
        audition.soundDesk = opened
        // Otherwise nothing on the screen would say why nothing is heard.
        audition.notice = output.problem
        try prepare(audition)
        defer { if !audition.isFromLauncher { Console.release() } }
        Console.hold()
        terminal.enter()
        let signal = audition.run()
        try output.close()
        return signal
    }

    /// Reads a pattern, or a sound.
    private static func open(_ subject: AuditionSubject) throws -> SoundDesk? {
        if case .sound(let path) = subject.source { return try SoundDesk(path) }
        _ = try subject.load()
        return nil
    }

    private func run() -> Int32? {
        show(at: 0)
        if let notice { message = (notice, false) }
        play()
        let signal = loop.run(self)
        // The launcher takes over a terminal that stays as it is.
        if !isFromLauncher { terminal.leave() }
        return signal
    }

    // MARK: What is played

    var subject: AuditionSubject { request.subjects[index] }

    /// Shows the pattern at an index. If it cannot be read, an error message is shown.
    func show(at place: Int) {
        if place != index {
            closeSound()
            (take, good, chart) = (nil, nil, nil)
        }
        index = place
        read()
    }

    /// Reads the pattern again. If the file is broken, an error is shown and the last good version stays.
    func read() {
        do {
            if comparison == nil, case .sound(let path) = subject.source { return try openSound(path) }
            let fresh = try load()
            watch?.watchFiles(of: fresh, at: index)
            let sounds = try AuditionTake.sounds(of: fresh, settings, sampleRate: player.sampleRate)
            good = (fresh, sounds)
            render()
            tellProblems(of: fresh)
        } catch {
            message = ("\(error)", true)
        }
        pacer.want(.now())
    }

    /// Shows the first problem of the current pattern, such as a sound that is missing, or nothing.
    func tellProblems(of loaded: AuditionSubject.Loaded) {
        let diagnostics = loaded.lint(settings.search)
        message = diagnostics.first.map { diagnostic in
            (diagnostics.count > 1 ? "\(diagnostic) (and \(diagnostics.count - 1) more)" : "\(diagnostic)", false)
        }
        if message == nil, let diagnostic = take?.diagnostic { message = (diagnostic, false) }
    }

    /// Returns the current pattern, as it is edited.
    private func load() throws(ThudError) -> AuditionSubject.Loaded {
        guard let desk else { return try subject.load() }
        return desk.besideSound(try subject.load(desk.editor.bytes))
    }

    func play() {
        nextAt = nil
        if isChanged { render() }
        guard let take else {
            // A sound plays as soon as its pattern is made.
            if soundDesk == nil { scheduleNext(.now()) }
            return
        }
        player.play(take, loops: desk?.playsAll == false ? 1 : loops)
        pacer.restart(.now())
    }

    /// Marks the settings as changed; they apply after all pending input. Held keys repeat faster than a take renders.
    func settingsChanged() { isChanged = true }

    /// Renders the pattern with all changed settings and continues playback at the same position.
    private func applySettings() {
        guard isChanged else { return }
        if choosesPart() { return play() }
        render()
        if soundDesk == nil { continuePlaying() }
        pacer.wantAtOnce(.now())
    }

    /// Continues with the take at the same position.
    func continuePlaying() { if let take { player.change(to: take, loops: loops) } }

    private var loops: Int? { isLooping ? nil : request.loops }

    private func render() {
        isChanged = false
        if soundDesk != nil { return requestSound() }
        chart = nil
        guard let (loaded, sounds) = good else { return }
        if comparison != nil {
            comparison?.render((loaded, sounds), at: index, settings, sampleRate: player.sampleRate)
            take = comparison?.takes[index]
            return
        }
        take = AuditionTake(loaded, sounds: sounds, settings, sampleRate: player.sampleRate)
    }

    // MARK: An iteration of the loop

    func register(in loop: EventLoop) {
        let now = loop.now
        loop.wait(.keys, for: [terminal.descriptor], until: terminal.input.nextDeadline, then: takeInput)
        player.output.register(in: loop)
        if let soundDesk { loop.wait(.worker, for: [soundDesk.descriptor]) { [self] _ in takeSound() } }
        // During a blind test the saves wait, because a new version would tell what X is.
        if let watch, comparison?.test == nil {
            loop.wait(.files, for: [watch.descriptor], until: watch.nextLook) { [self] _ in takeSaves() }
        }
        loop.wait(.timer, until: .earlier(nextAt, player.isSounding ? now + Self.pollInterval : nil))
        loop.wait(.timer, until: screen.isBusy ? now + .milliseconds(4) : pacer.deadline(isMoving: player.isSounding))
    }

    func advance(to now: Instant) {
        if walks, !player.isSounding, nextAt == nil, soundDesk?.isBusy != true { scheduleNext(now) }
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
        guard let event = player.output.events().words.last else { return }
        message = (event, true)
        pacer.want(.now())
    }

    private func scheduleNext(_ now: Instant) { if walks { nextAt = now + Self.pause } }

    func present(_ now: Instant) {
        if screen.isBusy { screen.flush() }
        let isMoving = player.isSounding
        guard !screen.isBusy, let due = pacer.begin(now, isMoving: isMoving)?.due else { return }
        let size = terminal.output.size
        screen.isSynchronized = terminal.input.hasSynchronizedUpdates
        screen.begin(view(size, now).draw(size), due: due)
        screen.flush()
        // The last frame of playback still shows the playhead; one more frame removes it.
        if isMoving { pacer.want(now) }
    }

    private func view(_ size: Size, _ now: Instant) -> AuditionView {
        var view = AuditionView(name: subject.name, renderings: settings.names)
        view.rendering = settings.place
        (view.place, view.count) = (index + 1, request.subjects.count)
        (view.intensity, view.sharpness) = (settings.controls.intensity, settings.controls.sharpness)
        (view.isLooping, view.isWatching) = (isLooping, request.watches)
        if isFromLauncher { view.leavesTo = "menu" }
        (view.message, view.isProblem) = (message?.text, message?.isProblem ?? false)
        let columns = AuditionView.columns(of: size)
        guard let take else {
            if let soundDesk {
                view.chart = waveformAlone(soundDesk, columns)
                soundDesk.show(in: &view)
            }
            return view
        }
        view.description = subject.summary(of: take.pattern)
        view.figures = take.figures.words
        let chart = chart(of: take, columns: columns)
        view.chart = chart
        view.signalName = signalName
        view.playhead = player.position(at: now).map { ($0 + take.first) / chart.seconds }
        if let desk { desk.show(in: &view, size) }
        if let soundDesk { soundDesk.show(in: &view) }
        if let comparison { comparison.show(index, in: &view) }
        return view
    }

    /// Returns the chart, computed once for each take and width.
    private func chart(of take: AuditionTake, columns: Int) -> PatternChart {
        if let chart, chart.intensity.count == columns { return chart }
        let sound = soundDesk?.made?.waveform ?? soundBeside(take)
        signalName = sound == nil ? "signal" : "sound"
        let fresh = PatternChart(
            take.pattern, waveform: sound ?? take.whole, sampleRate: Double(take.sampleRate),
            columns: columns, controls: take.controls, lasting: desk?.axis(take.pattern) ?? 0.001)
        chart = fresh
        return fresh
    }

    func resize(_ now: Instant) {
        // A page of explained keys begins elsewhere on a screen of another size.
        if desk?.firstExplained != nil { desk?.firstExplained = 0 }
        redraw()
    }

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

    /// Plays a saved pattern again. If the current one was not saved, the first saved one is shown instead.
    func takeSaves() {
        if let loss = watch?.losses(at: .now()).last {
            message = (desk.map { "\($0.editor.path) was deleted; saving writes it again" } ?? loss, true)
            pacer.want(.now())
        }
        if desk != nil { return takeOtherSave() }
        guard let saved = watch?.saved(), let first = saved.first else { return }
        show(at: saved.contains(index) ? index : first)
        guard message?.isProblem != true else { return }
        play()
        do { try AuditionExport(request: request).run() } catch { message = ("\(error)", true) }
    }

    private func takeInput(_ isReadable: Bool) {
        guard let events = terminal.events(isReadable, at: .now()) else { return loop.finish() }
        for event in events { take(event) }
        applySettings()
    }

    func wantFrame() { pacer.wantAtOnce(.now()) }

    func redraw() {
        screen.invalidate()
        pacer.wantAtOnce(.now())
    }

    /// How much one key press changes intensity and sharpness.
    private static let step = 0.05

    func take(_ event: InputEvent) {
        switch event {
        case .key(let key) where key.isStroke: take(key.inLatin)
        case .control(let control): Interrupts.carryOut(control, redraw: redraw)
        default: break
        }
    }

    private func take(_ event: KeyEvent) {
        // On a screen that is too small nobody sees what a key changes or saves.
        let least = soundDesk == nil ? AuditionView.smallest : AuditionView.smallestWithKnobs
        let leaves = [.character("q"), .escape].contains(event.key)
        guard leaves || terminal.output.size.holds(least) else { return }
        if takeEdit(event) || takeComparison(event) || takeSound(event) { return }
        guard event.modifiers != .control else { return }
        walks = false
        switch event.key {
        case .character("q"), .escape: loop.finish()
        case .character(" "), .enter:
            if player.isSounding { player.stop() } else { play() }
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

    /// Changes the live controls, clamps them to their ranges and rounds them to hundredths.
    private func change(_ change: (inout LiveControls) -> Void) {
        var controls = settings.controls
        change(&controls)
        controls.intensity = controls.intensity.clamped(to: 0...1).rounded(decimals: 2)
        controls.sharpness = controls.sharpness.clamped(to: -1...1).rounded(decimals: 2)
        guard controls != settings.controls else { return }
        settings.controls = controls
        settingsChanged()
    }

    func toggleLoop() {
        isLooping.toggle()
        if isLooping, !player.isSounding { play() } else { settingsChanged() }
    }

    private func nextRendering() {
        settings.place = (settings.place + 1) % settings.renderings.count
        settingsChanged()
    }

    private func move(by step: Int) {
        let count = request.subjects.count
        show(at: (index + step + count) % count)
        play()
    }
}
