import ThudCore
import ThudTerminal
import ThudTextRaster

/// Digits of exactly three rows, legible from two metres: the score, the seconds, a row of right answers.
enum Figures {
    /// The dots of each character, six lines from top to bottom.
    private static let shapes: [Character: [String]] = [
        "0": ["###", "# #", "# #", "# #", "# #", "###"], "1": [" # ", "## ", " # ", " # ", " # ", "###"],
        "2": ["###", "  #", "  #", "###", "#  ", "###"], "3": ["###", "  #", "###", "  #", "  #", "###"],
        "4": ["# #", "# #", "###", "  #", "  #", "  #"], "5": ["###", "#  ", "###", "  #", "  #", "###"],
        "6": ["###", "#  ", "###", "# #", "# #", "###"], "7": ["###", "  #", "  #", " # ", " # ", " # "],
        "8": ["###", "# #", "###", "# #", "# #", "###"], "9": ["###", "# #", "###", "  #", "  #", "###"],
        ":": [" ", "#", " ", " ", "#", " "], ".": [" ", " ", " ", " ", " ", "#"], " ": [" ", " ", " ", " ", " ", " "],
    ]

    static let rows = 3

    /// Returns the columns of a text; characters without a shape have none.
    static func columns(of text: String) -> Int {
        max(0, text.reduce(0) { $0 + (shapes[$1].map { $0[0].count + 1 } ?? 0) } - 1)
    }

    static func bitmap(of text: String) -> Bitmap {
        var bitmap = Bitmap(width: 2 * columns(of: text), height: 2 * rows)
        var left = 0
        for lines in text.compactMap({ shapes[$0] }) {
            for (y, line) in lines.enumerated() {
                for (x, dot) in line.enumerated() where dot == "#" {
                    // A dot is as wide as a column, which makes it square.
                    for across in 0..<2 { bitmap[2 * (left + x) + across, y] = true }
                }
            }
            left += lines[0].count + 1
        }
        return bitmap
    }
}

extension Canvas {
    /// The rows above a round: three for large figures if the screen is high enough, otherwise one.
    package var headRows: Int { size.rows >= 24 ? Figures.rows : 1 }

    /// Draws a number in the head of a round from a column on: three rows high if there is room, otherwise as text.
    /// Returns the number of columns used.
    @discardableResult
    package mutating func figure(_ text: String, column: Int, row: Int = 0, _ style: Style) -> Int {
        let place = Position(column: column, row: row)
        guard headRows > 1 else { return grid.put(text, at: place, Style(style.foreground, on: .black, .bold)) }
        draw(Figures.bitmap(of: text), at: place, style)
        return Figures.columns(of: text)
    }

    /// Returns the columns that `figure` will use.
    package func figureColumns(_ text: String) -> Int {
        headRows > 1 ? Figures.columns(of: text) : TextWidth.columns(of: text)
    }
}
