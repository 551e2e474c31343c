import ThudCore

/// The results of one run of the bench as plain values, from which the reports are made.
///
///     var run = BenchRun(origin: .now())
///     run.cues = cues
///     print(BenchSummary(run).verdict.line)
package struct BenchRun: Hashable, Sendable {
    /// When the run began; instants are written relative to it.
    package var origin: Instant
    /// The machine: processor, system, sound server, priorities.
    package var machine: [BenchFact] = []
    /// The request: count, load, device, period.
    package var settings: [BenchFact] = []
    /// The source of the predicted instants, in words: `snd_pcm_status delay`.
    package var clockSource = ""
    /// The longest latency that passes, from trigger to output.
    package var budget = LatencyBudget.output
    /// The largest standard deviation of the latency that passes; nil where none is asked for.
    package var maxJitter: Interval?
    /// The least share of the cues that has to be measured, 0...1, where something was captured.
    package var minMeasured = BenchRun.usualMinMeasured
    /// How often the device may run dry; nil for any number of times.
    package var maxXruns: Int?
    /// Why predictions are not to be trusted in this run, half a sentence each: `the device mixes by dmix`.
    package var predictionDoubts: [String] = []
    /// Whether predictions may pass that are not to be trusted.
    package var allowsPredicted = false
    /// The cues, in the order of their triggers.
    package var cues: [BenchCue] = []
    /// The game's own cues, which take the whole way from the sensor and are silent; they are not counted among `cues`.
    package var gameCues: [BenchCue] = []
    /// The cues of the keys that were typed on a terminal, one a key; they are not counted among `cues`.
    package var keyCues: [BenchCue] = []
    /// Whether sound and haptics of each cue are one voice on one stream. They begin on the same frame by construction then,
    /// so that there is nothing between them to time.
    package var hasHapticsInStream = false
    /// From one drawn frame of the game loop to the next.
    package var frameTimes = DurationHistogram(resolution: .microsecond)
    /// The lateness of the audio thread's wake-ups, once the stream had settled.
    package var wakeLateness = DurationHistogram(resolution: .microsecond)
    /// The times at which the device ran dry.
    package var xruns: [BenchXrun] = []
    /// The latencies of the first cues.
    package var cold = BenchCold()
    /// The actuator, where a profile was given.
    package var actuator: BenchActuator?
    /// Whether a signal ended the run before all cues had been played; the results are of those that had.
    package var isInterrupted = false
    /// The capture; nil where there was none, so that all latencies are predictions.
    package var loopback: BenchLoopback?

    package static let usualMinMeasured = 0.9

    /// An empty run that began at `origin`.
    package init(origin: Instant) { self.origin = origin }
}

/// A named fact about the machine or the settings of a run, as a person reads it: `quantum`, `64 frames`.
package struct BenchFact: Hashable, Sendable {
    package var name: String
    /// The fact, with its unit.
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The latencies of the first cues, kept apart from those of the warm ones.
package struct BenchCold: Hashable, Sendable {
    /// One length of time, and the source of its end.
    package struct Length: Hashable, Sendable {
        package var length: Interval
        /// Whether it reaches up to the captured output; else it reaches up to the predicted one.
        package var isMeasured: Bool

        package init(_ length: Interval, isMeasured: Bool) {
            self.length = length
            self.isMeasured = isMeasured
        }
    }

    /// From the start of the process to the first sample at the output.
    package var startToFirstOutput: Length?
    /// From trigger to output for the first cue after the output had been idle.
    package var firstCueAfterIdle: Length?

    /// Cold latencies; nil where one is not known.
    package init(startToFirstOutput: Length? = nil, firstCueAfterIdle: Length? = nil) {
        self.startToFirstOutput = startToFirstOutput
        self.firstCueAfterIdle = firstCueAfterIdle
    }
}

/// One time that the device ran dry.
package struct BenchXrun: Hashable, Sendable {
    package var instant: Instant
    /// Frames that fell into the gap and were never heard, 0 or more.
    package var framesLost: Int

    package init(at instant: Instant, framesLost: Int) {
        self.instant = instant
        self.framesLost = framesLost
    }
}

/// The delays that an actuator adds after the electrical output, by its model.
package struct BenchActuator: Hashable, Sendable {
    package var name: String
    /// From the cue's first sample to the first drive above the noise.
    package var electricalOnset: Interval?
    /// From the start of what is felt first until the mass moves at 90 % of its steady amplitude.
    package var rise: Interval?
    /// From the cue's first sample to the peak of the movement.
    package var feltPeak: Interval?

    /// An actuator's delays; nil where one is not known.
    package init(name: String, electricalOnset: Interval? = nil, rise: Interval? = nil, feltPeak: Interval? = nil) {
        self.name = name
        self.electricalOnset = electricalOnset
        self.rise = rise
        self.feltPeak = feltPeak
    }
}

/// The capture of the output.
package struct BenchLoopback: Hashable, Sendable {
    /// The delay that the capture path adds between output and capture.
    package enum PathDelay: Hashable, Sendable {
        /// A known delay, which has been subtracted from the measured instants.
        case known(Interval)
        /// A delay that nobody could tell, for this reason: the measured instants are late by it.
        case unknown(reason: String)
    }

    /// The source, in words: `the monitor of bench-sink through PipeWire`.
    package var source: String
    /// The capture path's own delay.
    package var pathDelay: PathDelay
    /// The result of the self-test, where one was made.
    package var selfTest: BenchSelfTest?

    package init(source: String, pathDelay: PathDelay, selfTest: BenchSelfTest? = nil) {
        self.source = source
        self.pathDelay = pathDelay
        self.selfTest = selfTest
    }
}
