import Glibc
import ThudCore

/// One cue of a bench run with every instant of its way from the sensor to the output.
///
/// An instant that is nil was not noted. All are as they happened: a delay that was injected is within them.
public struct BenchCue: Hashable, Sendable {
    /// Its number in the run, counted from 1: the `#3` of the verdict.
    public var index: Int
    /// The cue's name, `kape/correct`.
    public var name: String
    /// When the sensor took the sample that caused it, or when the bytes of the key that caused it were read.
    public var cause: Instant?
    /// Just before the byte of the key that caused it was written to the other end of the terminal.
    public var typed: Instant?
    /// When the detector recognised the gesture.
    public var detected: Instant?
    /// Just before the trigger call.
    public var triggered: Instant?
    /// When the audio thread took the command, and in the same pass put the cue on its frame.
    public var taken: Instant?
    /// When its first sample leaves the output, as the clock source of the run predicts.
    public var predicted: Instant?
    /// The frame of the stream on which it starts.
    public var frame: Int64?
    /// When its haptic part leaves a device of its own, predicted as well; nil where there is no such part or device.
    public var hapticPredicted: Instant?
    /// When its first sample left the output, as captured.
    public var measured: Instant?
    /// How alike the captured signal and the cue were, 0...1.
    public var confidence: Double?
    /// How loud the cue was in the capture, beside what was played: 1 is as loud.
    public var gain: Double?
    /// The capture holds this cue for certain; only then `measured` is believed.
    public var isSure: Bool
    /// Why the capture does not hold it for certain; nil where it does, and where nothing was captured.
    public var doubt: CueDoubt?
    /// A delay that was put in on purpose, so that the bench may prove itself; zero as a rule.
    public var injected: Interval
    /// The instant for which a cue that was delayed on purpose was asked: where it would have come out had it been
    /// triggered, as the clock then stood, and so much later.
    public var asked: Instant?
    /// When the other end of the terminal had read the first bytes of its flash.
    public var flashed: Instant?
    /// How it ended.
    public var outcome: CueOutcome

    /// A cue of which nothing is known but its name; what is known is set afterwards.
    public init(index: Int, name: String, outcome: CueOutcome = .played) {
        self.index = index
        self.name = name
        self.outcome = outcome
        isSure = false
        injected = .zero
    }

    /// How much stronger the cue was in the capture than everything else there, in decibels, which follows from the confidence: the
    /// square of it is the cue's share of the energy. Nil where nothing like it was found.
    public var signalToNoise: Double? {
        guard let confidence, confidence > 0, confidence < 1 else { return confidence == 1 ? .infinity : nil }
        return 10 * log10(confidence * confidence / (1 - confidence * confidence))
    }

    /// From the trigger to the captured output, where the capture is sure of it.
    public var measuredLatency: Interval? {
        guard isSure, let measured, let triggered else { return nil }
        return measured - triggered
    }

    /// From the trigger to the predicted output, where the cue was put out at all.
    public var predictedLatency: Interval? {
        guard outcome.isHeard, let predicted, let triggered else { return nil }
        return predicted - triggered
    }
}
