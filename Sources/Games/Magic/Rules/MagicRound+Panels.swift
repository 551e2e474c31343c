import ThudCore
import ThudGameKit

/// The welcome pages and the panels over the stage.
extension MagicRound {
    mutating func welcome(_ event: MagicEvent, _ page: Int, at now: Instant) -> [MagicRoundEffect] {
        switch event {
        case .turn(let pages): return turnWelcome(to: page + (pages < 0 ? -1 : 1), from: page, at: now)
        case .choose, .bring:
            return page + 1 < MagicPages.welcome.count ? turnWelcome(to: page + 1, from: page, at: now) : begin()
        case .panel: return begin()
        case .dismissForGood:
            guard options.set(.pages, to: "off") else { return [] }
            return [.cue(.toggle), .show(.note("These pages will not show again."))]
        default: return []
        }
    }

    private mutating func turnWelcome(to page: Int, from present: Int, at now: Instant) -> [MagicRoundEffect] {
        guard MagicPages.welcome.indices.contains(page) else { return [] }
        touch = MagicTouch(thing: .page(from: present), instant: now, isDim: false)
        phase = .welcome(page: page)
        return [.cue(.snap), .show(.note(MagicPages.welcome[page].spoken))]
    }

    mutating func open(_ panel: MagicPanel?) -> [MagicRoundEffect] {
        guard let panel else { return [] }
        held = nil
        self.panel = panel
        switch panel {
        case .help(let page): return [.cue(.select), .show(.note(MagicPages.help[page].spoken))]
        case .settings(let row): return [.cue(.select), .show(.note("Settings. \(spoken(row))"))]
        case .menu: return []
        }
    }

    /// Applies an event while a panel covers the stage.
    mutating func take(_ event: MagicEvent, in panel: MagicPanel, at now: Instant) -> [MagicRoundEffect] {
        switch (event, panel) {
        case (.turn(let rows), _): return turn(panel, by: rows < 0 ? -1 : 1, at: now)
        case (.panel(let other), _) where other != nil && other != panel: return open(other)
        case (.panel, _), (.tap, _), (.longPress, _): return close()
        case (.choose, _), (.bring, _): return choose(panel, at: now)
        case (.row(let row), .settings) where MagicOption.allCases.indices.contains(row):
            self.panel = .settings(row)
            return choose(.settings(row), at: now)
        case (.row(let row), .menu(_, let id)) where MagicMenu.entries.indices.contains(row):
            return choose(.menu(row, of: id), at: now)
        case (.action(let action), .menu(_, let id)):
            self.panel = nil
            return act(action, by: [id], at: now)
        case (.remove, .menu):
            self.panel = nil
            return remove(nil)
        default: return takeAnywhere(event, at: now) ?? []
        }
    }

    private mutating func turn(_ panel: MagicPanel, by rows: Int, at now: Instant) -> [MagicRoundEffect] {
        let (turned, words): (MagicPanel, String)
        switch panel {
        case .help(let page):
            guard MagicPages.help.indices.contains(page + rows) else { return [] }
            (turned, words) = (.help(page + rows), MagicPages.help[page + rows].spoken)
            touch = MagicTouch(thing: .page(from: page), instant: now, isDim: false)
        case .settings(let row):
            let all = MagicOption.allCases
            guard all.indices.contains(row + rows) else { return [] }
            (turned, words) = (.settings(row + rows), spoken(row + rows))
        case .menu(let row, let id):
            guard MagicMenu.entries.indices.contains(row + rows) else { return [] }
            (turned, words) = (.menu(row + rows, of: id), MagicMenu.entries[row + rows].name)
        }
        self.panel = turned
        return [.cue(.snap), .show(.note(words))]
    }

    private mutating func close() -> [MagicRoundEffect] {
        panel = nil
        return [.cue(.select), .show(.note("The stage."))]
    }

    /// Returns a row of the settings as speech: the option and its value.
    private func spoken(_ row: Int) -> String {
        let option = MagicOption.allCases[row]
        return "\(option.title): \(options[option])."
    }

    private mutating func choose(_ panel: MagicPanel, at now: Instant) -> [MagicRoundEffect] {
        switch panel {
        case .help(let page): return tryOut(page, at: now)
        case .settings(let row):
            let option = MagicOption.allCases[row]
            return set(option, options.next(of: option), at: now)
        case .menu(let row, let id):
            let back = close()
            switch MagicMenu.entries[row] {
            case .action(let action): return act(action, by: [id], at: now)
            case .goodbye: return remove(nil)
            case .back: return back
            }
        }
    }

    /// Does what the page explains, after "Try it!".
    private mutating func tryOut(_ page: Int, at now: Instant) -> [MagicRoundEffect] {
        guard let trial = MagicPages.help[page].trial else { return [] }
        panel = nil
        if scene.characters.isEmpty, trial.needsSomebody { return bring(at: now) }
        switch trial {
        case .bring: return bring(at: now)
        case .action(let action): return act(action, by: scene.characters.map(\.id), at: now)
        case .effect(let effect): return toggle(effect, at: now)
        }
    }
}

extension MagicPanel {
    /// Whether the page or row exists.
    var isKnown: Bool {
        switch self {
        case .help(let page): MagicPages.help.indices.contains(page)
        case .settings(let row): MagicOption.allCases.indices.contains(row)
        case .menu(let row, _): MagicMenu.entries.indices.contains(row)
        }
    }
}

/// The commands that a long press on a character offers.
package enum MagicMenu: Hashable, Sendable {
    case action(CharacterAction)
    case goodbye
    case back

    package static let entries = CharacterAction.allCases.map(Self.action) + [.goodbye, .back]

    package var name: String {
        switch self {
        case .action(let action): action.name
        case .goodbye: "Goodbye"
        case .back: "Back"
        }
    }
}

extension MagicOption {
    package var title: String {
        switch self {
        case .face: "Face magic"
        case .sensitivity: "Face difficulty"
        case .motion: "Motion"
        case .contrast: "High contrast"
        case .scale: "Button size"
        case .pages: "Show welcome pages"
        }
    }
}
