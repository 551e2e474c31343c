import CThudEbur128
import Glibc
import ThudSoundFiles

/// The loudness of a short sound as defined by EBU R 128 and ITU-R BS.1770-4; measured by libebur128.
package struct Loudness: Hashable, Sendable {
    /// The largest loudness in any window of 400 ms, in LUFS; minus infinity for silence.
    /// The sound is padded with 400 ms of silence on either side, so that a sound shorter than the window counts with
    /// exactly its energy. This is the momentary loudness of EBU Tech 3341, measured every 10 ms.
    package let maximumMomentary: Double
    /// The highest peak of the waveform between samples, in dBTP: fourfold oversampling, the loudest channel.
    package let truePeak: Double
    /// The largest loudness in any window of 100 ms, in LUFS: the loudness of a short sound's attack alone. For a
    /// sound that fits into this window it is 6 LU above ``maximumMomentary``.
    package let maximumOfBlow: Double

    /// Measures a sound whose rate and channel count are within `SoundLimits`.
    package init(of sound: Sound) {
        let meter = Meter(sampleRate: sound.sampleRate, channelCount: sound.channelCount)
        let padding = sound.sampleRate * 2 / 5
        let hop = sound.sampleRate / 100
        var (loudest, loudestBlow) = (-Double.infinity, -Double.infinity)
        var start = -padding
        while start < sound.frameCount + padding {
            meter.add(sound, from: start, frames: hop)
            loudest = max(loudest, meter.loudness(milliseconds: 400))
            loudestBlow = max(loudestBlow, meter.loudness(milliseconds: 100))
            start += hop
        }
        maximumMomentary = loudest
        maximumOfBlow = loudestBlow
        truePeak = 20 * log10(meter.truePeak)
    }
}

/// A libebur128 state, with one thin function per C call.
private struct Meter: ~Copyable {
    private let state: UnsafeMutablePointer<ebur128_state>

    /// Calls `ebur128_init`, which fails only without memory or outside `SoundLimits`, which are checked first.
    init(sampleRate: Int, channelCount: Int) {
        precondition(SoundLimits.sampleRates.contains(sampleRate), "loudness is measured within SoundLimits")
        precondition(SoundLimits.channelCounts.contains(channelCount), "loudness is measured within SoundLimits")
        let mode = CInt(bitPattern: EBUR128_MODE_M.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue)
        guard let state = ebur128_init(UInt32(channelCount), UInt(sampleRate), mode) else {
            preconditionFailure("out of memory for a loudness meter")
        }
        self.state = state
    }

    deinit {
        var state: UnsafeMutablePointer<ebur128_state>? = state
        ebur128_destroy(&state)
    }

    /// Adds `frames` frames from `start`, with silence outside the sound; `ebur128_add_frames_float`.
    func add(_ sound: Sound, from start: Int, frames: Int) {
        var block: [Float] = []
        block.reserveCapacity(frames * sound.channelCount)
        for frame in start..<start + frames {
            for channel in sound.channels { block.append(channel.indices.contains(frame) ? channel[frame] : 0) }
        }
        _ = ebur128_add_frames_float(state, block, frames)
    }

    /// Returns the loudness of the last milliseconds, 400 at most, in LUFS; `ebur128_loudness_window`.
    func loudness(milliseconds: UInt) -> Double {
        var value = -Double.infinity
        _ = ebur128_loudness_window(state, milliseconds, &value)
        return value
    }

    /// The highest true peak of any channel so far, linear; `ebur128_true_peak`.
    var truePeak: Double {
        var highest = 0.0
        for channel in 0..<state.pointee.channels {
            var peak = 0.0
            _ = ebur128_true_peak(state, channel, &peak)
            highest = max(highest, peak)
        }
        return highest
    }
}
