/// One way to break the words of a glyph run into lines.
struct LineBreaks {
    let lines: [Range<Int>]
    /// The size at which these lines fill their box, before hinting.
    let size: EmSize

    /// The blank between the ink of two lines, as a fraction of the em.
    static let gap = 0.16

    /// The least line height as a fraction of the em, about an x; otherwise a full stop would fill the box.
    private static let lowestAscent = 0.5

    /// Returns the breaks at which `run` may be legible in a box of pixels, largest letters first, then fewest lines.
    static func candidates(for run: GlyphRun, unitsPerEm: Int, across width: Int, down height: Int) -> [LineBreaks] {
        let em = Double(unitsPerEm)
        var candidates: [LineBreaks] = []
        for count in 1...run.words.count {
            let lines = narrowest(run, count)
            let tallest = Double(height) * em / LineBreaks.height(of: lines, run, em)
            // More lines only make the letters lower.
            guard EmSize(across: .infinity, down: tallest).hinted.isLegible else { break }
            let widest = lines.map { LineBreaks.width(of: $0, run) }.max() ?? 0
            let size = EmSize(across: Double(width) * em / Double(max(1, widest)), down: tallest)
            if lines.count == count && size.hinted.isLegible { candidates.append(LineBreaks(lines: lines, size: size)) }
        }
        return candidates.sorted { ($0.size.area, $1.lines.count) > ($1.size.area, $0.lines.count) }
    }

    /// Returns the breaks into at most `count` lines that make the widest line as narrow as possible.
    private static func narrowest(_ run: GlyphRun, _ count: Int) -> [Range<Int>] {
        var tooNarrow = (run.words.map(\.width).max() ?? 0) - 1
        var wideEnough = width(of: 0..<run.words.count, run)
        while wideEnough - tooNarrow > 1 {
            let middle = tooNarrow + (wideEnough - tooNarrow) / 2
            if filled(run, to: middle).count <= count { wideEnough = middle } else { tooNarrow = middle }
        }
        return filled(run, to: wideEnough)
    }

    /// Fills each line with as many words as `limit` em units hold, but at least one.
    private static func filled(_ run: GlyphRun, to limit: Int) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var first = 0
        var used = run.words[0].width
        for (index, word) in run.words.enumerated().dropFirst() {
            used += run.space + word.width
            if used > limit {
                lines.append(first..<index)
                first = index
                used = word.width
            }
        }
        return lines + [first..<run.words.count]
    }

    private static func width(of line: Range<Int>, _ run: GlyphRun) -> Int {
        run.words[line].reduce(-run.space) { $0 + run.space + $1.width }
    }

    /// Returns the height from the first line's top ink to the last line's bottom ink, in em units.
    private static func height(of lines: [Range<Int>], _ run: GlyphRun, _ em: Double) -> Double {
        let ascents = lines.map { line in run.words[line].reduce(lowestAscent * em) { max($0, Double($1.ascent)) } }
        let descents = lines.map { line in run.words[line].reduce(0) { max($0, Double($1.descent)) } }
        let pitch = zip(descents, ascents.dropFirst()).map { $0 + $1 + gap * em }.max() ?? 0
        return ascents[0] + pitch * Double(lines.count - 1) + descents[lines.count - 1]
    }
}

/// The size of letters, in pixels per em.
struct EmSize {
    let across: Double
    let down: Double

    /// The typeface's own proportions: pixels are twice as high as wide.
    private static let natural = 2.0
    /// The narrowest proportions, for a box that is too narrow for a long word: those of condensed typefaces.
    private static let narrow = 1.6

    /// Creates the largest size that exceeds neither limit and stays in proportion.
    init(across: Double, down: Double) {
        self.across = min(across, down * EmSize.natural)
        self.down = min(down, across / EmSize.narrow)
    }

    /// Whether letters are legible: capitals are 6 pixels high. In one less the dots of ë and i run into the letters.
    var isLegible: Bool { across >= 16 && down >= 8 }
    /// The largest whole size that hinting may reduce to this one.
    var hinted: EmSize { EmSize(across: across.rounded(.down) + 2, down: down.rounded(.down) + 1) }

    /// Returns the next smaller whole size, for letters whose ink takes too much room.
    ///
    /// - Parameter excess: the ink's extents relative to the room's; up to 1 they fit.
    func smaller(by excess: (across: Double, down: Double)) -> EmSize {
        func shrunk(_ size: Double, by excess: Double) -> Double {
            excess <= 1 ? size : min(size.rounded(.up) - 1, (size / excess).rounded(.up))
        }
        return EmSize(across: shrunk(across, by: excess.across), down: shrunk(down, by: excess.down))
    }

    /// The area of an em, in pixels.
    var area: Double { across * down }
}
