import CThudFreeType
import Glibc
import ThudCore

/// An open typeface and its FreeType library; both are closed with their owner.
struct Face: ~Copyable {
    private let library: FT_Library
    private let face: FT_Face

    /// Opens the first typeface of a file; `FT_New_Face`.
    init(path: String) throws(ThudError) {
        // FreeType would report a directory or a missing file as damaged.
        guard access(path, R_OK) == 0 else {
            throw .typeface(
                .unreadable, path, errno: errno, errno == ENOENT ? "no such file" : "no permission to read it")
        }
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else {
            throw .typeface(.system, path, "FreeType does not start")
        }
        var face: FT_Face?
        guard FT_New_Face(library, path, 0, &face) == 0, let face else {
            FT_Done_FreeType(library)
            throw .typeface(.notATypeface, path, "it is not a font")
        }
        let isScalable = face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
        guard isScalable, face.pointee.units_per_EM > 0, FT_Select_Charmap(face, FT_ENCODING_UNICODE) == 0 else {
            FT_Done_Face(face)
            FT_Done_FreeType(library)
            throw .typeface(.unsuitableTypeface, path, "it has no outlines or no Unicode table")
        }
        self.library = library
        self.face = face
    }

    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
    }

    /// The units of the em square, used by `measure` and `kerning(_:_:)` before a size is chosen.
    var unitsPerEm: Int { Int(face.pointee.units_per_EM) }

    /// Returns the glyph of a character; nil if the typeface has none; `FT_Get_Char_Index`.
    func glyph(of scalar: Unicode.Scalar) -> UInt32? {
        let index = FT_Get_Char_Index(face, FT_ULong(scalar.value))
        return index == 0 ? nil : index
    }

    /// Returns the extents of a glyph in em units; `FT_LOAD_NO_SCALE`.
    func measure(_ glyph: UInt32) -> GlyphMeasure? {
        guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0 else { return nil }
        let metrics = face.pointee.glyph.pointee.metrics
        return GlyphMeasure(
            advance: Int(metrics.horiAdvance), ascent: Int(metrics.horiBearingY),
            descent: Int(metrics.height - metrics.horiBearingY))
    }

    /// Returns the kerning of two glyphs in em units.
    func kerning(_ left: UInt32, _ right: UInt32) -> Int { kerning(left, right, FT_KERNING_UNSCALED) }

    /// Returns the kerning of two glyphs in pixels, at the chosen size.
    func kerningInPixels(_ left: UInt32, _ right: UInt32) -> Int { kerning(left, right, FT_KERNING_DEFAULT) >> 6 }

    private func kerning(_ left: UInt32, _ right: UInt32, _ mode: FT_Kerning_Mode) -> Int {
        var vector = FT_Vector()
        guard FT_Get_Kerning(face, left, right, mode.rawValue, &vector) == 0 else { return 0 }
        return Int(vector.x)
    }

    /// Chooses the size, in pixels per em; `FT_Set_Pixel_Sizes`.
    func choose(across: Int, down: Int) -> Bool {
        FT_Set_Pixel_Sizes(face, FT_UInt(clamping: across), FT_UInt(clamping: down)) == 0
    }

    /// Returns a glyph in black and white at the chosen size.
    ///
    /// FreeType's own hinter hints it for monochrome. Compared at 8 to 40 pixels per em, this is the only hinting mode
    /// that gives stems of equal width and dots apart from their letters. DejaVu's own instructions thin the horizontal
    /// strokes, because they do not expect pixels twice as high as wide. A pixel is inked if the outline covers half of
    /// it: FreeType's monochrome rendering leaves a lone pixel under every round letter.
    func image(of glyph: UInt32) -> GlyphImage? {
        let monochrome = FT_Int32(FT_RENDER_MODE_MONO.rawValue & 15) << 16
        guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_FORCE_AUTOHINT) | monochrome) == 0,
            FT_Render_Glyph(face.pointee.glyph, FT_RENDER_MODE_NORMAL) == 0
        else { return nil }
        let slot = face.pointee.glyph.pointee
        let bitmap = slot.bitmap
        let (width, pitch) = (Int(bitmap.width), Int(bitmap.pitch))
        var spans: [GlyphImage.Span] = []
        if let buffer = bitmap.buffer, bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_GRAY.rawValue), pitch >= width {
            for row in 0..<Int(bitmap.rows) {
                let coverage = UnsafeBufferPointer(start: buffer + row * pitch, count: width)
                GlyphImage.append(row: row, coverage, to: &spans)
            }
        }
        return GlyphImage(
            left: Int(slot.bitmap_left), top: Int(slot.bitmap_top), advance: Int(slot.advance.x + 32) >> 6, spans: spans
        )
    }
}

/// The extents of a glyph in em units.
struct GlyphMeasure: Hashable {
    var advance: Int
    /// How far the ink reaches above the baseline.
    var ascent: Int
    /// How far the ink reaches below the baseline.
    var descent: Int
}

/// A glyph in black and white, as runs of ink.
struct GlyphImage {
    /// A run of ink within a row.
    struct Span {
        /// The row, from the top of the glyph.
        var row: Int
        /// The pixels from the left of the glyph.
        var pixels: Range<Int>
    }

    let left: Int
    /// From the baseline up to the upper edge.
    let top: Int
    /// How far the pen advances, in pixels.
    let advance: Int
    /// The ink, row by row and from left to right.
    let spans: [Span]

    /// Rows of ink above the baseline; negative if all ink is below it.
    var ascent: Int { top - (spans.first?.row ?? 0) }
    /// Rows of ink below the baseline; negative if all ink is above it.
    var descent: Int { (spans.last?.row ?? 0) + 1 - top }

    /// Adds the ink of one row: the pixels that the outline covers by at least half.
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
