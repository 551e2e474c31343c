public import ThudCore

/// The rules that a round of Kape may vary.
public struct KapeSettings: Hashable, Sendable {
    /// The shortest and the longest round: a second and an hour.
    public static let lengths = Interval.milliseconds(1_000)...Interval.milliseconds(3_600_000)
    /// How long 3, 2, 1 takes.
    public static let countdown = Interval.milliseconds(3_000)
    /// The time between two ticks of the countdown.
    public static let countdownStep = Interval.milliseconds(1_000)
    /// How long before the end the warning comes; a round no longer than this has none.
    public static let warningLead = Interval.milliseconds(10_000)
    /// How long after time's up the fanfare of LEGJENDË comes: the alarm is heard out first.
    public static let legendDelay = Interval.milliseconds(1_000)

    /// How long a round is played; 60 s unless said otherwise.
    public let length: Interval
    /// Whether the first round begins with "tilt to start".
    public let tutorial: Bool
    /// Whether each round begins with a hand-over that only the button Gati! ends, as in a tournament.
    public let handsOver: Bool
    /// Between what starts the countdown and its first tick; 100 ms: long enough that any output with a buffer of use
    /// (dmix: 43 ms) can still put that tick on its exact frame. An output with a longer one needs more.
    public var countdownLead: Interval

    /// Rules; a length outside of `lengths` is brought to the nearest that is allowed.
    public init(
        length: Interval = .milliseconds(60_000), tutorial: Bool = false, handsOver: Bool = false,
        countdownLead: Interval = .milliseconds(100)
    ) {
        self.length = min(max(length, Self.lengths.lowerBound), Self.lengths.upperBound)
        self.tutorial = tutorial
        self.handsOver = handsOver
        self.countdownLead = countdownLead
    }
}
