import ThudCore
import ThudTerminal

/// The game's name: one primary action, and the keys of the rest.
public struct TitleView: Hashable, Sendable {
    /// The game's name.
    public let title: String
    /// What is to be done about a round that waits.
    public enum Waiting: Hashable, Sendable {
        /// There is none.
        case nothing
        /// To go on with it is what one most likely wants; the text tells which it is.
        case first(String)
        /// Another round was asked for and comes first.
        case second
    }

    /// The round that waits to be continued.
    public let waiting: Waiting
    /// The deck that will be played, where it was named already.
    public let deck: String?

    /// Whether players can take turns in a tournament.
    public let hasTournament: Bool
    /// Whether the words can be explained.
    public let isGlossed: Bool

    /// A title.
    public init(_ title: String, waiting: Waiting = .nothing, deck: String?, hasTournament: Bool, isGlossed: Bool) {
        self.title = title
        self.hasTournament = hasTournament
        self.isGlossed = isGlossed
        self.waiting = waiting
        self.deck = deck
    }

    /// Draws it.
    public func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let footer = page.lowest(1)
        let button = page.part(rows: page.rows - 2)
        let room = page.part(row: 1, rows: button.rows - canvas.grid.size.primaryRows - 5)
            .inset(columns: page.columns / 12)
        canvas.large(title, in: room, Style(canvas.theme.accent))
        canvas.line(canvas.theme.words.tagline, row: room.endRow + 1, in: page)
        if let chosen {
            canvas.centred(
                TextWidth.clipped(chosen, to: page.columns), row: room.endRow + 2, in: page, Style(Neon.grey))
        }
        let words = canvas.theme.words
        canvas.primary(canvas.words(resumesFirst ? words.resume : words.play), .confirm, in: button)
        FooterView(keys(canvas.theme)).draw(row: footer.row, in: footer, on: &canvas)
    }

    private var resumesFirst: Bool {
        if case .first = waiting { true } else { false }
    }

    /// What the primary action begins or goes on with.
    private var chosen: String? {
        if case .first(let round) = waiting { round } else { deck }
    }

    private func keys(_ theme: Theme) -> [(key: String, phrase: Phrase, action: Action)] {
        let words = theme.words
        var keys: [(key: String, phrase: Phrase, action: Action)] = []
        switch waiting {
        case .nothing: break
        case .first: keys.append(("n", words.startAnew, .startAnew))
        case .second: keys.append(("r", words.resume, .resume))
        }
        if hasTournament { keys.append(("t", words.tournament, .tournament)) }
        keys.append(("s", words.settings, .settings))
        if isGlossed { keys.append(("?", words.english, .gloss)) }
        keys.append(("q", words.leave, .leave))
        return keys
    }
}

/// The secondary keys of a screen on its last row, each a place to press.
package struct FooterView: Hashable {
    /// A key and what it does.
    struct Item: Hashable {
        let key: String
        let phrase: Phrase
        let action: Action
    }

    let items: [Item]

    package init(_ items: [(key: String, phrase: Phrase, action: Action)]) {
        self.items = items.map { Item(key: $0.key, phrase: $0.phrase, action: $0.action) }
    }

    private static let gap = 3

    /// The ways on from where a round stands still, beside its one button.
    static func ways(_ words: ShellWords) -> FooterView {
        FooterView([("s", words.settings, .settings), ("q", words.leave, .leave)])
    }

    /// Draws it in the middle of a row; with their glosses where all fit, and those that do not fit at all are left out.
    package func draw(row: Int, in area: Area, on canvas: inout Canvas) {
        let glossed = items.map { canvas.words($0.phrase) }
        let spoken = items.map(\.phrase.text)
        var words = width(glossed) <= area.columns ? glossed : spoken
        while !words.isEmpty, width(words) > area.columns { words.removeLast() }
        var column = area.column + (area.columns - width(words)) / 2
        for (item, word) in zip(items, words) {
            let key = canvas.grid.put(
                item.key, at: Position(column: column, row: row), Style(.white, on: .black, .bold))
            let used =
                key + 1
                + canvas.grid.put(word, at: Position(column: column + key + 1, row: row), Style(Neon.grey))
            canvas.addTarget(Area(column: column, row: row, columns: used, rows: 1), item.action)
            column += used + Self.gap
        }
    }

    private func width(_ words: [String]) -> Int {
        let text = zip(items, words).reduce(0) {
            $0 + TextWidth.columns(of: $1.0.key) + 1 + TextWidth.columns(of: $1.1)
        }
        return text + Self.gap * max(0, words.count - 1)
    }
}
