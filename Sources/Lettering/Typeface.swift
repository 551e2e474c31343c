import CFreeType
import Glibc

/// The shapes of letters, from a font file through FreeType.
///
/// Not for several threads at once: FreeType keeps one glyph at a time.
public final class Typeface {
    /// DejaVu Sans Bold, as Debian's fonts-dejavu-core has it and as other distributions do: broad strokes, and every letter
    /// that is written in Europe.
    static let usualPaths = [
        "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
        "/usr/share/fonts/dejavu/DejaVuSans-Bold.ttf",
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf",
        "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf",
    ]

    private let library: FT_Library
    let face: FT_Face

    /// The typeface of large letters, where this system keeps it.
    ///
    /// - Throws: `LetteringError` where it is not installed.
    public static func find() throws(LetteringError) -> Typeface {
        guard let path = usualPaths.first(where: { access($0, R_OK) == 0 }) else {
            throw LetteringError("the font DejaVu Sans Bold is not installed; install fonts-dejavu-core")
        }
        return try Typeface(path: path)
    }

    /// The typeface in a file.
    ///
    /// - Throws: `LetteringError` where there is none, or one whose size cannot be chosen.
    public init(path: String) throws(LetteringError) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else {
            throw LetteringError("FreeType cannot be started; there are no large letters")
        }
        var face: FT_Face?
        guard FT_New_Face(library, path, 0, &face) == 0, let face else {
            FT_Done_FreeType(library)
            throw LetteringError("\(path): this is no font that FreeType can read; install fonts-dejavu-core again")
        }
        guard face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0, face.pointee.units_per_EM > 0 else {
            FT_Done_Face(face)
            FT_Done_FreeType(library)
            throw LetteringError("\(path): the letters of this font have one size only; install fonts-dejavu-core")
        }
        self.library = library
        self.face = face
    }

    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
    }

    /// The font's own units to the height of its em square.
    var unitsPerEm: Double { Double(face.pointee.units_per_EM) }

    /// The glyph of a character, 0 where the font has none.
    func glyph(of character: Character) -> UInt32 {
        guard let scalar = Composition.scalar(of: character) else { return 0 }
        return FT_Get_Char_Index(face, FT_ULong(scalar.value))
    }
}
