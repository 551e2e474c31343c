import ThudCore

/// Tells a source that captures in real time from one that delivers any amount at once and would fill the memory, such
/// as `null`.
struct CapturePace {
    let sampleRate: Int
    let start: Instant

    /// How much faster than the clock a source may be in the long run. Real crystals deviate by less than a thousandth.
    static let most = 1.5
    /// How many extra seconds may arrive at once: a full buffer, and samples that a plugin has stored.
    private static let ahead = 3.0

    /// Returns whether this many frames in total are plausible by `now`.
    func allows(_ frames: Int, at now: Instant) -> Bool {
        Double(frames) <= Double(sampleRate) * (Self.ahead + Self.most * (now - start).seconds)
    }
}
