import ThudGameUI
import ThudTerminal
import ThudTextRaster

/// "Place it on your forehead": a face, and a phone that is lifted to it.
struct ForeheadView: Hashable, Sendable {
    /// The seconds since the screen appeared.
    let age: Double

    /// How long one lift takes, and how long the phone then rests, in seconds.
    private static let lift = 0.9
    private static let rest = 1.3

    /// Returns how far the phone is lifted, 0 to 1. Without motion it is always at the forehead.
    private func lifted(_ allowsMotion: Bool) -> Double {
        guard allowsMotion, age.isFinite else { return 1 }
        let phase = max(0, age).truncatingRemainder(dividingBy: Self.lift + Self.rest)
        let left = 1 - min(phase / Self.lift, 1)
        return 1 - left * left * left
    }

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let figure = canvas.instruction(KapeWords.placeOnForehead, in: page.part(row: 1, rows: page.rows - 4))
        let sketch = FaceSketch(figure.size, lifted: lifted(canvas.allowsMotion))
        canvas.draw(sketch.face, at: figure.corner, Style(Neon.grey))
        canvas.draw(sketch.phone, at: figure.corner, Style(Neon.red))
        canvas.line(KapeWords.screenOutwards, row: page.endRow - 1, in: page, Style(Neon.grey))
    }
}

/// A face, and a phone on its way to the forehead.
struct FaceSketch {
    /// The face in dots, without the part behind the phone.
    let face: Bitmap
    let phone: Bitmap

    /// Creates a drawing that fills `size`, with the phone between below the chin (`lifted` 0) and the forehead (1).
    init(_ size: Size, lifted: Double) {
        let empty = Sketch(size)
        let centre = empty.middle
        let radius = min(centre.x, centre.y) - 0.5
        let line = max(0.55, radius / 14)
        let bottom = empty.height - radius * 0.3
        let top = centre.y - radius * 0.5
        let box = RoundedBox(
            middle: Sketch.Point(x: centre.x, y: bottom + (top - bottom) * lifted),
            half: Sketch.Point(x: radius * 0.85, y: radius * 0.3), radius: radius * 0.12)
        face = Sketch.bitmap(size) { FaceSketch.isFace($0, centre, radius, line) && box.distance(to: $0) > line }
        phone = Sketch.bitmap(size) { abs(box.distance(to: $0) + line) <= line }
    }

    private static func isFace(_ point: Sketch.Point, _ centre: Sketch.Point, _ radius: Double, _ line: Double) -> Bool
    {
        let x = (point.x - centre.x) / radius
        let y = (point.y - centre.y) / radius
        let thin = line / radius
        let outline = abs(Sketch.Point(x: x, y: y).length - 1 + thin) <= thin
        let eyes = Sketch.Point(x: abs(x) - 0.38, y: y - 0.05).length <= max(0.11, thin)
        let mouth = abs(Sketch.Point(x: x, y: y - 0.1).length - 0.55) <= thin && y > 0.42
        return outline || eyes || mouth
    }
}
