import Glibc
import ThudCore

/// One cue of a bench run with every instant of its way from the sensor to the output.
///
/// An instant that is nil was not noted. All are as they happened: a delay that was injected is within them.
package struct BenchCue: Hashable, Sendable {
    /// Its number in the run, counted from 1: the `#3` of the verdict.
    package var index: Int
    /// The cue's name, `kape/correct`.
    package var name: String
    /// When the sensor took the sample that caused it, or when the bytes of the key that caused it were read.
    package var cause: Instant?
    /// Just before the byte of the key that caused it was written to the other end of the terminal.
    package var typed: Instant?
    /// When the detector recognised the gesture.
    package var detected: Instant?
    /// Just before the trigger call.
    package var triggered: Instant?
    /// When the audio thread took the command, and in the same pass put the cue on its frame.
    package var taken: Instant?
    /// When its first sample leaves the output, as the clock source of the run predicts.
    package var predicted: Instant?
    /// The frame of the stream on which it starts.
    package var frame: Int64?
    /// When its haptic part leaves a device of its own, predicted as well; nil where there is no such part or device.
    package var hapticPredicted: Instant?
    /// When its first sample left the output, as captured.
    package var measured: Instant?
    /// How alike the captured signal and the cue were, 0...1.
    package var confidence: Double?
    /// How loud the cue was in the capture, beside what was played: 1 is as loud.
    package var gain: Double?
    /// The capture holds this cue for certain; only then `measured` is believed.
    package var isSure: Bool
    /// Why the capture does not hold it for certain; nil where it does, and where nothing was captured.
    package var doubt: CueDoubt?
    /// A delay that was put in on purpose, so that the bench may prove itself; zero as a rule.
    package var injected: Interval
    /// The instant for which a cue that was delayed on purpose was asked: where it would have come out had it been
    /// triggered, as the clock then stood, and so much later.
    package var asked: Instant?
    /// When the other end of the terminal had read the first bytes of its flash.
    package var flashed: Instant?
    package var outcome: CueOutcome

    /// A cue of which nothing is known but its name; what is known is set afterwards.
    package init(index: Int, name: String, outcome: CueOutcome = .played) {
        self.index = index
        self.name = name
        self.outcome = outcome
        isSure = false
        injected = .zero
    }

    /// How much stronger the cue was in the capture than everything else there, in decibels, which follows from the confidence: the
    /// square of it is the cue's share of the energy. Nil where nothing like it was found.
    package var signalToNoise: Double? {
        guard let confidence, confidence > 0, confidence < 1 else { return confidence == 1 ? .infinity : nil }
        return 10 * log10(confidence * confidence / (1 - confidence * confidence))
    }

    /// From the trigger to the captured output, where the capture is sure of it.
    package var measuredLatency: Interval? {
        guard isSure, let measured, let triggered else { return nil }
        return measured - triggered
    }

    /// From the trigger to the predicted output, where the cue was put out at all.
    package var predictedLatency: Interval? {
        guard outcome.isHeard, let predicted, let triggered else { return nil }
        return predicted - triggered
    }
}
