import ThudPatterns
import ThudSoundFiles

/// A sound for analysis: without constant offset and invalid samples, at most 48 kHz, and cut to the longest pattern.
/// It copies nothing but channels with invalid samples, because a long sound at a high rate fills much memory. It
/// computes samples when they are read.
struct AnalysedSound {
    let sampleRate: Double
    let count: Int
    var channelCount: Int { channels.count }

    private let channels: [[Float]]
    /// The value of silence in each channel.
    let offsets: [Float]
    /// The samples of each channel without the silence before and after them, which has no offset.
    private let sounding: [Range<Int>]
    private let group: Int

    init(_ sound: Sound) {
        // Nothing above 24 kHz is heard or felt, so neighbouring samples may be averaged.
        let group = max(1, (sound.sampleRate + 47_999) / 48_000)
        let frames = Int(min(Double(sound.frameCount), HapticLimits.latestStart * Double(sound.sampleRate)))
        self.group = group
        sampleRate = Double(sound.sampleRate) / Double(group)
        count = frames / group + (frames % group > 0 ? 1 : 0)
        // A NaN or an absurdly loud value, which `SoundFile.read` would refuse, is silence.
        let limit = SoundLimits.maximumMagnitude
        channels = sound.heardChannels.map { samples in
            samples.allSatisfy { abs($0) <= limit } ? samples : samples.map { abs($0) <= limit ? $0 : 0 }
        }
        let rest = max(2, sound.sampleRate / 20)
        offsets = channels.map { Self.offset(of: $0.prefix(frames), rest: rest) }
        sounding = channels.map {
            let frames = Self.sounding($0.prefix(frames), click: rest / 10)
            return frames.lowerBound / group..<(frames.upperBound + group - 1) / group
        }
    }

    /// Returns the samples without those that keep one value at the beginning and at the end. What keeps its value for
    /// fewer than `click` samples may be a click, and stays.
    private static func sounding(_ samples: ArraySlice<Float>, click: Int) -> Range<Int> {
        // Dither of 16 bits is silence, unless the sound is hardly louder.
        let peak = samples.reduce(0) { max($0, abs($1)) }
        let noise = max(SpectrumAnalyser.silence, min(1e-4, 0.01 * peak))
        let count = samples.count
        let start = samples.firstIndex { abs($0 - samples[0]) > noise } ?? 0
        let end = samples.lastIndex { abs($0 - samples[count - 1]) > noise }.map { $0 + 1 } ?? count
        let first = start < click ? 0 : start
        return first..<max(first, count - end < click ? count : end)
    }

    /// Returns the value that samples keep for `rest` samples and have in a tenth of the sound, which is silence, or
    /// their mean if there is none. The pulses of a chip or of a voice may all lie above the silence between them, and
    /// their mean does too. A recording with an offset may begin with a short silence that has none.
    private static func offset(of samples: ArraySlice<Float>, rest: Int) -> Float {
        func isNear(_ one: Float, _ other: Float) -> Bool { abs(one - other) <= SpectrumAnalyser.silence }
        var (kept, count) = (Float.infinity, 0)
        for sample in samples {
            (kept, count) = isNear(sample, kept) ? (kept, count + 1) : (sample, 1)
            guard count == rest else { continue }
            if samples.count(where: { isNear($0, kept) }) >= samples.count / 10 { return kept }
            break
        }
        return samples.isEmpty ? 0 : Float(samples.reduce(0.0) { $0 + Double($1) } / Double(samples.count))
    }

    /// The samples of a step of 1 ms.
    var step: Int { max(1, Int((0.001 * sampleRate).rounded())) }

    /// Returns a value for the samples of each step.
    func steps<Value>(_ value: (Range<Int>) -> Value) -> [Value] {
        stride(from: 0, to: count, by: step).map { value($0..<min($0 + step, count)) }
    }

    /// The energy of each step.
    var energies: RunningSums {
        RunningSums(steps { magnitudes($0).reduce(0) { $0 + Double($1) * Double($1) } })
    }

    var seconds: Double { Double(count) / sampleRate }

    /// Writes the samples of a channel from `start` on, each multiplied by its weight, into `output`. Writes 0
    /// outside the sound and for a channel that does not exist.
    func read(channel: Int, from start: Int, weights: [Float], into output: inout [Float]) {
        for index in output.indices { output[index] = 0 }
        guard channel < channelCount else { return }
        forEach(in: (start..<start + weights.count).clamped(to: 0..<count), of: channel) { index, sample in
            output[index - start] = sample * weights[index - start]
        }
    }

    /// Returns the root of the mean power of all channels for each sample of a range, which must lie within the sound.
    func magnitudes(_ range: Range<Int>) -> [Float] {
        var powers = [Float](repeating: 0, count: range.count)
        for channel in channels.indices {
            forEach(in: range, of: channel) { powers[$0 - range.lowerBound] += $1 * $1 }
        }
        return powers.map { ($0 / Float(channelCount)).squareRoot() }
    }

    /// Returns the first sample of a range whose magnitude exceeds the earlier level by a tenth of the way to the
    /// largest.
    func crossing(in range: Range<Int>, from before: Float, to largest: Float) -> Int? {
        let threshold = before + 0.1 * (largest - before)
        return magnitudes(range).firstIndex { $0 > threshold }.map { range.lowerBound + $0 }
    }

    /// Calls `body` with each index in a range, which must lie within the sound, and the sample there, but not with the
    /// silence before and after.
    @inline(__always)
    private func forEach(in range: Range<Int>, of channel: Int, _ body: (Int, Float) -> Void) {
        let (samples, offset, range) = (channels[channel], offsets[channel], range.clamped(to: sounding[channel]))
        if group == 1 {
            for index in range { body(index, samples[index] - offset) }
            return
        }
        for index in range {
            // The mean of the original samples.
            let originals = samples[index * group..<min((index + 1) * group, samples.count)]
            body(index, originals.reduce(0, +) / Float(originals.count) - offset)
        }
    }
}
