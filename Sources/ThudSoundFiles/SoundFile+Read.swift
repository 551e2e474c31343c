import CThudSndFile
import Glibc
import ThudCore

extension SoundFile {
    /// Decodes a whole file.
    /// The length in the header is not trusted: decoding continues until the stream ends or exceeds a bound of
    /// `SoundLimits`. A WAV that holds less than its header promises, such as a killed recorder leaves, yields the
    /// frames it holds. A FLAC, Ogg or MP3 that breaks off is an error if its header tells its length.
    /// - Parameter path: a regular file.
    /// - Returns: a sound of at least one frame, every sample finite and within `SoundLimits.maximumMagnitude`.
    /// - Throws: `ThudError` with operation `read`.
    public static func read(_ path: String) throws(ThudError) -> Sound {
        let file = try open(path)
        let tellsLength = tellsLength(file)
        let decoder: SndFile
        do { decoder = try SndFile(reading: file, tellsLength: tellsLength) } catch {
            if error.errno != nil { throw .sound(error, .read, path) }
            throw .unreadable(.damaged, path, "its header is damaged (\(error.message))", "export it again")
        }
        try checkEncoding(of: decoder, path)
        let (rate, container) = (Int(decoder.info.samplerate), decoder.container)
        let channelCount = Int(decoder.info.channels)
        try checkShape(sampleRate: rate, channelCount: channelCount, .read, path)

        let channels = try decode(decoder, sampleRate: rate, channelCount: channelCount, path)
        let (length, promised) = (channels[0].count, Int(decoder.info.frames))
        // A stream of unknown length promises the largest number possible (SF_COUNT_MAX).
        guard length >= promised || promised == Int.max || container == Int(SF_FORMAT_WAV) else {
            throw .unreadable(
                .damaged, path, "it ends after \(length) of \(promised) frames", "copy or export it again")
        }
        try checkSamples(channels, sampleRate: rate, path)
        return Sound(sampleRate: rate, channels: channels)
    }

    /// Opens a regular file within the size limit that starts like a container that Thud reads.
    private static func open(_ path: String) throws(ThudError) -> OpenFile {
        let file: OpenFile
        // Without O_NONBLOCK, opening a pipe would wait for a writer forever.
        do { file = try OpenFile(path, O_RDONLY | O_NONBLOCK) } catch { throw .sound(error, .read, path) }
        let size: Int?
        let start: [UInt8]
        do {
            size = try file.regularFileSize()
            start = size == nil ? [] : try file.bytes(33)
        } catch {
            throw .sound(error, .read, path)
        }
        guard let size else { throw .unreadable(.notASoundFile, path, "not a regular file", "name a sound file") }
        guard size <= SoundLimits.maximumFileBytes else {
            throw .unreadable(
                .tooLong, path, "it is larger than \(SoundLimits.maximumFileBytes >> 20) MiB", "cut it shorter")
        }
        guard !start.isEmpty else { throw .unreadable(.empty, path, "the file is empty", "export it again") }
        guard let container = SoundContainer(firstBytes: start) else {
            throw .unreadable(
                .notASoundFile, path, "not a sound file that Thud reads (WAV, FLAC, Ogg, AIFF, CAF, AU or MP3)",
                "convert it to one of them")
        }
        // libsndfile calls the header of FLAC or Speex in Ogg damaged.
        if container == .ogg, start.has("FLAC", at: 29) || start.has("Speex", at: 28) {
            throw unsupportedEncoding(path)
        }
        return file
    }

    /// Returns whether a file tells how many frames it holds. An MP3 without a Xing header in its first frame does not.
    private static func tellsLength(_ file: borrowing OpenFile) -> Bool {
        guard let start = try? file.bytes(12), SoundContainer(firstBytes: start) == .mp3 else { return true }
        // A tag before the first frame has ten bytes and its length, of which each byte holds seven bits.
        let length = start.dropFirst(6).prefix(4).reduce(0) { $0 << 7 | Int($1) }
        let first = start.has("ID3", at: 0) ? 10 + length : 0
        let frame = (try? file.bytes(64, from: first)) ?? []
        // It follows the frame's side information, whose length depends on version, channels and checksum.
        return [13, 15, 21, 23, 36, 38].contains { frame.has("Xing", at: $0) || frame.has("Info", at: $0) }
    }

    /// The most frames for which memory is reserved before decoding: 22 s at 48 kHz.
    private static let mostReserved = 1 << 20

    /// Decodes planar samples block by block, up to the bounds of `SoundLimits`.
    private static func decode(
        _ decoder: borrowing SndFile, sampleRate: Int, channelCount: Int, _ path: String
    ) throws(ThudError) -> [[Float]] {
        let limit = SoundLimits.maximumFrames(sampleRate: sampleRate, channelCount: channelCount)
        let blockFrames = 4096
        var block = [Float](repeating: 0, count: blockFrames * channelCount)
        var channels = [[Float]](repeating: [], count: channelCount)
        // An array that grows by itself can take twice the memory. A header may promise anything, so the bounds apply.
        let expected = min(max(0, Int(decoder.info.frames)), limit, Self.mostReserved)
        for channel in channels.indices { channels[channel].reserveCapacity(expected) }
        var total = 0
        while true {
            let got = block.withUnsafeMutableBufferPointer { decoder.read(frames: blockFrames, into: $0) }
            guard got > 0 else { break }
            total += got
            guard total <= limit else {
                throw .unreadable(.tooLong, path, "it is longer than \(SoundLimits.lengthWords)", "cut it shorter")
            }
            for channel in 0..<channelCount {
                channels[channel].append(contentsOf: (0..<got).lazy.map { block[$0 * channelCount + channel] })
            }
        }
        if let failure = decoder.failure {
            throw .unreadable(.damaged, path, "its data are damaged (\(failure.message))", "export it again")
        }
        guard total > 0 else {
            throw .unreadable(.empty, path, "it holds no samples", "export it again")
        }
        return channels
    }
}
