import Glibc
import ThudCore

/// One cue of a bench run with every instant on its path from the sensor to the output.
///
/// An instant is nil if it was not recorded. All are as they happened and include any injected delay.
package struct BenchCue: Hashable, Sendable {
    /// The number in the run, counted from 1: the `#3` of the verdict.
    package var index: Int
    /// The name of the cue, such as `kape/correct`.
    package var name: String
    /// The time of the sensor sample that caused it, or at which the bytes of its key were read.
    package var cause: Instant?
    /// The time just before its key's byte was written to the other end of the terminal.
    package var typed: Instant?
    /// The time at which the detector recognised the gesture.
    package var detected: Instant?
    /// The time just before the trigger call.
    package var triggered: Instant?
    /// The time at which the audio thread took the command and, in the same pass, assigned the cue its frame.
    package var taken: Instant?
    /// The time at which its first sample leaves the output, predicted by the run's clock source.
    package var predicted: Instant?
    /// The frame of the stream on which it starts.
    package var frame: Int64?
    /// The predicted time at which its haptic part leaves a separate device; nil if there is no such part or device.
    package var hapticPredicted: Instant?
    /// The captured time at which its first sample left the output.
    package var measured: Instant?
    /// How similar the captured signal and the cue were, 0...1.
    package var confidence: Double?
    /// The amplitude of the cue in the capture relative to what was played; 1 is equal.
    package var gain: Double?
    /// Whether the capture holds this cue for certain. Only then is `measured` trusted.
    package var isSure: Bool
    /// Why the capture does not hold it for certain; nil if it does, or if nothing was captured.
    package var doubt: CueDoubt?
    /// The deliberate delay by which the bench tests itself; usually zero.
    package var injected: Interval
    /// The instant for which a delayed cue was scheduled: the output of a cue triggered at once, by the clock as it
    /// then stood, plus the delay.
    package var asked: Instant?
    /// The time at which the other end of the terminal had read the first bytes of its flash.
    package var flashed: Instant?
    /// Of a press on another program: the captured time at which the answer's first sample was in the program's own
    /// stream. `measured` is when it left the sink.
    package var streamed: Instant?
    /// Of a press on another program: the time at which the first bytes were read that it wrote to its terminal after
    /// the press.
    package var replied: Instant?
    /// Of a press in another program's window: the time at which it showed something else after the press.
    package var redrawn: Instant?
    package var outcome: CueOutcome

    /// Creates a cue with only a name and an outcome; the rest is set later.
    package init(index: Int, name: String, outcome: CueOutcome = .played) {
        self.index = index
        self.name = name
        self.outcome = outcome
        isSure = false
        injected = .zero
    }

    /// The signal-to-noise ratio of the cue in the capture, in decibels. The square of the confidence is the cue's
    /// share of the energy. Nil if nothing similar was found.
    var signalToNoise: Double? {
        guard let confidence, confidence > 0, confidence < 1 else { return confidence == 1 ? .infinity : nil }
        return 10 * log10(confidence * confidence / (1 - confidence * confidence))
    }

    /// The time from the trigger to the captured output, if the capture is sure of it.
    package var measuredLatency: Interval? {
        guard isSure, let measured, let triggered else { return nil }
        return measured - triggered
    }

    /// The time from the trigger to the predicted output, if the cue came out.
    package var predictedLatency: Interval? {
        guard outcome.isHeard, let predicted, let triggered else { return nil }
        return predicted - triggered
    }
}
