import ThudTerminal

/// The terminal is too small: it is told so, and waits.
struct TooSmallView: Hashable {
    let size: Size

    func draw(on canvas: inout Canvas) {
        let needed = "\(KapeWords.needed.albanian) \(KapePicture.smallest.columns)×\(KapePicture.smallest.rows)"
        let lines = [
            KapeWords.tooSmall.albanian, KapeWords.tooSmall.english, "\(size.columns)×\(size.rows), \(needed)",
        ].flatMap { TextWidth.wrapped($0, to: size.columns) }
        let first = max(0, (size.rows - lines.count) / 2)
        for (index, line) in lines.enumerated() {
            canvas.centred(line, row: first + index, in: canvas.area, index == 0 ? Style(Neon.red) : .plain)
        }
    }
}
