public import Lettering
import Terminal

/// The large letters, each setting made once: a card is drawn sixty times a second.
public final class LetterCase {
    private struct Key: Hashable {
        let text: String
        let box: Size
    }

    private let typeface: Typeface?
    private var images: [Key: Bitmap?] = [:]

    /// More settings than an evening's screen shows within minutes; then all are made again.
    private static let mostImages = 64

    /// The letters of a typeface; without one everything is written plainly.
    public init(_ typeface: Typeface? = nil) { self.typeface = typeface }

    /// The largest setting of `text` in a box; nil where plain text has to do.
    func image(of text: String, _ box: Size) -> Bitmap? {
        guard let typeface else { return nil }
        let key = Key(text: text, box: box)
        if let known = images[key] { return known }
        if images.count >= Self.mostImages { images = [:] }
        let image = typeface.setting(text, columns: box.columns, rows: box.rows)
        images[key] = .some(image)
        return image
    }
}
