import ThudTerminal
import ThudTextRaster

/// The large letters, each setting made once: a card is drawn sixty times a second.
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

    /// Letters of a typeface; without one everything is written plainly.
    package init(_ typeface: Typeface? = nil) { self.typeface = typeface }

    /// Letters of the usual typeface, where that is installed.
    package static func usual() -> LetterCase { LetterCase(try? Typeface.find()) }

    /// The part of `text` that there are large letters for, where that is most of it but not all; nil elsewhere.
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

    /// The largest setting of `text` in a box, its words divided if need be; nil where plain text has to do.
    func image(of text: String, _ box: Size, dividesWords: Bool) -> Bitmap? {
        guard let typeface else { return nil }
        let key = Key(text: text, box: box, dividesWords: dividesWords)
        if let known = images[key] { return known }
        // Texts that are still shown are set again with the next frame.
        if images.count == LetterCase.capacity { images.removeAll(keepingCapacity: true) }
        let image = typeface.raster(text, columns: box.columns, rows: box.rows, hyphenates: dividesWords)
        images[key] = .some(image)
        return image
    }
}
