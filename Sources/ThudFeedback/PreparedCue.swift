import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudPlayback

/// A cue ready to be played: its sounds are decoded and its pattern is rendered, in one clip that begins on one frame.
public struct PreparedCue: Sendable {
    /// The cue that it was made of.
    public let cue: Cue
    /// Four tracks: the sounds left and right, the haptics as they are heard, the haptics as they drive an actuator.
    let clip: Clip
    /// What is played until it is ended, where the cue lasts.
    let live: PreparedLiveCue?
    /// The clip's sample rate in Hz.
    let sampleRate: Int

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
        self.sampleRate = sampleRate
        live = PreparedLiveCue(cue, sounds: sounds, sampleRate: sampleRate)
        if let turn = live?.oneTurn {
            clip = turn
        } else {
            let speakers = Rendition.sounds(of: cue.pattern, sounds, sampleRate: sampleRate)
            let renderer = HapticRenderer(sampleRate: Double(sampleRate))
            clip = Clip(tracks: [
                speakers.left, speakers.right, renderer.heard(cue.pattern), renderer.drive(cue.pattern),
            ])
        }
    }

    /// The cue with other samples, at `sampleRate` Hz, in place of its sounds and of its haptics as they are heard.
    init(_ cue: Cue, heardAs samples: [Float], sampleRate: Int) {
        self.cue = cue
        self.sampleRate = sampleRate
        let drive = HapticRenderer(sampleRate: Double(sampleRate)).drive(cue.pattern)
        clip = Clip(tracks: [samples, samples, samples, drive])
        live = nil
    }

    /// How many frames are played of the cue, where it is not begun to last.
    public var frameCount: Int { clip.length }

    /// How long one turn of a cue is that repeats, in seconds; 0 of any other.
    var loopSeconds: Double { Double(live?.source.loop?.count ?? 0) / Double(sampleRate) }

    /// The samples that the cue puts on a channel under some settings, from its first frame on.
    public func samples(of channel: Channel, under settings: FeedbackSettings) -> [Float] {
        let request = VoiceRequest(
            id: 0, clip: clip, routing: .sounds(of: FeedbackPolicy.plan(for: cue, settings)), start: .frame(.zero),
            triggered: Instant(nanoseconds: 0))
        let renderer = OfflineRenderer([request], sampleRate: sampleRate, capacity: max(1, clip.length))
        renderer.render(from: .zero, count: clip.length)
        // Copied here, because the renderer owns the memory and ends with this call.
        return unsafe Array(renderer.samples(of: channel, count: clip.length))
    }
}
