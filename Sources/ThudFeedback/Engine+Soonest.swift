import ThudCore
import ThudPlayback

extension Engine {
    /// The first instant at which a voice asked for at `now` can still be heard, with 5 ms to spare in which the command
    /// reaches the audio thread.
    func soonest(_ now: Instant) -> Instant { max(latestOutput(now) + .milliseconds(5), now) }
}
