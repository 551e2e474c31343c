/// How the words of a manuscript stand on lines.
struct LineBreaks {
    /// The words of each line.
    let lines: [Range<Int>]
    /// How large these lines can be, before hinting.
    let size: LetterSize

    /// Blank between the ink of two lines, as a part of the em.
    static let gap = 0.16

    /// Ink lower than this part of the em counts as this high, lest a full stop fill the box: about the height of an x.
    private static let lowestAscent = 0.5

    /// The breaks with which `text` may be legible in a box of pixels, those with the largest letters first; of equals
    /// those with the fewest lines.
    static func candidates(
        for text: GlyphRun, unitsPerEm: Int, across width: Int, down height: Int
    ) -> [LineBreaks] {
        let em = Double(unitsPerEm)
        var candidates: [LineBreaks] = []
        for count in 1...text.words.count {
            let lines = narrowest(text, count)
            let tallest = Double(height) * em / LineBreaks.height(of: lines, text, em)
            // More lines only get lower from here.
            guard LetterSize(across: .infinity, down: tallest).hinted.isLegible else { break }
            let widest = lines.map { LineBreaks.width(of: $0, text) }.max() ?? 0
            let size = LetterSize(across: Double(width) * em / Double(max(1, widest)), down: tallest)
            if lines.count == count && size.hinted.isLegible { candidates.append(LineBreaks(lines: lines, size: size)) }
        }
        return candidates.sorted { ($0.size.area, $1.lines.count) > ($1.size.area, $0.lines.count) }
    }

    /// The breaks into at most `count` lines whose widest line is the narrowest possible.
    private static func narrowest(_ text: GlyphRun, _ count: Int) -> [Range<Int>] {
        var tooNarrow = (text.words.map(\.width).max() ?? 0) - 1
        var wideEnough = width(of: 0..<text.words.count, text)
        while wideEnough - tooNarrow > 1 {
            let middle = tooNarrow + (wideEnough - tooNarrow) / 2
            if filled(text, to: middle).count <= count { wideEnough = middle } else { tooNarrow = middle }
        }
        return filled(text, to: wideEnough)
    }

    /// Fills each line with as many words as `limit` units of the em hold, but at least one.
    private static func filled(_ text: GlyphRun, to limit: Int) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var first = 0
        var used = text.words[0].width
        for (index, word) in text.words.enumerated().dropFirst() {
            used += text.space + word.width
            if used > limit {
                lines.append(first..<index)
                first = index
                used = word.width
            }
        }
        return lines + [first..<text.words.count]
    }

    private static func width(of line: Range<Int>, _ text: GlyphRun) -> Int {
        text.words[line].reduce(-text.space) { $0 + text.space + $1.width }
    }

    /// From the top of the first line's ink to the bottom of the last one's, in units of the em.
    private static func height(of lines: [Range<Int>], _ text: GlyphRun, _ em: Double) -> Double {
        let ascents = lines.map { line in text.words[line].reduce(lowestAscent * em) { max($0, Double($1.ascent)) } }
        let descents = lines.map { line in text.words[line].reduce(0) { max($0, Double($1.descent)) } }
        let pitch = zip(descents, ascents.dropFirst()).map { $0 + $1 + gap * em }.max() ?? 0
        return ascents[0] + pitch * Double(lines.count - 1) + descents[lines.count - 1]
    }
}
