import ThudCore

/// What the bench times, each as its own distribution.
public enum Stage: String, CaseIterable, Sendable {
    /// From the sensor's sample to the detector's word.
    case sensorToDetection
    /// From the detector's word to the trigger call: the game.
    case detectionToTrigger
    /// From the trigger call until the audio thread took the command and, in the same pass, put the cue on its frame.
    case triggerToTaken
    /// From the audio thread to the predicted output: the queue.
    case takenToPredicted
    /// From the trigger to the predicted output.
    case triggerToPredicted
    /// From the trigger to the captured output.
    case triggerToMeasured
    /// From the sensor's sample to the output, measured where that is certain.
    case sensorToOutput
    /// The prediction less the measurement: above zero the engine promised too late an instant. Cues that were delayed
    /// on purpose are left out, since that is no fault of the engine's.
    case predictionError
    /// The haptic onset, on a device of its own, less the sound's: above zero the touch comes after the sound.
    case hapticAfterSound
    /// From one frame of the game loop to the next.
    case frameTime
    /// How much later than it had asked the audio thread woke.
    case wakeLateness

    /// How it stands in tables.
    public var title: String {
        switch self {
        case .sensorToDetection: "sensor to detection"
        case .detectionToTrigger: "detection to trigger"
        case .triggerToTaken: "trigger to taken"
        case .takenToPredicted: "taken to predicted"
        case .triggerToPredicted: "trigger to predicted"
        case .triggerToMeasured: "trigger to measured"
        case .sensorToOutput: "sensor to output"
        case .predictionError: "predicted − measured"
        case .hapticAfterSound: "haptic − sound"
        case .frameTime: "frame time"
        case .wakeLateness: "wake lateness"
        }
    }

    /// The distribution of this stage over a run; nil where nothing of it was noted.
    public func distribution(in run: BenchRun) -> Distribution? {
        switch self {
        case .frameTime: Distribution(run.frameTimes)
        case .wakeLateness: Distribution(run.wakeLateness)
        // What stands behind a cue of the game is its motion; behind a cue of the bench there is only its plan.
        case .sensorToDetection, .detectionToTrigger, .sensorToOutput:
            Distribution((run.cues + run.gameCues).compactMap(length(of:)))
        default: Distribution(run.cues.compactMap(length(of:)))
        }
    }

    /// How long this stage took for one cue; nil where an end of it was not noted, and for what is not of a cue.
    public func length(of cue: BenchCue) -> Interval? {
        switch self {
        case .sensorToDetection: between(cue.cause, cue.detected)
        case .detectionToTrigger: between(cue.detected, cue.triggered)
        case .triggerToTaken: between(cue.triggered, cue.taken)
        case .takenToPredicted: cue.predictedLatency == nil ? nil : between(cue.taken, cue.predicted)
        case .triggerToPredicted: cue.predictedLatency
        case .triggerToMeasured: cue.measuredLatency
        case .sensorToOutput: sensorToOutput(cue)
        case .predictionError: predictionError(cue)
        case .hapticAfterSound: cue.predictedLatency == nil ? nil : between(cue.predicted, cue.hapticPredicted)
        case .frameTime, .wakeLateness: nil
        }
    }

    private func between(_ from: Instant?, _ to: Instant?) -> Interval? {
        guard let from, let to else { return nil }
        return to - from
    }

    private func sensorToOutput(_ cue: BenchCue) -> Interval? {
        guard let cause = cue.cause, let triggered = cue.triggered,
            let latency = cue.measuredLatency ?? cue.predictedLatency
        else { return nil }
        return triggered - cause + latency
    }

    private func predictionError(_ cue: BenchCue) -> Interval? {
        guard cue.injected == .zero, let predicted = cue.predictedLatency, let measured = cue.measuredLatency else {
            return nil
        }
        return predicted - measured
    }
}
