import ThudCore
import ThudTerminal

/// The secondary keys of a screen on its last row. Each is also a target of the mouse.
package struct FooterView {
    typealias Item = (key: String, phrase: Phrase, action: ShellAction)

    let items: [Item]

    init(_ items: [Item]) { self.items = items }

    /// The columns between keys; less if not all would fit.
    private static let (gap, least) = (3, 2)

    /// Returns keys in at most `rows` rows of text. Keys that do not fit are left out from the end, except the last
    /// one, which is the way out.
    package static func lines(_ keys: [String], columns: Int, rows: Int) -> [String] {
        wrapped(keys, columns: columns, rows: rows, gap: 3) { TextWidth.columns(of: $0) }
            .map { $0.joined(separator: " · ") }
    }

    private static func wrapped<Key>(_ keys: [Key], columns: Int, rows: Int, gap: Int, width: (Key) -> Int) -> [[Key]] {
        var keys = keys
        while true {
            let lines = broken(keys, columns: columns, gap: gap, width: width)
            if lines.count > rows, keys.count > 1 {
                keys.remove(at: keys.count - 2)
                continue
            }
            guard lines.count > 1 else { return lines }
            // The narrowest column that needs no more lines, so that no line is much shorter than the others.
            for narrower in 1..<max(1, columns) {
                let even = broken(keys, columns: narrower, gap: gap, width: width)
                if even.count <= lines.count { return even }
            }
            return lines
        }
    }

    /// Returns the keys in as few lines of `columns` as possible. A longer key has a line of its own.
    package static func broken<Key>(_ keys: [Key], columns: Int, gap: Int, width: (Key) -> Int) -> [[Key]] {
        var (lines, used) = ([[Key]](), columns)
        for key in keys {
            let longer = used + gap + width(key)
            let fits = longer <= columns
            used = fits ? longer : width(key)
            if fits { lines[lines.count - 1].append(key) } else { lines.append([key]) }
        }
        return lines
    }

    /// Returns the keys beside the button of a round that stands still. `savesImage` is for a round that is over,
    /// `scrolls` for a result that has more rows than the screen, and `hasBoard` for one that has a leaderboard.
    static func ways(
        _ words: ShellWords, savesImage: Bool = false, scrolls: Bool = false, hasBoard: Bool = false
    ) -> FooterView {
        let more: [Item] = scrolls ? [("↑↓", words[.scroll], .down)] : []
        let image: [Item] = savesImage ? [("i", words[.saveImage], .saveImage)] : []
        let board: [Item] = hasBoard ? [("l", words[.board], .board)] : []
        return FooterView(more + image + board + [("s", words[.settings], .settings), ("q", words[.leave], .leave)])
    }

    /// Draws the keys in the middle of the row, and of up to `rows` rows that end with it, with glosses if all of them
    /// fit. Keys that do not fit are left out from the end, except the last one, which is the way out.
    func draw(row: Int, rows: Int = 1, in area: Area, on canvas: inout Canvas) {
        let glossed = items.map { Key(item: $0, words: canvas.words($0.phrase)) }
        let spoken = items.map { Key(item: $0, words: canvas.text($0.phrase)) }
        let keys = width(glossed, Self.gap) <= area.columns ? glossed : spoken
        func rowsNeeded(_ gap: Int) -> Int {
            Self.broken(keys, columns: area.columns, gap: gap) { $0.columns }.count
        }
        // Wider gaps must not cost a row.
        let gap = rowsNeeded(Self.gap) <= min(rows, rowsNeeded(Self.least)) ? Self.gap : Self.least
        let lines = Self.wrapped(keys, columns: area.columns, rows: rows, gap: gap) { $0.columns }
        for (index, line) in lines.suffix(rows).enumerated() {
            draw(line, gap, row: row - min(lines.count, rows) + 1 + index, in: area, on: &canvas)
        }
    }

    private func draw(_ keys: [Key], _ gap: Int, row: Int, in area: Area, on canvas: inout Canvas) {
        guard width(keys, gap) <= area.columns else { return }
        var column = area.column + (area.columns - width(keys, gap)) / 2
        for key in keys {
            let mark = canvas.grid.put(
                key.item.key, at: Position(column: column, row: row), Style(.white, on: .black, .bold))
            let place = Position(column: column + mark + 1, row: row)
            let used = mark + 1 + canvas.grid.put(key.words, at: place, Style(Neon.grey))
            canvas.addTarget(Area(column: column, row: row, columns: used, rows: 1), key.item.action)
            column += used + gap
        }
    }

    private struct Key {
        let item: Item
        let words: String

        var columns: Int { TextWidth.columns(of: item.key) + 1 + TextWidth.columns(of: words) }
    }

    private func width(_ keys: [Key], _ gap: Int) -> Int {
        keys.reduce(0) { $0 + $1.columns } + gap * max(0, keys.count - 1)
    }
}
