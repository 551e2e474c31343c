import Glibc
import ThudTerminal
import ThudTextRaster

/// A drawing in dots. Its unit is the height of a dot, which is half a row. A dot is half as wide as it is high, as
/// terminal cells are, so that a circle in units is round on the screen.
package struct Sketch {
    /// A position or a direction: x to the right, y downwards.
    package struct Point: Hashable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }

        /// The distance from 0, 0.
        package var length: Double { (x * x + y * y).squareRoot() }

        package static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
    }

    package private(set) var bitmap: Bitmap
    /// The width in units.
    package var width: Double { Double(bitmap.width) / 2 }
    /// The height in units.
    package var height: Double { Double(bitmap.height) }

    package var middle: Point { Point(x: width / 2, y: height / 2) }

    package init(_ size: Size) { bitmap = Bitmap(width: 2 * size.columns, height: 2 * size.rows) }

    /// Returns a drawing of every dot whose middle is inside.
    package static func bitmap(_ size: Size, where isInside: (Point) -> Bool) -> Bitmap {
        var sketch = Sketch(size)
        sketch.paint(where: isInside)
        return sketch.bitmap
    }

    /// Sets (or clears, if `isSet` is false) every dot whose middle is inside.
    package mutating func paint(_ isSet: Bool = true, where isInside: (Point) -> Bool) {
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where isInside(Point(x: (Double(x) + 0.5) / 2, y: Double(y) + 0.5)) {
                bitmap[x, y] = isSet
            }
        }
    }
}

/// A rectangle with rounded corners, turned about its middle.
package struct RoundedBox: Hashable {
    private let middle: Sketch.Point
    private let half: Sketch.Point
    private let radius: Double
    private let cosine: Double
    private let sine: Double

    /// Creates a rectangle from half its width and height and its radius, in units, and a clockwise angle in radians.
    package init(middle: Sketch.Point, half: Sketch.Point, radius: Double, angle: Double = 0) {
        self.middle = middle
        self.half = half
        self.radius = radius
        cosine = cos(angle)
        sine = sin(angle)
    }

    /// Returns the distance of a point from the edge, in units, negative inside.
    package func distance(to point: Sketch.Point) -> Double {
        let from = point - middle
        let across = abs(from.x * cosine + from.y * sine) - half.x + radius
        let along = abs(from.y * cosine - from.x * sine) - half.y + radius
        let outside = Sketch.Point(x: max(across, 0), y: max(along, 0)).length
        return outside + min(max(across, along), 0) - radius
    }
}
