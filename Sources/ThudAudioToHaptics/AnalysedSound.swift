import ThudPatterns
import ThudSoundFiles

/// A sound for analysis: without constant offset and invalid samples, at most 48 kHz, and cut to the longest pattern.
/// It copies nothing, because a long sound at a high rate fills much memory. It computes samples when they are read.
struct AnalysedSound {
    let sampleRate: Double
    let count: Int
    var channelCount: Int { channels.count }

    private let channels: [[Float]]
    private let offsets: [Float]
    private let group: Int

    init(_ sound: Sound) {
        // Nothing above 24 kHz is heard or felt, so neighbouring samples may be averaged.
        let group = max(1, (sound.sampleRate + 47_999) / 48_000)
        let frames = Int(min(Double(sound.frameCount), HapticLimits.latestStart * Double(sound.sampleRate)))
        self.group = group
        sampleRate = Double(sound.sampleRate) / Double(group)
        count = frames / group + (frames % group > 0 ? 1 : 0)
        channels = sound.heardChannels
        let rest = max(2, sound.sampleRate / 20)
        offsets = channels.map { Self.offset(of: $0.prefix(frames), rest: rest) }
    }

    /// Returns the value that samples keep for `rest` samples and have in a tenth of the sound, which is silence, or
    /// their mean if there is none. The pulses of a chip or of a voice may all lie above the silence between them, and
    /// their mean does too. A recording with an offset may begin with a short silence that has none.
    private static func offset(of samples: ArraySlice<Float>, rest: Int) -> Float {
        let samples = samples.lazy.map(sound)
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

    var seconds: Double { Double(count) / sampleRate }

    /// Returns a sample that `SoundFile.read` would accept, or silence for a NaN or an absurdly loud value.
    private static func sound(_ sample: Float) -> Float { abs(sample) <= SoundLimits.maximumMagnitude ? sample : 0 }

    /// Writes the samples of a channel from `start` on, each multiplied by its weight, into `output`. Writes 0
    /// outside the sound and for a channel that does not exist.
    func read(channel: Int, from start: Int, weights: [Float], into output: inout [Float]) {
        for index in output.indices { output[index] = 0 }
        guard channel < channelCount else { return }
        let first = max(start, 0)
        let last = min(start + weights.count, count)
        guard first < last else { return }
        let samples = channels[channel]
        let offset = offsets[channel]
        for index in first..<last {
            output[index - start] = (mean(of: samples, at: index) - offset) * weights[index - start]
        }
    }

    /// Returns the root of the mean power of all channels for each sample of a range, which must lie within the sound.
    func magnitudes(_ range: Range<Int>) -> [Float] {
        var powers = [Float](repeating: 0, count: range.count)
        for (samples, offset) in zip(channels, offsets) {
            for index in range {
                let sample = mean(of: samples, at: index) - offset
                powers[index - range.lowerBound] += sample * sample
            }
        }
        return powers.map { ($0 / Float(channelCount)).squareRoot() }
    }

    /// Returns the first sample of a range whose magnitude exceeds the earlier level by a tenth of the way to the
    /// largest.
    func crossing(in range: Range<Int>, from before: Float, to largest: Float) -> Int? {
        let threshold = before + 0.1 * (largest - before)
        return magnitudes(range).firstIndex { $0 > threshold }.map { range.lowerBound + $0 }
    }

    /// Returns the mean of the original samples that form sample `index`.
    private func mean(of samples: [Float], at index: Int) -> Float {
        if group == 1 { return Self.sound(samples[index]) }
        let range = index * group..<min((index + 1) * group, samples.count)
        var sum: Float = 0
        for place in range { sum += Self.sound(samples[place]) }
        return sum / Float(range.count)
    }
}
