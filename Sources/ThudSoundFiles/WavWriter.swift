import CThudSndFile
import Glibc
import ThudCore

/// A WAV file that grows while it is written: 24-bit PCM with a header that is always valid.
/// If the process is killed, the file holds everything up to the last `write`. Do not use it on the audio thread:
/// each call writes to the disk. Without `close()` the file still closes, but a late error is lost.
public struct WavWriter: ~Copyable, Sendable {
    /// The path of the file, as given.
    public let path: String
    /// The sample rate in hertz.
    public let sampleRate: Int
    /// The number of channels in each frame.
    public let channelCount: Int
    /// The number of frames passed to the kernel so far.
    public private(set) var framesWritten = 0
    private let encoder: SndFile
    private var block: [Int32] = []

    /// Creates or empties the file and writes the header of a WAV without frames.
    /// - Parameters:
    ///   - path: the output file; its folder must exist.
    ///   - sampleRate: within `SoundLimits.sampleRates`.
    ///   - channelCount: within `SoundLimits.channelCounts`.
    /// - Throws: `ThudError` with operation `write`, also if another `WavWriter` has the file open. A new file
    ///   without a header is removed.
    public init(path: String, sampleRate: Int, channelCount: Int) throws(ThudError) {
        try SoundFile.checkShape(sampleRate: sampleRate, channelCount: channelCount, .write, path)
        let encoder: SndFile
        let isNew = !SourceFile.exists(path)
        var isClaimed = false
        do throws(ThudError) {
            let file = try OpenFile(path, O_RDWR | O_CREAT)
            try file.empty()
            isClaimed = true
            encoder = try Self.encoder(file, sampleRate, channelCount)
        } catch {
            // There is no room even for the header.
            if isNew, isClaimed { _ = unlink(SourceFile.target(of: path)) }
            throw .sound(error, .write, path)
        }
        self.encoder = encoder
        self.path = path
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    private static func encoder(
        _ file: consuming OpenFile, _ sampleRate: Int, _ channelCount: Int
    ) throws(ThudError) -> SndFile {
        let encoder = try SndFile(
            writing: file, format: Int(SF_FORMAT_WAV) | SampleDepth.bits24.encoding, sampleRate: sampleRate,
            channelCount: channelCount)
        encoder.keepHeaderValid()
        if let failure = encoder.failure { throw failure }
        return encoder
    }

    /// Appends frames. Values beyond full scale are clipped, and NaN becomes silence.
    /// - Parameter samples: interleaved, shaped `[frame][channel]`, ±1 full scale.
    /// - Precondition: the count is a multiple of `channelCount`.
    /// - Throws: `ThudError` with code `diskFull`, `tooLong` (WAV ends at 4 GiB) or `system`; earlier frames stay
    ///   readable.
    public mutating func write(interleaved samples: Span<Float>) throws(ThudError) {
        precondition(samples.count.isMultiple(of: channelCount), "only whole frames can be written")
        let frames = samples.count / channelCount
        // A sample takes 3 bytes. The header counts bytes in 32 bits, and 4 KiB leave ample room for it.
        guard (framesWritten + frames) * channelCount * 3 <= Int(UInt32.max) - 4096 else {
            throw .sound(
                .tooLong, .write, path, problem: "a WAV file cannot grow beyond 4 GiB", advice: "start a new file")
        }
        block.removeAll(keepingCapacity: true)
        for index in samples.indices { block.append(SampleDepth.bits24.quantise(samples[index])) }
        let written = encoder.write(block.span)
        framesWritten += written
        if let failure = encoder.failure { throw .sound(failure, .write, path) }
        guard written == frames else { throw .sound(ThudError.call(ENOSPC), .write, path) }
    }

    /// Finishes the file and waits until it is on the disk.
    /// - Throws: `ThudError` if header or data did not get there.
    public consuming func close() throws(ThudError) {
        let path = path
        do { try encoder.close() } catch { throw .sound(error, .write, path) }
    }
}
