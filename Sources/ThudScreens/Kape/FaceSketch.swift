import ThudTerminal
import ThudTextRaster

/// A face, and the phone on the way to its forehead.
struct FaceSketch {
    /// The face in dots, without what the phone hides.
    let face: Bitmap
    /// The phone in dots.
    let phone: Bitmap

    /// A drawing that fills `size`.
    ///
    /// - Parameter lifted: how far the phone is lifted, from beneath the chin (0) to the forehead (1).
    init(_ size: Size, lifted: Double) {
        var face = Sketch(size)
        var phone = Sketch(size)
        let radius = min(face.height / 2 - 0.5, face.width / 2 - 0.5)
        let centre = Sketch.Point(x: face.width / 2, y: face.height / 2)
        let line = max(0.55, radius / 14)
        let bottom = face.height - radius * 0.3
        let top = centre.y - radius * 0.5
        let box = RoundedBox(
            middle: Sketch.Point(x: centre.x, y: bottom + (top - bottom) * lifted),
            half: Sketch.Point(x: radius * 0.85, y: radius * 0.3), radius: radius * 0.12)
        face.paint { FaceSketch.isFace($0, centre, radius, line) && box.distance(to: $0) > line }
        phone.paint { abs(box.distance(to: $0) + line) <= line }
        self.face = face.bitmap
        self.phone = phone.bitmap
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
