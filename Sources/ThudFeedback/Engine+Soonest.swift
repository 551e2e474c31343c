import ThudCore
import ThudPlayback

extension Engine {
    /// Returns the earliest instant at which a voice requested at `now` can be heard. This includes 5 ms for the
    /// command to reach the audio thread.
    func soonest(_ now: Instant) -> Instant { max(latestOutput(now) + .milliseconds(5), now) }
}
