import ThudCore
import ThudGameKit
import ThudTerminal

/// The form in which the players of a tournament or a match enter their names.
package struct PlayersForm: Hashable, Sendable {
    /// The names as typed. An empty one becomes a default name.
    package private(set) var names: [String]
    /// The chosen row: a name, or the row after the last name, which adds one.
    package private(set) var selected: Int
    /// Whether the chosen name is another player's too, which the players were told.
    package private(set) var isTwin = false
    private let counts: ClosedRange<Int>

    /// Creates a form with the given names, which only need confirmation, and empty ones up to the fewest allowed.
    package init(names: [String] = [], among counts: ClosedRange<Int> = Tournament.rivals) {
        let given = names.prefix(counts.upperBound).map(\.self)
        self.names = given + Array(repeating: "", count: max(0, counts.lowerBound - given.count))
        self.counts = counts
        selected = given.count < counts.lowerBound ? 0 : given.count - 1
    }

    var isForTournament: Bool { counts == Tournament.rivals }
    package var canAdd: Bool { names.count < counts.upperBound }
    /// Whether a name is chosen, not the row after the last one.
    package var isOnName: Bool { selected < names.count }
    var isAtEnd: Bool { selected == names.count - 1 }

    /// Applies an action to the form and returns whether the form changed.
    package mutating func act(_ action: ShellAction) -> Bool {
        let before = self
        isTwin = false
        switch action {
        case .up: selected = max(0, selected - 1)
        case .down: selected = min(selected + 1, canAdd ? names.count : names.count - 1)
        case .choose(let index): choose(index)
        case .type(let character): type(character)
        case .paste(let line): for character in line { type(character) }
        case .erase: erase()
        default: break
        }
        return self != before
    }

    /// Chooses a name that is another player's too.
    mutating func refuse(_ index: Int) { (selected, isTwin) = (index, true) }

    private mutating func choose(_ index: Int) {
        if names.indices.contains(index) {
            selected = index
        } else if index == names.count, canAdd {
            names.append("")
            selected = index
        }
    }

    private mutating func type(_ character: Character) {
        if !isOnName {
            choose(selected)
            // A blank adds a player, as it presses any other button.
            if character == " " { return }
        }
        // Combining accents do not add characters to a name, so scalars are limited too.
        guard names[selected].count < PlayerName.longest,
            names[selected].unicodeScalars.count < PlayerName.mostScalars
        else { return }
        names[selected].append(character)
    }

    /// Deletes the last character of the name. An empty name is removed if enough players remain.
    private mutating func erase() {
        guard isOnName else { return }
        if !names[selected].isEmpty {
            names[selected].removeLast()
        } else if names.count > counts.lowerBound {
            names.remove(at: selected)
            selected = min(selected, names.count - 1)
        }
    }
}

/// The names of the players, a card each. Typing goes straight into the chosen card.
struct PlayersView: Hashable {
    let form: PlayersForm
    private static let (cardRows, cardColumns) = (3...8, 90)

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let rest = canvas.heading(canvas[form.isTwin ? .sameName : .whoPlays], in: page)
        let footer = page.lowest(1)
        let button = page.part(rows: page.rows - 2)
        let list = rest.part(row: 1, rows: button.endRow - rest.row - canvas.size.primaryRows - 2)
        let count = form.names.count + (form.canAdd ? 1 : 0)
        let large = grid(count, in: list, rows: min(list.rows, count * Self.cardRows.upperBound))
        let isLarge = large.areAllLarge(on: canvas) { (shown($0, canvas), $1) }
        // Three rows are an odd number, so that small letters stand in the middle of a card.
        let least = Self.cardRows.lowerBound
        let cards = isLarge ? large : grid(count, in: list, rows: min(list.rows / least, count) * least)
        for (index, inside) in cards.draw(on: &canvas) { draw(index, isLarge: isLarge, in: inside, on: &canvas) }
        canvas.primary(canvas.words(canvas[.startTournament]), .tournament, in: button)
        FooterView([
            ("↑↓", canvas[.choose], .down), ("a…z", canvas[.typeName], .choose(form.selected)),
            ("⌫", canvas[.erase], .erase), ("esc", canvas[.back], .back),
        ]).draw(row: footer.row, in: footer, on: &canvas)
    }

    /// Returns the cards in the middle of the list, on `rows` rows.
    private func grid(_ count: Int, in list: Area, rows: Int) -> CardGrid {
        let size = Size(columns: min(Self.cardColumns, list.columns), rows: rows)
        let smallest = Size(columns: size.columns, rows: Self.cardRows.lowerBound)
        return CardGrid(count, selected: form.selected, in: list.centred(size), smallest: smallest)
    }

    /// Returns the words of a card: the name as typed, its default, or what adds a player.
    private func shown(_ index: Int, _ canvas: Canvas) -> String {
        guard form.names.indices.contains(index) else {
            return canvas.words(canvas[.addPlayer], within: Self.cardColumns)
        }
        let typed = form.names[index]
        return typed.isEmpty ? "\(canvas.text(canvas[.unnamedPlayer])) \(index + 1)" : ShownName(typed).text
    }

    /// Draws a name. A small one has a mark where typing goes on.
    private func draw(_ index: Int, isLarge: Bool, in area: Area, on canvas: inout Canvas) {
        let typed = form.names.indices.contains(index) ? form.names[index] : nil
        let style = Style(typed?.isEmpty == false ? .white : Neon.grey)
        var name = shown(index, canvas)
        guard !isLarge else { return _ = canvas.large(name, in: area, style) }
        if index == form.selected, let typed {
            // The end of a long name stays visible.
            let end = TextWidth.clipped(String(name.reversed()), to: area.columns - 1)
            name = typed.isEmpty ? "▏" + name : String(end.reversed()) + "▏"
        }
        canvas.plain(name, in: area, style)
    }
}
