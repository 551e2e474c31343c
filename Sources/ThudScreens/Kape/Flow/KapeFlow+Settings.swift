import ThudGames

extension KapeFlow {
    /// Opens the settings; a round that runs is paused, so that nobody loses time over a switch.
    mutating func openSettings(phase: KapeState.Phase?) -> [FlowEffect] {
        settings = SettingsPanel()
        hold.cancel()
        return [.feedback(.button)] + (scene == .round ? [.press(.interruption)] : [])
    }

    mutating func actInSettings(_ action: Action) -> [FlowEffect] {
        guard var panel = settings else { return [] }
        switch action {
        case .up: return move(panel, by: -1)
        case .down: return move(panel, by: 1)
        case .left: return change { panel.change(&$0, step: -1) }
        case .right, .confirm: return change { panel.change(&$0, step: 1) }
        case .choose(let index) where SettingsPanel.Item.allCases.indices.contains(index):
            panel.selected = index
            settings = panel
            return change { panel.change(&$0, step: 1) }
        case .back, .settings, .leave:
            settings = nil
            return [.feedback(.button)]
        default: return []
        }
    }

    private mutating func move(_ panel: SettingsPanel, by rows: Int) -> [FlowEffect] {
        var panel = panel
        guard panel.move(by: rows) else { return [] }
        settings = panel
        return [.feedback(.button)]
    }
}
