import Glibc
import ThudCore
import ThudGameUI
import ThudTerminal
import ThudTextRaster

/// A ring made of dots: thin while it is open, thick in its filled part, and a disc after it has closed.
struct RingSketch {
    let track: Bitmap
    /// The filled part, clockwise from the top.
    let filled: Bitmap

    /// How much a ring swells while it closes. A small ring grows by a whole dot, so that the change is visible.
    static let swelling = 0.08
    private static let leastSwelling = 1.0
    static let swellTime = 0.2

    /// Draws a ring in the middle of an area of this size.
    ///
    /// - Parameters:
    ///   - share: the filled part, 0 to 1, as a share of the closed ring's dots, to the nearest dot.
    ///   - isDisc: whether the ring is closed and filled all over.
    ///   - scale: from 1 to 1 + `swelling`.
    init(_ size: Size, share: Double, isDisc: Bool = false, scale: Double = 1) {
        var thick = Sketch(size)
        var thin = Sketch(size)
        let largest = min(thick.height, thick.width) / 2 - 0.25
        let growth = max(Self.leastSwelling, largest - largest / (1 + Self.swelling))
        let radius = largest - growth * (1 + Self.swelling - scale) / Self.swelling
        let centre = thick.middle
        let width = max(1.3, radius / 4)
        thick.paint { (isDisc ? 0...radius : radius - width...radius).contains(($0 - centre).length) }
        thin.paint { (radius - max(0.7, width / 3)...radius).contains(($0 - centre).length) }
        let dots = Self.clockwise(thick, about: centre)
        let count = Int((min(max(share, 0), 1) * Double(dots.count)).rounded())
        var filled = Bitmap(width: thick.bitmap.width, height: thick.bitmap.height)
        var track = thin.bitmap
        for dot in dots.prefix(count) {
            filled[dot.x, dot.y] = true
            track[dot.x, dot.y] = false
        }
        self.track = track
        self.filled = filled
    }

    /// Returns the dots of a ring, clockwise from the top.
    private static func clockwise(_ sketch: Sketch, about centre: Sketch.Point) -> [(x: Int, y: Int)] {
        var dots: [(angle: Double, x: Int, y: Int)] = []
        for y in 0..<sketch.bitmap.height {
            for x in 0..<sketch.bitmap.width where sketch.bitmap[x, y] {
                let arm = Sketch.Point(x: (Double(x) + 0.5) / 2, y: Double(y) + 0.5) - centre
                let angle = atan2(arm.x, -arm.y)
                dots.append((angle < 0 ? angle + 2 * .pi : angle, x, y))
            }
        }
        return dots.sorted { $0.angle < $1.angle }.map { ($0.x, $0.y) }
    }

    /// Returns a ring's scale `age` seconds after it closed. It stays at its largest for two thirds of the time.
    static func scale(at age: Double) -> Double {
        (0..<swellTime).contains(age) ? 1 + swelling * min(1, 2 * sin(.pi * age / swellTime)) : 1
    }

    /// The time in which a streak counts up to its new length, in seconds.
    static let countTime = 0.3

    /// Returns the number that a streak shows `age` seconds after its day was done.
    static func count(of streak: Int, at age: Double) -> Int {
        guard streak > 1, (0..<countTime).contains(age) else { return streak }
        return 1 + Int(Double(streak - 1) * age / countTime)
    }
}

/// A large check mark for a closed ring.
struct CheckSketch {
    let bitmap: Bitmap

    /// Draws a mark in the middle of a ring of this size, higher if words follow below it.
    init(_ size: Size, isHigh: Bool) {
        var centre = Sketch(size).middle
        let radius = min(centre.x, centre.y)
        if isHigh { centre.y -= 0.2 * radius }
        let joints = [(-0.42, 0.02), (-0.12, 0.32), (0.46, -0.34)].map {
            Sketch.Point(x: centre.x + $0 * radius, y: centre.y + $1 * radius)
        }
        let half = max(0.55, 0.1 * radius)
        bitmap = Sketch.bitmap(size) { point in
            zip(joints, joints.dropFirst()).contains { point.distance(to: $0, $1) <= half }
        }
    }
}

extension Sketch.Point {
    /// Returns the distance to the line between two points.
    fileprivate func distance(to start: Sketch.Point, _ end: Sketch.Point) -> Double {
        let (way, from) = (end - start, self - start)
        let share = min(max((from.x * way.x + from.y * way.y) / (way.length * way.length), 0), 1)
        return (from - Sketch.Point(x: way.x * share, y: way.y * share)).length
    }
}

struct RingView: Hashable {
    /// The colour of a line that only separates. Its contrast with black is at least 3:1, as graphics require (WCAG
    /// 2.2, 1.4.11).
    static let trackColour = Colour(0x6C6C70)
    /// The contrast of an open ring, in its own hue.
    private static let trackContrast = 3.2
    let colour: Colour
    /// The filled part, 0 to 1.
    let share: Double
    var isDone = false
    /// The seconds since the ring closed. nil if that was long ago.
    var age: Double?
    /// The text in the ring while it is neither filled nor filling.
    var initials = ""
    var note = ""

    /// Draws the ring in exact colours, which no flash covers.
    func draw(in area: Area, on canvas: inout Canvas) {
        let scale = canvas.allowsMotion ? age.map(RingSketch.scale) ?? 1 : 1
        let sketch = RingSketch(area.size, share: share, isDisc: isDone, scale: scale)
        let accent = canvas.isLight ? colour.onLight : colour
        let track = accent.standingOut(Self.trackContrast, from: canvas.ground)
        canvas.draw(sketch.track, at: area.corner, Style(track, on: .black, .exact))
        canvas.draw(sketch.filled, at: area.corner, Style(accent, on: .black, .exact))
        let row = area.row + (area.rows - 1) / 2
        let hasNote = !note.isEmpty && Self.hasRoomForNote(area)
        guard isDone else {
            // The share changes with every frame, so it stays in plain letters.
            let isLarge = share == 0 && area.rows >= Self.roomForLarge
            if isLarge {
                // A ring is twice as wide as high, and its inside narrower.
                let inside = Size(columns: min(area.columns, area.rows * 8 / 5), rows: 5)
                canvas.large(text, in: area.centred(inside), .plain)
            } else {
                canvas.centred(text, row: row, in: area, Style(.white, on: .black, .bold))
            }
            if hasNote { canvas.centred(note, row: row + (isLarge ? 4 : 1), in: area, Style(Neon.grey)) }
            return
        }
        let check = CheckSketch(area.size, isHigh: hasNote).bitmap
        canvas.draw(check, at: area.corner, Style(canvas.ground, on: accent, .exact))
        guard hasNote else { return }
        let below = area.row + area.rows * 3 / 4
        canvas.centred(note, row: below, in: area, Style(canvas.ground, on: accent, .exact))
    }

    /// The rows of a ring from which its initials are large.
    private static let roomForLarge = 13

    /// Whether a ring is large enough for its note.
    static func hasRoomForNote(_ area: Area) -> Bool { area.rows >= 6 }

    /// The text in the middle of an open ring: the share while it moves, otherwise the initials.
    private var text: String { share > 0 ? "\(Int((share * 100).rounded(.down))) %" : initials }
}
