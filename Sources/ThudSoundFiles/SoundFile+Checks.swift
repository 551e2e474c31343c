import CThudSndFile

extension SoundFile {
    /// Refuses what stands in a known container but is neither PCM, float, FLAC, Vorbis nor Opus.
    static func checkEncoding(of decoder: borrowing SndFile, _ path: String) throws(SoundFileError) {
        let encodings = [
            SF_FORMAT_PCM_U8, SF_FORMAT_PCM_S8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
            SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_VORBIS, SF_FORMAT_OPUS,
        ]
        let containers = [SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_FLAC, SF_FORMAT_OGG]
        let (container, encoding) = (decoder.container, decoder.encoding)
        guard containers.contains(where: { Int($0) == container }), encodings.contains(where: { Int($0) == encoding })
        else {
            throw SoundFileError(
                .unsupportedEncoding, .read, path,
                problem: "its encoding is not one that Thud reads (PCM or float in WAV, FLAC, Vorbis or Opus in Ogg)",
                advice: "export it as 24-bit WAV")
        }
    }

    /// Refuses sample rates and channel counts outside `SoundLimits`.
    static func checkShape(
        sampleRate: Int, channelCount: Int, _ operation: SoundFileError.Operation, _ subject: String
    ) throws(SoundFileError) {
        let rates = operation == .resample ? SoundLimits.resamplingRates : SoundLimits.sampleRates
        let counts = SoundLimits.channelCounts
        guard rates.contains(sampleRate) else {
            throw SoundFileError(
                .outsideLimits, operation, subject, problem: "a sample rate of \(sampleRate) Hz is out of range",
                advice: "use \(rates.lowerBound) to \(rates.upperBound) Hz, 48000 for choice")
        }
        guard counts.contains(channelCount) else {
            throw SoundFileError(
                .outsideLimits, operation, subject, problem: "\(channelCount) channels are out of range",
                advice: "use \(counts.lowerBound) to \(counts.upperBound) channels")
        }
    }

    /// Refuses samples that are not numbers or absurdly loud: played, they would hurt or poison the mix.
    static func checkSamples(_ channels: [[Float]], sampleRate: Int, _ path: String) throws(SoundFileError) {
        for samples in channels {
            // A comparison with NaN is false, so one test catches NaN, infinities and excess alike.
            let bad = samples.firstIndex { !(abs($0) <= SoundLimits.maximumMagnitude) }
            guard let bad else { continue }
            let milliseconds = bad * 1000 / sampleRate
            throw SoundFileError(
                .unusableSamples, .read, path,
                problem: "a sample at \(milliseconds) ms is not a number or more than 40 dB above full scale",
                advice: "export it again")
        }
    }
}
