import ThudCore
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal

extension ScreenPresenter {
    /// Reads what the terminal has, and gives each key to the first that wants it: the knobs, the leave key's hold, the
    /// round, and then the shell.
    func takeInput(_ isReadable: Bool) {
        tellWhenShown()
        let now = Instant.now()
        // Without a terminal the player is gone.
        guard let events = terminal.events(isReadable, at: now) else { return runner.loop.finish() }
        for (index, event) in events.enumerated() {
            if index > 0 { runner.settle() }
            switch event {
            case .key(let typed):
                // Caps Lock must not make the keys useless. One capital letter is a command of its own.
                let latin = typed.inLatin
                let key = isTyping ? typed : latin.key == .character("D") ? latin : typed.inLowerCase
                let isLeave = key.key == .character("q") && !isTyping
                if takeTuning(key, key.instant) { continue }
                let instant = key.commanded(by: now)
                if isLeave ? takeLeave(key) : give(.key(key), instant) { continue }
                takeCommand(key, instant)
            case .pointer(let pointer): take(pointer, pointer.instant)
            case .focus(let isHere): if !isHere { loseFocus(now) }
            case .paste(let line): paste(line, now)
            case .report(let report): take(report)
            case .control(let control): Interrupts.carryOut(control) { redraw(now) }
            }
        }
    }

    private var isTyping: Bool { flow.isTyping || isTypingInRound }
    private var isTypingInRound: Bool { flow.scene == .round && !flow.isCovered && session?.isTyping == true }

    /// Types a pasted line into the focused field. Pasted text never triggers commands.
    private func paste(_ line: String, _ now: Instant) {
        if flow.isTyping { return act(.paste(line), now) }
        guard isTypingInRound, desk?.hasKeys != true else { return }
        for character in line { _ = give(.key(KeyEvent(.character(character))), now) }
    }

    /// Takes the leave key if it must be held; false if a press is enough.
    private func takeLeave(_ event: KeyEvent) -> Bool {
        guard event.kind == .release || flow.mustHoldToLeave(stage: session?.stage) else { return false }
        flow.hold.take(event)
        pacer.want(event.instant)
        return true
    }

    private func takeCommand(_ event: KeyEvent, _ now: Instant) {
        // A held key moves through the lists and names of the screen on which it was pressed. In a round a head does
        // not nod thirty times a second.
        if event.kind == .press { pressed = event.key }
        if event.kind == .repeated, isInRound || pressed != event.key { return }
        guard let action = ShellKeys.action(of: event, isTyping: flow.isTyping) else { return }
        let isResult = flow.scene == .round && !flow.isCovered && session?.stage == .finished
        if isResult, event.key == .character(" "), !spaces.isDeliberateOrDoubled(at: now) { return }
        act(action, now)
    }

    /// Passes input to the round if it is on the screen, uncovered; false if the round does not use it.
    private func give(_ input: RoundInput, _ now: Instant) -> Bool {
        guard isInRound else { return false }
        guard takeInRound(input, now) else { return false }
        // Pressing another key shows that the player does not want to leave; releasing one does not.
        let isRelease = if case .key(let event) = input { event.kind == .release } else { false }
        if !isRelease { flow.hold.cancel() }
        pacer.want(now)
        return true
    }

    private func takeInRound(_ input: RoundInput, _ now: Instant) -> Bool {
        let size = roundSize
        let page = size.page(reserving: renderer.shown.reservedRows)
        return runner.session?.take(input, size: size, page: page, at: now) == true
    }

    private func take(_ event: PointerEvent, _ now: Instant) {
        // A press on the panel has no effect, but a drag from above may end there.
        if event.kind == .down, flow.scene == .round, event.position.row >= roundSize.rows { return }
        // If the focus was lost during the last press, its release was never reported.
        if event.kind == .down, event.button == .left { isMouseHolding = false }
        if !isMouseHolding, give(.pointer(event), now) { return }
        switch event.kind {
        case .wheelAway: act(.up, now)
        case .wheel: act(.down, now)
        case .down where event.button == .left: press(at: event.position, now)
        case .up where isMouseHolding:
            isMouseHolding = false
            flow.hold.release(at: now)
            pacer.want(now)
        case .down, .up, .move: break
        }
    }

    private func press(at position: Position, _ now: Instant) {
        guard let action = renderer.shown.action(at: position) else { return }
        if action == .leave, flow.mustHoldToLeave(stage: session?.stage) {
            isMouseHolding = true
            flow.hold.press(at: now, reportsRelease: true)
            pacer.want(now)
        } else {
            act(action, now)
        }
    }

    private func take(_ report: TerminalReport) {
        switch report {
        case .pointerPixels: askForPixels()
        case .cell(let cell): if let request = terminal.input.pointerRequest(cell) { renderer.send(request) }
        case .synchronizedUpdates(let isSupported): renderer.setSynchronized(isSupported)
        case .background: redraw(.now())
        }
    }

    func askForPixels() { if let request = terminal.pixelRequest() { renderer.send(request) } }

    private func loseFocus(_ now: Instant) {
        guard session?.stage.isUnderWay == true, options.player.isPerson else { return }
        interruptRound(now)
        pacer.want(now)
    }

    /// Performs an action. On a terminal that is too small only leaving is allowed.
    func act(_ action: ShellAction, _ now: Instant) {
        guard !isUnseen || action == .leave else { return }
        let shown = renderer.shown
        (flow.mostScroll, flow.cardColumns) = (shown.mostScroll, shown.cardColumns)
        if action == .board {
            store.readBoards()
            flow.boards = store.boardKeys(seconds: flow.preferences.seconds)
        }
        let effects = flow.act(action, stage: session?.stage, at: now)
        // A held key's repeats must not dismiss the remark that its press brought up.
        if notice != nil, action != .saveImage || !effects.isEmpty { dismissNotice(now) }
        carryOut(effects, cause: now)
        pacer.want(now)
    }

    func carryOut(_ effects: [FlowEffect], cause: Instant) {
        for effect in effects {
            switch effect {
            case .feedback(let cue):
                let handle = feedback.scheduler.trigger(name(of: cue).description, cause: cause, now: .now())
                if let handle { flashes.add(handle.plan, at: cause) }
            case .begin(let deck): begin(deck: deck)
            case .beginDaily: beginDaily()
            case .resumeSaved: resumeSaved()
            case .press(let button):
                if button == .playAgain { followSettings() }
                runner.session?.press(button, at: cause)
            case .interrupt:
                guard session?.stage.isUnderWay == true else { break }
                runner.interrupt(cause)
                // The button's cue must come after the silence.
                runner.settle()
            case .round(let action): _ = takeInRound(.action(action), cause)
            case .abandon:
                endSession()
                keeper.store?.forgetRound()
            case .setAside:
                endSession()
                guard let saved = store.savedRound else {
                    flow.lostSavedRound()
                    break
                }
                flow.waiting = saved.words(game, flow)
            case .preferences(let preferences):
                flow.boards = store.boardKeys(seconds: preferences.seconds)
                store.keep(preferences)
                applyPreferences()
                runner.session?.reduceMotion(preferences.reduceMotion, at: cause)
            case .remember(let key, let value):
                store.keep([.value(key: key, value)])
                if key == game.description.variant?.option { followChoices() }
            case .unlock(let deck): store.unlock(deck: deck)
            case .saveImage: saveImage()
            case .end: runner.loop.finish()
            }
        }
        guard !effects.isEmpty else { return }
        // The session acts on its input before the next frame is drawn.
        pacer.want(.now())
    }

    /// Returns the game's cue for one of the shell's.
    private func name(of cue: ShellCue) -> CueName {
        let description = game.description
        return switch cue {
        case .button: description.cue(description.buttonCue)
        case .podium: description.cue(description.podiumCue ?? description.buttonCue)
        }
    }

    private func endSession() {
        runner.endSession()
        flashes.cancelComing()
        sceneStart = .now()
    }
}
