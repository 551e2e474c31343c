import ThudCore
import ThudGameKit
import ThudTerminal

/// The players of a tournament or of a match as they are being entered.
package struct PlayersForm: Hashable, Sendable {
    /// The names as typed; an empty one becomes a default.
    package private(set) var names: [String]
    /// The row that is chosen: a name, or behind the last the row that adds one.
    package private(set) var selected: Int
    private let counts: ClosedRange<Int>

    /// As few players as there can be to begin with, or those given, who need no more than to be confirmed.
    package init(names: [String] = [], among counts: ClosedRange<Int> = Tournament.rivals) {
        let given = names.prefix(counts.upperBound).map(\.self)
        self.names = given + Array(repeating: "", count: max(0, counts.lowerBound - given.count))
        self.counts = counts
        selected = given.count < counts.lowerBound ? 0 : given.count - 1
    }

    /// Its players are those of a tournament, not of a match.
    var isForTournament: Bool { counts == Tournament.rivals }

    package var canAdd: Bool { names.count < counts.upperBound }

    /// A name is chosen, so that characters go into it.
    package var isTyping: Bool { selected < names.count }

    /// The last name is chosen.
    var isAtEnd: Bool { selected == names.count - 1 }

    /// Applies an action to the form.
    ///
    /// - Returns: whether it did anything.
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
        } else if names.count > counts.lowerBound {
            names.remove(at: selected)
            selected = min(selected, names.count - 1)
        }
    }
}

/// The players: a row for each name, which is typed straight into it.
struct PlayersView: Hashable {
    let names: [String]
    /// The chosen row; the one behind the names adds a player.
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
        // Air between the rows, where there is enough.
        let step = 2 * rows <= list.rows ? 2 : 1
        let place = list.centred(Size(columns: min(Self.widest, list.columns), rows: min(list.rows, step * rows)))
        for index in 0..<rows {
            draw(index, in: place.part(row: index * step, rows: 1), on: &canvas)
        }
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

    /// The end of a name that is typed stays in sight.
    private func drawName(
        _ index: Int, at start: Position, columns: Int, isChosen: Bool, on canvas: inout Canvas
    ) {
        let number = canvas.grid.put("\(index + 1)  ", at: start, Style(Neon.grey))
        let place = Position(column: start.column + number, row: start.row)
        let room = columns - number - 1
        let name = names[index]
        if name.isEmpty {
            canvas.grid.put(isChosen ? "▏" : "", at: place, Style(canvas.theme.accent))
            let column = place.column + (isChosen ? 1 : 0)
            canvas.grid.put(
                "\(canvas.theme.words.unnamedPlayer) \(index + 1)", at: Position(column: column, row: place.row),
                Style(Neon.grey, on: .black, .dim),
                limit: room)
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
