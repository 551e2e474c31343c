import Glibc
import ThudCore

/// Draws the picture of a result, in pixels of `ResultPicture.size`.
struct ResultDrawing {
    private let picture: ResultPicture
    private let surface: CairoSurface
    private let measure: TextMeasure
    private let middle = ResultPicture.size.width / 2

    /// The frame, and the greatest width of text within it.
    private static let frame = Box(left: 44, top: 44, right: 1_036, bottom: 1_306)
    private static let widest = 860.0
    private static let steps = [300.0, 215, 150]
    /// Smaller letters are unreadable on a phone.
    private static let leastSize = 18.0
    /// The height of DejaVu's capitals and figures relative to their size.
    private static let capital = 0.729
    private static let grey = Colour(0xA4A4AE)

    init(_ picture: ResultPicture, on surface: CairoSurface) throws(ThudError) {
        measure = try TextMeasure()
        self.picture = picture
        self.surface = surface
    }

    func draw() {
        let size = ResultPicture.size
        surface.fill(Path(Box(left: 0, top: 0, right: size.width, bottom: size.height)), .black, opacity: 1)
        neon(Path(Self.frame, radius: 58), picture.accent, width: 6)
        switch picture.subject {
        case .score(let score, let figures, let stamp, let remark): draw(score, figures, stamp, remark)
        case .podium(let places): draw(places)
        }
        line(picture.date, baseline: 1_244, size: 34, isBold: false, Self.grey)
    }

    // MARK: A round

    private func draw(_ score: String, _ figures: String, _ stamp: ResultPicture.Stamp?, _ remark: String) {
        line(picture.title, baseline: 196, size: 96)
        line(picture.heading, baseline: 270, size: 44)
        drawEmblem(side: 700, top: 290, opacity: 0.2)
        let size = fitted(score, size: 400, width: 780)
        // A rank covers the foot of the emblem. Without one, the texts around it move closer together.
        let gap = stamp == nil ? 60.0 : 0
        line(score, baseline: 620 + gap + size * Self.capital / 2, size: size, width: 780)
        if let stamp { draw(stamp, at: Point(x: middle, y: 905)) }
        line(figures, baseline: 1_088 - 2 * gap, size: 46)
        line(remark, baseline: 1_156 - 2 * gap, size: 34, isBold: false)
    }

    /// Draws a rank in two frames, slightly slanted as if stamped in a hurry.
    private func draw(_ stamp: ResultPicture.Stamp, at centre: Point) {
        let size = fitted(stamp.text, size: 88, width: 640)
        let width = min(640, measure.width(PictureText.oneLine(stamp.text), style(size, isBold: true)))
        let half = (x: width / 2 + 52, y: size * Self.capital / 2 + 50)
        let box = Box(
            left: centre.x - half.x, top: centre.y - half.y, right: centre.x + half.x, bottom: centre.y + half.y)
        surface.turned(by: -0.075, around: centre) {
            surface.fill(Path(box, radius: 16), .black, opacity: 1)
            neon(Path(box, radius: 16), stamp.colour, width: 8)
            surface.stroke(Path(box.inset(16), radius: 8), stamp.colour, width: 3, opacity: 1)
            line(stamp.text, baseline: centre.y + size * Self.capital / 2, size: size, width: 640)
        }
    }

    // MARK: A tournament

    private func draw(_ places: [ResultPicture.Place]) {
        line(picture.title, baseline: 180, size: 84)
        line(picture.heading, baseline: 250, size: 44)
        let further = places.dropFirst(3).prefix(ResultPicture.mostLines)
        let floor = 1_150 - 60 * Double(further.count)
        // As large as fits above the winner.
        drawEmblem(side: floor - Self.steps[0] - 190 - 276, top: 276, opacity: 0.35)
        for (place, slot) in zip(places, [0.0, -1, 1]) { draw(place, on: middle + slot * 290, floor: floor) }
        for (index, place) in further.enumerated() {
            line(
                "\(place.place)   \(place.name)   ✓ \(place.score)", baseline: floor + 66 + 56 * Double(index),
                size: 38, isBold: false)
        }
    }

    /// Draws a step and the player above it; players who share a place get the same height.
    private func draw(_ place: ResultPicture.Place, on centre: Double, floor: Double) {
        let level = min(max(place.place, 1), 3)
        let height = Self.steps[level - 1]
        let step = Box(left: centre - 134, top: floor - height, right: centre + 134, bottom: floor)
        neon(Path(step, radius: 18), place.colour, width: level == 1 ? 7 : 5)
        let (width, size) = (step.width - 28, [140.0, 112, 88][level - 1])
        let number = fitted(String(place.place), size: size, width: width)
        line(
            String(place.place), centre: centre, baseline: step.middle + number * Self.capital / 2, size: number,
            width: width)
        line("✓ \(place.score)", centre: centre, baseline: step.top - 28, size: 40, width: width)
        let name = fitted(place.name, size: 50, width: step.width)
        line(
            place.name, centre: centre, baseline: step.top - 104 + name * Self.capital / 2, size: name,
            width: step.width)
        line(
            place.title, centre: centre, baseline: step.top - 148, size: 30, width: step.width, isBold: false,
            place.colour)
    }

    // MARK: Parts

    /// Draws the emblem, faint inside, with a neon edge.
    private func drawEmblem(side: Double, top: Double, opacity: Double) {
        let box = Box(left: middle - side / 2, top: top, right: middle + side / 2, bottom: top + side)
        var path = Path()
        for polygon in picture.emblem.polygons {
            path.add(
                Path(
                    polygon.map { Point(x: box.left + $0.x * box.width, y: box.top + $0.y * box.height) }, closed: true)
            )
        }
        surface.fill(path, picture.accent, opacity: opacity)
        surface.stroke(path, picture.accent, width: 3, opacity: 0.55)
    }

    /// Draws a crisp line with a glow of eight faint strokes, which overlap more towards the line.
    private func neon(_ path: Path, _ colour: Colour, width: Double) {
        for step in stride(from: 8.0, through: 1, by: -1) {
            surface.stroke(path, colour, width: width + 5 * step, opacity: 0.045)
        }
        surface.stroke(path, colour, width: width, opacity: 1)
    }

    /// Writes text around a centre, no wider than `width`. An empty text writes nothing.
    private func line(
        _ text: String, centre: Double? = nil, baseline: Double, size: Double, width: Double = widest,
        isBold: Bool = true, _ colour: Colour = .white
    ) {
        let style = style(fitted(text, size: size, width: width, isBold: isBold), isBold: isBold)
        let words = measure.fitted(text, style, within: width)
        surface.write(words, at: Point(x: centre ?? middle, y: baseline), style, in: colour)
    }

    /// Returns the size at which text is no wider than `width`: `size`, or less if needed, but never unreadably small.
    private func fitted(_ text: String, size: Double, width: Double, isBold: Bool = true) -> Double {
        let natural = measure.width(PictureText.oneLine(text), style(size, isBold: isBold))
        // Slightly smaller, so that rounding does not cause an ellipsis.
        return natural <= width ? size : max(Self.leastSize, size * width / natural * 0.999)
    }

    private func style(_ size: Double, isBold: Bool) -> TextStyle {
        TextStyle(size: size, paint: .ink, isBold: isBold, anchor: .middle)
    }
}

extension Path {
    fileprivate init(_ box: Box, radius: Double) {
        let (left, right) = (box.left + radius, box.right - radius)
        let (top, bottom) = (box.top + radius, box.bottom - radius)
        // The centres of the corners, clockwise from the upper right one.
        let centres = [(right, top), (right, bottom), (left, bottom), (left, top)]
        self.init(
            centres.enumerated().flatMap { corner, centre in
                (0...12).map { step in
                    let angle = .pi / 2 * (Double(corner) - 1 + Double(step) / 12)
                    return Point(x: centre.0 + radius * cos(angle), y: centre.1 + radius * sin(angle))
                }
            }, closed: true)
    }
}

extension Box {
    fileprivate func inset(_ margin: Double) -> Box {
        Box(left: left + margin, top: top + margin, right: right - margin, bottom: bottom - margin)
    }
}
