/// Patterns on one page of HTML: a picture, the numbers and a play button each.
///
/// The page is one file that asks nothing of any server; a browser is held to that by the page's own content security
/// policy. It is worked by mouse, finger or keyboard, follows the reader's colours and wish for less motion, and keeps
/// the volume. Without JavaScript the browser's own controls play the sounds.
public struct Gallery: Sendable {
    /// The heading.
    public let title: String

    /// The patterns in the order in which they are shown.
    public let entries: [GalleryEntry]

    /// A gallery.
    public init(title: String, entries: [GalleryEntry]) {
        self.title = title
        self.entries = entries
    }

    /// The page.
    public func html() -> String {
        let title = MarkupText.escaped(MarkupText.oneLine(title))
        let cards = entries.enumerated().map { GalleryCard($1, number: $0 + 1).html() }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
            script-src 'unsafe-inline'; media-src data:; base-uri 'none'; form-action 'none'">
            <title>\(title)</title>
            <style>
            \(GalleryStyle.text)
            \(PictureStyleSheet.text(.automatic, scope: ".pattern"))
            </style>
            </head>
            <body>
            \(header(title))
            <main>
            <ul class="cards">
            \(cards.joined(separator: "\n"))
            </ul>
            <p class="none" hidden>No pattern has this in its name.</p>
            </main>
            <footer>
            <p>Intensity and sharpness are what is played, from 0 to 1, after envelopes and curves; the waveform is what \
            sounds. Made with Thud.</p>
            </footer>
            <script>
            \(GalleryScript.text)
            </script>
            </body>
            </html>

            """
    }

    private func header(_ title: String) -> String {
        """
        <header>
        <h1 dir="auto">\(title)</h1>
        <p class="count" role="status">\(entries.count) \(entries.count == 1 ? "pattern" : "patterns")</p>
        <div class="tools" role="search">
        <label class="filter"><span>Filter</span><input type="search" placeholder="by name" autocomplete="off" \
        spellcheck="false" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></label>
        <label class="volume"><span>Volume</span><input type="range" min="0" max="100" value="80">\
        <output>80 %</output></label>
        </div>
        <p class="keys"><kbd>j</kbd> <kbd>k</kbd> or arrows: move · <kbd>space</kbd>: play or stop · <kbd>esc</kbd>: \
        stop all</p>
        </header>
        """
    }
}
