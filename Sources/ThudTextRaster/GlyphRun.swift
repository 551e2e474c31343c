/// Text as the glyphs of its words, before a size is chosen.
struct GlyphRun {
    /// What stands between two spaces.
    struct Word {
        var glyphs: [UInt32] = []
        /// In units of the em, kerned.
        var width = 0
        /// The highest ink above the baseline, in units of the em.
        var ascent = 0
        /// The deepest ink beneath the baseline, in units of the em.
        var descent = 0
    }

    /// Longer text, in bytes of UTF-8, is no card; it bounds the time that hostile text can take.
    static let longestText = 2_048

    /// At least one, none of them empty.
    let words: [Word]
    /// The advance of a space, in units of the em.
    let space: Int

    /// Reads `text`; nil where it is empty or too long, needs a script that is not simply set letter by letter, or has
    /// a character that the typeface lacks.
    init?(_ text: String, _ face: borrowing Face) {
        guard text.utf8.count <= GlyphRun.longestText,
            let blank = face.glyph(of: " "), let space = face.measure(blank)
        else { return nil }
        var words: [Word] = []
        for part in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0.isNewline }) {
            guard let word = GlyphRun.word(part, face) else { return nil }
            words.append(word)
        }
        guard !words.isEmpty else { return nil }
        self.words = words
        self.space = space.advance
    }

    private static func word(_ text: Substring, _ face: borrowing Face) -> Word? {
        var word = Word()
        for character in text {
            guard let scalar = Alphabet.scalar(of: character), let glyph = face.glyph(of: scalar),
                let measure = face.measure(glyph)
            else { return nil }
            if let last = word.glyphs.last { word.width += face.kerning(last, glyph) }
            word.glyphs.append(glyph)
            word.width += measure.advance
            word.ascent = max(word.ascent, measure.ascent)
            word.descent = max(word.descent, measure.descent)
        }
        return word
    }
}
