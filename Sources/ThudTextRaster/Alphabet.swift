/// Which characters can be set one after another, from left to right, each with one glyph.
enum Alphabet {
    /// The blocks of Unicode whose letters stand alone: no shaping, no joining, no change of direction.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x0020...0x007E,  // Basic Latin
        0x00A0...0x00AC, 0x00AE...0x02FF,  // Latin with its extensions, without the soft hyphen
        0x0370...0x0482, 0x048A...0x058F,  // Greek, Cyrillic, Armenian, without combining signs
        0x1E00...0x1FFF,  // Latin Extended Additional, Greek Extended
        0x2000...0x200A, 0x2010...0x2027, 0x202F...0x205F,  // General Punctuation, without controls
        0x2070...0x20CF, 0x2100...0x22FF,  // superscripts, currencies, letterlike, arrows, mathematics
        0x2C60...0x2C7F, 0xA722...0xA7FF, 0xFB00...0xFB06,  // Latin Extended-C and -D, ligatures
    ]

    /// Where a letter with its accent is one code point.
    private static let accentedLetters: [ClosedRange<UInt32>] = [0x00C0...0x024F, 0x0370...0x04FF, 0x1E00...0x1FFF]

    /// Letters with accents, found by canonical equivalence, which is how Swift compares characters.
    private static let composed: [Character: Unicode.Scalar] = {
        var composed: [Character: Unicode.Scalar] = [:]
        for value in accentedLetters.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let letter = Character(scalar)
            // The first of two equivalent code points is the one in common use.
            if composed[letter] == nil { composed[letter] = scalar }
        }
        return composed
    }()

    /// The one code point that shows `character`, composed where an accent is written apart; nil where there is none.
    static func scalar(of character: Character) -> Unicode.Scalar? {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return nil }
        let only = scalars.count == 1 ? first : composed[character]
        return only.flatMap { scalar in blocks.contains { $0.contains(scalar.value) } ? scalar : nil }
    }
}
