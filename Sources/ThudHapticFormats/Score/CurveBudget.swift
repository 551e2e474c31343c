import ThudHaptics

/// A pattern's curves stand under all of its vibrations, so that a file of many events at one time and many points would
/// need the product of both. This bounds it.
enum CurveBudget {
    /// Points under all vibrations together.
    private static let most = 1_000_000

    /// Of how many points of the lines one is kept.
    static func step(_ lines: [PiecewiseLinear?], under events: [HapticEvent]) -> Int {
        var points = 0
        for event in events where event.kind == .continuous {
            let duration = event.duration ?? 0
            let end = event.time + (duration > 0 ? duration : HapticLimits.longestContinuous) + EnvelopeTime.longest
            for line in lines { points += line?.count(from: event.time, to: end) ?? 0 }
        }
        return points / most + 1
    }
}
