/// One pattern as HTML.
struct GalleryCard {
    private let entry: GalleryEntry
    private let number: Int

    init(_ entry: GalleryEntry, number: Int) {
        self.entry = entry
        self.number = number
    }

    func html() -> String {
        let name = escaped(entry.name)
        let (drawing, svg) = picture()
        let axis = drawing.axis
        func share(_ x: Double) -> String { NumberText.plain(x / drawing.layout.size.width * 100, decimals: 3) }
        return """
            <li><article class="card" id="pattern-\(number)" tabindex="-1" aria-labelledby="name-\(number)" \
            data-name="\(name)" data-from="\(share(axis.left))" data-to="\(share(axis.right))" \
            data-seconds="\(NumberText.plain(axis.seconds, decimals: 3))" \
            data-first="\(NumberText.plain(entry.first, decimals: 3))">
            <div class="head\(entry.description.isEmpty ? " alone" : "")">
            <button type="button" aria-pressed="false" aria-label="Play \(name)"><svg viewBox="0 0 24 24" \
            aria-hidden="true"><path class="play" d="M8 5v14l11-7z"/><path class="stop" d="M7 7h10v10H7z"/></svg></button>
            <h2 id="name-\(number)" dir="auto">\(heading())</h2>
            <p class="time">\(drawing.summary.duration)</p>\(description())
            </div>
            <figure>\(svg)<div class="playhead"></div></figure>
            \(figures())
            <audio controls preload="none" src="data:audio/wav;base64,\(Base64.text(entry.audio.wav))"></audio>
            </article></li>
            """
    }

    private func escaped(_ text: String) -> String { MarkupText.escaped(MarkupText.oneLine(text)) }

    /// The folder set back, so that the names of one game differ at a glance; a long name may break after a dot.
    private func heading() -> String {
        func breakable(_ text: Substring) -> String {
            text.split(separator: ".", omittingEmptySubsequences: false).map { escaped(String($0)) }
                .joined(separator: ".<wbr>")
        }
        guard let slash = entry.name.lastIndex(of: "/") else { return breakable(entry.name[...]) }
        let name = entry.name.index(after: slash)
        return "<span>\(breakable(entry.name[..<name]))<wbr></span>\(breakable(entry.name[name...]))"
    }

    private func description() -> String {
        entry.description.isEmpty ? "" : "<p class=\"words\" dir=\"auto\">\(escaped(entry.description))</p>"
    }

    private func figures() -> String {
        guard !entry.figures.isEmpty else { return "" }
        let pairs = entry.figures.map {
            "<div><dt>\(escaped($0.label))</dt><dd>\(escaped($0.value))</dd></div>"
        }
        return "<dl>\(pairs.joined())</dl>"
    }

    private func picture() -> (PictureDrawing, svg: String) {
        let drawing = PictureDrawing(entry.picture.resized(.card), hasHeader: false)
        var surface = SVGSurface()
        drawing.draw(on: &surface)
        let (width, height) = (
            NumberText.plain(drawing.layout.size.width), NumberText.plain(drawing.layout.size.height)
        )
        let svg = """
            <svg class="pattern" viewBox="0 0 \(width) \(height)" role="img" \
            aria-label="\(escaped(drawing.summary.sentence))">
            \(surface.elements.joined(separator: "\n"))
            </svg>
            """
        return (drawing, svg)
    }
}
