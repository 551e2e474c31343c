import ThudCore
import ThudGameKit
import ThudTerminal

/// The list of decks. It shows as many as fit around the chosen one.
struct DecksView: Hashable {
    let decks: [DeckChoice]
    let selected: Int
    private static let rowsOfDeck = 4

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        canvas.line(canvas.theme.words.chooseDeck, row: page.row, in: page, Style(.white, on: .black, .bold))
        let list = page.part(row: 2, rows: page.rows - 4).inset(columns: max(0, (page.columns - 90) / 2))
        let shown = max(1, list.rows / Self.rowsOfDeck)
        let first = min(max(0, selected - shown / 2), max(0, decks.count - shown))
        for (place, index) in (first..<min(decks.count, first + shown)).enumerated() {
            let area = list.part(row: place * Self.rowsOfDeck, rows: Self.rowsOfDeck)
            canvas.addTarget(area, .choose(index))
            let row = canvas.entrance.place(ofRow: place, at: area)
            draw(decks[index], isChosen: index == selected, in: row, on: &canvas)
        }
        drawArrows(first: first, shown: shown, beside: list, on: &canvas)
        FooterView([
            ("↑↓", canvas.theme.words.choose, .down), ("↵", canvas.theme.words.play, .confirm),
            ("esc", canvas.theme.words.back, .back),
        ]).draw(row: page.endRow - 1, in: page, on: &canvas)
    }

    private func drawArrows(first: Int, shown: Int, beside list: Area, on canvas: inout Canvas) {
        if first > 0 { canvas.trailing("▲", row: list.row - 1, in: list, Style(Neon.grey)) }
        if first + shown < decks.count { canvas.trailing("▼", row: list.endRow, in: list, Style(Neon.grey)) }
    }

    private func draw(_ choice: DeckChoice, isChosen: Bool, in area: Area, on canvas: inout Canvas) {
        if isChosen { canvas.grid.border(area, Style(canvas.theme.accent), isHeavy: true) }
        let inner = area.inset(columns: 3, rows: 1)
        let state = state(choice, canvas)
        let stateColumns = TextWidth.columns(of: state)
        canvas.trailing(state, row: inner.row, in: inner, Style(choice.deck == nil ? Neon.orange : Neon.grey))
        let isPlayable = choice.deck != nil && !choice.isLocked
        let title = TextWidth.clipped(choice.titleWithIcon, to: max(0, inner.columns - stateColumns - 2))
        canvas.grid.put(
            title, at: Position(column: inner.column, row: inner.row),
            Style(isPlayable ? .white : Neon.grey, on: .black, .bold))
        let text = TextWidth.clipped(choice.explanation, to: inner.columns)
        canvas.grid.put(
            text, at: Position(column: inner.column, row: inner.row + 1),
            Style(isChosen ? .white : Neon.grey, on: .black, isChosen ? [] : .dim))
    }

    /// Returns the state of a deck such as `▲▲ Bishë   12/117 letra`.
    private func state(_ choice: DeckChoice, _ canvas: Canvas) -> String {
        guard let deck = choice.deck else { return canvas.words(canvas.theme.words.broken) }
        let level = String(repeating: "▲", count: deck.difficulty.level) + " " + deck.difficulty.rawValue
        let own = choice.isOwn ? canvas.words(canvas.theme.words.own) + "   " : ""
        if choice.isLocked { return "\(own)\(level)   🔒 \(canvas.words(canvas.theme.words.locked))" }
        return "\(own)\(level)   \(choice.seen)/\(deck.cards.count) \(canvas.words(canvas.theme.words.cards))"
    }
}

extension DeckChoice {
    /// The deck's title, or the name of its file if the deck is broken.
    package var title: String { deck?.title ?? id }
    fileprivate var titleWithIcon: String { deck.map { "\($0.icon) \($0.title)" } ?? id }

    /// The deck's description, or the error in its file.
    fileprivate var explanation: String {
        switch outcome {
        case .deck(let deck): deck.description
        case .problem(let problem): problem
        }
    }
}

extension Deck.Difficulty {
    /// The number of marks that stand for it: 1 to 3.
    fileprivate var level: Int { (Deck.Difficulty.allCases.firstIndex(of: self) ?? 0) + 1 }
}

/// A deck as an entry of the list.
package struct DeckChoice: Hashable, Sendable {
    /// The name of the deck on the command line.
    package let id: String
    /// The deck, or the sentence that describes the error in its file.
    package let outcome: Outcome
    package var isLocked: Bool
    /// How many of its cards have been seen since the deck last started over.
    package var seen: Int
    package let isOwn: Bool

    package enum Outcome: Hashable, Sendable {
        case deck(Deck)
        case problem(String)
    }

    package init(id: String, outcome: Outcome, isLocked: Bool, seen: Int, isOwn: Bool) {
        self.id = id
        self.outcome = outcome
        self.isLocked = isLocked
        self.seen = seen
        self.isOwn = isOwn
    }

    package var deck: Deck? {
        if case .deck(let deck) = outcome { deck } else { nil }
    }
}

/// The screen for a locked deck. A press unlocks it, and nothing is bought.
struct UnlockView: Hashable {
    let title: String

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let button = page.part(rows: page.rows - 2)
        let room = page.part(row: 2, rows: button.rows - canvas.size.primaryRows - 7)
        canvas.line(canvas.theme.words.unlockTitle, row: page.row, in: page, Style(Neon.grey))
        canvas.springing(title, in: room, spare: Size(columns: 0, rows: 1), .plain)
        canvas.line(canvas.theme.words.nothingBought, row: room.endRow + 1, in: page, Style(Neon.green))
        canvas.line(canvas.theme.words.unlockAlso, row: room.endRow + 2, in: page, Style(Neon.grey))
        canvas.primary(canvas.words(canvas.theme.words.unlock), .confirm, in: button)
        FooterView([("esc", canvas.theme.words.back, .back)]).draw(row: page.endRow - 1, in: page, on: &canvas)
    }
}
