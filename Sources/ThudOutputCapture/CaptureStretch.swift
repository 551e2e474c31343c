/// A part of a capture in which time went on evenly: no overrun, no cycle that the sink or the capture missed.
struct CaptureStretch {
    /// An anchor as the instant in nanoseconds that it gives the capture's first frame, so that those of one stretch agree.
    struct Anchor {
        let frame: Int
        let origin: Int64
    }

    /// The frames whose instants it tells. Between two stretches there may be some of which nothing is told.
    let frames: ClosedRange<Double>
    private let anchors: ArraySlice<Anchor>

    /// How many anchors around a frame are asked for its instant: 13 are a quarter of a second.
    private static let jury = 13
    /// By how many nanoseconds time jumps at least where a cycle was missed: less than half of the shortest usual one.
    private static let leastJump: Int64 = 500_000

    /// By how many anchors a jump may stand elsewhere than where it is found.
    private static let doubt = 4

    /// The stretches of a capture, in order; none where nothing tells the time.
    ///
    /// - Parameters:
    ///   - anchors: each tells of the frame behind the last that was read with it.
    ///   - gaps: the frames before which an overrun has swallowed something.
    static func all(of anchors: [Anchor], gaps: [Int]) -> [CaptureStretch] {
        guard !anchors.isEmpty else { return [] }
        // The first anchor behind each seam, with the last frame before it and the first behind.
        var seams = gaps.compactMap { gap -> (anchor: Int, before: Double, after: Double)? in
            let next = anchors.firstIndex { $0.frame > gap }
            return next.map { ($0, Double(gap).nextDown, Double(gap)) }
        }
        seams += jumps(anchors).map { place in
            // Which of a few anchors the jump stands at is not certain, so nothing is told of the frames between them.
            let before = anchors[max(0, place - 1 - doubt)].frame
            return (place, Double(before), Double(anchors[min(anchors.count - 1, place + doubt)].frame))
        }
        seams.sort { $0.anchor < $1.anchor }
        var stretches: [CaptureStretch] = []
        var (first, start) = (0, -Double.infinity)
        for seam in seams where seam.anchor > first && seam.before > start {
            stretches.append(CaptureStretch(frames: start...seam.before, anchors: anchors[first..<seam.anchor]))
            (first, start) = (seam.anchor, seam.after)
        }
        return stretches + [CaptureStretch(frames: start...Double.infinity, anchors: anchors[first...])]
    }

    /// The anchors before which time jumped: those before and those after give the first frame another instant.
    private static func jumps(_ anchors: [Anchor]) -> [Int] {
        let side = jury / 2
        guard anchors.count > 2 * side else { return [] }
        var places: [Int] = []
        var run: [Int] = []
        for place in side...anchors.count - side {
            let step = median(anchors[place - side..<place]) - median(anchors[place..<place + side])
            if abs(step) > leastJump { run.append(place) }
            guard abs(step) <= leastJump || place == anchors.count - side else { continue }
            // Medians feel a jump a few anchors before and behind it; it is where two neighbours differ most.
            let jump = run.max { leap(anchors, $0) < leap(anchors, $1) }
            places += jump.map { [$0] } ?? []
            run = []
        }
        return places
    }

    private static func leap(_ anchors: [Anchor], _ place: Int) -> Int64 {
        abs(anchors[place].origin - anchors[place - 1].origin)
    }

    /// The instant of the capture's first frame, by the median of what the nearest anchors say: a single reading of the delay
    /// is milliseconds off now and then.
    func origin(near frame: Double) -> Int64 {
        var (low, high) = (anchors.startIndex, anchors.endIndex - 1)
        let (first, last) = (low, high)
        while low < high {
            let middle = (low + high) / 2
            if Double(anchors[middle].frame) < frame { low = middle + 1 } else { high = middle }
        }
        let from = max(first, min(low - Self.jury / 2, last - Self.jury + 1))
        return Self.median(anchors[from...min(last, from + Self.jury - 1)])
    }

    private static func median(_ anchors: ArraySlice<Anchor>) -> Int64 {
        let origins = anchors.map(\.origin).sorted()
        return origins[origins.count / 2]
    }
}
