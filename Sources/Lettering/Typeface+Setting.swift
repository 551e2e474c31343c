import CFreeType

extension Typeface {
    /// The longest text that is set, in characters: more cannot be read from afar.
    public static let longestText = 80
    /// The largest box that is filled, in cells each way; of a larger one a part that size. No screen has as many, and time
    /// and memory have an end.
    public static let largestBox = 1_000
    /// Capitals lower than this many dots cannot be told apart.
    static let lowestCapital = 5.5
    /// The height of a capital in the em (DejaVu Sans: 1493 of 2048 units).
    private static let capitalShare = 0.729
    /// From the lowest ink of one line to the highest of the next, in the em.
    private static let leading = 0.09

    /// Text in the largest letters that fit a box of cells: broken at spaces into as many lines as make them largest; a
    /// word that is too long makes all letters smaller, and is never cut.
    ///
    /// - Returns: a picture of whole cells, at most as large as the box; nil where the letters would be too small to be
    ///   told apart, where the font has no glyph for a character, or where a script has to be shaped.
    public func setting(_ text: String, columns: Int, rows: Int) -> Bitmap? {
        let words = text.split { $0.isWhitespace }
        guard !words.isEmpty, text.count <= Self.longestText, columns > 0, rows > 0 else { return nil }
        let (columns, rows) = (min(columns, Self.largestBox), min(rows, Self.largestBox))
        let widths = words.compactMap { TextLine($0, in: self)?.width }
        guard widths.count == words.count else { return nil }
        var best: (size: Double, lines: [TextLine])?
        for count in 1...words.count {
            let breaks = LineBreaking.balanced(words: widths, space: spaceWidth, count: count)
            let lines = breaks.compactMap { TextLine(words[$0].joined(separator: " "), in: self) }
            guard lines.count == breaks.count else { return nil }
            let size = size(of: lines, width: 2 * columns, height: 2 * rows)
            if size > best?.size ?? 0 { best = (size, lines) }
        }
        guard let best else { return nil }
        return drawn(best.lines, size: best.size, columns: columns, rows: rows)
    }

    private var spaceWidth: Int {
        guard FT_Load_Char(face, FT_ULong(0x20), FT_Int32(FT_LOAD_NO_SCALE)) == 0 else { return 0 }
        return Int(face.pointee.glyph.pointee.metrics.horiAdvance)
    }

    /// The height of the em, in dots, at which the lines just fit. Dots are twice as high as wide.
    private func size(of lines: [TextLine], width: Int, height: Int) -> Double {
        let widest = Double(lines.map(\.width).max() ?? 0) / unitsPerEm
        return min(Double(width) / (2 * widest), Double(height) / self.height(of: lines))
    }

    /// The height of all lines in the em.
    private func height(of lines: [TextLine]) -> Double {
        let ink = lines.reduce(0) { $0 + Double($1.top - $1.bottom) } / unitsPerEm
        return ink + Self.leading * Double(lines.count - 1)
    }

    /// Fitting outlines to dots may make them a dot larger, so that a size a little smaller has to do.
    private func drawn(_ lines: [TextLine], size: Double, columns: Int, rows: Int) -> Bitmap? {
        var size = size
        while size * Self.capitalShare >= Self.lowestCapital {
            let bitmap = draw(lines, size: size)
            if bitmap.width <= 2 * columns, bitmap.height <= 2 * rows { return bitmap }
            size -= 0.5
        }
        return nil
    }

    private func draw(_ lines: [TextLine], size: Double) -> Bitmap {
        // In 26.6 fixed point, at 72 dots an inch a point is a dot.
        FT_Set_Char_Size(face, FT_F26Dot6(2 * size * 64), FT_F26Dot6(size * 64), 72, 72)
        let scale = size / unitsPerEm
        let widest = Double(lines.map(\.width).max() ?? 0) * 2 * scale
        let extents = lines.map(fittedExtent)
        let gap = max(1, Int((Self.leading * size).rounded()))
        // Room on all sides for what rounding adds.
        let margin = 4
        var bitmap = Bitmap(
            width: Int(widest) + 2 * margin,
            height: extents.reduce(2 * margin) { $0 + $1.above + $1.below } + gap * (lines.count - 1))
        var baseline = margin
        for (line, extent) in zip(lines, extents) {
            baseline += extent.above
            let indent = (widest - Double(line.width) * 2 * scale) / 2
            for placed in line.glyphs {
                let x = Double(margin) + indent + Double(placed.offset - line.left) * 2 * scale
                stamp(placed.glyph, x: Int(x.rounded()), baseline: baseline, into: &bitmap)
            }
            baseline += extent.below + gap
        }
        return bitmap.cropped()
    }

    /// How many rows of dots a line takes above and below the line on which the letters stand, at the size that is set:
    /// fitting makes letters up to a dot higher than their outlines, and lines must not touch.
    private func fittedExtent(of line: TextLine) -> (above: Int, below: Int) {
        var extent: (above: Int, below: Int)?
        for placed in line.glyphs where FT_Load_Glyph(face, placed.glyph, thud_ft_load_flags) == 0 {
            let metrics = face.pointee.glyph.pointee.metrics
            guard metrics.height > 0 else { continue }
            // From 26.6 fixed point, upwards.
            let above = (Int(metrics.horiBearingY) + 63) >> 6
            let below = (Int(metrics.height - metrics.horiBearingY) + 63) >> 6
            extent = (max(extent?.above ?? above, above), max(extent?.below ?? below, below))
        }
        return extent ?? (0, 0)
    }

    private func stamp(_ glyph: UInt32, x: Int, baseline: Int, into bitmap: inout Bitmap) {
        guard FT_Load_Glyph(face, glyph, thud_ft_load_flags) == 0,
            FT_Render_Glyph(face.pointee.glyph, FT_RENDER_MODE_MONO) == 0
        else { return }
        let slot = face.pointee.glyph.pointee
        guard let buffer = slot.bitmap.buffer else { return }
        for row in 0..<Int(slot.bitmap.rows) {
            let line = buffer + row * Int(slot.bitmap.pitch)
            for column in 0..<Int(slot.bitmap.width) where line[column / 8] & (0x80 >> UInt8(column % 8)) != 0 {
                bitmap[x + Int(slot.bitmap_left) + column, baseline - Int(slot.bitmap_top) + row] = true
            }
        }
    }
}
