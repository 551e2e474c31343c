import ThudTerminal

/// "KAPE!": one primary action, and the keys of the rest.
public struct TitleView: Hashable, Sendable {
    /// A round waits to be continued: that is what one most likely wants.
    public let canResume: Bool
    /// The deck that will be played, where it was named already.
    public let deck: String?

    /// A title.
    public init(canResume: Bool, deck: String?) {
        self.canResume = canResume
        self.deck = deck
    }

    /// Draws it.
    public func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let footer = page.lowest(1)
        let button = page.part(rows: page.rows - 2)
        let room = page.part(row: 1, rows: button.rows - canvas.grid.size.primaryRows - 5)
            .inset(columns: page.columns / 12)
        canvas.large("KAPE!", in: room, Style(Neon.red))
        canvas.line(KapeWords.tagline, row: room.endRow + 1, in: page)
        if let deck { canvas.centred(deck, row: room.endRow + 2, in: page, Style(Neon.grey)) }
        canvas.primary(canvas.words(canResume ? KapeWords.resume : KapeWords.play), .confirm, in: button)
        FooterView(keys).draw(row: footer.row, in: footer, on: &canvas)
    }

    private var keys: [(key: String, phrase: Phrase, action: Action)] {
        let anew: [(key: String, phrase: Phrase, action: Action)] =
            canResume ? [("n", KapeWords.startAnew, .startAnew)] : []
        return anew + [
            ("t", KapeWords.tournament, .tournament), ("s", KapeWords.settings, .settings),
            ("?", KapeWords.english, .gloss), ("q", KapeWords.leave, .leave),
        ]
    }
}
