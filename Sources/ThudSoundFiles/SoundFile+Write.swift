import CThudSndFile
import Glibc
import Synchronization
public import ThudCore

extension SoundFile {
    /// Encodes a sound as 24-bit PCM, atomically: `path` holds either what it held before or the whole new file.
    ///
    /// Samples beyond full scale are clipped; a sample is at most half a step of 2^-23 from the original.
    ///
    /// - Parameters:
    ///   - sound: at least one frame, rate and channels within `SoundLimits`.
    ///   - path: where to; its folder must exist.
    ///   - format: nil takes it from the extension of `path`.
    /// - Throws: `ThudError` with operation `write`.
    public static func write(_ sound: Sound, to path: String, as format: SoundFormat? = nil) throws(ThudError) {
        guard let format = format ?? SoundFormat(path: path) else {
            throw .sound(
                .unknownExtension, .write, path, problem: "its name does not say which format",
                advice: "end it in .wav or .flac")
        }
        try checkWritable(sound, path)
        do {
            let replacement = try ReplacementFile(for: path)
            try encode(sound, as: format, into: OpenFile(replacement.temporaryPath, O_RDWR | O_CREAT | O_EXCL))
            try replacement.commit()
        } catch {
            throw .sound(error, .write, path)
        }
    }

    /// Refuses a sound that no file may hold.
    static func checkWritable(_ sound: Sound, _ path: String) throws(ThudError) {
        try checkShape(sampleRate: sound.sampleRate, channelCount: sound.channelCount, .write, path)
        guard sound.frameCount > 0 else {
            throw .sound(
                .empty, .write, path, problem: "the sound has no frames", advice: "give it at least one")
        }
        let limit = SoundLimits.maximumFrames(sampleRate: sound.sampleRate, channelCount: sound.channelCount)
        guard sound.frameCount <= limit else {
            throw .sound(
                .tooLong, .write, path,
                problem: "the sound is longer than \(SoundLimits.maximumSeconds) s, or larger than would be read again",
                advice: "save a part of it")
        }
    }

    /// Writes header, samples and trailer.
    private static func encode(
        _ sound: Sound, as format: SoundFormat, into file: consuming OpenFile
    ) throws(ThudError) {
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
            throw ThudError(.system, "only \(written) of \(sound.frameCount) frames were written")
        }
    }
}

/// The step from float samples to 24 bits: what every file that Thud writes holds.
enum PCM24 {
    /// `sample` rounded to the nearest of 2^24 steps and left-aligned in 32 bits.
    ///
    /// Beyond full scale it is clipped, never wrapped; what is not a number becomes silence.
    static func quantise(_ sample: Float) -> Int32 {
        guard !sample.isNaN else { return 0 }
        let steps = max(-8_388_608, min(8_388_607, (sample * 8_388_608).rounded()))
        return Int32(steps) << 8
    }
}

/// A new file beside an old one that takes the old one's place in one step when it is whole, and vanishes otherwise.
struct ReplacementFile: ~Copyable {
    private static let serial = Atomic<Int>(0)

    private let path: String
    private let oldMode: mode_t?

    /// The name to write under meanwhile: in the folder of `path`, since `rename(2)` stays on one disk.
    let temporaryPath: String

    /// Thinks of a temporary name; creates nothing. Where `path` is a link, what it leads to is made or replaced.
    init(for path: String) throws(ThudError) {
        var status = stat()
        let exists = stat(path, &status) == 0
        guard !exists || status.st_mode & S_IFMT == S_IFREG else {
            throw ThudError(.system, "it is there already, and is no file")
        }
        if exists { _ = try ThudError.check { access(path, W_OK) } }
        oldMode = exists ? status.st_mode & 0o777 : nil
        let path = SourceFile.target(of: path)
        self.path = path
        temporaryPath = "\(path).\(getpid())-\(Self.serial.add(1, ordering: .relaxed).newValue).part"
    }

    // After a commit nothing has the temporary name any more, and nothing happens.
    deinit { _ = unlink(temporaryPath) }

    /// Gives the new file, closed and safe on the disk, the name and the permissions of the old one; `rename(2)`.
    func commit() throws(ThudError) {
        if let oldMode { _ = try ThudError.check { chmod(temporaryPath, oldMode) } }
        _ = try ThudError.check { rename(temporaryPath, path) }
    }
}
