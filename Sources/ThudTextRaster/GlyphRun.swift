/// A text as the glyphs of its words, before a size is chosen.
struct GlyphRun {
    /// The glyphs between two spaces.
    struct Word {
        var glyphs: [UInt32] = []
        /// In em units, with kerning.
        var width = 0
        /// The highest ink above the baseline, in em units.
        var ascent = 0
        /// The deepest ink below the baseline, in em units.
        var descent = 0
    }

    /// The longest text that is set, in bytes of UTF-8. No card is longer, and it bounds the time for hostile text.
    static let longestText = 2_048

    /// At least one, none of them empty.
    let words: [Word]
    /// The advance of a space, in em units.
    let space: Int

    /// Reads `text`; nil if it is empty, too long, not settable letter by letter, or has a character without a glyph.
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
            guard let scalar = Repertoire.scalar(of: character), let glyph = face.glyph(of: scalar),
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

/// The characters that can be set one after another, left to right, with one glyph each.
enum Repertoire {
    /// The Unicode blocks whose letters stand alone: no shaping, no joining, no change of direction.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x0020...0x007E,  // Basic Latin
        0x00A0...0x00AC, 0x00AE...0x02FF,  // Latin with its extensions, without the soft hyphen
        0x0370...0x0482, 0x048A...0x058F,  // Greek, Cyrillic, Armenian, without combining signs
        0x1E00...0x1FFF,  // Latin Extended Additional, Greek Extended
        0x2000...0x200A, 0x2010...0x2027, 0x202F...0x205F,  // General Punctuation, without controls
        0x2070...0x20CF, 0x2100...0x22FF,  // superscripts, currencies, letterlike, arrows, mathematics
        0x2C60...0x2C7F, 0xA722...0xA7FF, 0xFB00...0xFB06,  // Latin Extended-C and -D, ligatures
    ]

    /// The blocks of letters whose accent is part of the code point.
    private static let accentedLetters: [ClosedRange<UInt32>] = [0x00C0...0x024F, 0x0370...0x04FF, 0x1E00...0x1FFF]

    /// Accented letters and their single code points. Characters with a separate accent compare equal, so they find the
    /// same entry.
    private static let composed: [Character: Unicode.Scalar] = {
        var composed: [Character: Unicode.Scalar] = [:]
        for value in accentedLetters.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let letter = Character(scalar)
            // Of two equivalent code points, the first is the one in common use.
            if composed[letter] == nil { composed[letter] = scalar }
        }
        return composed
    }()

    /// Returns the single code point for `character`, composed if its accent is separate; nil if there is none.
    static func scalar(of character: Character) -> Unicode.Scalar? {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return nil }
        let only = scalars.count == 1 ? first : composed[character]
        return only.flatMap { scalar in blocks.contains { $0.contains(scalar.value) } ? scalar : nil }
    }
}
