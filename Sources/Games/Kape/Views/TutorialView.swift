import Glibc
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal
import ThudTextRaster

/// "Tilt to start": the phone as it tilts, and the mark that it must pass.
struct TutorialView: Hashable, Sendable {
    /// The head's tilt in radians: 0 upright, positive towards the floor, limited to the range that can be drawn.
    let angle: Double
    /// Whether a tilt back was tried, which passes a card.
    let hasPassed: Bool

    init(angle: Double, hasPassed: Bool = false) {
        self.hasPassed = hasPassed
        self.angle = angle.isFinite ? min(max(angle, -0.3), 1.4) : 0
    }

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        draw(in: canvas.instruction(KapeWords.tiltToStart, in: page.part(row: 1, rows: page.rows - 4)), on: &canvas)
        let pass = hasPassed ? KapeWords.wellTilted : KapeWords.tiltBackToPass
        canvas.line(pass, row: page.endRow - 2, in: page, Style(hasPassed ? Neon.green : Neon.orange))
        canvas.line(KapeWords.nodDown, row: page.endRow - 1, in: page, Style(Neon.grey))
    }

    private func draw(in area: Area, on canvas: inout Canvas) {
        let gauge = TiltSketch(area.size, angle: angle)
        canvas.draw(gauge.way, at: area.corner, Style(Neon.faint))
        canvas.draw(gauge.covered, at: area.corner, Style(Neon.red))
        canvas.draw(gauge.mark, at: area.corner, Style(Neon.red))
        canvas.draw(gauge.phone, at: area.corner, .plain)
        let label = gauge.labelPlace
        canvas.grid.put(
            "35°", at: Position(column: area.column + label.column, row: area.row + label.row),
            Style(.white, on: .black, .bold), limit: max(0, area.columns - label.column))
    }
}

/// A phone seen from the side. It leans forward about its lower edge, along an arc with a mark.
struct TiltSketch {
    let phone: Bitmap
    let way: Bitmap
    /// The part of the arc that the phone has passed.
    let covered: Bitmap
    let mark: Bitmap
    let labelPlace: Position

    /// Creates a drawing that fills `size`, with the phone at `angle` radians: 0 upright, positive forward (right).
    init(_ size: Size, angle: Double) {
        let empty = Sketch(size)
        // A backward tilt needs less room than a forward one, which shares its side with the label.
        let reach = max(0, min(empty.height - 1, (empty.width - 6) / 1.35))
        let left = (empty.width - 1.3 * reach - 6) / 2
        let pivot = Sketch.Point(x: left + reach * 0.35, y: (empty.height + reach) / 2)
        let thick = max(0.8, reach * 0.055)
        let line = max(0.5, reach / 40)
        let box = RoundedBox(
            middle: Sketch.Point(
                x: pivot.x + sin(angle) * reach * 0.41, y: pivot.y - thick - cos(angle) * reach * 0.41),
            half: Sketch.Point(x: thick, y: reach * 0.41), radius: thick * 0.8, angle: angle)

        func isOnArc(_ point: Sketch.Point, from start: Double, to end: Double) -> Bool {
            let arm = point - pivot
            guard abs(arm.length - reach * 0.93) <= line else { return false }
            return (start...max(start, end)).contains(atan2(arm.x, -arm.y))
        }
        let threshold = TiltDetector.threshold
        phone = Sketch.bitmap(size) { box.distance(to: $0) <= 0 }
        way = Sketch.bitmap(size) { isOnArc($0, from: 0, to: .pi / 2.4) }
        covered = Sketch.bitmap(size) { isOnArc($0, from: 0, to: min(angle, threshold)) }
        mark = Sketch.bitmap(size) { point in
            let arm = point - pivot
            guard (reach * 0.84...reach).contains(arm.length) else { return false }
            return abs(atan2(arm.x, -arm.y) - threshold) * arm.length <= max(0.5, line)
        }
        let tip = Sketch.Point(x: pivot.x + sin(threshold) * reach, y: pivot.y - cos(threshold) * reach)
        // A column is one unit wide, a row two units high.
        labelPlace = Position(column: Int(tip.x) + 2, row: max(0, Int(tip.y / 2)))
    }
}
