import ThudCore

/// When a folder is read again in which others save files, which of the readings count, and when a failure is told.
///
/// An editor may move a file away before it writes the new one. So the first failure only has the folder be read once more after a
/// while, and what that reading meets is told.
struct FolderReadings {
    /// How long an editor may have a file away.
    static let patience = Interval.milliseconds(200)

    /// Something was saved that no reading was asked for yet.
    var isStale = false
    /// The number of the last reading that was asked for.
    private var asked = 0
    /// The number of the last that came.
    private var came = 0
    /// Readings of a lower number do not count.
    private var firstValid = 1
    /// When a failure has stood for long enough.
    private var due: Instant?
    /// The number of the first reading that was asked for after that.
    private var decisive: Int?

    /// When the folder is to be read once more by itself; nil where no failure stands.
    var nextDeadline: Instant? { decisive == nil ? due : nil }

    /// Whether a reading is to be asked for.
    func isWanted(at now: Instant) -> Bool {
        if let nextDeadline, nextDeadline <= now { return true }
        return isStale
    }

    /// The number of a reading that is asked for at `now`.
    mutating func ask(at now: Instant) -> Int {
        isStale = false
        asked += 1
        if let nextDeadline, nextDeadline <= now { decisive = asked }
        return asked
    }

    /// Has a reading that is under way not count, since the folder was written to from here meanwhile, and another one be wanted.
    mutating func discard() {
        guard came < asked else { return }
        (firstValid, isStale) = (asked + 1, true)
    }

    /// Notes that a reading came, and tells whether it counts.
    mutating func note(_ number: Int) -> Bool {
        came = number
        return number >= firstValid
    }

    /// Notes that a reading went well.
    mutating func succeed() { (due, decisive) = (nil, nil) }

    /// Notes that a reading failed, and tells whether that is to be said now.
    mutating func fail(_ number: Int, at now: Instant) -> Bool {
        guard due != nil else {
            due = now + Self.patience
            return false
        }
        guard let decisive, number >= decisive else { return false }
        succeed()
        return true
    }
}
