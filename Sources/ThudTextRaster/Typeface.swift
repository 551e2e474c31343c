import ThudCore

/// A typeface that sets text large on a terminal, four pixels to a cell.
///
/// Do not use it from several threads at once: FreeType keeps the chosen size in the typeface.
package final class Typeface {
    /// DejaVu Sans Bold, which is legible at 8 pixels, from Debian's package fonts-dejavu-core.
    private static let usualPath = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
    /// Larger boxes, in cells, are only partly used; no terminal is as large.
    private static let largestBox = (columns: 1_024, rows: 512)
    private let face: Face

    /// Opens a file with a scalable typeface, such as TrueType.
    package init(path: String) throws(ThudError) { face = try Face(path: path) }

    package static func find() throws(ThudError) -> Typeface { try Typeface(path: usualPath) }

    /// Returns the characters of a text that the typeface can set, including spaces.
    package func supportedCharacters(of text: String) -> String {
        text.filter { $0.isWhitespace || GlyphRun(String($0), face) != nil }
    }

    /// Sets text as large as possible in a box of cells, with centred lines.
    ///
    /// Lines break at spaces, at the positions that give the largest letters, and nothing is cut off.
    ///
    /// - Parameter hyphenates: whether a word may be divided if it would be too small to read on one line.
    /// - Returns: the ink in whole cells; nil if the letters would be too small to read, if the typeface lacks one, and
    ///   for scripts that cannot be set letter by letter.
    package func raster(_ text: String, columns: Int, rows: Int, hyphenates: Bool = false) -> Bitmap? {
        let width = 2 * min(max(0, columns), Typeface.largestBox.columns)
        let height = 2 * min(max(0, rows), Typeface.largestBox.rows)
        guard width > 0, height > 0, let run = GlyphRun(text, face) else { return nil }
        if let bitmap = bitmap(run, across: width, down: height) { return bitmap }
        return hyphenates ? hyphenated(text, across: width, down: height) : nil
    }

    /// Sets the text with words hyphenated that are too long for any line, into as few parts as possible.
    private func hyphenated(_ text: String, across width: Int, down height: Int) -> Bitmap? {
        let words = text.split(whereSeparator: \.isWhitespace)
        let isTooLong = words.map { word in
            word.count >= Hyphenation.shortest
                && GlyphRun(String(word), face).flatMap { bitmap($0, across: width, down: height) } == nil
        }
        guard isTooLong.contains(true) else { return nil }
        for count in 2...Hyphenation.mostParts {
            let parts = zip(words, isTooLong).flatMap { $1 ? Hyphenation.parts(of: $0, count: count) : [String($0)] }
            let run = GlyphRun(parts.joined(separator: " "), face)
            if let bitmap = run.flatMap({ bitmap($0, across: width, down: height) }) { return bitmap }
        }
        return nil
    }

    private func bitmap(_ run: GlyphRun, across width: Int, down height: Int) -> Bitmap? {
        let candidates = LineBreaks.candidates(for: run, unitsPerEm: face.unitsPerEm, across: width, down: height)
        for breaks in candidates {
            if let block = block(run, breaks, across: width, down: height) { return block.bitmap() }
        }
        return nil
    }

    /// Returns the largest hinted letters that fit with these breaks.
    private func block(_ run: GlyphRun, _ breaks: LineBreaks, across width: Int, down height: Int) -> TextBlock? {
        var size = breaks.size.hinted
        while size.isLegible {
            guard let block = TextBlock(run, breaks.lines, face, size), block.width > 0 else { return nil }
            if block.width <= width && block.height <= height { return block }
            size = size.smaller(by: (Double(block.width) / Double(width), Double(block.height) / Double(height)))
        }
        return nil
    }
}

extension ThudError.Code {
    /// Nothing exists at that path, or it may not be read.
    package static let unreadable = ThudError.Code("unreadable")
    /// The file is not a typeface, or a damaged one.
    package static let notATypeface = ThudError.Code("not-a-typeface")
    /// A typeface without outlines or without a Unicode table.
    static let unsuitableTypeface = ThudError.Code("unsuitable-typeface")
}

extension ThudError {
    /// Returns the error for an unusable typeface. `problem` is a clause without capital or full stop.
    static func typeface(_ code: Code, _ path: String, errno: Int32? = nil, _ problem: String) -> ThudError {
        ThudError(code, about: path, errno: errno, "cannot use the font \(path): \(problem); install fonts-dejavu-core")
    }
}
