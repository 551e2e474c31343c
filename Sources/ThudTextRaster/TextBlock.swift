/// Line boxes of one size, ready to be drawn.
struct TextBlock {
    private let lines: [LineBox]
    /// The distance between baselines, in pixels.
    private let pitch: Int
    /// The width of the widest line's ink, in pixels.
    let width: Int
    /// The height from the first line's top ink to the last line's bottom ink, in pixels.
    let height: Int

    /// Sets the lines in letters of a size, which is rounded down to whole pixels.
    init?(_ run: GlyphRun, _ breaks: [Range<Int>], _ face: borrowing Face, _ size: EmSize) {
        guard face.choose(across: Int(size.across), down: Int(size.down)),
            let images = TextBlock.images(of: run, face), let blank = face.glyph(of: " "),
            let space = face.image(of: blank)
        else { return nil }
        // A closure cannot borrow the typeface.
        var lines: [LineBox] = []
        for line in breaks { lines.append(TextBlock.line(of: run.words[line], images, space.advance, face)) }
        let gap = Int((LineBreaks.gap * size.down).rounded())
        let pitch = zip(lines, lines.dropFirst()).map { $0.descent + $1.ascent + gap }.max() ?? 0
        self.lines = lines
        self.pitch = pitch
        width = lines.map(\.ink.count).max() ?? 0
        height = (lines.first?.ascent ?? 0) + pitch * (lines.count - 1) + (lines.last?.descent ?? 0)
    }

    private static func images(of run: GlyphRun, _ face: borrowing Face) -> [UInt32: GlyphImage]? {
        var images: [UInt32: GlyphImage] = [:]
        for word in run.words {
            for glyph in word.glyphs where images[glyph] == nil {
                guard let image = face.image(of: glyph) else { return nil }
                images[glyph] = image
            }
        }
        return images
    }

    private static func line(
        of words: ArraySlice<GlyphRun.Word>, _ images: [UInt32: GlyphImage], _ space: Int, _ face: borrowing Face
    ) -> LineBox {
        var line = LineBox()
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

/// The glyphs of a line, placed from left to right at one size.
struct LineBox {
    private struct Placed {
        var image: GlyphImage
        var x: Int
    }

    private var glyphs: [Placed] = []
    /// The range of pixels that contains ink; empty if there is none.
    private(set) var ink = 0..<0
    private(set) var ascent = 0
    private(set) var descent = 0

    /// Puts a glyph at the pen position `x`. If `apart`, moves it right until a pixel is blank before it. Returns by
    /// how many pixels it moved.
    mutating func put(_ image: GlyphImage, at x: Int, apart: Bool) -> Int {
        let moved = apart ? overlap(image, at: x) : 0
        let left = x + moved + image.left
        for span in image.spans {
            let reach = (left + span.pixels.lowerBound)..<(left + span.pixels.upperBound)
            ink = ink.isEmpty ? reach : min(ink.lowerBound, reach.lowerBound)..<max(ink.upperBound, reach.upperBound)
        }
        if !image.spans.isEmpty {
            ascent = max(ascent, image.ascent)
            descent = max(descent, image.descent)
        }
        glyphs.append(Placed(image: image, x: left))
        return moved
    }

    /// Returns how many pixels are missing for one blank pixel between the last glyph and `image` in every row.
    private func overlap(_ image: GlyphImage, at x: Int) -> Int {
        guard let last = glyphs.last else { return 0 }
        let shift = image.top - last.image.top
        var ends: [Int: Int] = [:]
        for span in last.image.spans { ends[span.row] = last.x + span.pixels.upperBound }
        return image.spans.reduce(0) { missing, span in
            guard let end = ends[span.row - shift] else { return missing }
            return max(missing, end + 1 - (x + image.left + span.pixels.lowerBound))
        }
    }

    /// Draws the ink with its left edge at `x` and its baseline below the row `baseline` - 1.
    func draw(into bitmap: inout Bitmap, x: Int, baseline: Int) {
        for glyph in glyphs {
            for span in glyph.image.spans {
                for pixel in span.pixels {
                    bitmap[x + glyph.x - ink.lowerBound + pixel, baseline - glyph.image.top + span.row] = true
                }
            }
        }
    }
}
