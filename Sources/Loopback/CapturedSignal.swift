public import Timebase

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

/// What a sink put out, with the instant of every frame on CLOCK_MONOTONIC.
public struct CapturedSignal: Sendable {
    /// `[channel][frame]`, all equally long.
    public let channels: [[Float]]
    /// Frames a second.
    public let sampleRate: Int
    /// The frames at which something is missing, in order.
    public let gaps: [Int]
    private let anchors: [Placed]

    /// An anchor as the instant that it gives the first frame, so that anchors of one stretch agree.
    private struct Placed {
        let frame: Int
        let origin: Int64
    }

    /// How many anchors around a frame are asked for its instant: 13 are a quarter of a second.
    private static let jury = 13

    /// A signal with at least one anchor for each stretch between gaps.
    public init(channels: [[Float]], sampleRate: Int, anchors: [CaptureAnchor], gaps: [Int] = []) {
        self.channels = channels
        self.sampleRate = sampleRate
        self.gaps = gaps
        self.anchors = anchors.map { anchor in
            let age = StreamClock.nanoseconds(frames: Int64(anchor.frame), at: Int64(sampleRate))
            return Placed(frame: anchor.frame, origin: anchor.instant.nanoseconds - age)
        }
    }

    /// How many frames there are.
    public var count: Int { channels.first?.count ?? 0 }

    /// When a frame came out, which may lie between two; nil where nothing tells.
    ///
    /// The median of what the nearest anchors of its own stretch say: a single reading of the delay is milliseconds off
    /// now and then, and a sink may pause or change its quantum in the midst.
    public func instant(ofFrame frame: Double) -> Instant? {
        guard let origin = origin(near: frame) else { return nil }
        return Instant(nanoseconds: origin + Int64((frame * 1e9 / Double(sampleRate)).rounded()))
    }

    /// The frame that came out at an instant; nil where nothing tells. It may lie before the first and behind the last.
    public func frame(at instant: Instant) -> Double? {
        guard let first = anchors.first else { return nil }
        var frame = Double(instant.nanoseconds - first.origin) * Double(sampleRate) / 1e9
        // The anchors near there may place it a little differently.
        for _ in 0..<2 {
            guard let origin = origin(near: frame) else { return nil }
            frame = Double(instant.nanoseconds - origin) * Double(sampleRate) / 1e9
        }
        return frame
    }

    private func origin(near frame: Double) -> Int64? {
        let end = gaps.first { Double($0) > frame } ?? .max
        let start = gaps.last { Double($0) <= frame } ?? 0
        // An anchor tells of the frame behind the last that was read, so one on the edge belongs to what lies before.
        let own = anchors.indices.filter { anchors[$0].frame > start && anchors[$0].frame <= end }
        guard let first = own.first, let last = own.last else { return nil }
        var low = first
        var high = last
        while low < high {
            let middle = (low + high) / 2
            if Double(anchors[middle].frame) < frame { low = middle + 1 } else { high = middle }
        }
        let from = max(first, min(low - Self.jury / 2, last - Self.jury + 1))
        let origins = anchors[from...min(last, from + Self.jury - 1)].map(\.origin).sorted()
        return origins[origins.count / 2]
    }
}
