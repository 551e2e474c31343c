/// The extents of a glyph in units of the em.
struct GlyphMeasure: Hashable {
    /// How far the pen moves on.
    var advance: Int
    /// How far the ink reaches above the baseline.
    var ascent: Int
    /// How far the ink reaches beneath the baseline.
    var descent: Int
}

/// A glyph in black and white, as runs of ink.
struct GlyphImage {
    /// A run of ink within a row.
    struct Span {
        /// The row, from the top of the glyph.
        var row: Int
        /// The first pixel, from the left of the glyph, and the one behind the last.
        var pixels: Range<Int>
    }

    /// From the pen to the leftmost pixel.
    let left: Int
    /// From the baseline up to the upper edge.
    let top: Int
    /// How far the pen moves on, in pixels.
    let advance: Int
    /// The ink, row by row and from left to right.
    let spans: [Span]

    /// Rows of ink above the baseline; negative where all of it lies beneath.
    var ascent: Int { top - (spans.first?.row ?? 0) }
    /// Rows of ink beneath the baseline; negative where all of it lies above.
    var descent: Int { (spans.last?.row ?? 0) + 1 - top }

    /// Adds the ink of one row, which is where the outline covers at least half of a pixel.
    static func append(row: Int, _ coverage: UnsafeBufferPointer<UInt8>, to spans: inout [Span]) {
        var start: Int?
        for x in 0...coverage.count {
            if x < coverage.count && coverage[x] >= 128 {
                start = start ?? x
            } else if let first = start {
                spans.append(Span(row: row, pixels: first..<x))
                start = nil
            }
        }
    }
}
