import Glibc
import ThudHaptics
import ThudTerminal

extension ScreenAudition {
    /// By how much one press changes intensity and sharpness.
    private static let step = 0.05

    /// What something typed or reported means.
    func take(_ event: InputEvent) {
        switch event {
        case .key(let key) where key.kind != .release: take(key)
        case .report(let report): take(report)
        default: break
        }
    }

    private func take(_ event: KeyEvent) {
        if event.modifiers == .control { return takeControl(event.key) }
        walks = false
        switch event.key {
        case .character("q"), .escape: isDone = true
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

    /// With the kitty protocol the keys that send signals arrive as keys.
    private func takeControl(_ key: Key) {
        switch key {
        case .character("c"): Interrupts.raise(SIGINT)
        case .character("\\"): Interrupts.raise(SIGQUIT)
        case .character("z"): Interrupts.raise(SIGTSTP)
        case .character("l"): redraw()
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
