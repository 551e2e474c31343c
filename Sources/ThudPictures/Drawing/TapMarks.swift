import ThudHaptics

/// The taps of a pattern as stems with dots. Of taps within one pixel the strongest is shown: the others could not be
/// told from it, and a pattern may have thousands.
struct TapMarks: Sendable {
    struct Mark: Sendable {
        let x: Double
        let intensity: Double
        let sharpness: Double
    }

    /// From left to right.
    let marks: [Mark]

    init(_ pattern: HapticPattern, _ evaluation: HapticEvaluation, _ axis: TimeAxis) {
        var strongest: [Int: Mark] = [:]
        for event in pattern.events where event.kind == .transient {
            let mark = Mark(
                x: axis.x(event.time), intensity: evaluation.intensity(of: event, at: event.time),
                sharpness: evaluation.sharpness(of: event, at: event.time))
            let column = Int(mark.x)
            if mark.intensity >= strongest[column]?.intensity ?? 0 { strongest[column] = mark }
        }
        marks = strongest.values.sorted { $0.x < $1.x }
    }

    /// Draws one value of each tap in a lane; crowded taps get thinner stems and smaller dots.
    func draw(
        _ value: KeyPath<Mark, Double>, in lane: Box, _ paint: Paint, stem opacity: Double, _ layout: PictureLayout,
        on surface: inout some Surface
    ) {
        let room = lane.width / Double(max(marks.count, 1))
        let smallest = layout.length(1.6, compact: 1)
        let radius = min(layout.length(6.5, compact: 3.2), max(room / 3, smallest))
        var (stems, dots) = (Path(), Path())
        for mark in marks {
            let top = Point(x: mark.x, y: lane.y(mark[keyPath: value]))
            stems.addLine(from: Point(x: mark.x, y: lane.bottom), to: top)
            dots.addCircle(top, radius: radius)
        }
        // A ring of the lane's colour sets the dots apart from lines and areas beneath.
        if radius > smallest { surface.stroke(dots, .panel, width: radius / 2) }
        surface.stroke(stems, paint, width: min(layout.length(3, compact: 1.6), radius), opacity: opacity)
        surface.fill(dots, paint)
    }
}
