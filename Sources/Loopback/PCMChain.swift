import CALSA

/// What alsa-lib says of the plugins between a PCM and the device.
enum PCMChain {
    /// The chain of the playback PCM `name`, in alsa-lib's words.
    static func describe(_ name: String) throws(LoopbackError) -> String {
        thud_alsa_silence()
        var pcm: OpaquePointer?
        try LoopbackError.check(
            snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK)), name, "being looked at")
        guard let pcm else { return "" }
        defer { snd_pcm_close(pcm) }
        var buffer: OpaquePointer?
        guard snd_output_buffer_open(&buffer) == 0, let buffer else { return "" }
        defer { snd_output_close(buffer) }
        snd_pcm_dump(pcm, buffer)
        var text: UnsafeMutablePointer<CChar>?
        let length = snd_output_buffer_string(buffer, &text)
        guard let text else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
    }
}
