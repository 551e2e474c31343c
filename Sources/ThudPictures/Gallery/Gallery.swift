import FoundationEssentials
import ThudCore

/// Patterns on one HTML page: a picture, the numbers and a play button for each.
///
/// The page is one file that makes no requests; its content security policy makes browsers enforce that. It works with
/// mouse, touch or keyboard, follows the reader's colour scheme and reduced-motion setting, and remembers the volume.
/// Without JavaScript the browser's own controls play the sounds.
package struct Gallery: Sendable {
    private let title: String
    private var cards: [UInt8] = []
    package private(set) var count = 0

    package init(title: String) { self.title = Markup.escaped(PictureText.oneLine(title)) }

    /// Adds a pattern. Only its card is kept, which needs much less memory.
    ///
    /// - Throws: `ThudError` if cairo, which measures the text of the pictures, cannot be loaded.
    package mutating func add(_ entry: GalleryEntry) throws(ThudError) {
        let card = try GalleryCard(entry: entry, number: count + 1).html()
        cards += (count > 0 ? "\n" : "").utf8
        cards += card.utf8
        count += 1
    }

    /// The page, in UTF-8.
    package var html: [UInt8] {
        let style = PictureStyleSheet.text(.automatic, scope: ".pattern")
        // What the page holds at each mark, in order. The script uses Web Audio instead of an audio element, which
        // starts tens of milliseconds late and may swallow a tap of 20 ms.
        let contents: [[UInt8]] = [
            Array(title.utf8), PackageResources.gallery_css.dropLast(), Array(style.utf8), Array(title.utf8),
            Array(Count.of(count, "pattern").utf8), cards, PackageResources.gallery_js.dropLast(), Array("\n".utf8),
        ]
        let parts = PackageResources.gallery_html.dropLast().split(separator: Array("§".utf8))
        return zip(parts, contents).reduce(into: []) { page, part in
            page += part.0
            page += part.1
        }
    }
}

struct GalleryCard {
    let entry: GalleryEntry
    let number: Int

    func html() throws(ThudError) -> String {
        let name = escaped(entry.name)
        let (drawing, svg) = try picture()
        let axis = drawing.axis
        let sound = Data(entry.audio.wav).base64EncodedString()
        func share(_ x: Double) -> String { Markup.number(x / drawing.layout.size.width * 100, decimals: 3) }
        return """
            <li><article class="card" id="pattern-\(number)" tabindex="-1" aria-labelledby="name-\(number)" \
            data-name="\(name)" data-from="\(share(axis.left))" data-to="\(share(axis.right))" \
            data-seconds="\(Markup.number(axis.seconds, decimals: 3))" \
            data-first="\(Markup.number(entry.first, decimals: 3))">
            <div class="head\(entry.description.isEmpty ? " alone" : "")">
            <button type="button" aria-pressed="false" aria-label="Play \(name)"><svg viewBox="0 0 24 24" \
            aria-hidden="true"><path class="play" d="M8 5v14l11-7z"/><path class="stop" d="M7 7h10v10H7z"/></svg></button>
            <h2 id="name-\(number)" dir="auto">\(heading())</h2>
            <p class="time">\(drawing.summary.duration)</p>\(description())
            </div>
            <figure>\(svg)<div class="playhead"></div></figure>
            \(metrics())
            <audio controls preload="none" src="data:audio/wav;base64,\(sound)"></audio>
            </article></li>
            """
    }

    private func escaped(_ text: String) -> String { Markup.escaped(PictureText.oneLine(text)) }

    /// Returns the name with its folder fainter, so that names of one game stand out. Long names may break after a dot.
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

    private func metrics() -> String {
        guard !entry.metrics.isEmpty else { return "" }
        let pairs = entry.metrics.map {
            "<div><dt>\(escaped($0.label))</dt><dd>\(escaped(PictureText.signed($0.value)))</dd></div>"
        }
        return "<dl>\(pairs.joined())</dl>"
    }

    private func picture() throws(ThudError) -> (PictureDrawing, svg: String) {
        var card = entry.picture
        card.size = .card
        let drawing = try PictureDrawing(card, hasHeader: false)
        var surface = SVGSurface()
        drawing.draw(on: &surface)
        let (width, height) = (Markup.number(drawing.layout.size.width), Markup.number(drawing.layout.size.height))
        let svg = """
            <svg class="pattern" viewBox="0 0 \(width) \(height)" role="img" \
            aria-label="\(escaped(drawing.summary.sentence))">
            \(surface.elements.joined(separator: "\n"))
            </svg>
            """
        return (drawing, svg)
    }
}
