import ThudCore
import ThudTerminal

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
