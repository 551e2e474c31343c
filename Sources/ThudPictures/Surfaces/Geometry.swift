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
