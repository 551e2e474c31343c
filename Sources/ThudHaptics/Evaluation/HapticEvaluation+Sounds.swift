/// What a pattern asks of its sounds, `AudioCustom` and `AudioContinuous`, at any moment.
extension HapticEvaluation {
    /// Whether the pitch of sounds moves while they play.
    public var movesPitch: Bool { isControlled(.audioPitch) }

    /// How long a sound is heard before its release begins, in seconds: its duration, else `natural`.
    public func length(of event: HapticEvent, natural: Double) -> Double {
        if let duration = event.duration, duration > 0 { return duration }
        return max(0, natural)
    }

    /// How long a tone is heard before its release begins, in seconds: its duration, else to the end of the pattern,
    /// `patternEnd`, else as long as a vibration that nothing ends.
    public func length(of tone: HapticEvent, patternEnd: Double) -> Double {
        length(of: tone, natural: patternEnd > tone.time ? patternEnd - tone.time : HapticLimits.longestContinuous)
    }

    /// How long the release of a sound takes, in seconds, as it stands when the release begins.
    public func release(of event: HapticEvent, lasting seconds: Double) -> Double {
        guard event.usesVolumeEnvelope else { return 0 }
        return EnvelopeTime.seconds(value(of: .audioReleaseTime, on: event, at: event.time + seconds))
    }

    /// The volume of a sound, 0 to 1, `elapsed` seconds after its start, with its envelope where it uses one.
    ///
    /// - Parameter seconds: how long it lasts before its release.
    public func volume(of event: HapticEvent, lasting seconds: Double, elapsed: Double) -> Double {
        let envelope = soundEnvelope(of: event, lasting: seconds)
        let level = envelope?.level(at: elapsed) ?? (elapsed >= 0 && elapsed < seconds ? 1 : 0)
        return level * value(of: .audioVolume, on: event, at: event.time + elapsed)
    }

    /// The envelope of a sound; nil where it has none.
    private func soundEnvelope(of event: HapticEvent, lasting seconds: Double) -> Envelope? {
        guard event.usesVolumeEnvelope else { return nil }
        return Envelope(
            attack: EnvelopeTime.seconds(value(of: .audioAttackTime, on: event, at: event.time)),
            decay: EnvelopeTime.seconds(value(of: .audioDecayTime, on: event, at: event.time)),
            isSustained: event.isSustained, duration: seconds, release: release(of: event, lasting: seconds))
    }
}
