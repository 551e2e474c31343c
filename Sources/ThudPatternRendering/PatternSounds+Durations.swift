public import ThudHaptics

extension PatternSounds {
    /// A pattern with the durations written out that it leaves open: of sounds that end with their files, and of tones
    /// that end with the pattern. A sound that is not here keeps none.
    ///
    /// - Parameter sampleRate: of the sounds, in hertz.
    public func timed(_ pattern: HapticPattern, sampleRate: Int) -> HapticPattern {
        let evaluation = HapticEvaluation(pattern)
        let patternSeconds = pattern.duration
        var timed = pattern
        for (index, event) in pattern.events.enumerated() where !event.kind.isHaptic {
            let length =
                event.kind == .audioContinuous
                ? evaluation.length(of: event, natural: patternSeconds - event.time)
                : event.waveformPath.flatMap { sounds[$0] }
                    .flatMap { FilePlay(event, of: $0, evaluation, sampleRate: sampleRate)?.seconds }
            if let length, length > 0 { timed.events[index] = event.moved(to: event.time, lasting: length) }
        }
        return timed
    }
}
