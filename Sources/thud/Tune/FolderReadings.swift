import ThudCore

/// Decides when a folder that others write to is read again, which readings count, and when a failure is reported.
///
/// An editor may move a file away before it writes the new one. The first failure therefore only schedules another
/// reading. If that one fails, too, the failure is reported.
struct FolderReadings {
    /// How long an editor may take to replace a file.
    static let timeout = Interval.milliseconds(200)

    /// Whether files were saved since the last reading was requested.
    var isStale = false
    private var asked = 0
    private var came = 0
    /// Readings with a lower number do not count.
    private var firstValid = 1
    /// When a failed reading is to be repeated; nil if none has failed.
    private var due: Instant?
    /// The number of the first reading requested at `due` or later, whose failure is reported.
    private var decisive: Int?

    /// When the folder must be read again although nothing was saved; nil if no failure is pending.
    var nextDeadline: Instant? { decisive == nil ? due : nil }

    func isWanted(at now: Instant) -> Bool {
        if let nextDeadline, nextDeadline <= now { return true }
        return isStale
    }

    mutating func ask(at now: Instant) -> Int {
        isStale = false
        asked += 1
        if let nextDeadline, nextDeadline <= now { decisive = asked }
        return asked
    }

    /// Discards the reading in progress and requests a new one, because we have just written to the folder.
    mutating func discard() {
        guard came < asked else { return }
        (firstValid, isStale) = (asked + 1, true)
    }

    /// Records that a reading arrived, and returns whether it counts.
    mutating func accept(_ number: Int) -> Bool {
        came = number
        return number >= firstValid
    }

    /// Records a successful reading, which clears any failure.
    mutating func succeed() { (due, decisive) = (nil, nil) }

    /// Records a failed reading; returns whether to report the failure now.
    mutating func fail(_ number: Int, at now: Instant) -> Bool {
        guard due != nil else {
            due = now + Self.timeout
            return false
        }
        guard let decisive, number >= decisive else { return false }
        succeed()
        return true
    }
}
