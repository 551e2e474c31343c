/// A typeface that sets text large on a terminal, four pixels a cell.
///
///     let typeface = try Typeface.find()
///     let bitmap = typeface.raster("Rakia", columns: 76, rows: 14)
///
/// Not for several threads at once: FreeType keeps the chosen size in the typeface.
public final class Typeface {
    /// DejaVu Sans Bold, whose letters are legible at 8 pixels, in Debian's package fonts-dejavu-core.
    private static let usualPath = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"

    /// Larger boxes, in cells, are used only in part; no terminal is as large.
    private static let largestBox = (columns: 1_024, rows: 512)

    private let face: Face

    /// Opens a file with a scalable typeface, such as TrueType.
    public init(path: String) throws(TypefaceError) { face = try Face(path: path) }

    /// DejaVu Sans Bold, as Debian installs it.
    public static func find() throws(TypefaceError) -> Typeface { try Typeface(path: usualPath) }

    /// The characters of a text that the typeface can set, blanks included.
    public func supportedCharacters(of text: String) -> String {
        text.filter { $0.isWhitespace || GlyphRun(String($0), face) != nil }
    }

    /// Sets text as large as possible in a box of cells, its lines centred.
    ///
    /// Lines break at spaces, wherever that gives the largest letters, and nothing is cut off.
    ///
    /// - Parameter hyphenates: whether a word that would be too small to read on a line of its own goes on on the next.
    /// - Returns: the ink, in whole cells; nil where the letters would be too small to read, where the typeface
    ///   lacks one, and for scripts that are not simply set letter by letter.
    public func raster(_ text: String, columns: Int, rows: Int, hyphenates: Bool = false) -> Bitmap? {
        let width = 2 * min(max(0, columns), Typeface.largestBox.columns)
        let height = 2 * min(max(0, rows), Typeface.largestBox.rows)
        guard width > 0, height > 0, let run = GlyphRun(text, face) else { return nil }
        if let bitmap = bitmap(run, across: width, down: height) { return bitmap }
        return hyphenates ? hyphenated(text, across: width, down: height) : nil
    }

    /// The same with the words hyphenated that are too long for any line, into as few parts as are enough.
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
        let candidates = LineBreaks.candidates(
            for: run, unitsPerEm: face.unitsPerEm, across: width, down: height)
        for breaks in candidates {
            if let block = block(run, breaks, across: width, down: height) { return block.bitmap() }
        }
        return nil
    }

    /// The largest letters that fit with these breaks, once hinted.
    private func block(_ run: GlyphRun, _ breaks: LineBreaks, across width: Int, down height: Int) -> TextBlock? {
        var size = breaks.size.hinted
        while size.isLegible {
            guard let block = TextBlock(run, breaks.lines, face, size), block.width > 0 else { return nil }
            if block.width <= width && block.height <= height { return block }
            size = size.smaller(
                by: (Double(block.width) / Double(width), Double(block.height) / Double(height)))
        }
        return nil
    }
}

/// Why a typeface cannot be used: a stable code and a sentence for people.
///
/// `description` reads as one line: "cannot take letters from a.ttf: it is no typeface; install fonts-dejavu-core".
public struct TypefaceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, as a stable name that scripts may rely upon.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name, in kebab-case.
        public let rawValue: String

        /// A code of the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing has that path, or it may not be read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The file is no typeface, or a damaged one.
        public static let notATypeface = Code(rawValue: "not-a-typeface")
        /// A typeface without outlines or without a Unicode table.
        public static let unsuitable = Code(rawValue: "unsuitable")
        /// FreeType does not start.
        public static let system = Code(rawValue: "system")
    }

    /// The kind of error.
    public let code: Code
    /// The file, as the caller named it.
    public let path: String
    /// The problem, as a clause without capital or full stop.
    public let problem: String

    init(_ code: Code, _ path: String, _ problem: String) {
        self.code = code
        self.path = path
        self.problem = problem
    }

    /// The whole as one line: what, where, why and what to do.
    public var description: String {
        "cannot take letters from \(path): \(problem); install fonts-dejavu-core"
    }
}
