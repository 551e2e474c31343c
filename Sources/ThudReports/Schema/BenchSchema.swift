/// The bounds of the JSON form, which docs/bench-schema.md describes key by key.
enum BenchSchema {
    /// Raised when a key changes its meaning or goes; a key that is added does not raise it.
    static let version = 1

    /// A double holds whole numbers up to here exactly, so every reader of JSON does: 104 days of nanoseconds.
    static let exact: ClosedRange<Int> = -(1 << 53)...(1 << 53)

    /// More than a bench ever plays; what is larger was not written by one.
    static let mostCues = 100_000

    /// The largest count of anything, so that sums of a whole file stay far from overflow.
    static let counts: ClosedRange<Int> = 0...1_000_000_000_000
}
