/// Lines of glyphs at one size, ready to be drawn.
struct TextBlock {
    private let lines: [SetLine]
    /// From one baseline to the next, in pixels.
    private let pitch: Int
    /// The width of the widest line's ink, in pixels.
    let width: Int
    /// From the top of the first line's ink to the bottom of the last one's, in pixels.
    let height: Int

    /// Sets the lines in letters of a size, which is rounded down to whole pixels.
    init?(_ text: GlyphRun, _ breaks: [Range<Int>], _ face: borrowing Face, _ size: LetterSize) {
        guard face.choose(across: Int(size.across), down: Int(size.down)),
            let images = TextBlock.images(of: text, face), let blank = face.glyph(of: " "),
            let space = face.image(of: blank)
        else { return nil }
        // A closure cannot borrow the typeface.
        var lines: [SetLine] = []
        for line in breaks { lines.append(TextBlock.line(of: text.words[line], images, space.advance, face)) }
        let gap = max(1, Int((LineBreaks.gap * size.down).rounded()))
        let pitch = zip(lines, lines.dropFirst()).map { $0.descent + $1.ascent + gap }.max() ?? 0
        self.lines = lines
        self.pitch = pitch
        width = lines.map(\.ink.count).max() ?? 0
        height = (lines.first?.ascent ?? 0) + pitch * (lines.count - 1) + (lines.last?.descent ?? 0)
    }

    /// Each glyph once.
    private static func images(of text: GlyphRun, _ face: borrowing Face) -> [UInt32: GlyphImage]? {
        var images: [UInt32: GlyphImage] = [:]
        for word in text.words {
            for glyph in word.glyphs where images[glyph] == nil {
                guard let image = face.image(of: glyph) else { return nil }
                images[glyph] = image
            }
        }
        return images
    }

    private static func line(
        of words: ArraySlice<GlyphRun.Word>, _ images: [UInt32: GlyphImage], _ space: Int, _ face: borrowing Face
    ) -> SetLine {
        var line = SetLine()
        var pen = 0
        for word in words {
            var last: UInt32?
            for glyph in word.glyphs {
                guard let image = images[glyph] else { continue }
                if let last { pen += face.kerningInPixels(last, glyph) }
                pen += line.put(image, at: pen, apart: last != nil) + image.advance
                last = glyph
            }
            pen += space
        }
        return line
    }

    /// The picture, in whole cells.
    func bitmap() -> Bitmap {
        var bitmap = Bitmap(width: width + width % 2, height: height + height % 2)
        var baseline = lines.first?.ascent ?? 0
        for line in lines {
            line.draw(into: &bitmap, x: (bitmap.width - line.ink.count) / 2, baseline: baseline)
            baseline += pitch
        }
        return bitmap
    }
}
