import ThudCore
import ThudFeedback
import ThudGameKit
import ThudPlayback

/// The cues of a round that last, by the round's names for them.
struct LiveCues {
    private var live: [LiveKey: LiveCue] = [:]

    /// How long what lasts fades where nobody said how long.
    private static let silencing = Interval.milliseconds(40)

    /// Begins a cue under a key; what was under the key before ends. Returns nil where the scheduler could not take it.
    mutating func begin(
        _ cue: CueName, as key: LiveKey, cause: Instant, now: Instant, by scheduler: FeedbackScheduler
    ) -> LiveCue? {
        end(key, fade: Self.silencing, now: now, by: scheduler)
        live[key] = scheduler.begin(cue.description, cause: cause, now: now)
        return live[key]
    }

    /// Turns a control of what is under a key.
    func turn(
        _ key: LiveKey, _ control: Control, to value: Double, over duration: Interval, now: Instant,
        by scheduler: FeedbackScheduler
    ) {
        guard let cue = live[key] else { return }
        scheduler.turn(cue, control.live, to: value, over: duration, now: now)
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

extension Control {
    /// The same as the engine's control.
    fileprivate var live: LiveControl {
        switch self {
        case .gain: .gain
        case .pitch: .pitch
        case .intensity: .intensity
        case .sharpness: .sharpness
        }
    }
}
