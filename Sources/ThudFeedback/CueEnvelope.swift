public import ThudCore
import ThudCues
import ThudPatterns
import ThudPlayback

/// How strong a cue is as it goes on, as it was designed: what a picture of it needs.
public struct CueEnvelope: Hashable, Sendable {
    /// The time that one value stands for.
    public static let step = Interval.milliseconds(10)

    /// The peaks of its sounds, of left or right, whichever is louder: linear, full scale is 1.
    public let sound: [Float]
    /// The peaks of its haptics as they drive an actuator: linear, full scale is 1.
    public let haptics: [Float]
}

extension FeedbackScheduler {
    /// The envelope of the cue called `name`; nil where there is no such cue. Its pattern is rendered for it, so whoever needs it
    /// often keeps it.
    public func envelope(of name: String) -> CueEnvelope? { library.cues[name]?.envelope }
}

extension PreparedCue {
    /// How strong the cue is without a rule of the policy. Of one that lasts it is that of a turn, and of a hold's vibration the one
    /// peak that it has where its intensity is turned up in full.
    var envelope: CueEnvelope {
        let step = max(1, Int((CueEnvelope.step.seconds * Double(sampleRate)).rounded()))
        var routing = Routing.silent
        routing[Track.left, .left] = 1
        routing[Track.right, .right] = 1
        routing[Track.drive, .haptic] = 1
        let voice = VoiceRequest(
            id: 0, clip: clip, routing: routing, start: .frame(.zero), triggered: Instant(nanoseconds: 0))
        let renderer = OfflineRenderer([voice], sampleRate: sampleRate, capacity: step)
        var peaks: [Channel: [Float]] = [:]
        for first in stride(from: 0, to: frameCount, by: step) {
            renderer.render(from: Frame(Int64(first)), count: step)
            for channel in Channel.allCases {
                let peak = unsafe renderer.samples(of: channel, count: step).reduce(0) { max($0, abs($1)) }
                peaks[channel, default: []].append(peak)
            }
        }
        return CueEnvelope(
            sound: zip(peaks[.left] ?? [], peaks[.right] ?? []).map(max),
            haptics: vibration.map { [$0] } ?? peaks[.haptic] ?? [])
    }

    /// The peak of a hold's vibration without what its pattern does with the intensity; nil of any other cue.
    private var vibration: Float? {
        guard live?.source.vibration != nil else { return nil }
        let steady = HapticPattern(cue.pattern.events.filter { $0.kind == .continuous })
        return HapticRenderer(sampleRate: Double(sampleRate)).drive(steady).reduce(0) { max($0, abs($1)) }
    }
}
