import ThudCore
import ThudPatterns

/// A picture of a pattern for people and documents: what it asks for over time, intensity above sharpness, and the
/// waveform that one rendering makes of it, all on one time axis.
///
///     let samples = HapticRenderer().heard(pattern)
///     let picture = PatternPicture(
///         title: "impact.heavy", pattern: pattern, waveform: samples, sampleRate: 48_000, waveformName: "heard")
///     let file = picture.svg()
///
/// Taps are stems with dots, vibrations areas under a line, sounds labelled bars; dynamic parameters of intensity and
/// sharpness are dashed lines. Values are those that are played: after envelopes, parameters, curves
/// and live controls.
package struct PatternPicture: Sendable {
    /// The pixels that a PNG may have for a logical one.
    package static let scales = 0.25...4.0

    /// Written at the top, cut with an ellipsis where it is too long.
    package let title: String

    package private(set) var size: PictureSize

    package let theme: PictureTheme

    let pattern: HapticPattern
    let controls: LiveControls
    let waveform: WaveformShape
    let waveformName: String
    let part: ClosedRange<Double>?

    /// A picture; nothing is drawn yet.
    ///
    /// - Parameters:
    ///   - title: the name of the pattern, in any script.
    ///   - waveform: one channel, from the start of the pattern on. Samples that are not finite are left out, and
    ///     counted beside the peak.
    ///   - sampleRate: of the waveform, in hertz; less than 1 is taken as 1.
    ///   - waveformName: the rendering, such as `heard`.
    ///   - controls: the live controls with which the pattern was rendered.
    ///   - part: the stretch that is played, in seconds; the rest is drawn fainter. nil where all of it is played.
    package init(
        title: String, pattern: HapticPattern, waveform: [Float], sampleRate: Int, waveformName: String,
        controls: LiveControls = LiveControls(), part: ClosedRange<Double>? = nil, size: PictureSize = .full,
        theme: PictureTheme = .automatic
    ) {
        self.title = title
        self.pattern = pattern
        self.controls = controls
        self.waveform = WaveformShape(waveform, sampleRate: Double(max(sampleRate, 1)))
        self.waveformName = waveformName
        self.part = part
        self.size = size
        self.theme = theme
    }

    func resized(_ size: PictureSize) -> PatternPicture {
        var picture = self
        picture.size = size
        return picture
    }

    /// The picture as an SVG file in UTF-8, with the title and a summary for those who cannot see it.
    package func svg() -> [UInt8] {
        let (width, height) = (Markup.number(size.width), Markup.number(size.height))
        let drawing = PictureDrawing(self)
        var surface = SVGSurface()
        surface.fill(Path(Box(left: 0, top: 0, right: size.width, bottom: size.height)), .paper)
        drawing.draw(on: &surface)
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
            height="\(height)" role="img" class="pattern">
            <title>\(Markup.escaped(PictureText.oneLine(title)))</title>
            <desc>\(Markup.escaped(drawing.summary.sentence))</desc>
            <style>\(PictureStyleSheet.text(theme, scope: ".pattern"))</style>
            \(surface.elements.joined(separator: "\n"))
            </svg>

            """
        return Array(text.utf8)
    }

    /// The picture as a PNG file.
    ///
    /// - Parameter scale: pixels for each logical one, within ``scales``; others are taken as the nearest, NaN as 2.
    /// - Throws: `ThudError` where cairo cannot draw, which is to say where memory is short.
    package func png(scale: Double = 2) throws(ThudError) -> [UInt8] {
        let held = scale.isNaN ? 2 : min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
        var surface = try CairoSurface(size, scale: held, theme: theme)
        surface.fill(Path(Box(left: 0, top: 0, right: size.width, bottom: size.height)), .paper)
        PictureDrawing(self).draw(on: &surface)
        return try surface.png()
    }
}

/// How large a picture is, in logical pixels; a PNG multiplies them by its scale.
package struct PictureSize: Hashable, Sendable {
    /// Sides below are too small for three lanes, sides above too large for memory at the largest scale.
    package static let sides = 120.0...2_400.0

    /// For a document or a page of its own, 1200 x 675: 16 to 9, as link previews are cut.
    package static let full = PictureSize(width: 1_200, height: 675)

    /// For a card of the gallery, 400 x 260.
    package static let card = PictureSize(width: 400, height: 260)

    /// Across, within ``sides``.
    package let width: Double

    /// Down, within ``sides``.
    package let height: Double

    /// A size; a side outside ``sides`` is taken as the nearest one, NaN as the smallest.
    package init(width: Double, height: Double) {
        self.width = Self.clamp(width)
        self.height = Self.clamp(height)
    }

    private static func clamp(_ side: Double) -> Double {
        side >= sides.lowerBound ? min(side, sides.upperBound).rounded() : sides.lowerBound
    }
}
