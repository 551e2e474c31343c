import CThudALSA
import ThudCore
import ThudTestSupport

/// A float stream at 48 kHz through ALSA.
final class Stream {
    static let rate = 48000.0
    let handle: OpaquePointer
    let channels: Int

    /// Opens the default PCM with exactly this period and buffer.
    init(_ direction: snd_pcm_stream_t, channels: Int, period: Int, buffer: Int) throws {
        var handle: OpaquePointer?
        try check(snd_pcm_open(&handle, "default", direction, 0), "snd_pcm_open")
        guard let handle else { throw HarnessError(description: "snd_pcm_open gave no PCM.") }
        self.handle = handle
        self.channels = channels
        var hardware: OpaquePointer?
        snd_pcm_hw_params_malloc(&hardware)
        defer { snd_pcm_hw_params_free(hardware) }
        try check(snd_pcm_hw_params_any(handle, hardware), "hw_params_any")
        try check(
            snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "set_access")
        try check(snd_pcm_hw_params_set_format(handle, hardware, SND_PCM_FORMAT_FLOAT_LE), "set_format")
        try check(snd_pcm_hw_params_set_channels(handle, hardware, UInt32(channels)), "set_channels")
        try check(snd_pcm_hw_params_set_rate(handle, hardware, UInt32(Self.rate), 0), "set_rate")
        try check(
            snd_pcm_hw_params_set_period_size(handle, hardware, snd_pcm_uframes_t(period), 0), "set_period_size")
        try check(
            snd_pcm_hw_params_set_buffer_size(handle, hardware, snd_pcm_uframes_t(buffer)), "set_buffer_size")
        try check(snd_pcm_hw_params(handle, hardware), "hw_params")
    }

    deinit { snd_pcm_close(handle) }

    /// Returns the current instant and the delay at that instant, in frames.
    func delay() throws -> (Instant, Int) {
        var frames: snd_pcm_sframes_t = 0
        let before = Instant.now()
        try check(snd_pcm_delay(handle, &frames), "snd_pcm_delay")
        return (before, frames)
    }
}

/// Throws if an ALSA call has failed.
@discardableResult
func check(_ code: Int32, _ call: String) throws -> Int32 {
    if code >= 0 { return code }
    throw HarnessError(description: "\(call): \(String(cString: snd_strerror(code)))")
}
