import ThudCues
import ThudPlayback

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
