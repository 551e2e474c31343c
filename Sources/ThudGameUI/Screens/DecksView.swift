import ThudCore
import ThudGameKit
import ThudTerminal

/// The list of decks. It shows as many as fit around the chosen one.
struct DecksView: Hashable {
    let decks: [DeckChoice]
    let selected: Int
    private static let smallest = Size(columns: 56, rows: 4)

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let rest = canvas.heading(canvas[.chooseDeck], in: page)
        let list = rest.part(row: 1, rows: rest.rows - 3)
        let words = decks.indices.contains(selected) ? decks[selected].explanation(inEnglish: canvas.isEnglish) : ""
        let cards = CardGrid(
            decks.count, selected: selected, in: list, smallest: Self.smallest,
            growth: TextWidth.columns(of: words) > list.columns - 4 ? 1 : 0)
        for (index, inside) in cards.draw(on: &canvas) {
            draw(decks[index], index, in: inside, on: &canvas)
        }
        FooterView([
            ("↑↓", canvas[.choose], .down), ("↵", canvas[.start], .confirm),
            ("esc", canvas[.back], .back),
        ]).draw(row: page.endRow - 1, in: page, on: &canvas)
    }

    /// Draws a deck: its title, in large letters if the card is high enough, its state, and its description below.
    private func draw(_ choice: DeckChoice, _ index: Int, in area: Area, on canvas: inout Canvas) {
        let state = state(choice, canvas)
        canvas.trailing(state, row: area.row, in: area, Style(choice.deck == nil ? Neon.orange : Neon.grey))
        let isPlayable = choice.deck != nil && !choice.isLocked
        let style = Style(isPlayable ? .white : Neon.grey, on: .black, .bold)
        let explanation = choice.explanation(inEnglish: canvas.isEnglish)
        let rows = TextWidth.wrapped(explanation, to: area.columns, rows: 2).count
        let large = area.part(row: 1, rows: area.rows - 2 - rows)
        let number = canvas.number(index, at: area.corner)
        if large.rows >= 3 {
            canvas.large(choice.title, in: large, style)
        } else {
            let room = max(0, area.columns - number - TextWidth.columns(of: state) - 2)
            let title = TextWidth.clipped(choice.deck.map { "\($0.icon) \($0.title)" } ?? choice.id, to: room)
            canvas.grid.put(title, at: Position(column: area.column + number, row: area.row), style)
        }
        let below = large.rows >= 3 ? area.lowest(rows) : area.part(row: 1)
        let shown = TextWidth.wrapped(explanation, to: area.columns, rows: below.rows)
        canvas.grid.put(lines: shown, at: below.corner, Style(index == selected ? .white : Neon.grey))
    }

    /// Returns the state of a deck such as `▲▲ Bishë   12/117 letra`.
    private func state(_ choice: DeckChoice, _ canvas: Canvas) -> String {
        guard let deck = choice.deck else { return canvas.words(canvas[.broken]) }
        let level = String(repeating: "▲", count: deck.difficulty.level) + " " + canvas.title(deck.difficulty.rawValue)
        let own = choice.isOwn ? canvas.words(canvas[.own]) + "   " : ""
        if choice.isLocked { return "\(own)\(level)   🔒 \(canvas.words(canvas[.locked]))" }
        return "\(own)\(level)   \(choice.seen)/\(deck.cards.count) \(canvas.words(canvas[.cards]))"
    }
}

extension DeckChoice {
    /// The deck's title, or the name of its file if the deck is broken.
    package var title: String { deck?.title ?? id }

    /// The deck's description, or the error in its file.
    fileprivate func explanation(inEnglish: Bool) -> String {
        switch outcome {
        case .deck(let deck): inEnglish ? deck.gloss ?? deck.description : deck.description
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
    /// The deck's name on the command line.
    let id: String

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let button = page.part(rows: page.rows - 2)
        let room = page.part(row: 2, rows: button.rows - canvas.size.primaryRows - 7)
        canvas.line(canvas[.unlockTitle], row: page.row, in: page, Style(Neon.grey))
        canvas.springing(title, in: room, spare: Size(columns: 0, rows: 1), .plain)
        canvas.line(canvas[.nothingBought], row: room.endRow + 1, in: page, Style(Neon.green))
        let also = canvas[.unlockAlso]
        let command = Phrase("\(also.text) \(id)", also.gloss.isEmpty ? "" : "\(also.gloss) \(id)")
        canvas.line(command, row: room.endRow + 2, in: page, Style(Neon.grey))
        canvas.primary(canvas.words(canvas[.unlock]), .confirm, in: button)
        FooterView([("esc", canvas[.back], .back)]).draw(row: page.endRow - 1, in: page, on: &canvas)
    }
}
