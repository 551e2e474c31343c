import CThudVorbis
public import ThudCore

extension SoundFile {
    /// Encodes a sound as Vorbis in Ogg, atomically, with custom comments, which libsndfile would not write.
    /// The encoder runs at its best quality, because a short cue costs little and must begin sharply. The decoded
    /// sound has the same number of frames, all at the same positions. Channels are written in the given order. For
    /// three channels this differs from the order that Vorbis defines (left, centre, right).
    /// - Parameters:
    ///   - sound: at least one frame, rate and channels within `SoundLimits`.
    ///   - comments: fields of the comment header such as `ANDROID_HAPTIC=1`: a name, `=` and a text.
    ///   - path: the output file; its folder must exist.
    /// - Throws: `ThudError` with operation `write`.
    public static func writeVorbis(_ sound: Sound, comments: [String], to path: String) throws(ThudError) {
        try checkWritable(sound, path)
        do {
            let encoder = try VorbisEncoder(of: sound, comments: comments)
            // Each write is split, because the encoder keeps a whole write on its stack.
            for first in stride(from: 0, to: sound.frameCount, by: 4_096) {
                encoder.write(sound, frames: first..<min(first + 4_096, sound.frameCount))
            }
            encoder.finish()
            try SourceFile.write(encoder.bytes, to: path)
        } catch {
            // The error of writing the file names it already.
            throw .sound(error.errno.map(ThudError.call) ?? error, .write, path)
        }
    }
}

/// Encodes into memory with the same calls, in the same order, as libvorbis's example `encoder_example.c`.
private final class VorbisEncoder {
    private(set) var bytes: [UInt8] = []
    private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

    /// The structs of the C calls, which point into each other.
    private struct State {
        var info = vorbis_info()
        var comment = vorbis_comment()
        var signal = vorbis_dsp_state()
        var block = vorbis_block()
        var stream = ogg_stream_state()
    }

    /// The serial number of every stream, so that the same sound always gives the same file.
    private static let serial: CInt = 0x5448_5544

    init(of sound: Sound, comments: [String]) throws(ThudError) {
        state.initialize(to: State())
        vorbis_info_init(&state.pointee.info)
        guard vorbis_encode_init_vbr(&state.pointee.info, sound.channelCount, sound.sampleRate, 1) == 0 else {
            throw ThudError(.system, "Vorbis cannot hold \(sound.channelCount) channels at \(sound.sampleRate) Hz")
        }
        vorbis_comment_init(&state.pointee.comment)
        for comment in comments { vorbis_comment_add(&state.pointee.comment, comment) }
        vorbis_analysis_init(&state.pointee.signal, &state.pointee.info)
        vorbis_block_init(&state.pointee.signal, &state.pointee.block)
        ogg_stream_init(&state.pointee.stream, Self.serial)
        var (header, fields, codebooks) = (ogg_packet(), ogg_packet(), ogg_packet())
        vorbis_analysis_headerout(&state.pointee.signal, &state.pointee.comment, &header, &fields, &codebooks)
        ogg_stream_packetin(&state.pointee.stream, &header)
        ogg_stream_packetin(&state.pointee.stream, &fields)
        ogg_stream_packetin(&state.pointee.stream, &codebooks)
        // The audio begins on a page of its own.
        take(ogg_stream_flush)
    }

    deinit {
        // These functions accept structs that are zero because they were never initialised.
        ogg_stream_clear(&state.pointee.stream)
        vorbis_block_clear(&state.pointee.block)
        vorbis_dsp_clear(&state.pointee.signal)
        vorbis_comment_clear(&state.pointee.comment)
        vorbis_info_clear(&state.pointee.info)
        state.deallocate()
    }

    func write(_ sound: Sound, frames: Range<Int>) {
        let buffer = vorbis_analysis_buffer(&state.pointee.signal, CInt(frames.count))
        for (index, channel) in sound.channels.enumerated() {
            for frame in frames {
                let sample = channel[frame]
                buffer?[index]?[frame - frames.lowerBound] = sample.isNaN ? 0 : min(max(sample, -1), 1)
            }
        }
        finish(frames.count)
    }

    /// Encodes `count` frames of the buffer; 0 ends the stream.
    func finish(_ count: Int = 0) {
        vorbis_analysis_wrote(&state.pointee.signal, CInt(count))
        var packet = ogg_packet()
        while vorbis_analysis_blockout(&state.pointee.signal, &state.pointee.block) == 1 {
            vorbis_analysis(&state.pointee.block, nil)
            vorbis_bitrate_addblock(&state.pointee.block)
            while vorbis_bitrate_flushpacket(&state.pointee.signal, &packet) == 1 {
                ogg_stream_packetin(&state.pointee.stream, &packet)
                take(ogg_stream_pageout)
            }
        }
    }

    /// Appends the full pages with `ogg_stream_pageout`, or all pages with `ogg_stream_flush`.
    private func take(_ next: (UnsafeMutablePointer<ogg_stream_state>, UnsafeMutablePointer<ogg_page>) -> CInt) {
        var page = ogg_page()
        while next(&state.pointee.stream, &page) != 0 {
            bytes += UnsafeBufferPointer(start: page.header, count: page.header_len)
            bytes += UnsafeBufferPointer(start: page.body, count: page.body_len)
        }
    }
}
