import CThudCairo
import ThudCore

final class CairoSurface: Surface {
    private let cairo: thud_cairo
    private let surface: OpaquePointer?
    private let context: OpaquePointer?
    private let theme: PictureTheme

    /// Creates an empty picture with `scale` pixels per logical pixel.
    init(_ size: PictureSize, scale: Double, theme: PictureTheme) throws(ThudError) {
        cairo = try CairoLibrary.functions.get()
        surface = cairo.image_surface_create(
            CAIRO_FORMAT_RGB24, CInt((size.width * scale).rounded()), CInt((size.height * scale).rounded()))
        context = cairo.create(surface)
        self.theme = theme
        cairo.scale(context, scale, scale)
        cairo.set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo.set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        try check(cairo.status(context))
    }

    deinit {
        cairo.destroy(context)
        cairo.surface_destroy(surface)
    }

    func fill(_ path: Path, _ paint: Paint, opacity: Double) { fill(path, paint.colour(theme), opacity: opacity) }

    func stroke(_ path: Path, _ paint: Paint, width: Double, dashed: Bool, opacity: Double) {
        stroke(path, paint.colour(theme), width: width, dashed: dashed, opacity: opacity)
    }

    func write(_ text: String, at place: Point, _ style: TextStyle) {
        write(text, at: place, style, in: style.paint.colour(theme))
    }

    /// Moves what is drawn from now on down by some logical pixels.
    func shift(down distance: Double) { cairo.translate(context, 0, distance) }

    // MARK: In a given colour, whatever the theme

    func fill(_ path: Path, _ colour: Colour, opacity: Double) {
        trace(path)
        choose(colour, opacity)
        cairo.fill(context)
    }

    func stroke(_ path: Path, _ colour: Colour, width: Double, dashed: Bool = false, opacity: Double) {
        trace(path)
        choose(colour, opacity)
        cairo.set_line_width(context, width)
        let dashes = dashed ? [3 * width, 2.5 * width] : []
        cairo.set_dash(context, dashes, CInt(dashes.count), 0)
        cairo.stroke(context)
    }

    func write(_ text: String, at place: Point, _ style: TextStyle, in colour: Colour) {
        TextMeasure.choose(style, in: context, of: cairo)
        var extents = cairo_text_extents_t()
        cairo.text_extents(context, text, &extents)
        let share =
            switch style.anchor {
            case .start: 0.0
            case .middle: 0.5
            case .end: 1.0
            }
        choose(colour, 1)
        cairo.move_to(context, place.x - share * extents.x_advance, place.y)
        cairo.show_text(context, text)
        cairo.new_path(context)
    }

    /// Turns everything that `draw` draws clockwise around a point, by `angle` in radians.
    func turned(by angle: Double, around centre: Point, _ draw: () -> Void) {
        cairo.save(context)
        cairo.translate(context, centre.x, centre.y)
        cairo.rotate(context, angle)
        cairo.translate(context, -centre.x, -centre.y)
        draw()
        cairo.restore(context)
    }

    /// Returns the picture as a PNG file; `cairo_surface_write_to_png_stream`.
    func png() throws(ThudError) -> [UInt8] {
        try check(cairo.status(context))
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { bytes in
            cairo.surface_write_to_png_stream(
                surface,
                { closure, data, count in
                    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
                    closure.assumingMemoryBound(to: [UInt8].self).pointee.append(
                        contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                    return CAIRO_STATUS_SUCCESS
                }, bytes)
        }
        try check(status)
        return bytes
    }

    private func check(_ status: cairo_status_t) throws(ThudError) {
        guard status == CAIRO_STATUS_SUCCESS else {
            let reason = cairo.status_to_string(status).map { String(cString: $0) } ?? "\(status.rawValue)"
            throw ThudError(
                .notDrawn,
                "the picture could not be drawn: cairo says “\(reason)”; "
                    + "a smaller picture or scale may help")
        }
    }

    private func choose(_ colour: Colour, _ opacity: Double) {
        func part(_ channel: UInt8) -> Double { Double(channel) / 255 }
        cairo.set_source_rgba(context, part(colour.red), part(colour.green), part(colour.blue), opacity)
    }

    private func trace(_ path: Path) {
        for step in path.steps {
            switch step {
            case .move(let point): cairo.move_to(context, point.x, point.y)
            case .line(let point): cairo.line_to(context, point.x, point.y)
            case .close: cairo.close_path(context)
            case .circle(let centre, let radius):
                cairo.new_sub_path(context)
                cairo.arc(context, centre.x, centre.y, radius, 0, 2 * .pi)
                cairo.close_path(context)
            }
        }
    }
}

/// Sets the letters of a PNG, and measures text for both kinds of picture.
///
/// cairo's "toy" interface sets each character separately from one typeface, which suffices for Latin, Greek and
/// Cyrillic. A character that DejaVu Sans lacks becomes a box in a PNG; for an SVG the browser finds another typeface.
final class TextMeasure {
    static let family = "DejaVu Sans"

    /// Longer text is cut before it is measured, so that no name costs time.
    private static let longest = 300
    private let cairo: thud_cairo
    private let surface: OpaquePointer?
    private let context: OpaquePointer?

    init() throws(ThudError) {
        cairo = try CairoLibrary.functions.get()
        surface = cairo.image_surface_create(CAIRO_FORMAT_A8, 1, 1)
        context = cairo.create(surface)
    }

    deinit {
        cairo.destroy(context)
        cairo.surface_destroy(surface)
    }

    static func choose(_ style: TextStyle, in context: OpaquePointer?, of cairo: thud_cairo) {
        let weight = style.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
        cairo.select_font_face(context, family, CAIRO_FONT_SLANT_NORMAL, weight)
        cairo.set_font_size(context, style.size)
        // Hinting is off, so that a word is equally wide at every scale.
        let options = cairo.font_options_create()
        cairo.font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo.font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo.font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo.set_font_options(context, options)
        cairo.font_options_destroy(options)
    }

    /// Returns the advance of a text in logical pixels.
    func width(_ text: String, _ style: TextStyle) -> Double {
        Self.choose(style, in: context, of: cairo)
        var extents = cairo_text_extents_t()
        cairo.text_extents(context, text, &extents)
        return extents.x_advance
    }

    /// Returns the text on one line, or as many of its first characters as fit, followed by an ellipsis.
    func fitted(_ text: String, _ style: TextStyle, within width: Double) -> String {
        let line = PictureText.oneLine(text)
        let characters = Array(line.prefix(Self.longest))
        if characters.count == line.count, self.width(line, style) <= width { return line }
        var (fits, tooMany) = (0, characters.count + 1)
        while fits + 1 < tooMany {
            let middle = (fits + tooMany) / 2
            let trial = String(characters.prefix(middle)) + "…"
            if self.width(trial, style) <= width { fits = middle } else { tooMany = middle }
        }
        return fits == 0 ? "" : String(characters.prefix(fits)) + "…"
    }
}

/// cairo, which only pictures need.
enum CairoLibrary {
    /// Its functions, by their names without `cairo_`, or that it is not there. The first use loads it.
    static let functions: Result<thud_cairo, ThudError> = {
        var functions = thud_cairo()
        guard thud_cairo_load(&functions) else {
            return .failure(ThudError(.notDrawn, "pictures need cairo, which cannot be loaded; install libcairo2"))
        }
        return .success(functions)
    }()
}

extension ThudError.Code {
    static let notDrawn = ThudError.Code("not-drawn", .check)
}
