import ThudCore

/// When the last underruns were.
struct XrunHistory: BitwiseCopyable {
    private var latest: [3 of Int64] = [3 of Int64](repeating: .min)
    private var next = 0

    /// An underrun that comes sooner than so many nanoseconds after the third before it makes a streak.
    private static var span: Int64 { 2_000_000_000 }

    /// Notes an underrun at `now`: true where a streak shows that the buffer is too small.
    @_noLocks @_noAllocation
    mutating func isStreak(with now: Instant) -> Bool {
        let oldest = latest[next]
        latest[next] = now.nanoseconds
        next = (next + 1) % 3
        return oldest != .min && now.nanoseconds - oldest < XrunHistory.span
    }

    /// No underrun so far counts any more.
    @_noLocks @_noAllocation
    mutating func forget() {
        for index in 0..<3 { latest[index] = .min }
    }
}
