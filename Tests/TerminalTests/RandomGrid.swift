import ThudCore
import ThudTerminal

extension Grid {
    private static let texts = [
        "Tavë kosi", "漢字かな", "x", "🦅", "a漢b字c", "e\u{301}le\u{301}phant", "▌█▐▗▘", "────────────", "                ",
        "€uro 漢",
    ]

    /// Makes between one and six random changes.
    mutating func change(_ generator: inout SeededGenerator) {
        for _ in 0..<(1 + generator.index(below: 6)) {
            let style = Style.any(&generator)
            let position = Position(
                column: generator.index(below: size.columns + 4) - 2, row: generator.index(below: size.rows))
            let area = Area(
                column: position.column, row: position.row, columns: generator.index(below: 20),
                rows: generator.index(below: 6))
            switch generator.index(below: 8) {
            case 0: fill(area, style)
            case 1: border(area, style, isHeavy: generator.chance(0.5))
            case 2: bar(area, share: generator.unit(), style)
            case 3: restyle(area) { $0.attributes.formSymmetricDifference(.reversed) }
            default: put(Self.texts[generator.index(below: Self.texts.count)], at: position, style)
            }
        }
    }
}

extension Style {
    /// Returns a style of few colours, so that neighbours often share one.
    static func any(_ generator: inout SeededGenerator) -> Style {
        let colours = [Colour.black, .white, Colour(0x39FF14), Colour(0xC80032)]
        return Style(
            colours[generator.index(below: 4)], on: colours[generator.index(below: 4)],
            Attributes(rawValue: UInt8(generator.index(below: 16))))
    }
}
