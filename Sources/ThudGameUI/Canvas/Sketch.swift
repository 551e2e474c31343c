import Glibc
import ThudTerminal
import ThudTextRaster

/// A drawing in dots. Its unit is the height of a dot, half a row; a dot is half as wide as it is high, as terminals' cells
/// are, so that what is round here is round on the screen.
package struct Sketch {
    /// A place or a direction: to the right, and down.
    package struct Point: Hashable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }

        /// How far from 0, 0.
        package var length: Double { (x * x + y * y).squareRoot() }

        package static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
    }

    package private(set) var bitmap: Bitmap
    /// How wide it is, in units.
    package var width: Double { Double(bitmap.width) / 2 }
    /// How high it is, in units.
    package var height: Double { Double(bitmap.height) }

    /// An empty drawing that fills an area of this size.
    package init(_ size: Size) { bitmap = Bitmap(width: 2 * size.columns, height: 2 * size.rows) }

    /// Sets the dots for whose middle `isInside` says so, or clears them.
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

    /// A rectangle.
    ///
    /// - Parameters:
    ///   - half: half its width and half its height, in units.
    ///   - radius: of its corners, in units.
    ///   - angle: in radians, clockwise.
    package init(middle: Sketch.Point, half: Sketch.Point, radius: Double, angle: Double = 0) {
        self.middle = middle
        self.half = half
        self.radius = radius
        cosine = cos(angle)
        sine = sin(angle)
    }

    /// How far a point lies outside, in units; negative inside.
    package func distance(to point: Sketch.Point) -> Double {
        let from = point - middle
        let across = abs(from.x * cosine + from.y * sine) - half.x + radius
        let along = abs(from.y * cosine - from.x * sine) - half.y + radius
        let outside = Sketch.Point(x: max(across, 0), y: max(along, 0)).length
        return outside + min(max(across, along), 0) - radius
    }
}
