import ThudCore
import ThudGameKit
import ThudTerminal

/// The form in which the players of a tournament or a match enter their names.
package struct PlayersForm: Hashable, Sendable {
    /// The names as typed. An empty one becomes a default name.
    package private(set) var names: [String]
    /// The chosen row: a name, or the row after the last name, which adds one.
    package private(set) var selected: Int
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
    /// Whether a name is chosen, so that characters go into it.
    package var isTyping: Bool { selected < names.count }
    var isAtEnd: Bool { selected == names.count - 1 }

    /// Applies an action to the form and returns whether the form changed.
    package mutating func act(_ action: ShellAction) -> Bool {
        let before = self
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

    private mutating func choose(_ index: Int) {
        if names.indices.contains(index) {
            selected = index
        } else if index == names.count, canAdd {
            names.append("")
            selected = index
        }
    }

    private mutating func type(_ character: Character) {
        // Combining accents do not add characters to a name, so scalars are limited too.
        guard isTyping, names[selected].count < PlayerName.longest,
            names[selected].unicodeScalars.count < PlayerName.mostScalars
        else { return }
        names[selected].append(character)
    }

    /// Deletes the last character of the name. An empty name is removed if enough players remain.
    private mutating func erase() {
        guard isTyping else { return }
        if !names[selected].isEmpty {
            names[selected].removeLast()
        } else if names.count > counts.lowerBound {
            names.remove(at: selected)
            selected = min(selected, names.count - 1)
        }
    }
}

/// The names of the players, one row each. Typing goes straight into the chosen row.
struct PlayersView: Hashable {
    let names: [String]
    /// The chosen row. The row after the names adds a player.
    let selected: Int
    let canAdd: Bool
    private static let widest = 50

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        canvas.line(canvas.theme.words.whoPlays, row: page.row, in: page, Style(.white, on: .black, .bold))
        let footer = page.lowest(1)
        let button = page.part(rows: page.rows - 2)
        let list = page.part(row: 2, rows: button.rows - canvas.size.primaryRows - 3)
        let rows = names.count + (canAdd ? 1 : 0)
        // Rows are spaced out if there is room.
        let step = 2 * rows <= list.rows ? 2 : 1
        let place = list.centred(Size(columns: min(Self.widest, list.columns), rows: min(list.rows, step * rows)))
        for index in 0..<rows { draw(index, in: place.part(row: index * step, rows: 1), on: &canvas) }
        canvas.primary(canvas.words(canvas.theme.words.startTournament), .tournament, in: button)
        FooterView([
            ("↑↓", canvas.theme.words.choose, .down), ("a…z", canvas.theme.words.typeName, .choose(selected)),
            ("⌫", canvas.theme.words.erase, .erase), ("esc", canvas.theme.words.back, .back),
        ]).draw(row: footer.row, in: footer, on: &canvas)
    }

    private func draw(_ index: Int, in place: Area, on canvas: inout Canvas) {
        let isChosen = index == selected
        canvas.addTarget(place, .choose(index))
        let row = canvas.entrance.place(ofRow: index, at: place)
        let mark = isChosen ? "▸ " : "  "
        let start = Position(column: row.column, row: row.row)
        let used = canvas.grid.put(mark, at: start, Style(canvas.theme.accent, on: .black, .bold))
        let text = Position(column: start.column + used, row: start.row)
        guard names.indices.contains(index) else {
            canvas.grid.put(
                canvas.words(canvas.theme.words.addPlayer, within: row.columns - used), at: text,
                Style(isChosen ? .white : Neon.grey), limit: row.columns - used)
            return
        }
        drawName(index, at: text, columns: row.columns - used, isChosen: isChosen, on: &canvas)
    }

    /// Draws a name. While it is being typed, its end stays visible.
    private func drawName(_ index: Int, at start: Position, columns: Int, isChosen: Bool, on canvas: inout Canvas) {
        let number = canvas.grid.put("\(index + 1)  ", at: start, Style(Neon.grey))
        let place = Position(column: start.column + number, row: start.row)
        let room = columns - number - 1
        let name = names[index]
        if name.isEmpty {
            canvas.grid.put(isChosen ? "▏" : "", at: place, Style(canvas.theme.accent))
            let column = place.column + (isChosen ? 1 : 0)
            canvas.grid.put(
                "\(canvas.theme.words.unnamedPlayer) \(index + 1)", at: Position(column: column, row: place.row),
                Style(Neon.grey, on: .black, .dim), limit: room)
            return
        }
        let shown = isChosen ? Self.tail(of: name, columns: room) : TextWidth.clipped(name, to: room)
        let used = canvas.grid.put(shown, at: place, Style(.white, on: .black, .bold), limit: room)
        if isChosen {
            canvas.grid.put("▏", at: Position(column: place.column + used, row: place.row), Style(canvas.theme.accent))
        }
    }

    private static func tail(of name: String, columns: Int) -> String {
        guard TextWidth.columns(of: name) > columns, columns > 1 else { return name }
        var tail = ""
        var used = 1
        for character in name.reversed() {
            used += TextWidth.columns(of: character)
            guard used <= columns else { break }
            tail = String(character) + tail
        }
        return "…" + tail
    }
}
