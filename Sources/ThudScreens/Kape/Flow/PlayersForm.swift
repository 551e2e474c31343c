import ThudGames

/// The players of a tournament as they are being entered.
public struct PlayersForm: Hashable, Sendable {
    /// The names as typed; an empty one becomes a default.
    public private(set) var names: [String]
    /// The row that is chosen: a name, or behind the last the row that adds one.
    public private(set) var selected = 0

    /// Two players to begin with, or those given.
    public init(names: [String] = []) {
        let given = names.prefix(Tournament.rivals.upperBound).map(\.self)
        self.names = given + Array(repeating: "", count: max(0, Tournament.rivals.lowerBound - given.count))
    }

    /// Another player fits.
    public var canAdd: Bool { names.count < Tournament.rivals.upperBound }

    /// A name is chosen, so that characters go into it.
    public var isTyping: Bool { selected < names.count }

    /// What an action does to the form.
    ///
    /// - Returns: whether it did anything.
    public mutating func act(_ action: Action) -> Bool {
        let before = self
        switch action {
        case .up: selected = max(0, selected - 1)
        case .down: selected = min(selected + 1, canAdd ? names.count : names.count - 1)
        case .choose(let index): choose(index)
        case .type(let character): type(character)
        case .erase: erase()
        default: break
        }
        return self != before
    }

    private mutating func choose(_ index: Int) {
        if names.indices.contains(index) {
            selected = index
        } else if index == names.count, canAdd {
            names.append("")
            selected = index
        }
    }

    private mutating func type(_ character: Character) {
        // Accents pile up on a character without making a name longer, so scalars are counted too.
        guard isTyping, names[selected].count < PlayerName.longest,
            names[selected].unicodeScalars.count < PlayerName.mostScalars
        else { return }
        names[selected].append(character)
    }

    /// A name loses its last character; one that is empty goes, as long as enough remain.
    private mutating func erase() {
        guard isTyping else { return }
        if !names[selected].isEmpty {
            names[selected].removeLast()
        } else if names.count > Tournament.rivals.lowerBound {
            names.remove(at: selected)
            selected = min(selected, names.count - 1)
        }
    }
}
