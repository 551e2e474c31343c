import CThudSndFile
import Glibc
public import ThudCore

extension SoundFile {
    /// Encodes a sound as PCM, atomically: `path` holds either its old content or the whole new file.
    /// Samples beyond full scale are clipped. All others are at most half a step of the depth from the original.
    /// - Parameters:
    ///   - sound: at least one frame, rate and channels within `SoundLimits`.
    ///   - path: the output file; its folder must exist.
    ///   - format: nil chooses it by the extension of `path`.
    ///   - depth: the depth of each sample.
    /// - Throws: `ThudError` with operation `write`.
    public static func write(
        _ sound: Sound, to path: String, as format: SoundFormat? = nil, depth: SampleDepth = .bits24
    ) throws(ThudError) {
        let format = try writableFormat(of: path, format)
        try checkWritable(sound, path)
        do throws(ThudError) {
            try SourceFile.replace(path) { path throws(ThudError) in
                do throws(ThudError) {
                    try encode(sound, as: format, depth, into: OpenFile(path, O_RDWR | O_CREAT | O_EXCL))
                } catch {
                    throw error.errno == nil ? lackOfRoom(for: path) ?? error : error
                }
            }
        } catch {
            // The error of replacing the file names it already.
            throw .sound(error.errno.map(ThudError.call) ?? error, .write, path)
        }
    }

    /// Returns the format in which a sound is written to `path`: the given one, or that of its extension.
    ///
    /// - Throws: `ThudError` if the extension is unknown or `path` is no regular file, such as a pipe.
    package static func writableFormat(
        of path: String, _ format: SoundFormat? = nil
    ) throws(ThudError) -> SoundFormat {
        guard let format = format ?? SoundFormat(path: path) else {
            throw .sound(
                .unknownExtension, .write, path, problem: "its extension is unknown",
                advice: "end it in .wav or .flac")
        }
        // A sound file is written at several places, which a pipe cannot do.
        if let kind = SourceFile.kind(of: path), kind != S_IFREG {
            let (number, problem) = kind == S_IFDIR ? (EISDIR, "it is a folder") : (ESPIPE, "it is not a regular file")
            throw .sound(ThudError(.system, errno: number, problem), .write, path)
        }
        return format
    }

    /// Returns the error of a file that cannot grow; nil if it can. FLAC's encoder only blames itself for that.
    private static func lackOfRoom(for path: String) -> ThudError? {
        guard let file = try? OpenFile(path, O_WRONLY), let size = try? file.regularFileSize() else { return nil }
        let number = posix_fallocate(file.descriptor, off_t(size), 4096)
        return [ENOSPC, EDQUOT, EFBIG].contains(number) ? .call(number) : nil
    }

    /// Throws if a sound exceeds the bounds of a file.
    static func checkWritable(_ sound: Sound, _ path: String) throws(ThudError) {
        try checkShape(sampleRate: sound.sampleRate, channelCount: sound.channelCount, .write, path)
        guard sound.frameCount > 0 else {
            throw .sound(.empty, .write, path, problem: "the sound has no frames", advice: "give it at least one")
        }
        let limit = SoundLimits.maximumFrames(sampleRate: sound.sampleRate, channelCount: sound.channelCount)
        guard sound.frameCount <= limit else {
            throw .sound(
                .tooLong, .write, path,
                problem: "the sound is longer than \(SoundLimits.maximumSeconds) s, or larger than Thud can read",
                advice: "save a part of it")
        }
    }

    private static func encode(
        _ sound: Sound, as format: SoundFormat, _ depth: SampleDepth, into file: consuming OpenFile
    ) throws(ThudError) {
        let container = format == .wav ? Int(SF_FORMAT_WAV) : Int(SF_FORMAT_FLAC)
        let encoder = try SndFile(
            writing: file, format: container | depth.encoding, sampleRate: sound.sampleRate,
            channelCount: sound.channelCount)
        var samples = [Int32]()
        samples.reserveCapacity(sound.frameCount * sound.channelCount)
        for frame in 0..<sound.frameCount {
            for channel in sound.channels { samples.append(depth.quantise(channel[frame])) }
        }
        let written = encoder.write(samples.span)
        try encoder.close()
        guard written == sound.frameCount else {
            throw ThudError(.system, "only \(written) of \(sound.frameCount) frames were written")
        }
    }
}

/// The number of bits of each sample in a file that Thud writes.
public enum SampleDepth: Hashable, Sendable {
    /// 16 bits, a third smaller than 24: for sounds whose noise floor may be at -98 dBFS.
    case bits16
    /// 24 bits: for recordings and other material for further editing.
    case bits24

    var encoding: Int { Int(self == .bits16 ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24) }

    /// Returns `sample` rounded to the nearest step and left-aligned in 32 bits.
    /// Values beyond full scale are clipped, never wrapped; NaN becomes silence.
    func quantise(_ sample: Float) -> Int32 {
        guard !sample.isNaN else { return 0 }
        let (scale, shift): (Float, Int32) = self == .bits16 ? (32_768, 16) : (8_388_608, 8)
        return Int32(max(-scale, min(scale - 1, (sample * scale).rounded()))) << shift
    }
}
