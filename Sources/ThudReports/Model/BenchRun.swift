import ThudCore

/// The results of one bench run as plain values, from which the reports are made.
package struct BenchRun: Hashable, Sendable {
    /// The start of the run, to which instants are relative in files.
    package var origin: Instant
    package var machine: [BenchFact] = []
    /// The facts about the request: count, load, device, period.
    package var settings: [BenchFact] = []
    /// The source of the predicted instants in words: `snd_pcm_status delay`.
    package var clockSource = ""
    /// The longest latency from trigger to output that passes.
    package var budget = LatencyBudget.output
    /// The largest standard deviation of the latency that passes; nil for no limit.
    package var maxJitter: Interval?
    /// The smallest share of cues that must be measured if there is a capture, 0...1.
    package var minMeasured = BenchRun.usualMinMeasured
    /// The most xruns allowed; nil allows any number.
    package var maxXruns: Int?
    /// Why this run's predictions are not to be trusted, each a clause: `the device mixes by dmix`.
    package var predictionDoubts: [String] = []
    /// Whether untrusted predictions may pass.
    package var allowsPredicted = false
    /// The cues in the order of their triggers.
    package var cues: [BenchCue] = []
    /// The game's own cues, which take the whole path from the sensor and are silent. They are not in `cues`.
    package var gameCues: [BenchCue] = []
    /// The cues of typed keys, one per key. They are not in `cues`.
    package var keyCues: [BenchCue] = []
    /// Whether sound and haptics of each cue are one voice on one stream. They then start on the same frame by
    /// construction, so there is nothing to time.
    package var hasHapticsInStream = false
    /// The intervals between drawn frames of the game loop.
    package var frameTimes = DurationHistogram(resolution: .microsecond)
    /// The delay of the audio thread's wake-ups, after the stream has settled.
    package var wakeLateness = DurationHistogram(resolution: .microsecond)
    package var xruns: [BenchXrun] = []
    package var cold = BenchCold()
    package var actuator: BenchActuator?
    /// Whether a signal ended the run early. The results then cover only the cues that were played.
    package var isInterrupted = false
    /// The capture; nil if there is none and all latencies are predictions.
    package var loopback: BenchLoopback?
    /// The program that was measured; nil for Thud itself. The cues of such a run are presses: `triggered` is when one
    /// was delivered, and `outcome` is `unheard` if the program did not answer it.
    package var program: BenchProgram?
    package static let usualMinMeasured = 0.9

    package init(origin: Instant) { self.origin = origin }

    /// Appends a later part of the same measurement. Its cues are numbered on.
    package mutating func append(_ later: BenchRun) {
        for var cue in later.cues {
            cue.index = (cues.last?.index ?? 0) + 1
            cues.append(cue)
        }
        isInterrupted = isInterrupted || later.isInterrupted
        if program?.mistrust == nil { program?.mistrust = later.program?.mistrust }
        if program?.breakOff == nil { program?.breakOff = later.program?.breakOff }
    }
}

/// Another program whose answers were measured.
package struct BenchProgram: Hashable, Sendable {
    /// The program and its arguments.
    package var command: [String]
    /// Why none of its sounds counts as an answer, as a clause; nil if answers were found.
    package var mistrust: String?
    /// Why the run ended before all presses were made, as a clause; nil if it did not.
    package var breakOff: String?
    /// What the sink's device adds after the measured output, as the sound server predicts it; nil if not known.
    package var device: Interval?

    package init(command: [String], mistrust: String? = nil, breakOff: String? = nil) {
        (self.command, self.mistrust, self.breakOff) = (command, mistrust, breakOff)
    }

    /// Returns the advice to make the pauses between presses longer. No option does that to a recording.
    package static func longerPauses(isRecording: Bool) -> String {
        isRecording ? "record it with longer pauses" : "raise --interval"
    }
}

/// A fact about the machine or the settings of a run, such as `quantum`: `64 frames`.
package struct BenchFact: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [BenchFact] {
    /// Creates the facts that are known.
    package init(_ facts: [(name: String, value: String?)]) {
        self = facts.compactMap { name, value in value.map { BenchFact(name, $0) } }
    }
}

/// The latencies of the first cues, separate from those of warm ones.
package struct BenchCold: Hashable, Sendable {
    /// A duration and whether its end was measured.
    package struct Length: Hashable, Sendable {
        package var length: Interval
        /// Whether the end is the captured output; otherwise it is the predicted one.
        package var isMeasured: Bool

        package init(_ length: Interval, isMeasured: Bool) {
            self.length = length
            self.isMeasured = isMeasured
        }
    }

    /// From the start of the process to the first sample at the output.
    package var startToFirstOutput: Length?
    /// From trigger to output for the first cue after the output was idle.
    package var firstCueAfterIdle: Length?

    package init(startToFirstOutput: Length? = nil, firstCueAfterIdle: Length? = nil) {
        self.startToFirstOutput = startToFirstOutput
        self.firstCueAfterIdle = firstCueAfterIdle
    }
}

package struct BenchXrun: Hashable, Sendable {
    package var instant: Instant
    /// The frames that were never heard because of the gap, 0 or more.
    package var framesLost: Int

    package init(at instant: Instant, framesLost: Int) {
        self.instant = instant
        self.framesLost = framesLost
    }
}

/// The delays that an actuator adds to the electrical output, according to its model.
package struct BenchActuator: Hashable, Sendable {
    package var name: String
    /// From the cue's first sample to the first drive above the noise.
    package var electricalOnset: Interval?
    /// From the start of the first felt event until the mass moves at 90 % of its steady amplitude.
    package var rise: Interval?
    /// From the cue's first sample to the peak of the movement.
    package var feltPeak: Interval?

    package init(name: String, electricalOnset: Interval? = nil, rise: Interval? = nil, feltPeak: Interval? = nil) {
        self.name = name
        self.electricalOnset = electricalOnset
        self.rise = rise
        self.feltPeak = feltPeak
    }
}

package struct BenchLoopback: Hashable, Sendable {
    package enum PathDelay: Hashable, Sendable {
        /// A known delay, already subtracted from the measured instants.
        case known(Interval)
        /// A delay that is unknown for this reason. The measured instants are late by it.
        case unknown(reason: String)
    }

    /// The source in words: `the monitor of bench-sink through PipeWire`.
    package var source: String
    package var pathDelay: PathDelay
    package var selfTest: BenchSelfTest?
    /// The highest captured sample, 0 to 1; nil if it is not known, as in a file.
    package var peak: Float?

    package init(source: String, pathDelay: PathDelay, selfTest: BenchSelfTest? = nil, peak: Float? = nil) {
        self.source = source
        self.pathDelay = pathDelay
        self.selfTest = selfTest
        self.peak = peak
    }
}
