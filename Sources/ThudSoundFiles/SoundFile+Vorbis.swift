import CThudSndFile
import Glibc
public import ThudCore

extension SoundFile {
    /// Encodes a sound as Vorbis in Ogg, atomically, with comments of its own.
    ///
    /// The encoder is asked for its best quality, because a short cue costs little and must begin sharply. The decoded sound
    /// has as many frames as this one, none of them moved. The channels are written in the order in which they are given, which for
    /// three of them is not the one that Vorbis names (left, centre, right).
    ///
    /// - Parameters:
    ///   - sound: at least one frame, rate and channels within `SoundLimits`.
    ///   - comments: fields of the comment header such as `ANDROID_HAPTIC=1`: a name, `=` and a text.
    ///   - path: where to; its folder must exist.
    /// - Throws: `ThudError` with operation `write`.
    public static func writeVorbis(_ sound: Sound, comments: [String], to path: String) throws(ThudError) {
        try checkWritable(sound, path)
        do {
            // libsndfile only writes comments of names that it knows, so the file is made anew from what it encoded.
            let draft = try ReplacementFile(for: path)
            try encodeVorbis(sound, into: OpenFile(draft.temporaryPath, O_RDWR | O_CREAT | O_EXCL))
            let encoded = try OpenFile(draft.temporaryPath, O_RDONLY)
            let bytes = try encoded.prefix(encoded.regularFileSize() ?? 0)
            try SourceFile.write(VorbisComments.adding(comments, to: bytes), to: path)
        } catch {
            throw .sound(error, .write, path)
        }
    }

    private static func encodeVorbis(_ sound: Sound, into file: consuming OpenFile) throws(ThudError) {
        let encoder = try SndFile(
            writing: file, format: Int(SF_FORMAT_OGG) | Int(SF_FORMAT_VORBIS), sampleRate: sound.sampleRate,
            channelCount: sound.channelCount)
        encoder.keep(quality: 1)
        var written = 0
        // The encoder keeps a whole write on its stack.
        for first in stride(from: 0, to: sound.frameCount, by: 4_096) {
            let frames = first..<min(first + 4_096, sound.frameCount)
            var block: [Float] = []
            block.reserveCapacity(frames.count * sound.channelCount)
            for frame in frames {
                for channel in sound.channels {
                    block.append(channel[frame].isNaN ? 0 : min(max(channel[frame], -1), 1))
                }
            }
            written += encoder.write(block.span)
        }
        try encoder.close()
        guard written == sound.frameCount else {
            throw ThudError(.system, "only \(written) of \(sound.frameCount) frames were written")
        }
    }
}
