import ThudCore

/// Tells a source that captures from one that delivers whatever it is asked for, such as `null`: that one would fill the
/// memory at once.
struct CapturePace {
    let sampleRate: Int
    let start: Instant

    /// How much faster than the clock a source may run for ever: no crystal is off by a thousandth of it.
    private static let most = 1.5
    /// Seconds that may come at once beside it: a full buffer, and what a plugin has stored.
    private static let ahead = 3.0

    /// Whether so many frames in all may have come until `now`.
    func allows(_ frames: Int, at now: Instant) -> Bool {
        Double(frames) <= Double(sampleRate) * (Self.ahead + Self.most * (now - start).seconds)
    }
}
