import ThudPatterns

/// A dynamic parameter over the time of a pattern: a dashed line with its own scale on the right.
struct DashedControl: Sendable {
    private let points: [(x: Double, share: Double)]
    private let id: DynamicParameterID

    /// Creates the line of a parameter; nil if the pattern does not use it.
    init?(_ id: DynamicParameterID, _ pattern: HapticPattern, _ evaluation: HapticEvaluation, _ axis: TimeAxis) {
        guard Self.isUsed(id, in: pattern) else { return nil }
        self.id = id
        let range = id.range
        points = BreakpointSamples([id], evaluation, axis).samples(from: 0, to: axis.seconds).map { sample in
            let value = evaluation.value(of: id, at: sample.time)
            return (sample.x, (value - range.lowerBound) / (range.upperBound - range.lowerBound))
        }
    }

    static func isUsed(_ id: DynamicParameterID, in pattern: HapticPattern) -> Bool {
        pattern.parameters.contains { $0.id == id } || pattern.curves.contains { $0.id == id && !$0.points.isEmpty }
    }

    /// The meaning of the dashes, for the heading of the lane.
    var note: String { id.multiplies ? "dashed: a factor" : "dashed: added" }

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
            surface.write(label, at: Point(x: lane.right + layout.length(10, compact: 4), y: y), layout.text(.muted))
        }
    }
}

/// The times between a picture's pixel columns at which a pattern's parameters step or change slope.
struct BreakpointSamples: Sendable {
    /// A position, and a time just before or just after it, because a step has two values at one position.
    struct Sample: Sendable {
        let x: Double
        let time: Double
    }

    /// How many seconds before and after a step it is evaluated.
    private static let hair = 1e-9
    private let breakpoints: [Double]
    private let axis: TimeAxis

    init(_ ids: [DynamicParameterID], _ evaluation: HapticEvaluation, _ axis: TimeAxis) {
        let cells = Int((axis.right - axis.left) / 2)
        breakpoints = ids.flatMap { evaluation.breakpoints(of: $0, within: axis.seconds, cells: cells) }
        self.axis = axis
    }

    var count: Int { 2 * breakpoints.count }

    /// Returns every second pixel from `first` to `last`, the breakpoints between them, and other times; from left to
    /// right.
    func samples(from first: Double, to last: Double, with others: [Double] = []) -> [Sample] {
        let even = stride(from: axis.x(first) + 2, to: axis.x(last), by: 2).map { x in
            Sample(x: x, time: axis.time(at: x))
        }
        let ends = [first, last].map { Sample(x: axis.x($0), time: $0) }
        return (ends + even + between(first, last, with: others)).sorted { $0.time < $1.time }
    }

    /// Returns both sides of the breakpoints between two times, and of other times there.
    func between(_ first: Double, _ last: Double, with others: [Double] = []) -> [Sample] {
        (breakpoints + others).filter { $0 > first && $0 < last }.flatMap { time in
            [-Self.hair, Self.hair].map { Sample(x: axis.x(time), time: time + $0) }
        }
    }
}
