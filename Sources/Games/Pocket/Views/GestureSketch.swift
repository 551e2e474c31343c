import Glibc
import ThudGameUI
import ThudTerminal
import ThudTextRaster

/// Drawings in dots: the ring that shows the time, and a sign for each gesture.
enum GestureSketch {
    private static func radius(_ middle: Sketch.Point) -> Double { max(1, min(middle.x, middle.y) - 0.5) }

    /// Returns the ring of the remaining time, which empties clockwise from twelve o'clock.
    static func ring(_ size: Size, share: Double) -> Bitmap {
        let middle = Sketch(size).middle
        let radius = radius(middle)
        let thick = max(1.2, radius * 0.09)
        let gone = (1 - min(max(share.isFinite ? share : 0, 0), 1)) * 2 * Double.pi
        return Sketch.bitmap(size) { point in
            let arm = point - middle
            guard (radius - thick...radius).contains(arm.length) else { return false }
            let angle = atan2(arm.x, -arm.y)
            return (angle < 0 ? angle + 2 * Double.pi : angle) >= gone
        }
    }

    /// Returns the sign of a gesture at `scale` of its full size.
    static func sign(_ gesture: PocketGesture, _ size: Size, scale: Double) -> Bitmap {
        let middle = Sketch(size).middle
        let reach = max(1, radius(middle) * min(max(scale, 0), 1))
        return Sketch.bitmap(size) { point in
            let from = point - middle
            return isInside(gesture, Sketch.Point(x: from.x / reach, y: from.y / reach), dot: 0.5 / reach)
        }
    }

    /// Whether a place belongs to a sign, which extends from -1 to 1. `dot` is half a dot.
    private static func isInside(_ gesture: PocketGesture, _ at: Sketch.Point, dot: Double) -> Bool {
        switch gesture {
        case .swipeUp: isArrow(at.x, at.y)
        case .swipeDown: isArrow(at.x, -at.y)
        case .swipeLeft: isArrow(at.y, at.x)
        case .swipeRight: isArrow(at.y, -at.x)
        case .tap: at.length <= 0.3 || isRing(at, 0.62, dot)
        case .doubleTap: at.length <= 0.24 || isRing(at, 0.5, dot) || isRing(at, 0.85, dot)
        case .longPress: at.length <= 0.55 || (abs(at.y - 0.85) <= max(0.08, dot) && abs(at.x) <= 0.8)
        // Two arrows whose points meet.
        case .pinch: isArrow(at.y * 1.7, abs(at.x) * 1.7 - 0.92)
        case .shake: abs(at.y - 0.45 * zigzag(at.x)) <= 0.16 && abs(at.x) <= 0.95
        case .tiltLeft: phone(-0.45).distance(to: at) <= 0
        case .tiltRight: phone(0.45).distance(to: at) <= 0
        case .raise: isLifted(at.x, at.y)
        case .lower: isLifted(at.x, -at.y)
        case .stroop:
            Int(((at.x + at.y + 4) / 0.4).rounded(.down)).isMultiple(of: 2) && max(abs(at.x), abs(at.y)) <= 0.7
        }
    }

    /// Whether a place belongs to an arrow that points up.
    private static func isArrow(_ x: Double, _ y: Double) -> Bool {
        if y < 0.05 { return y >= -0.8 && abs(x) <= (y + 0.8) * 0.8 }
        return y <= 0.8 && abs(x) <= 0.26
    }

    private static func isRing(_ at: Sketch.Point, _ radius: Double, _ dot: Double) -> Bool {
        abs(at.length - radius) <= max(0.07, dot)
    }

    private static func zigzag(_ x: Double) -> Double {
        let turn = (x + 1) * 2
        let part = turn - turn.rounded(.down)
        return part < 0.5 ? 4 * part - 1 : 3 - 4 * part
    }

    private static func phone(_ angle: Double, y: Double = 0, height: Double = 0.85) -> RoundedBox {
        RoundedBox(
            middle: Sketch.Point(x: 0, y: y), half: Sketch.Point(x: height * 0.5, y: height), radius: 0.15, angle: angle
        )
    }

    private static func isLifted(_ x: Double, _ y: Double) -> Bool {
        if phone(0, y: 0.35, height: 0.55).distance(to: Sketch.Point(x: x, y: y)) <= 0 { return true }
        return y >= -0.95 && y <= -0.4 && abs(x) <= (y + 0.95) * 0.9
    }
}
