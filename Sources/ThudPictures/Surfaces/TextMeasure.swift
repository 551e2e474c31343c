import CThudCairo

/// The letters of a PNG, and how wide words are in either kind of picture.
///
/// cairo's "toy" interface sets each character on its own from one typeface, which is all that Latin, Greek and Cyrillic
/// need; a character that DejaVu Sans lacks is a box in a PNG, while a browser finds another typeface for an SVG.
final class TextMeasure {
    static let family = "DejaVu Sans"

    /// Longer words are cut before they are measured, so that no name costs time.
    private static let longest = 300

    private let surface: OpaquePointer
    private let context: OpaquePointer

    init() {
        surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
        context = cairo_create(surface)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Chooses typeface and size of what is written next.
    static func choose(_ style: TextStyle, in context: OpaquePointer) {
        let weight = style.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
        cairo_select_font_face(context, family, CAIRO_FONT_SLANT_NORMAL, weight)
        cairo_set_font_size(context, style.size)
        // Unhinted, so that a word is as wide at every scale.
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_set_font_options(context, options)
        cairo_font_options_destroy(options)
    }

    /// From where the words start to where the next would, in logical pixels.
    func width(_ text: String, _ style: TextStyle) -> Double {
        Self.choose(style, in: context)
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, text, &extents)
        return extents.x_advance
    }

    /// The text on one line, with as many of its first characters as fit and an ellipsis where some do not.
    func fitted(_ text: String, _ style: TextStyle, within width: Double) -> String {
        let line = MarkupText.oneLine(text)
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
