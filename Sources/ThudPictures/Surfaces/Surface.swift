import ThudCore

/// A surface for pictures: the same drawing becomes an SVG or a PNG.
///
/// cairo draws the PNG. The SVG is written as text instead of by cairo, whose SVG turns every letter into an outline
/// and knows only one theme. It also names its glyphs alike in all files, so that two of them on one page clash. Thud's
/// SVG is a quarter of the size and follows the reader's colours; its text can be selected, searched and read aloud.
protocol Surface {
    mutating func fill(_ path: Path, _ paint: Paint, opacity: Double)
    mutating func stroke(_ path: Path, _ paint: Paint, width: Double, dashed: Bool, opacity: Double)
    mutating func write(_ text: String, at place: Point, _ style: TextStyle)
}

/// The look of text and its anchor; the height of its position is the baseline.
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

/// Draws as SVG. Colours are classes, and ``PictureStyleSheet`` gives them their values.
extension SVGSurface: Surface {
    mutating func fill(_ path: Path, _ paint: Paint, opacity: Double) {
        self.path("f-\(paint.rawValue)", SVGPath(path), Self.opacity("fill-opacity", opacity))
    }

    mutating func stroke(_ path: Path, _ paint: Paint, width: Double, dashed: Bool, opacity: Double) {
        let dashes = [("stroke-dasharray", "\(Markup.number(3 * width)) \(Markup.number(2.5 * width))")]
        self.path(
            "s-\(paint.rawValue)", SVGPath(path),
            [("stroke-width", Markup.number(width))] + Self.opacity("stroke-opacity", opacity) + (dashed ? dashes : []))
    }

    mutating func write(_ text: String, at place: Point, _ style: TextStyle) {
        self.text(
            text, "f-\(style.paint.rawValue)", x: place.x, y: place.y,
            [("font-size", Markup.number(style.size))] + (style.isBold ? [("font-weight", "bold")] : [])
                + (style.anchor == .start ? [] : [("text-anchor", style.anchor.rawValue)]))
    }

    private static func opacity(_ name: String, _ opacity: Double) -> [(String, String)] {
        opacity < 1 ? [(name, Markup.number(opacity, decimals: 2))] : []
    }
}

extension SVGPath {
    fileprivate init(_ path: Path) {
        self.init()
        for step in path.steps {
            switch step {
            case .move(let point): move(point.x, point.y)
            case .line(let point): line(point.x, point.y)
            case .close: close()
            case .circle(let centre, let radius): circle(centre.x, centre.y, radius: radius)
            }
        }
    }
}
