/// Characters as the single scalars for which fonts have glyphs.
enum Composition {
    /// The letters of Latin scripts that are composed of others: e and a diaeresis are one ë.
    private static let composed: [Character: Unicode.Scalar] = {
        var composed: [Character: Unicode.Scalar] = [:]
        for block in [0xC0...0x24F, 0x1E00...0x1EFF] as [ClosedRange<UInt32>] {
            for value in block {
                if let scalar = Unicode.Scalar(value) { composed[Character(scalar)] = scalar }
            }
        }
        return composed
    }()

    /// The scalar of a character; nil where it takes several, or has to be shaped with its neighbours.
    static func scalar(of character: Character) -> Unicode.Scalar? {
        // Characters are equal where they are canonically equivalent, however they are encoded.
        if let composed = composed[character] { return composed }
        guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else { return nil }
        return isDrawnAlone(scalar) ? scalar : nil
    }

    /// Latin, Greek, Cyrillic and Armenian letters stand for themselves, and so do marks and symbols. From Hebrew (U+0590)
    /// on, scripts run the other way, join or stack; U+1E00 begins Latin again.
    private static func isDrawnAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA1...0x2FF, 0x370...0x58F, 0x1E00...0x1FFF: true
        case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF, 0x2100...0x214F: true
        default: false
        }
    }
}
