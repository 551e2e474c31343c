import ThudGameKit

/// The help of each screen: how the game is played, its modes, and what the screen is for.
extension ShellPicture {
    var helpPage: HelpPage {
        HelpPage(title: flow.description.title, lines: helpLines + [Phrase(""), theme.words.helpKeys])
    }

    private var helpLines: [Phrase] {
        let words = theme.words
        switch flow.scene {
        case .language, .title: return theme.help + (modes.isEmpty ? [] : [Phrase("")] + modes)
        case .modes: return modes + variantHelp
        case .decks, .unlock: return [words.helpDecks, words.helpLocked]
        case .players: return [words.helpPlayers, words.helpTurns]
        case .board: return [words.helpBoard]
        case .podium: return [words.helpPodium]
        case .round: return roundHelp
        }
    }

    private var roundHelp: [Phrase] {
        let words = theme.words
        switch session?.stage {
        case .handOver: return [words.helpTurns]
        case .paused: return [words.helpPause] + theme.help
        case .finished: return [words.helpResult, words.helpBoard]
        default: return theme.help + modes.filter { $0.text.hasPrefix(flow.description.mode(flow.mode)?.title ?? "?") }
        }
    }

    /// A line for each mode with a description: `Versus: both play the same sequence`.
    private var modes: [Phrase] {
        flow.description.modes.filter { !$0.abstract.isEmpty }.map { Phrase("\($0.title): \($0.abstract)") }
    }

    private var variantHelp: [Phrase] {
        flow.description.variant.map { [Phrase("\($0.title): \($0.abstract)")] } ?? []
    }
}
