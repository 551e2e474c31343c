import Glibc

/// A rectangle with rounded corners, turned about its middle.
struct RoundedBox: Hashable {
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
    init(middle: Sketch.Point, half: Sketch.Point, radius: Double, angle: Double = 0) {
        self.middle = middle
        self.half = half
        self.radius = radius
        cosine = cos(angle)
        sine = sin(angle)
    }

    /// How far a point lies outside, in units; negative inside.
    func distance(to point: Sketch.Point) -> Double {
        let from = point - middle
        let across = abs(from.x * cosine + from.y * sine) - half.x + radius
        let along = abs(from.y * cosine - from.x * sine) - half.y + radius
        let outside = Sketch.Point(x: max(across, 0), y: max(along, 0)).length
        return outside + min(max(across, along), 0) - radius
    }
}
