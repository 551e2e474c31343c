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

/// A point in a picture, in logical pixels from the upper left corner.
struct Point: Hashable, Sendable {
    let x: Double
    let y: Double
}

struct Box: Hashable, Sendable {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double
    /// How far below the top the value 1 lies, so that what is drawn around it stays inside.
    var headroom = 0.0

    var width: Double { right - left }
    var height: Double { bottom - top }
    var middle: Double { (top + bottom) / 2 }

    /// Returns the height of a value from 0 (bottom) to 1 (top). Values beyond are clamped, and NaN counts as 0.
    func y(_ value: Double) -> Double { bottom - (height - headroom) * (value > 0 ? min(value, 1) : 0) }
}

struct Path: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case move(Point)
        case line(Point)
        case close
        case circle(Point, radius: Double)
    }

    private(set) var steps: [Step] = []

    init() {}

    init(_ points: some Sequence<Point>, closed: Bool = false) {
        for point in points { steps.append(steps.isEmpty ? .move(point) : .line(point)) }
        if closed, !steps.isEmpty { steps.append(.close) }
    }

    init(_ box: Box) {
        self.init(
            [
                Point(x: box.left, y: box.top), Point(x: box.right, y: box.top), Point(x: box.right, y: box.bottom),
                Point(x: box.left, y: box.bottom),
            ], closed: true)
    }

    mutating func addLine(from start: Point, to end: Point) { steps += [.move(start), .line(end)] }

    mutating func addCircle(_ centre: Point, radius: Double) { steps.append(.circle(centre, radius: radius)) }

    mutating func add(_ path: Path) { steps += path.steps }
}
