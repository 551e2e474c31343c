import ThudCues
import ThudPlayback

extension Routing {
    /// All of a cue on one stream: sounds and heard haptics left and right, the drive signal on the haptic channel.
    static func sounds(of plan: FeedbackPlan) -> Routing {
        var routing = haptics(of: plan)
        routing[PreparedCue.Track.left, .left] = Float(plan.soundGain)
        routing[PreparedCue.Track.right, .right] = Float(plan.soundGain)
        routing[PreparedCue.Track.heard, .left] = Float(plan.heardGain)
        routing[PreparedCue.Track.heard, .right] = Float(plan.heardGain)
        return routing
    }

    /// The drive signal alone.
    static func haptics(of plan: FeedbackPlan) -> Routing {
        var routing = Routing.silent
        routing[PreparedCue.Track.drive, .haptic] = Float(plan.driveGain)
        return routing
    }
}
