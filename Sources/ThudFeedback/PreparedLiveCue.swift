import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles

/// A live cue that is ready to start: the clip that it plays, and the parameters that can be turned.
struct PreparedLiveCue: Sendable {
    /// The tracks of a `PreparedCue`. A hold has only sounds, because its vibration is synthesized live.
    let clip: Clip
    let source: LiveSource

    /// Prepares a cue that lasts; nil if it does not last.
    init?(_ cue: Cue, sounds: PatternSounds, sampleRate: Int) {
        switch cue.lasts {
        case nil: return nil
        case .hold: self.init(holding: cue.pattern, sounds, sampleRate)
        case .loop: self.init(repeating: cue.pattern, sounds, sampleRate)
        }
    }

    private init(holding pattern: HapticPattern, _ sounds: PatternSounds, _ sampleRate: Int) {
        var source = LiveSource(sampleRate: sampleRate)
        var tracks: [[Float]] = []
        for event in pattern.events {
            if event.kind == .continuous {
                source.vibration = .init(
                    intensity: event.intensity, sharpness: event.sharpness, heard: .heard, drive: .drive)
                source.vibration?.attack = EnvelopeTime.seconds(event.attackTime)
            } else if let sound = event.waveformPath.flatMap({ sounds.sounds[$0] }) {
                source.volume = event.volume
                source.pitch = event.pitch
                source.attack = event.usesVolumeEnvelope ? EnvelopeTime.seconds(event.attackTime) : 0
                source.loop = event.loops ? 0..<sound.frameCount : nil
                tracks = Self.panned(sound, event.pan)
            }
        }
        source.curves = LiveControl.allCases.compactMap { control in
            pattern.track(of: control.parameter).map { (control, $0.points) }
        }
        self.source = source
        clip = Clip(tracks: tracks)
    }

    /// Returns the two channels of a sound after a balance control, as `Rendition` computes it.
    private static func panned(_ sound: Sound, _ pan: Double) -> [[Float]] {
        let left = Float(min(1, 1 - pan))
        let right = Float(min(1, 1 + pan))
        let channels = sound.channels
        return [channels[0].map { $0 * left }, channels[channels.count > 1 ? 1 : 0].map { $0 * right }]
    }

    private init(repeating pattern: HapticPattern, _ sounds: PatternSounds, _ sampleRate: Int) {
        let speakers = Rendition.sounds(of: pattern, sounds, sampleRate: sampleRate)
        let renderer = HapticRenderer(sampleRate: Double(sampleRate))
        let seconds = max(pattern.duration, Double(speakers.left.count) / Double(sampleRate))
        let period = max(1, Int((seconds * Double(sampleRate)).rounded()))
        let once = [speakers.left, speakers.right, renderer.heard(pattern), renderer.drive(pattern)]
        let hasTail = once.contains { $0.count > period }
        clip = Clip(tracks: once.map { Self.repeatable($0, period: period, hasTail: hasTail) })
        var source = LiveSource(sampleRate: sampleRate)
        source.loop = hasTail ? period..<2 * period : 0..<period
        source.hapticTracks = once[2].isEmpty && once[3].isEmpty ? nil : (.heard, .drive)
        self.source = source
    }

    /// Returns a track that repeats without a seam: from its second period if something rings on past a period,
    /// otherwise from its first. The part that rings on is added to the start of the period.
    private static func repeatable(_ samples: [Float], period: Int, hasTail: Bool) -> [Float] {
        if samples.isEmpty { return [] }
        var padded = samples
        // A track that needs no padding is not copied.
        if samples.count < period { padded += [Float](repeating: 0, count: period - samples.count) }
        guard hasTail else { return padded }
        var steady = [Float](repeating: 0, count: period)
        for (index, sample) in padded.enumerated() { steady[index % period] += sample }
        return Array(padded.prefix(period)) + steady
    }
}

extension VibrationTone {
    static let heard = VibrationTone(.heard)
    static let drive = VibrationTone(.drive)

    private convenience init(_ tone: ContinuousTone) {
        self.init(
            amplitude: tone.amplitude, level: tone.level, frequency: tone.frequency, wave: tone.wave, mean: tone.mean)
    }
}

extension LiveControl {
    /// The dynamic parameter that has the same effect in a file.
    var parameter: DynamicParameterID {
        switch self {
        case .gain: .audioVolume
        case .pitch: .audioPitch
        case .intensity: .hapticIntensity
        case .sharpness: .hapticSharpness
        }
    }
}
