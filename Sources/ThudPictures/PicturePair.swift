import ThudCore

/// Two pictures of one size, the first above the second. Time and waveform have the same scale in both.
package struct PicturePair: Sendable {
    private var first: PatternPicture
    private var second: PatternPicture

    package init(_ first: PatternPicture, _ second: PatternPicture) {
        self.first = first
        self.second = second
        self.second.size = first.size
        let seconds = max(first.seconds, second.seconds)
        (self.first.seconds, self.second.seconds) = (seconds, seconds)
        let limit = max(first.waveform.limit, second.waveform.limit)
        (self.first.waveform.limit, self.second.waveform.limit) = (limit, limit)
    }

    private var height: Double { 2 * first.size.height }

    /// Returns both as one SVG file in UTF-8.
    package func svg() throws(ThudError) -> [UInt8] {
        let (width, height) = (Markup.number(first.size.width), Markup.number(height))
        let (above, below) = (try first.svg(), try second.svg())
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
            \(String(decoding: above, as: UTF8.self))<g transform="translate(0 \(Markup.number(first.size.height)))">
            \(String(decoding: below, as: UTF8.self))</g>
            </svg>

            """
        return Array(text.utf8)
    }

    /// Returns both as one PNG file, two pixels per logical pixel.
    package func png() throws(ThudError) -> [UInt8] {
        let size = PictureSize(width: first.size.width, height: height)
        var surface = try CairoSurface(size, scale: 2, theme: first.theme)
        surface.fill(Path(Box(left: 0, top: 0, right: size.width, bottom: size.height)), .paper)
        try PictureDrawing(first).draw(on: &surface)
        surface.shift(down: first.size.height)
        try PictureDrawing(second).draw(on: &surface)
        return try surface.png()
    }
}
