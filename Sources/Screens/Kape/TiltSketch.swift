import Glibc
import Lettering
import Motion
import Terminal

/// A phone seen from the side that leans forward about its lower edge, along an arc with a mark.
struct TiltSketch {
    /// The phone.
    let phone: Bitmap
    /// The arc from upright to the mark.
    let way: Bitmap
    /// What of it the phone has passed.
    let covered: Bitmap
    /// The mark at 35°.
    let mark: Bitmap
    /// Where the mark's label begins.
    let labelPlace: Position

    /// A drawing that fills `size`, with the phone at `angle` radians: 0 upright, positive forward, to the right.
    init(_ size: Size, angle: Double) {
        let empty = Sketch(size)
        let reach = max(0, min(empty.height - 1, empty.width / 2 - 4))
        let pivot = Sketch.Point(x: empty.width / 2 - reach * 0.35, y: empty.height - 0.5)
        let thick = max(0.8, reach * 0.055)
        let line = max(0.5, reach / 40)
        let box = RoundedBox(
            middle: Sketch.Point(
                x: pivot.x + sin(angle) * reach * 0.41, y: pivot.y - thick - cos(angle) * reach * 0.41),
            half: Sketch.Point(x: thick, y: reach * 0.41), radius: thick * 0.8, angle: angle)

        /// A point as the head sees it: how far from the pivot, and how far it is tilted.
        func polar(_ point: Sketch.Point) -> (distance: Double, tilt: Double) {
            (hypot(point.x - pivot.x, point.y - pivot.y), atan2(point.x - pivot.x, pivot.y - point.y))
        }
        func isOnArc(_ point: Sketch.Point, from start: Double, to end: Double) -> Bool {
            let (distance, tilt) = polar(point)
            return abs(distance - reach * 0.93) <= line && start <= tilt && tilt <= end
        }
        func sketched(_ isInside: (Sketch.Point) -> Bool) -> Bitmap {
            var sketch = empty
            sketch.paint(where: isInside)
            return sketch.bitmap
        }
        let threshold = TiltDetector.threshold
        phone = sketched { box.distance(to: $0) <= 0 }
        way = sketched { isOnArc($0, from: 0, to: .pi / 2.4) }
        covered = sketched { isOnArc($0, from: 0, to: min(angle, threshold)) }
        mark = sketched { point in
            let (distance, tilt) = polar(point)
            return distance >= reach * 0.84 && distance <= reach
                && abs(tilt - threshold) * distance <= max(0.5, line)
        }
        let tip = Sketch.Point(x: pivot.x + sin(threshold) * reach, y: pivot.y - cos(threshold) * reach)
        // A column is one unit wide, a row two units high.
        labelPlace = Position(column: Int(tip.x) + 2, row: max(0, Int(tip.y / 2)))
    }
}
