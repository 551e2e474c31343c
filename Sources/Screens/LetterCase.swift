import Lettering
import Terminal

/// The large letters, each setting made once: a card is drawn sixty times a second.
public final class LetterCase {
    /// Letters of a typeface that never fit: everything is written plainly.
    public init() {}

    /// The largest setting of `text` in a box; nil where plain text has to do.
    func image(of text: String, _ box: Size) -> Bitmap? { nil }
}
