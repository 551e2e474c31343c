import Foundation
import ThudCore

/// The output of a sink, with the instant of every frame.
package struct CapturedSound: Sendable {
    /// In frames per second.
    package static let sampleRate = 48000.0

    /// One array per channel.
    package let channels: [[Float]]
    private let anchors: [(frame: Int, offset: Int64)]

    package var frameCount: Int { channels.first?.count ?? 0 }

    package var firstFrameInstant: Instant { instant(ofFrame: 0) }

    /// Creates a sound from interleaved samples and the moments at which a frame's instant was read.
    package init(interleaved: [Float], channelCount: Int, anchors: [(frame: Int, instant: Instant)]) throws {
        guard !anchors.isEmpty, channelCount > 0 else {
            throw HarnessError(description: "The recording is empty: nothing tells when it was made.")
        }
        channels = (0..<channelCount).map { channel in
            stride(from: channel, to: interleaved.count - channelCount + 1 + channel, by: channelCount)
                .map { interleaved[$0] }
        }
        self.anchors = anchors.map { ($0.frame, $0.instant.nanoseconds - Self.nanoseconds(atFrame: $0.frame)) }
    }

    /// Creates a sound from one channel without instants, for finding templates in it.
    package init(untimed samples: [Float]) {
        channels = [samples]
        anchors = [(0, 0)]
    }

    /// Returns when a frame came out: the median according to the nearest anchors.
    ///
    /// It is a median because single delay readings are off by milliseconds. It uses the nearest anchors because a sink
    /// may pause or change its quantum during a recording.
    package func instant(ofFrame frame: Int) -> Instant {
        let following = anchors.firstIndex { $0.frame >= frame } ?? anchors.count - 1
        let first = max(0, min(following - 6, anchors.count - 13))
        let offsets = anchors[first..<min(first + 13, anchors.count)].map(\.offset).sorted()
        return Instant(nanoseconds: offsets[offsets.count / 2] + Self.nanoseconds(atFrame: frame))
    }

    /// Returns the frame that came out at an instant; negative or past the end if nothing was recorded then.
    package func frame(at instant: Instant) -> Int {
        let elapsed = (instant - firstFrameInstant).seconds
        let estimate = Int((elapsed * Self.sampleRate).rounded())
        // The anchors near the estimate may place it slightly differently from the first ones.
        let correction = (instant - self.instant(ofFrame: max(0, min(estimate, frameCount - 1)))).seconds
        let base = max(0, min(estimate, frameCount - 1))
        return base + Int((correction * Self.sampleRate).rounded())
    }

    /// Whether the sink ran without a break. It did if two runs of anchors, 1.5 s apart, never disagree about a frame's
    /// instant by half a millisecond.
    package var isSeamless: Bool {
        let medians = stride(from: 0, to: anchors.count - 12, by: 12).map { first in
            anchors[first..<first + 13].map(\.offset).sorted()[6]
        }
        // The first run may include the moment at which the stream began.
        return zip(medians.dropFirst(), medians.dropFirst(2)).allSatisfy { ($0 - $1).magnitude < 500_000 }
    }

    /// The moments at which the sink's time jumped by more than half a millisecond. At a jump, the anchors before and
    /// after imply different instants for the first frame. The start of the stream may appear as well.
    package var seams: [ClosedRange<Instant>] {
        let side = 6
        guard anchors.count >= 2 * side else { return [] }
        return (side...anchors.count - side).compactMap { place in
            let (before, after) = (anchors[place - side..<place], anchors[place..<place + side])
            let medians = [before, after].map { $0.map(\.offset).sorted()[side / 2] }
            guard (medians[0] - medians[1]).magnitude > 500_000 else { return nil }
            let ends = [before[place - 1], after[place]].map { $0.offset + Self.nanoseconds(atFrame: $0.frame) }
            return Instant(nanoseconds: min(ends[0], ends[1]))...Instant(nanoseconds: max(ends[0], ends[1]))
        }
    }

    private static func nanoseconds(atFrame frame: Int) -> Int64 { Int64(Double(frame) * 1e9 / sampleRate) }
}
