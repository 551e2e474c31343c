import Cues
import Haptics
import Playback
import SoundFiles

/// A cue ready to be played: its sounds decoded, its pattern rendered, all on one frame.
public struct PreparedCue: Sendable {
    /// What it was made of.
    public let cue: Cue
    /// Four tracks: the sounds left and right, the haptics as they are heard, the haptics as they drive an actuator.
    let clip: Clip

    /// Which track of the clip holds what.
    enum Track {
        static let left = 0
        static let right = 1
        static let heard = 2
        static let drive = 3
    }

    /// Renders `cue` at `sampleRate` Hz; `sounds` are its sound files by path, at that rate.
    init(_ cue: Cue, sounds: [String: Sound], sampleRate: Int) {
        self.cue = cue
        var left: [Float] = []
        var right: [Float] = []
        for placed in cue.sounds {
            guard let sound = sounds[placed.path] else { continue }
            let samples = Stereo(sound)
            PreparedCue.add(samples.left, of: placed, gain: min(1, 1 - placed.pan), at: sampleRate, to: &left)
            PreparedCue.add(samples.right, of: placed, gain: min(1, 1 + placed.pan), at: sampleRate, to: &right)
        }
        let renderer = HapticRenderer(sampleRate: Double(sampleRate))
        clip = Clip(tracks: [left, right, renderer.heard(cue.pattern), renderer.drive(cue.pattern)])
    }

    /// Mixes one sound of the cue into a track: from its time on, cut or repeated to its duration.
    private static func add(
        _ samples: [Float], of placed: CueSound, gain: Double, at rate: Int, to track: inout [Float]
    ) {
        guard !samples.isEmpty else { return }
        let first = Int((placed.time * Double(rate)).rounded())
        let natural = samples.count
        let wanted = placed.duration.map { Int(($0 * Double(rate)).rounded()) } ?? natural
        let count = placed.loops ? wanted : min(wanted, natural)
        if track.count < first + count { track += [Float](repeating: 0, count: first + count - track.count) }
        let factor = Float(placed.volume * gain)
        let ramp = wanted < natural || placed.loops ? min(count, rate / 200) : 0
        for index in 0..<count {
            // A sound that is cut short ends in a 5 ms ramp, so that the cut does not click.
            let left = count - index
            let fade = left <= ramp ? Float(left - 1) / Float(ramp) : 1
            track[first + index] += samples[index % natural] * factor * fade
        }
    }
}

/// Any sound as two channels: mono goes to both, of more than two the first two are taken.
private struct Stereo {
    let left: [Float]
    let right: [Float]

    init(_ sound: Sound) {
        left = sound.channels[0]
        right = sound.channelCount > 1 ? sound.channels[1] : sound.channels[0]
    }
}
