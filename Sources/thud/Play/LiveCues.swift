import ThudCore
import ThudFeedback
import ThudGameKit

/// The lasting cues of a round, by the round's keys.
struct LiveCues {
    private var live: [LiveKey: LiveCue] = [:]

    /// The default fade of a lasting cue.
    private static let silencing = Interval.milliseconds(40)

    /// Begins a cue under a key and ends the former one. Returns nil if the scheduler could not take it.
    mutating func begin(
        _ cue: CueName, as key: LiveKey, cause: Instant, now: Instant, by scheduler: FeedbackScheduler
    ) -> LiveCue? {
        end(key, fade: Self.silencing, now: now, by: scheduler)
        live[key] = scheduler.begin(cue.description, cause: cause, now: now)
        return live[key]
    }

    func turn(
        _ key: LiveKey, _ control: LiveControl, to value: Double, over duration: Interval, now: Instant,
        by scheduler: FeedbackScheduler
    ) {
        guard let cue = live[key] else { return }
        scheduler.turn(cue, control, to: value, over: duration, now: now)
    }

    mutating func end(_ key: LiveKey, fade: Interval, now: Instant, by scheduler: FeedbackScheduler) {
        guard let cue = live.removeValue(forKey: key) else { return }
        scheduler.end(cue, fade: fade, now: now)
    }

    mutating func endAll(now: Instant, by scheduler: FeedbackScheduler) {
        for key in live.keys.sorted(by: { $0.number < $1.number }) {
            end(key, fade: Self.silencing, now: now, by: scheduler)
        }
    }
}
