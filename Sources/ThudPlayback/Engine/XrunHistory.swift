import ThudCore

/// The times of the last underruns.
struct XrunHistory: BitwiseCopyable {
    private var latest: [3 of Int64] = [3 of Int64](repeating: .min)
    private var next = 0

    /// The time, in nanoseconds, in which four underruns count as a streak.
    private static var span: Int64 { 2_000_000_000 }

    /// Records an underrun at `now`. Returns true if there is a streak, which shows that the buffer is too small.
    @_noLocks @_noAllocation
    mutating func isStreak(with now: Instant) -> Bool {
        let oldest = latest[next]
        latest[next] = now.nanoseconds
        next = (next + 1) % 3
        return oldest != .min && now.nanoseconds - oldest < XrunHistory.span
    }

    @_noLocks @_noAllocation
    mutating func forget() { for index in 0..<3 { latest[index] = .min } }
}
