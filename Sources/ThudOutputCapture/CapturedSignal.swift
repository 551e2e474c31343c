import ThudCore

/// A frame of a capture, counted from its first one, and the instant at which it came out.
package typealias CaptureAnchor = (frame: Int, instant: Instant)

/// The samples that a sink put out on one channel, with the instant of every frame on CLOCK_MONOTONIC.
package struct CapturedSignal: Sendable {
    package private(set) var samples: [Float]
    /// In frames per second.
    package let sampleRate: Int
    /// When the capture ended by itself; nil if it did not. Later output is unknown.
    package let end: Instant?
    private let segments: [CaptureSegment]
    private let gaps: [Int]
    /// The frame after each read.
    private let reads: [Int]

    /// Creates a signal with at least one anchor for each segment between gaps.
    ///
    /// - Parameters:
    ///   - gaps: the frames before which an overrun lost samples, in order.
    ///   - untimed: frames of which nobody knows when they came out, without anchors.
    package init(
        samples: [Float], sampleRate: Int, anchors: [CaptureAnchor], gaps: [Int] = [], untimed: [Range<Int>] = [],
        end: Instant? = nil
    ) {
        self.samples = samples
        self.sampleRate = sampleRate
        self.gaps = gaps
        self.end = end
        reads = anchors.map(\.frame)
        let placed = anchors.map { anchor in
            let age = Interval(frames: Int64(anchor.frame), at: Int64(sampleRate)).nanoseconds
            return (frame: anchor.frame, origin: anchor.instant.nanoseconds - age)
        }
        let bounds = untimed.flatMap { [$0.lowerBound, $0.upperBound] }
        segments = CaptureSegment.all(of: placed, gaps: gaps + bounds)
    }

    package var count: Int { samples.count }

    /// Returns another signal that was captured at the same time.
    package func carrying(_ samples: [Float]) -> CapturedSignal {
        var other = self
        other.samples = samples
        return other
    }

    /// Returns the length of the server's cycle near a frame, in frames, if each read took all that had arrived: the
    /// shortest of the reads around it, because a late reader gets several cycles at once. Nil without reads.
    package func cycle(near frame: Double) -> Int? {
        let after = reads.partitionPoint { Double($0) >= frame }
        let near = reads[max(0, after - Self.cycleReads)..<min(reads.count, after + Self.cycleReads)]
        return zip(near, near.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min()
    }

    /// The shortest cycle that many reads show, in frames; nil with fewer reads.
    package var shortestCycle: Int? {
        zip(reads.dropFirst(), reads).map { $0 - $1 }.filter { $0 > 0 }.sorted().dropFirst(Self.cycleReads).first
    }

    /// Whether reads of longer cycles than the shortest one came after it. A late reader gets several cycles at once,
    /// but not for a tenth of the time. What a server caught up on has no reads, which looks like one that is too long.
    package var changesCycle: Bool {
        guard let shortest = shortestCycle else { return false }
        let lengths = zip(reads.dropFirst(), reads).map { $0 - $1 }.filter { $0 <= CapturePCM.longestRead }
            .drop { $0 > shortest }
        return 10 * lengths.reduce(0) { $0 + ($1 > shortest ? $1 : 0) } > lengths.reduce(0, +)
    }

    private static let cycleReads = 8

    /// Returns when a frame, which may be fractional, came out. Nil without anchors, and near a jump of a clock.
    package func instant(ofFrame frame: Double) -> Instant? {
        guard let origin = origin(near: frame) else { return nil }
        return Instant(nanoseconds: origin + Int64((frame * 1e9 / Double(sampleRate)).rounded()))
    }

    /// Returns the frame that came out at an instant; nil if unknown. It may be before the first or after the last.
    package func frame(at instant: Instant) -> Double? {
        for segment in segments {
            var frame = Double(instant.nanoseconds - segment.origin(near: segment.frames.lowerBound))
            frame *= Double(sampleRate) / 1e9
            // The anchors near that frame may place it slightly differently.
            for _ in 0..<2 {
                frame = Double(instant.nanoseconds - segment.origin(near: frame)) * Double(sampleRate) / 1e9
            }
            if segment.frames.contains(frame) { return frame }
        }
        return nil
    }

    /// Returns whether time advanced without a jump between two frames, so that nothing between them is missing.
    package func isWhole(from first: Double, to last: Double) -> Bool {
        segments.contains { $0.frames.contains(first) && $0.frames.contains(last) }
    }

    /// Returns whether an overrun of the capture lost samples between two frames.
    package func hasGap(from first: Double, to last: Double) -> Bool {
        gaps.contains { Double($0) >= first && Double($0) <= last }
    }

    private func origin(near frame: Double) -> Int64? {
        segments.first { $0.frames.contains(frame) }?.origin(near: frame)
    }
}

/// A part of a capture in which time advanced evenly, without an overrun and without a missed cycle of sink or capture.
struct CaptureSegment {
    /// An anchor, as the instant in nanoseconds that it implies for the first frame. A segment's anchors agree on it.
    typealias Anchor = (frame: Int, origin: Int64)

    /// The frames whose instants are known. Frames between two segments may have unknown instants.
    let frames: ClosedRange<Double>
    private let anchors: ArraySlice<Anchor>

    /// How many anchors the median uses to give a frame's instant: a quarter of a second.
    private static let medianCount = 13
    /// The smallest jump in nanoseconds that counts as a missed cycle: less than half of the shortest usual cycle.
    private static let leastJump: Int64 = 500_000
    /// By how many anchors the position of a jump may be wrong.
    private static let doubt = 4

    /// Returns the segments of a capture in order; none if it has no anchors.
    ///
    /// - Parameters:
    ///   - anchors: each gives the instant of the frame after the last one read with it.
    ///   - gaps: the frames before which an overrun lost samples, and the bounds of those without known instants.
    static func all(of anchors: [Anchor], gaps: [Int]) -> [CaptureSegment] {
        guard !anchors.isEmpty else { return [] }
        // Each seam is the first anchor after it, with the last frame before it and the first frame after it.
        var seams = gaps.map { gap in
            let next = anchors.firstIndex { $0.frame > gap } ?? anchors.endIndex
            return (anchor: next, before: Double(gap).nextDown, after: Double(gap))
        }
        // What a gap explains needs no doubt.
        let explained = Set(seams.map(\.anchor))
        seams += jumps(anchors).filter { !explained.contains($0) }.map { place in
            // The jump may be at any of a few anchors, so the instants of the frames between them are unknown.
            let before = anchors[max(0, place - 1 - doubt)].frame
            return (place, Double(before), Double(anchors[min(anchors.count - 1, place + doubt)].frame))
        }
        seams.sort { ($0.anchor, $0.before) < ($1.anchor, $1.before) }
        var segments: [CaptureSegment] = []
        var (first, start) = (0, -Double.infinity)
        for seam in seams {
            // Between two jumps that are close together nothing is known.
            if seam.anchor > first, seam.before > start {
                segments.append(CaptureSegment(frames: start...seam.before, anchors: anchors[first..<seam.anchor]))
            }
            (first, start) = (seam.anchor, max(start, seam.after))
        }
        guard first < anchors.count else { return segments }
        return segments + [CaptureSegment(frames: start...Double.infinity, anchors: anchors[first...])]
    }

    /// Returns the anchors before which time jumped, which shows as different medians of the anchors before and after.
    private static func jumps(_ anchors: [Anchor]) -> [Int] {
        let side = medianCount / 2
        guard anchors.count > 2 * side else { return [] }
        var places: [Int] = []
        var run: [Int] = []
        for place in side...anchors.count - side {
            let step = median(anchors[place - side..<place]) - median(anchors[place..<place + side])
            if abs(step) > leastJump { run.append(place) }
            guard abs(step) <= leastJump || place == anchors.count - side else { continue }
            // A jump changes the medians for some anchors around it. It lies between the neighbours that differ most.
            let jump = run.max { leap(anchors, $0) < leap(anchors, $1) }
            places += jump.map { [$0] } ?? []
            run = []
        }
        return places
    }

    private static func leap(_ anchors: [Anchor], _ place: Int) -> Int64 {
        abs(anchors[place].origin - anchors[place - 1].origin)
    }

    /// Returns the instant of the capture's first frame in nanoseconds, as the median of the nearest anchors. The
    /// median is needed because a single reading of the delay is sometimes wrong by milliseconds.
    func origin(near frame: Double) -> Int64 {
        let (first, last) = (anchors.startIndex, anchors.endIndex - 1)
        let nearest = anchors.dropLast().partitionPoint { Double($0.frame) >= frame }
        let from = max(first, min(nearest - Self.medianCount / 2, last - Self.medianCount + 1))
        return Self.median(anchors[from...min(last, from + Self.medianCount - 1)])
    }

    private static func median(_ anchors: ArraySlice<Anchor>) -> Int64 {
        let origins = anchors.map(\.origin).sorted()
        return origins[origins.count / 2]
    }
}
