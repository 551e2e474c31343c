/// What a picture is drawn on: one drawing, two surfaces.
///
/// A PNG is drawn by cairo. An SVG is written as text of our own instead of through cairo, whose SVG turns every letter
/// into an outline, knows one theme and names its glyphs alike in all files, so that two of them in one page clash. Ours
/// is a quarter as large, its words can be selected, searched and read out, and it follows the reader's colours.
protocol Surface {
    mutating func fill(_ path: Path, _ paint: Paint, opacity: Double)
    mutating func stroke(_ path: Path, _ paint: Paint, width: Double, dashed: Bool, opacity: Double)
    mutating func write(_ text: String, at place: Point, _ style: TextStyle)
}

/// How words look and which of their points stands at their place; the height of a place is the baseline.
struct TextStyle: Hashable, Sendable {
    enum Anchor: String, Sendable {
        case start, middle, end
    }

    let size: Double
    let paint: Paint
    var isBold = false
    var anchor = Anchor.start
}

extension Surface {
    mutating func fill(_ path: Path, _ paint: Paint) { fill(path, paint, opacity: 1) }

    mutating func stroke(_ path: Path, _ paint: Paint, width: Double, opacity: Double = 1) {
        stroke(path, paint, width: width, dashed: false, opacity: opacity)
    }
}
