import ThudCore
import ThudPatterns

/// A picture of a pattern: the requested intensity above the sharpness, and a rendering's waveform, on one time axis.
///
///     let samples = HapticRenderer().heard(pattern)
///     let picture = PatternPicture(
///         title: "impact.heavy", pattern: pattern, waveform: samples, sampleRate: 48_000, waveformName: "heard")
///     let file = try picture.svg()
///
/// Taps are stems with dots, vibrations are areas under a line, sounds are labelled bars, and dynamic parameters of
/// intensity and sharpness are dashed lines. Values include envelopes, parameters, curves and live controls.
package struct PatternPicture: Sendable {
    /// The title at the top, cut with an ellipsis if it is too long.
    package let title: String
    package internal(set) var size: PictureSize
    package let theme: PictureTheme
    let pattern: HapticPattern
    let controls: LiveControls
    var waveform: WaveformShape
    /// The length of the time axis.
    var seconds: Double
    let waveformName: String
    let part: ClosedRange<Double>?

    /// Creates a picture without drawing it yet.
    ///
    /// - Parameters:
    ///   - title: the name of the pattern, in any script.
    ///   - waveform: one channel from the start of the pattern. Samples that are not finite are left out and counted.
    ///   - sampleRate: of the waveform, in hertz; at least 1.
    ///   - waveformName: the rendering, for example `heard`.
    ///   - controls: the live controls with which the pattern was rendered.
    ///   - part: the span that is played, in seconds; the rest is drawn fainter. nil if all of it is played.
    package init(
        title: String, pattern: HapticPattern, waveform: [Float], sampleRate: Int, waveformName: String,
        controls: LiveControls = LiveControls(), part: ClosedRange<Double>? = nil, size: PictureSize = .full,
        theme: PictureTheme = .automatic
    ) {
        self.title = title
        self.pattern = pattern
        self.controls = controls
        self.waveform = WaveformShape(waveform, sampleRate: Double(max(sampleRate, 1)))
        seconds = max(pattern.duration, self.waveform.seconds)
        self.waveformName = waveformName
        self.part = part
        self.size = size
        self.theme = theme
    }

    /// Returns the picture as an SVG file in UTF-8, with the title and a summary for people who cannot see it.
    ///
    /// - Throws: `ThudError` if cairo, which measures the text, cannot be loaded.
    package func svg() throws(ThudError) -> [UInt8] {
        let (width, height) = (Markup.number(size.width), Markup.number(size.height))
        let drawing = try PictureDrawing(self)
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

    /// Returns the picture as a PNG file with `scale` pixels per logical pixel.
    ///
    /// - Throws: `ThudError` if cairo cannot be loaded, or cannot draw because memory is short.
    package func png(scale: Double = 2) throws(ThudError) -> [UInt8] {
        var surface = try CairoSurface(size, scale: scale, theme: theme)
        surface.fill(Path(Box(left: 0, top: 0, right: size.width, bottom: size.height)), .paper)
        try PictureDrawing(self).draw(on: &surface)
        return try surface.png()
    }
}

/// The size of a picture in logical pixels; a PNG multiplies them by its scale.
package struct PictureSize: Hashable, Sendable {
    /// For a document or a separate page, 1200 x 675: 16 to 9, as link previews are cropped.
    package static let full = PictureSize(width: 1_200, height: 675)
    /// For a card of the gallery, 400 x 260.
    package static let card = PictureSize(width: 400, height: 260)
    package let width: Double
    package let height: Double

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
