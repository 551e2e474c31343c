public import ThudCore
import ThudCues
import ThudPatterns
import ThudPlayback

/// The strength of a cue over time, as designed. Use it to draw the cue.
public struct CueEnvelope: Hashable, Sendable {
    /// The length of time that one value covers: 10 ms.
    public static let step = Interval.milliseconds(10)

    /// The peaks of the cue's sounds, taken from the louder of left and right. Values are linear; full scale is 1.
    public let sound: [Float]
    /// The peaks of the signal that drives an actuator. Values are linear; full scale is 1.
    public let haptics: [Float]
}

extension FeedbackScheduler {
    /// Returns the envelope of the cue called `name`, or nil if there is no such cue. Each call renders the cue again,
    /// so keep the result if you need it often.
    public func envelope(of name: String) -> CueEnvelope? { library.cues[name]?.envelope }
}

extension PreparedCue {
    /// The strength of the cue, before the feedback policy changes anything. For a looping cue it covers one pass. A
    /// hold has a single haptic value: its vibration's peak at full intensity.
    var envelope: CueEnvelope {
        let step = max(1, Int((CueEnvelope.step.seconds * Double(sampleRate)).rounded()))
        var routing = Routing.silent
        routing[Track.left, .left] = 1
        routing[Track.right, .right] = 1
        routing[Track.drive, .haptic] = 1
        func peaks(_ channel: Channel) -> [Float] {
            let samples = samples(of: channel, routing)
            return stride(from: 0, to: samples.count, by: step).map { start in
                samples[start...].prefix(step).reduce(0) { max($0, abs($1)) }
            }
        }
        return CueEnvelope(
            sound: zip(peaks(.left), peaks(.right)).map(max), haptics: vibration.map { [$0] } ?? peaks(.haptic))
    }

    /// The peak of a hold's vibration, before the pattern's curves change its intensity; nil for any other cue.
    private var vibration: Float? {
        guard live?.source.vibration != nil else { return nil }
        let steady = HapticPattern(cue.pattern.events.filter { $0.kind == .continuous })
        return HapticRenderer(sampleRate: Double(sampleRate)).drive(steady).reduce(0) { max($0, abs($1)) }
    }
}
