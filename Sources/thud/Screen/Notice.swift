import Timebase

/// A remark that stands on the screen for a while.
struct Notice {
    let text: String
    let until: Instant

    /// Long enough to be read by one who was looking elsewhere.
    static let duration = Interval.milliseconds(6_000)

    init(_ text: String, at now: Instant) {
        self.text = text
        until = now + Notice.duration
    }
}
