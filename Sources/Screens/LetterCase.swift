public import Lettering
import Terminal

/// The large letters, each setting made once: a card is drawn sixty times a second.
public final class LetterCase {
    private struct Key: Hashable {
        var text: String
        var box: Size
    }

    /// More than any one screen shows.
    private static let capacity = 64

    private let typeface: Typeface?
    private var images: [Key: Bitmap?] = [:]

    /// Letters of a typeface; without one everything is written plainly.
    public init(_ typeface: Typeface? = nil) { self.typeface = typeface }

    /// Letters of the usual typeface, where that is installed.
    public static func usual() -> LetterCase { LetterCase(try? Typeface.find()) }

    /// The largest setting of `text` in a box; nil where plain text has to do.
    func image(of text: String, _ box: Size) -> Bitmap? {
        guard let typeface else { return nil }
        let key = Key(text: text, box: box)
        if let known = images[key] { return known }
        // Whatever is still shown is set again on the next frame.
        if images.count == LetterCase.capacity { images.removeAll(keepingCapacity: true) }
        let image = typeface.setting(text, columns: box.columns, rows: box.rows)
        images[key] = .some(image)
        return image
    }
}
