import CThudSndFile
import Glibc

extension SoundFile {
    /// Encodes a sound as 24-bit PCM, atomically: `path` holds either what it held before or the whole new file.
    ///
    /// Samples beyond full scale are clipped; a sample is at most half a step of 2^-23 from the original.
    ///
    /// - Parameters:
    ///   - sound: at least one frame, rate and channels within `SoundLimits`.
    ///   - path: where to; its folder must exist.
    ///   - format: nil takes it from the extension of `path`.
    /// - Throws: `SoundFileError` with operation `write`.
    public static func write(_ sound: Sound, to path: String, as format: SoundFormat? = nil) throws(SoundFileError) {
        guard let format = format ?? SoundFormat(path: path) else {
            throw SoundFileError(
                .unknownExtension, .write, path, problem: "its name does not say which format",
                advice: "end it in .wav or .flac")
        }
        try checkShape(sampleRate: sound.sampleRate, channelCount: sound.channelCount, .write, path)
        guard sound.frameCount > 0 else {
            throw SoundFileError(
                .empty, .write, path, problem: "the sound has no frames", advice: "give it at least one")
        }
        let limit = SoundLimits.maximumFrames(sampleRate: sound.sampleRate, channelCount: sound.channelCount)
        guard sound.frameCount <= limit else {
            throw SoundFileError(
                .tooLong, .write, path, problem: "the sound is longer than Thud would read again",
                advice: "cut it, or stream it with WavWriter")
        }
        do {
            let replacement = try ReplacementFile(for: path)
            try encode(sound, as: format, into: OpenFile(replacement.temporaryPath, O_RDWR | O_CREAT | O_EXCL))
            try replacement.commit()
        } catch {
            throw SoundFileError(error, .write, path)
        }
    }

    /// Writes header, samples and trailer.
    private static func encode(
        _ sound: Sound, as format: SoundFormat, into file: consuming OpenFile
    ) throws(IOFailure) {
        let container = format == .wav ? Int(SF_FORMAT_WAV) : Int(SF_FORMAT_FLAC)
        let encoder = try SndFile(
            writing: file, format: container | Int(SF_FORMAT_PCM_24), sampleRate: sound.sampleRate,
            channelCount: sound.channelCount)
        var samples = [Int32]()
        samples.reserveCapacity(sound.frameCount * sound.channelCount)
        for frame in 0..<sound.frameCount {
            for channel in sound.channels { samples.append(PCM24.quantise(channel[frame])) }
        }
        let written = encoder.write(samples.span)
        try encoder.close()
        guard written == sound.frameCount else {
            throw IOFailure(message: "only \(written) of \(sound.frameCount) frames were written")
        }
    }
}
