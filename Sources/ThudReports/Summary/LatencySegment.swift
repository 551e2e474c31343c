import ThudCore

/// The durations that the bench measures. Most are parts of the path from the sensor to the output.
package enum LatencySegment: String, CaseIterable, Sendable {
    /// From the sensor's sample to the detection of the gesture.
    case sensorToDetection
    /// From the detection to the trigger call, which is the game's share.
    case detectionToTrigger
    /// From the trigger call until the audio thread takes the command and, in the same pass, assigns the cue its frame.
    case triggerToTaken
    /// From the audio thread to the predicted output, which is the queue's share.
    case takenToPredicted
    case triggerToPredicted
    case triggerToMeasured
    /// From a press to the first sample of its answer in the program's own stream, which is the program's share.
    case pressToStream
    /// From there to the output of the sink, which is the sound server's share.
    case streamToSink
    /// From there to the loudspeakers, as the sound server predicts it, which is the device's share.
    case sinkToDevice
    /// From a press until the first bytes were read that the program wrote to its terminal.
    case pressToReply
    /// From a press in a window until the window showed something else.
    case pressToPixels
    /// From the person's action (a key's bytes are read, or motion is sampled) to the output, measured if certain.
    case inputToOutput
    /// From just before a key's byte is written to the terminal until the audio thread takes its cue's command.
    case keyToCommand
    /// From the same instant to the output, measured if certain.
    case keyToOutput
    /// From the same instant until the terminal's other end has read the first bytes of the cue's flash.
    case keyToFlash
    /// The prediction minus the measurement; above zero, the engine predicted too late an instant. Deliberately delayed
    /// cues are left out, since the engine does not predict that delay.
    case predictionError
    /// The haptic onset on a separate device minus the sound's; above zero, the touch comes after the sound.
    case hapticAfterSound
    /// From one frame of the game loop to the next.
    case frameTime
    case wakeLateness

    /// What it is called in a report: the words of its name, such as `trigger to taken`, or clearer ones.
    package var title: String {
        switch self {
        case .pressToStream: "press to its stream"
        case .sinkToDevice: "sink to device, predicted"
        case .pressToReply: "press to first byte"
        case .predictionError: "predicted − measured"
        case .hapticAfterSound: "haptic − sound"
        default: rawValue.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
        }
    }

    /// The segments of a run of Thud itself, or of another program, in the order of a table.
    package static func shown(for run: BenchRun) -> [LatencySegment] {
        let ofPrograms: [LatencySegment] = [
            .pressToStream, .streamToSink, .sinkToDevice, .triggerToMeasured, .pressToReply, .pressToPixels,
        ]
        return run.program == nil
            ? allCases.filter { $0 == .triggerToMeasured || !ofPrograms.contains($0) } : ofPrograms
    }

    /// Returns the segment's histogram over a run; empty if none of it was recorded.
    func histogram(in run: BenchRun) -> DurationHistogram {
        switch self {
        case .frameTime: run.frameTimes
        case .wakeLateness: run.wakeLateness
        // A cue of the game is caused by a motion; a cue of the bench has only its plan.
        case .sensorToDetection, .detectionToTrigger, .inputToOutput:
            DurationHistogram((undelayed(run) + run.gameCues).compactMap(length(of:)))
        case .sinkToDevice:
            DurationHistogram(undelayed(run).compactMap { $0.measuredLatency == nil ? nil : run.program?.device })
        case .keyToCommand, .keyToOutput, .keyToFlash: DurationHistogram(run.keyCues.compactMap(length(of:)))
        default: DurationHistogram(undelayed(run).compactMap(length(of:)))
        }
    }

    /// Returns the cues without a deliberate delay. Delayed cues test the bench, not the engine.
    private func undelayed(_ run: BenchRun) -> [BenchCue] { run.cues.filter { $0.injected == .zero } }

    /// Returns the segment's length for one cue; nil if an end was not recorded or the segment is not about cues.
    package func length(of cue: BenchCue) -> Interval? {
        switch self {
        case .sensorToDetection: between(cue.cause, cue.detected)
        case .detectionToTrigger: between(cue.detected, cue.triggered)
        case .triggerToTaken: between(cue.triggered, cue.taken)
        case .takenToPredicted: cue.predictedLatency == nil ? nil : between(cue.taken, cue.predicted)
        case .triggerToPredicted: cue.predictedLatency
        case .triggerToMeasured: cue.measuredLatency
        case .pressToStream: between(cue.triggered, cue.streamed)
        case .streamToSink: cue.isSure ? between(cue.streamed, cue.measured) : nil
        case .pressToReply: between(cue.triggered, cue.replied)
        case .pressToPixels: between(cue.triggered, cue.redrawn)
        case .inputToOutput: toOutput(cue, from: cue.cause)
        case .keyToCommand: between(cue.typed, cue.taken)
        case .keyToOutput: toOutput(cue, from: cue.typed)
        case .keyToFlash: between(cue.typed, cue.flashed)
        case .predictionError:
            cue.injected == .zero && cue.isSure && cue.predictedLatency != nil
                ? between(cue.measured, cue.predicted) : nil
        case .hapticAfterSound: cue.predictedLatency == nil ? nil : between(cue.predicted, cue.hapticPredicted)
        case .frameTime, .wakeLateness, .sinkToDevice: nil
        }
    }

    private func between(_ from: Instant?, _ to: Instant?) -> Interval? {
        guard let from, let to else { return nil }
        return to - from
    }

    private func toOutput(_ cue: BenchCue, from cause: Instant?) -> Interval? {
        guard let cause, let triggered = cue.triggered,
            let latency = cue.measuredLatency ?? (cue.doubt == nil ? cue.predictedLatency : nil)
        else { return nil }
        return triggered - cause + latency
    }
}
