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
        let centre = Sketch.Point(x: thick.width / 2, y: thick.height / 2)
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
        return dots.sorted { ($0.angle, $0.y, $0.x) < ($1.angle, $1.y, $1.x) }.map { ($0.x, $0.y) }
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

struct RingView: Hashable {
    /// The colour of an open ring. Its contrast with black is at least 3:1, as graphics require (WCAG 2.2, 1.4.11).
    static let trackColour = Colour(0x6C6C70)
    let colour: Colour
    /// The filled part, 0 to 1.
    let share: Double
    let isDone: Bool
    /// The seconds since the ring closed. nil if that was long ago.
    let age: Double?
    /// The text in the ring while it is neither filled nor filling.
    let initials: String
    let note: String

    func draw(in area: Area, on canvas: inout Canvas) {
        let scale = canvas.allowsMotion ? age.map(RingSketch.scale) ?? 1 : 1
        let sketch = RingSketch(area.size, share: share, isDisc: isDone, scale: scale)
        let corner = Position(column: area.column, row: area.row)
        canvas.draw(sketch.track, at: corner, Style(Self.trackColour))
        canvas.draw(sketch.filled, at: corner, Style(colour))
        let row = area.row + (area.rows - 1) / 2
        let ink = isDone ? Style(.black, on: colour, .bold) : Style(.white, on: .black, .bold)
        canvas.centred(text, row: row, in: area, ink)
        guard !note.isEmpty, area.rows >= 7 else { return }
        canvas.centred(note, row: row + 1, in: area, isDone ? Style(.black, on: colour) : Style(Neon.grey))
    }

    /// The text in the middle: a mark if the ring is closed, the share while it moves, otherwise the initials.
    private var text: String {
        if isDone { return "✓" }
        return share > 0 ? "\(Int((share * 100).rounded(.down))) %" : initials
    }
}
