import ThudCore

/// Everything that one run of the bench found out, as plain values: what the reports are made from.
///
///     var run = BenchRun(origin: .now())
///     run.cues = cues
///     print(BenchSummary(run).verdict.line)
public struct BenchRun: Hashable, Sendable {
    /// When the run began; instants are written relative to it.
    public var origin: Instant
    /// The machine: processor, system, sound server, priorities.
    public var machine: [BenchFact] = []
    /// What the run was asked to do: count, load, device, period.
    public var settings: [BenchFact] = []
    /// How the predicted output is known, in words: `snd_pcm_status delay`.
    public var clockSource = ""
    /// What each cue is held to, from trigger to output.
    public var budget = Interval.milliseconds(50)
    /// What the standard deviation of the latency is held to, where anything.
    public var maxJitter: Interval?
    /// The cues, in the order of their triggers.
    public var cues: [BenchCue] = []
    /// The game's own cues, which take the whole way from the sensor and are not heard; they are not counted among `cues`.
    public var gameCues: [BenchCue] = []
    /// Sound and haptics of each cue are one voice on one stream and begin on the same frame by construction, so there is
    /// nothing between them to time.
    public var hasHapticsInStream = false
    /// From one drawn frame of the game loop to the next.
    public var frameTimes = Tally()
    /// How much later than it had asked the audio thread woke, once the stream had settled.
    public var wakeLateness = Tally()
    /// Times that the device ran dry.
    public var xruns: [BenchXrun] = []
    /// What the first time costs.
    public var cold = BenchCold()
    /// The actuator, where a profile was given.
    public var actuator: BenchActuator?
    /// A signal ended it before all cues had been played; what is told is of those that had.
    public var isInterrupted = false
    /// What was captured; nil where nothing was, and all latencies are predictions.
    public var loopback: BenchLoopback?

    /// An empty run that began at `origin`.
    public init(origin: Instant) { self.origin = origin }
}
