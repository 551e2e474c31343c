import ThudCore
import ThudTerminal

/// The question for the language, in both languages, for a player whose locale says nothing about it.
struct LanguageView {
    let selected: Int

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let names = [canvas[.ownLanguage].text, canvas[.englishLanguage].text]
        canvas.centred(canvas[.language].inBoth.text, row: page.row, in: page, Style(.white, on: .black, .bold))
        let room = page.part(row: 2, rows: page.rows - 4)
        for (index, inside) in CardGrid(
            names.count, selected: selected, in: room, smallest: Size(columns: 28, rows: 6)
        ).draw(on: &canvas) {
            canvas.large(names[index], in: inside, Style(index == selected ? .white : Neon.grey))
        }
        FooterView([
            ("←→", canvas[.choose].inBoth, .right), ("↵", Phrase("OK"), .confirm),
        ])
        .draw(row: page.endRow - 1, in: page, on: &canvas)
    }
}
