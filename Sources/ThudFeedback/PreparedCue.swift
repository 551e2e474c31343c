import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudPlayback

/// A cue that is ready to play: decoded sounds and rendered haptics in one clip, which starts on one frame.
public struct PreparedCue: Sendable {
    /// The cue as designed.
    public let cue: Cue
    /// Four tracks: left sound, right sound, audible haptics, and the signal that drives an actuator.
    private(set) var clip: Clip
    /// The form of the cue that plays until it is ended; nil if the cue does not last.
    let live: PreparedLiveCue?
    let sampleRate: Int

    enum Track {
        static let left = 0
        static let right = 1
        static let heard = 2
        static let drive = 3
    }

    /// Renders `cue` at `sampleRate` Hz. `sounds` are its sound files at that rate.
    init(_ cue: Cue, sounds: PatternSounds, sampleRate: Int) {
        self.cue = cue
        self.sampleRate = sampleRate
        live = PreparedLiveCue(cue, sounds: sounds, sampleRate: sampleRate)
        // Played once, a loop is one pass of it, unless the sound of one pass rings on into the next.
        if cue.lasts == .loop, let live, live.source.loop?.lowerBound == 0 {
            clip = live.clip
        } else {
            let speakers = Rendition.sounds(of: cue.pattern, sounds, sampleRate: sampleRate)
            let renderer = HapticRenderer(sampleRate: Double(sampleRate))
            clip = Clip(tracks: [
                speakers.left, speakers.right, renderer.heard(cue.pattern), renderer.drive(cue.pattern),
            ])
        }
    }

    /// Renders the cue with other samples, at `sampleRate` Hz, instead of its sounds and its audible haptics.
    init(_ cue: Cue, heardAs samples: [Float], sampleRate: Int) {
        self.cue = cue
        self.sampleRate = sampleRate
        let drive = HapticRenderer(sampleRate: Double(sampleRate)).drive(cue.pattern)
        clip = Clip(tracks: [samples, samples, samples, drive])
        live = nil
    }

    /// Returns the cue with a drive signal that is shaped for an actuator, if it is played once.
    func shaped(for actuator: ActuatorProfile) -> PreparedCue {
        var shaped = self
        let drive = HapticRenderer(sampleRate: Double(sampleRate)).render(cue.pattern, as: .driven(actuator))
        shaped.clip = Clip(clip, replacing: Track.drive, with: drive)
        return shaped
    }

    /// The length of the cue in frames, if it is played once rather than started as a live cue.
    public var frameCount: Int { clip.length }
    /// The same in seconds.
    public var seconds: Double { Double(clip.length) / Double(sampleRate) }
    /// The length of one pass of a looping cue, in seconds; 0 for any other cue.
    var loopSeconds: Double { Double(live?.source.loop?.count ?? 0) / Double(sampleRate) }

    /// Returns the samples that the cue puts on a channel with some settings, from its first frame on.
    public func samples(of channel: Channel, under settings: FeedbackSettings) -> [Float] {
        samples(of: channel, .sounds(of: FeedbackPolicy.plan(for: cue, settings)))
    }

    func samples(of channel: Channel, _ routing: Routing) -> [Float] {
        let request = VoiceRequest(
            id: 0, clip: clip, routing: routing, start: .frame(.zero), triggered: Instant(nanoseconds: 0))
        let renderer = OfflineRenderer([request], sampleRate: sampleRate, capacity: max(1, clip.length))
        renderer.render(from: .zero, count: clip.length)
        // The samples are copied, because the renderer owns the memory and ends with this call.
        return unsafe Array(renderer.samples(of: channel, count: clip.length))
    }
}

extension Routing {
    /// Routes a cue to one stream: sounds and audible haptics to left and right, the drive to the haptic channel.
    static func sounds(of plan: FeedbackPlan) -> Routing {
        var routing = haptics(of: plan)
        routing[PreparedCue.Track.left, .left] = Float(plan.soundGain)
        routing[PreparedCue.Track.right, .right] = Float(plan.soundGain)
        routing[PreparedCue.Track.heard, .left] = Float(plan.heardGain)
        routing[PreparedCue.Track.heard, .right] = Float(plan.heardGain)
        return routing
    }

    /// Routes the drive signal alone.
    static func haptics(of plan: FeedbackPlan) -> Routing {
        var routing = Routing.silent
        routing[PreparedCue.Track.drive, .haptic] = Float(plan.driveGain)
        return routing
    }
}
