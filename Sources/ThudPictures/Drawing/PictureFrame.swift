import Glibc
import ThudCore

extension PictureDrawing {
    /// Draws the background behind the marks: the lanes, their scales and the time axis.
    func drawFrame(on surface: inout some Surface) {
        for plot in layout.plots { surface.fill(Path(plot), .panel) }
        drawTime(on: &surface)
        let share: [(Double, String)] = [(1, "1"), (0.5, layout.isCompact ? "" : "0.5"), (0, "0")]
        scale(share, of: layout.intensity, on: &surface)
        scale(share, of: layout.sharpness, on: &surface)
        let limit = Markup.number(picture.waveform.limit, decimals: 3)
        let signs: [(Double, String)] =
            layout.isCompact ? [(1, ""), (0.5, "0"), (0, "")] : [(1, limit), (0.5, "0"), (0, "−" + limit)]
        scale(signs, of: layout.waveform, on: &surface)
    }

    private func drawTime(on surface: inout some Surface) {
        var lines = Path()
        let baseline = layout.waveform.bottom + layout.length(28, compact: 12.5)
        let ticks = axis.ticks(every: layout.length(110, compact: 52))
        for tick in ticks {
            for plot in layout.plots {
                lines.addLine(from: Point(x: tick.x, y: plot.top), to: Point(x: tick.x, y: plot.bottom))
            }
            // The last label is wider because of its unit and may be at the very edge.
            let style = layout.text(.muted, .middle)
            let furthest = layout.size.width - measure.width(tick.label, style) / 2 - layout.length(4, compact: 2)
            surface.write(tick.label, at: Point(x: min(tick.x, furthest), y: baseline), style)
        }
        surface.stroke(lines, .grid, width: layout.length(1.2, compact: 0.7))
    }

    private func scale(_ labels: [(share: Double, label: String)], of lane: Box, on surface: inout some Surface) {
        var lines = Path()
        for (share, label) in labels {
            let y = lane.y(share)
            lines.addLine(from: Point(x: lane.left, y: y), to: Point(x: lane.right, y: y))
            let place = Point(x: lane.left - layout.length(12, compact: 4), y: y + 0.36 * layout.textSize)
            if !label.isEmpty { surface.write(label, at: place, layout.text(.muted, .end)) }
        }
        surface.stroke(lines, .grid, width: layout.length(1.2, compact: 0.7))
        let floor = Path([Point(x: lane.left, y: lane.bottom), Point(x: lane.right, y: lane.bottom)])
        if lane != layout.waveform { surface.stroke(floor, .axis, width: layout.length(1.5, compact: 0.9)) }
    }
}

/// The time axis from left to right, from 0 to the end of the pattern or of its waveform.
struct TimeAxis: Hashable, Sendable {
    struct Tick: Hashable, Sendable {
        let x: Double
        let label: String
    }

    /// The length of an axis without any event, in seconds.
    private static let emptyLength = 1.0
    let seconds: Double
    /// The positions of 0 and of the end, slightly inside the lanes, so that an event at 0 is not on the edge.
    let left: Double
    let right: Double

    init(seconds: Double, in lane: Box, inset: Double) {
        self.seconds = seconds > 0 ? seconds : Self.emptyLength
        left = lane.left + inset
        right = lane.right - inset
    }

    /// Returns the position of a time in seconds.
    func x(_ time: Double) -> Double { left + (right - left) * time / seconds }

    /// Returns the time in seconds at a position.
    func time(at x: Double) -> Double { (x - left) / (right - left) * seconds }

    /// Returns ticks at 1, 2 or 5 times a power of ten, about `spacing` apart, in ms up to a second. The last shows the
    /// unit.
    func ticks(every spacing: Double) -> [Tick] {
        let inSeconds = seconds > 1
        let length = inSeconds ? seconds : seconds * 1_000
        let step = NiceNumber.atLeast(length * spacing / (right - left))
        let decimals = step < 1 ? Int((-log10(step)).rounded(.up)) : 0
        let count = min(Int((length / step * (1 + 1e-9)).rounded(.down)), 200)
        return (0...count).map { index in
            let value = Double(index) * step
            let unit = index == count ? (inSeconds ? " s" : " ms") : ""
            return Tick(
                x: left + (right - left) * value / length, label: PictureText.number(value, decimals: decimals) + unit)
        }
    }
}
