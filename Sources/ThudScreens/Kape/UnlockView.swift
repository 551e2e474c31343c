import ThudTerminal

/// A deck is locked; a press opens it, and nothing is bought.
struct UnlockView: Hashable {
    let title: String

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let button = page.part(rows: page.rows - 2)
        let room = page.part(row: 2, rows: button.rows - canvas.grid.size.primaryRows - 7)
        canvas.line(KapeWords.unlockTitle, row: page.row, in: page, Style(Neon.grey))
        canvas.large(title, in: room, .plain)
        canvas.line(KapeWords.nothingBought, row: room.endRow + 1, in: page, Style(Neon.green))
        canvas.line(KapeWords.unlockAlso, row: room.endRow + 2, in: page, Style(Neon.grey))
        canvas.primary(canvas.words(KapeWords.unlock), .confirm, in: button)
        FooterView([("esc", KapeWords.back, .back)]).draw(row: page.endRow - 1, in: page, on: &canvas)
    }
}
