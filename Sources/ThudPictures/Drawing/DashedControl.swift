import ThudCore
import ThudHaptics

/// A dynamic parameter over the time of a pattern, as a dashed line with a scale of its own on the right.
struct DashedControl: Sendable {
    private let points: [(x: Double, share: Double)]
    private let id: DynamicParameterID

    /// The line of a parameter; nil where the pattern leaves it alone.
    init?(_ id: DynamicParameterID, _ pattern: HapticPattern, _ evaluation: HapticEvaluation, _ axis: TimeAxis) {
        guard Self.isUsed(id, in: pattern) else { return nil }
        self.id = id
        let range = id.range
        points = TurnSamples([id], evaluation, axis).samples(from: 0, to: axis.seconds).map { sample in
            let value = evaluation.value(of: id, at: sample.time)
            return (sample.x, (value - range.lowerBound) / (range.upperBound - range.lowerBound))
        }
    }

    static func isUsed(_ id: DynamicParameterID, in pattern: HapticPattern) -> Bool {
        pattern.parameters.contains { $0.id == id } || pattern.curves.contains { $0.id == id && !$0.points.isEmpty }
    }

    /// What the dashes mean, for the heading of the lane.
    var diagnostic: String { id.multiplies ? "dashed: a factor" : "dashed: added" }

    func draw(in lane: Box, _ layout: PictureLayout, on surface: inout some Surface) {
        var line: [Point] = []
        for (index, point) in points.enumerated() {
            let isEnd = index == 0 || index == points.count - 1
            if !isEnd, points[index - 1].share == point.share, points[index + 1].share == point.share { continue }
            line.append(Point(x: point.x, y: lane.y(point.share)))
        }
        surface.stroke(Path(line), .ink, width: layout.length(2, compact: 1.1), dashed: true, opacity: 0.7)
        for (share, label) in id.multiplies ? [(1.0, "×1"), (0, "×0")] : [(1, "+1"), (0.5, "0"), (0, "−1")] {
            let y = lane.y(share) + 0.36 * layout.textSize
            surface.write(
                label, at: Point(x: lane.right + layout.length(10, compact: 4), y: y), layout.text(.muted))
        }
    }
}
