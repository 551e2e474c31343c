public import ThudCore

/// A frame of a capture and when it came out.
public struct CaptureAnchor: Hashable, Sendable {
    /// Counted from the first frame of the capture.
    public let frame: Int
    /// When it came out of the sink.
    public let instant: Instant

    /// An anchor.
    public init(frame: Int, instant: Instant) {
        self.frame = frame
        self.instant = instant
    }
}

/// What a sink put out on one channel, with the instant of every frame on CLOCK_MONOTONIC.
public struct CapturedSignal: Sendable {
    /// A sample a frame.
    public let samples: [Float]
    /// Frames a second.
    public let sampleRate: Int
    private let stretches: [CaptureStretch]

    /// A signal with at least one anchor for each stretch between gaps.
    ///
    /// - Parameter gaps: the frames at which something is missing, in order.
    public init(samples: [Float], sampleRate: Int, anchors: [CaptureAnchor], gaps: [Int] = []) {
        self.samples = samples
        self.sampleRate = sampleRate
        let placed = anchors.map { anchor in
            let age = Interval(frames: Int64(anchor.frame), at: Int64(sampleRate)).nanoseconds
            return CaptureStretch.Anchor(frame: anchor.frame, origin: anchor.instant.nanoseconds - age)
        }
        stretches = CaptureStretch.all(of: placed, gaps: gaps)
    }

    /// How many frames there are.
    public var count: Int { samples.count }

    /// When a frame came out, which may lie between two; nil where nothing tells: in a capture without anchors, and in the
    /// moment in which the time of the sink or of the capture jumped.
    public func instant(ofFrame frame: Double) -> Instant? {
        guard let origin = origin(near: frame) else { return nil }
        return Instant(nanoseconds: origin + Int64((frame * 1e9 / Double(sampleRate)).rounded()))
    }

    /// The frame that came out at an instant; nil where nothing tells. It may lie before the first and behind the last.
    public func frame(at instant: Instant) -> Double? {
        for stretch in stretches {
            var frame = Double(instant.nanoseconds - stretch.origin(near: stretch.frames.lowerBound))
            frame *= Double(sampleRate) / 1e9
            // The anchors near there may place it a little differently.
            for _ in 0..<2 {
                frame = Double(instant.nanoseconds - stretch.origin(near: frame)) * Double(sampleRate) / 1e9
            }
            if stretch.frames.contains(frame) { return frame }
        }
        return nil
    }

    /// Whether time went on without a jump from one frame to another, so that what stands between is whole.
    public func isWhole(from first: Double, to last: Double) -> Bool {
        stretches.contains { $0.frames.contains(first) && $0.frames.contains(last) }
    }

    private func origin(near frame: Double) -> Int64? {
        stretches.first { $0.frames.contains(frame) }?.origin(near: frame)
    }
}
