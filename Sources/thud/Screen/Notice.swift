import ThudCore

/// A remark that stands on the screen for a while.
struct Notice {
    let text: String
    let until: Instant
    /// It is about what was there before the evening began, so it can wait.
    let isPatient: Bool

    /// Long enough to be read by one who was looking elsewhere.
    static let duration = Interval.milliseconds(6_000)

    init(_ text: String, at now: Instant, isPatient: Bool = false) {
        self.text = text
        self.isPatient = isPatient
        until = now + Notice.duration
    }
}
