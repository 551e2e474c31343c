import ThudTerminal
import ThudTextRaster

/// The cache of large letters: each text is set once, because a card is drawn sixty times a second.
package final class LetterCase {
    private struct Key: Hashable {
        var text: String
        var box: Size
        var dividesWords: Bool
    }

    private static let capacity = 64
    private let typeface: Typeface?
    private var images: [Key: Bitmap?] = [:]
    private var parts: [String: String?] = [:]

    /// Creates letters of a typeface. Without one, all text is plain.
    package init(_ typeface: Typeface? = nil) { self.typeface = typeface }

    /// Returns letters of the usual typeface, or none if that is not installed.
    package static func usual() -> LetterCase { LetterCase(try? Typeface.find()) }

    /// Returns the characters of `text` that the typeface supports. nil if they are all of it, or less than half.
    func mostOf(_ text: String) -> String? {
        guard let typeface else { return nil }
        if let known = parts[text] { return known }
        if parts.count == LetterCase.capacity { parts.removeAll(keepingCapacity: true) }
        let part = typeface.supportedCharacters(of: text)
        let (whole, kept) = (text.count { !$0.isWhitespace }, part.count { !$0.isWhitespace })
        let most = kept < whole && 2 * kept >= whole ? part : nil
        parts[text] = .some(most)
        return most
    }

    /// Returns the largest setting of `text` in a box, or nil if it must be drawn as plain text.
    func image(of text: String, _ box: Size, dividesWords: Bool) -> Bitmap? {
        guard let typeface else { return nil }
        let key = Key(text: text, box: box, dividesWords: dividesWords)
        if let known = images[key] { return known }
        // Texts still on the screen are set again in the next frame.
        if images.count == LetterCase.capacity { images.removeAll(keepingCapacity: true) }
        let image = typeface.raster(text, columns: box.columns, rows: box.rows, hyphenates: dividesWords)
        images[key] = .some(image)
        return image
    }
}
