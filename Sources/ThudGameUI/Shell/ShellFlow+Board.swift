import ThudGameKit

/// The leaderboards of a game, one mode at a time.
extension ShellFlow {
    /// The modes whose rounds are kept on a leaderboard.
    var scoredModes: [GameDescription.Mode] { description.modes.filter(\.isScored) }

    /// The mode whose leaderboard is on the screen. nil if none is.
    package var boardMode: GameDescription.Mode? {
        guard case .board(let index) = scene else { return nil }
        return scoredModes[index]
    }

    /// Opens the leaderboard of the mode that was named at the start, or of the one chosen last.
    mutating func openBoard() -> [FlowEffect] {
        let name = givenMode ?? choices.mode ?? mode
        scroll = 0
        return go(to: .board(mode: scoredModes.firstIndex { $0.name == name } ?? 0))
    }

    mutating func actOnBoard(_ action: ShellAction, _ mode: Int) -> [FlowEffect] {
        switch action {
        case .left where mode > 0: return turn(to: mode - 1)
        case .right where mode + 1 < scoredModes.count: return turn(to: mode + 1)
        case .up: return scrolled(by: -1)
        case .down: return scrolled(by: 1)
        case .confirm, .back, .board, .leave: return go(to: .title)
        default: return []
        }
    }

    private mutating func turn(to mode: Int) -> [FlowEffect] {
        scroll = 0
        return go(to: .board(mode: mode))
    }
}
