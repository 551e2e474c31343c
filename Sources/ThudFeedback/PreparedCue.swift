import ThudCore
import ThudCues
import ThudHaptics
import ThudPatternRendering
import ThudPlayback

/// A cue ready to be played: its sounds decoded, its pattern rendered, all on one frame.
public struct PreparedCue: Sendable {
    /// What it was made of.
    public let cue: Cue
    /// Four tracks: the sounds left and right, the haptics as they are heard, the haptics as they drive an actuator.
    let clip: Clip

    /// Which track of the clip holds what.
    enum Track {
        static let left = 0
        static let right = 1
        static let heard = 2
        static let drive = 3
    }

    /// Renders `cue` at `sampleRate` Hz; `sounds` are its sound files, at that rate.
    init(_ cue: Cue, sounds: PatternSounds, sampleRate: Int) {
        self.cue = cue
        let speakers = Rendition.sounds(of: cue.pattern, sounds, sampleRate: sampleRate)
        let renderer = HapticRenderer(sampleRate: Double(sampleRate))
        clip = Clip(tracks: [
            speakers.left, speakers.right, renderer.heard(cue.pattern), renderer.drive(cue.pattern),
        ])
    }

    /// What a channel gets of the cue under some settings, from its first frame on.
    public func samples(of channel: Channel, under settings: FeedbackSettings) -> [Float] {
        let request = VoiceRequest(
            id: 0, clip: clip, routing: .sounds(of: FeedbackPolicy.plan(for: cue, settings)), start: .frame(.zero),
            triggered: Instant(nanoseconds: 0))
        let renderer = OfflineRenderer([request], capacity: max(1, clip.length))
        renderer.render(from: .zero, count: clip.length)
        // Copied while the renderer, whose memory it is, lives.
        return unsafe Array(renderer.samples(of: channel, count: clip.length))
    }
}
