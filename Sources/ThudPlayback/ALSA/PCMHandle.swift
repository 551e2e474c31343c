import CThudALSA

/// An open PCM that is closed with its owner, dropping what is queued.
struct PCMHandle: ~Copyable {
    let pcm: OpaquePointer
    let name: String

    /// Opens `name` for non-blocking playback.
    init(name: String) throws(DeviceError) {
        thud_alsa_silence()
        var pcm: OpaquePointer?
        try DeviceError.check(
            snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK)), name, "being opened")
        guard let pcm else { throw DeviceError.alsa(-EIO, device: name, doing: "being opened") }
        self.pcm = pcm
        self.name = name
    }

    deinit {
        snd_pcm_drop(pcm)
        snd_pcm_close(pcm)
    }

    /// The chain of plugins down to the device, as alsa-lib describes it.
    func describeChain() -> String {
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
