/// Letters to write large on a terminal, four pixels a cell.
///
/// Not for several threads at once: FreeType keeps the chosen size in the typeface.
public final class Typeface {
    /// Where Debian's package fonts-dejavu-core keeps DejaVu Sans Bold, whose letters hold up at 8 pixels.
    private static let usualPath = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"

    /// Larger boxes, in cells, are used only in part; no terminal is as large.
    private static let largestBox = (columns: 1_024, rows: 512)

    private let face: Face

    /// Opens a file with a scalable typeface, such as TrueType.
    public init(path: String) throws(LetteringError) { face = try Face(path: path) }

    /// DejaVu Sans Bold, as Debian installs it.
    public static func find() throws(LetteringError) -> Typeface { try Typeface(path: usualPath) }

    /// What of a text there are letters for, set letter by letter; blanks stay.
    public func letters(of text: String) -> String {
        text.filter { $0.isWhitespace || GlyphRun(String($0), face) != nil }
    }

    /// Sets text as large as possible in a box of cells, its lines centred.
    ///
    /// Lines break at spaces, wherever that gives the largest letters, and nothing is cut off.
    ///
    /// - Parameter dividesWords: whether words that would be too small to read on a line of their own go on on the next.
    /// - Returns: what is inked, in whole cells; nil where the letters would be too small to read, where the typeface
    ///   lacks one, and for scripts that are not simply set letter by letter.
    public func setting(_ text: String, columns: Int, rows: Int, dividesWords: Bool = false) -> Bitmap? {
        let width = 2 * min(max(0, columns), Typeface.largestBox.columns)
        let height = 2 * min(max(0, rows), Typeface.largestBox.rows)
        guard width > 0, height > 0, let manuscript = GlyphRun(text, face) else { return nil }
        if let bitmap = bitmap(manuscript, across: width, down: height) { return bitmap }
        return dividesWords ? divided(text, across: width, down: height) : nil
    }

    /// The same with the words divided that are too long for any line, into as few parts as will do.
    private func divided(_ text: String, across width: Int, down height: Int) -> Bitmap? {
        let words = text.split(whereSeparator: \.isWhitespace)
        let isTooLong = words.map { word in
            word.count >= WordDivision.shortest
                && GlyphRun(String(word), face).flatMap { bitmap($0, across: width, down: height) } == nil
        }
        guard isTooLong.contains(true) else { return nil }
        for count in 2...WordDivision.mostParts {
            let parts = zip(words, isTooLong).flatMap { $1 ? WordDivision.parts(of: $0, count: count) : [String($0)] }
            let manuscript = GlyphRun(parts.joined(separator: " "), face)
            if let bitmap = manuscript.flatMap({ bitmap($0, across: width, down: height) }) { return bitmap }
        }
        return nil
    }

    private func bitmap(_ manuscript: GlyphRun, across width: Int, down height: Int) -> Bitmap? {
        let candidates = LineBreaks.candidates(
            for: manuscript, unitsPerEm: face.unitsPerEm, across: width, down: height)
        for breaks in candidates {
            if let block = block(manuscript, breaks, across: width, down: height) { return block.bitmap() }
        }
        return nil
    }

    /// The largest letters that fit with these breaks, once hinted.
    private func block(_ text: GlyphRun, _ breaks: LineBreaks, across width: Int, down height: Int) -> TextBlock? {
        var size = breaks.size.hinted
        while size.isLegible {
            guard let block = TextBlock(text, breaks.lines, face, size), block.width > 0 else { return nil }
            if block.width <= width && block.height <= height { return block }
            size = size.smaller(
                by: (Double(block.width) / Double(width), Double(block.height) / Double(height)))
        }
        return nil
    }
}
