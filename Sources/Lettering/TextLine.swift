import CFreeType

/// Glyphs in a row, measured in the font's own units.
struct TextLine {
    /// A glyph and how far it is drawn from the start of the line.
    struct Placed {
        let glyph: UInt32
        let offset: Int
    }

    let glyphs: [Placed]
    /// The left edge of the first glyph's ink.
    let left: Int
    /// From the left edge of the first glyph's ink to the right edge of the last one's.
    let width: Int
    /// The highest and the lowest ink, upwards from the line on which the letters stand.
    let top: Int
    let bottom: Int

    /// The glyphs with the distances that the font wants between them; nil where one of them is missing.
    init?(_ text: some Sequence<Character>, in typeface: Typeface) {
        var glyphs: [Placed] = []
        var pen = 0
        var (left, right, top, bottom) = (Int.max, Int.min, Int.min, Int.max)
        for character in text {
            let glyph = typeface.glyph(of: character)
            guard glyph != 0, FT_Load_Glyph(typeface.face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0 else { return nil }
            if let before = glyphs.last?.glyph {
                var kerning = FT_Vector()
                FT_Get_Kerning(typeface.face, before, glyph, FT_UInt(FT_KERNING_UNSCALED.rawValue), &kerning)
                pen += Int(kerning.x)
            }
            let metrics = typeface.face.pointee.glyph.pointee.metrics
            glyphs.append(Placed(glyph: glyph, offset: pen))
            if metrics.height > 0 {
                left = min(left, pen + Int(metrics.horiBearingX))
                right = max(right, pen + Int(metrics.horiBearingX + metrics.width))
                top = max(top, Int(metrics.horiBearingY))
                bottom = min(bottom, Int(metrics.horiBearingY - metrics.height))
            }
            pen += Int(metrics.horiAdvance)
        }
        guard left <= right else { return nil }
        self.glyphs = glyphs
        self.left = left
        self.top = top
        self.bottom = bottom
        width = right - left
    }
}
