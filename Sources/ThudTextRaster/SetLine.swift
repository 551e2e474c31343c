/// A line of glyphs, placed from left to right at one size.
struct SetLine {
    private struct Placed {
        var image: GlyphImage
        var x: Int
    }

    private var glyphs: [Placed] = []
    /// The leftmost pixel of ink and the one behind the rightmost; empty where there is no ink.
    private(set) var ink = 0..<0
    /// Rows of ink above the baseline.
    private(set) var ascent = 0
    /// Rows of ink beneath the baseline.
    private(set) var descent = 0

    /// Puts a glyph where the pen stands, `x`, or, if `apart`, so far to the right of it that a pixel stays blank between
    /// it and the glyph before.
    ///
    /// - Returns: by how much it had to move.
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

    /// How many pixels are missing for one blank pixel between the last glyph and `image`, in every row.
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

    /// Draws the ink, its left edge at `x` and its baseline beneath the row `baseline` - 1.
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
