import Glibc
import ThudCore
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudRecords
import ThudTerminal

extension ScreenPresenter {
    /// No keyboard has more keys than this.
    private static let mostReleased = 256

    /// Takes something typed, pressed or reported.
    func take(_ event: InputEvent, _ now: Instant) {
        switch event {
        case .key(let key): take(streams.take(key, at: now))
        case .mouse(let mouse): take(mouse, now)
        case .focus(let isHere):
            take(streams.settle())
            if !isHere { loseFocus(now) }
        case .paste(let line):
            take(streams.settle())
            paste(line, now)
        case .report(let report): take(report, now)
        }
    }

    /// Takes keys as they are meant, each at its own instant.
    func take(_ keys: [TimedKey]) {
        for (index, key) in keys.enumerated() {
            // What follows a press that was held back meets the round as that has left it.
            if index > 0 { runner.settle() }
            take(key.event, key.instant)
        }
    }

    /// Whether characters go into a field.
    private var isTyping: Bool { flow.isTyping || isTypingInRound }
    private var isTypingInRound: Bool { flow.scene == .round && flow.settings == nil && session?.isTyping == true }

    /// Has a pasted line typed into the field that has the keys. Elsewhere it means nothing, and nowhere are its letters commands.
    private func paste(_ line: String, _ now: Instant) {
        if flow.isTyping { return act(.paste(line), now) }
        guard isTypingInRound, desk?.hasKeys != true else { return }
        for character in line { _ = give(.key(KeyEvent(.character(character))), now) }
    }

    private func take(_ event: KeyEvent, _ now: Instant) {
        if event.kind == .release, released.count < Self.mostReleased { released.insert(event.key) }
        if takeControl(event, now) || takeTuning(event, now) { return }
        let isLeave = event.key == .character("q") && !isTyping
        if isLeave, flow.mustHoldToLeave(stage: session?.stage) {
            hold(event.kind, now)
            return
        }
        if isLeave, event.kind == .release { return flow.releaseLeave() }
        // Every repeat shows that the key is still down, by whatever name it comes.
        if isLeave, flow.isLeaveStillDown(at: now) || event.kind == .repeated { return }
        if !isLeave, give(.key(event), now) { return }
        // Held keys walk through lists and names, but a head does not nod thirty times a second.
        if event.kind == .repeated, flow.scene == .round, flow.settings == nil { return }
        guard let action = ShellKeys.action(of: event, isTyping: flow.isTyping) else { return }
        let isResult = flow.scene == .round && flow.settings == nil && session?.stage == .finished
        if isResult, event.key == .character(" "), !spaces.isDeliberateOrDoubled(at: now) { return }
        act(action, now)
    }

    /// With the kitty protocol the keys that send signals arrive as keys.
    private func takeControl(_ event: KeyEvent, _ now: Instant) -> Bool {
        guard event.modifiers == .control, event.kind != .release else { return false }
        switch event.key {
        case .character("c"): Interrupts.raise(SIGINT)
        case .character("\\"): Interrupts.raise(SIGQUIT)
        case .character("z"): Interrupts.raise(SIGTSTP)
        case .character("l"):
            redraw(now)
        default: return false
        }
        return true
    }

    private func hold(_ kind: KeyEvent.Kind, _ now: Instant) {
        switch kind {
        case .press: flow.pressLeave(at: now, reportsRelease: released.contains(.character("q")))
        case .repeated: flow.holdLeave(at: now)
        case .release: flow.releaseLeave()
        }
        pacer.want(now)
    }

    /// Hands an input to the game, while its round is on the screen and nothing over it; false where it means nothing there.
    private func give(_ input: RoundInput, _ now: Instant) -> Bool {
        guard flow.scene == .round, flow.settings == nil, runner.session?.stage.isUnderWay == true else { return false }
        guard runner.session?.take(input, size: roundSize, at: now) == true else { return false }
        flow.cancelHold()
        pacer.want(now)
        return true
    }

    private func take(_ event: MouseEvent, _ now: Instant) {
        // A press on the panel means nothing, but what was begun above it may end there.
        if event.kind == .press, flow.scene == .round, event.position.row >= roundSize.rows { return }
        if !isMouseHolding, give(.pointer(event), now) { return }
        switch event.kind {
        case .wheelUp: act(.up, now)
        case .wheelDown: act(.down, now)
        case .press where event.button == .left: press(at: event.position, now)
        case .release where isMouseHolding:
            isMouseHolding = false
            flow.releaseLeave()
            pacer.want(now)
        case .press, .release, .moved: break
        }
    }

    private func press(at position: Position, _ now: Instant) {
        guard let action = renderer.shown.action(at: position) else { return }
        if action == .leave, flow.mustHoldToLeave(stage: session?.stage) {
            isMouseHolding = true
            flow.pressLeave(at: now, reportsRelease: true)
            pacer.want(now)
        } else {
            act(action, now)
        }
    }

    private func take(_ report: TerminalReport, _ now: Instant) {
        switch report {
        case .pointerPixels(let isSupported):
            hasPointerPixels = isSupported
            if isSupported { measureCells() }
        case .cell(let cell): usePixels(cell)
        case .synchronizedUpdates(let isSupported): renderer.setSynchronized(isSupported)
        case .attributes: break
        }
    }

    /// Has the pointer's pixels told as soon as the size of a cell is known, without which they say nothing.
    func measureCells() {
        if let cell = CellSize(terminal: terminal.descriptor) {
            usePixels(cell)
        } else {
            renderer.send(PointerRequest.cellSize)
        }
    }

    private func usePixels(_ cell: CellSize) {
        guard hasPointerPixels else { return }
        if parser.cell == nil { renderer.send(PointerRequest.pixels) }
        parser.cell = cell
    }

    private func loseFocus(_ now: Instant) {
        guard session?.stage.isUnderWay == true, options.player.isPerson else { return }
        interruptRound(now)
        pacer.want(now)
    }

    /// Has an action take effect, now. What nobody sees can only be left.
    func act(_ action: ShellAction, _ now: Instant) {
        guard !isUnseen || action == .leave else { return }
        flow.mostScroll = renderer.shown.mostScroll
        let effects = flow.act(action, stage: session?.stage, at: now)
        // The repeats of a key that is held shall not take away the remark that its press has brought.
        if notice != nil, action != .saveImage || !effects.isEmpty { dismissNotice(now) }
        carryOut(effects, cause: now)
        pacer.want(now)
    }

    /// Carries out what the way through the screens asks for.
    func carryOut(_ effects: [FlowEffect], cause: Instant) {
        for effect in effects {
            switch effect {
            case .feedback(let cue):
                let handle = feedback.scheduler.trigger(name(of: cue).description, cause: cause, now: .now())
                if let handle { flashes.add(handle.plan, at: cause) }
            case .begin(let deck): begin(deck: deck)
            case .resumeSaved: resumeSaved()
            case .press(let button):
                if button == .playAgain { followSettings() }
                runner.session?.press(button, at: cause)
            case .interrupt:
                guard session?.stage.isUnderWay == true else { break }
                runner.interrupt(cause)
                // What is given for the button comes after what falls silent.
                runner.settle()
            case .round(let action): _ = runner.session?.take(.action(action), size: roundSize, at: cause)
            case .abandon:
                endSession()
                keeper.forgetRound()
            case .setAside:
                endSession()
                flow.waiting = store.savedRound?.words(game, flow) ?? ""
            case .preferences(let preferences):
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
        // A session acts on what it was handed before the next frame is drawn.
        pacer.want(.now())
    }

    /// The game's own cue for one of the shell.
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
