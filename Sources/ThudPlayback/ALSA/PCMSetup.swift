import CThudALSA
import ThudCore

/// The PCM to open, and what is asked of it.
public struct PCMRequest: Sendable {
    /// The PCM's name.
    public var name = "default"
    /// Open it even where that shuts other programs out.
    public var isExclusiveAllowed = false
    /// Frames a second. Where the device grants another rate, that is used.
    public var sampleRate = 48_000
    /// Refuse any other rate than `sampleRate`.
    public var isRateFixed = false
    /// Frames written at a time; the buffer is two of them where the device grants that.
    public var period = 128
    /// Where the haptic signal goes.
    public var haptics = HapticOutput.none

    /// The channels of the PCM that carry the haptic signal.
    public enum HapticOutput: Sendable {
        /// Nowhere: the PCM carries left and right.
        case none
        /// On two further channels beside left and right.
        case furtherChannels
        /// On both channels of this PCM, which carries nothing else.
        case alone
    }

    /// The default device, as this program uses it.
    public init() {}
}

/// The parameters that a PCM granted.
struct PCMSetup {
    let sampleRate: Int
    let period: Int
    let capacity: Int
    let format: SampleFormat
    let layout: ChannelLayout

    /// Sets an open PCM up. It always sets both period and buffer, because a plugin grants seconds of delay otherwise.
    init(_ handle: borrowing PCMHandle, _ request: PCMRequest) throws(ThudError) {
        let name = handle.name
        let pcm = handle.pcm
        layout =
            switch request.haptics {
            case .none: .stereo
            case .furtherChannels: .stereoAndHaptic
            case .alone: .haptic
            }
        var parameters: OpaquePointer?
        try ThudError.check(snd_pcm_hw_params_malloc(&parameters), name, "being set up")
        defer { snd_pcm_hw_params_free(parameters) }
        try ThudError.check(snd_pcm_hw_params_any(pcm, parameters), name, "being set up")
        try ThudError.check(
            snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED), name,
            "being asked for interleaved frames")
        guard
            let format = SampleFormat.allCases.first(where: {
                snd_pcm_hw_params_test_format(pcm, parameters, $0.alsa) == 0
            })
        else {
            throw ThudError(
                .unsupportedDevice, about: name,
                "\(name) takes neither float, 32-bit nor 16-bit samples; use \(PCMName.converting(name)) or default")
        }
        self.format = format
        try ThudError.check(
            snd_pcm_hw_params_set_format(pcm, parameters, format.alsa), name, "being asked for samples")
        guard snd_pcm_hw_params_set_channels(pcm, parameters, UInt32(layout.channels)) == 0 else {
            throw ThudError(
                .unsupportedDevice, about: name,
                "\(name) has not the \(layout.channels) channels that are needed; "
                    + "use --haptics heard, or give the haptic signal a device of its own with --haptics-device")
        }
        var rate = UInt32(request.sampleRate)
        try ThudError.check(
            snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil), name, "being asked for \(rate) Hz")
        guard !request.isRateFixed || rate == request.sampleRate else {
            throw ThudError(
                .unsupportedDevice, about: name,
                "\(name) plays at \(rate) Hz, not at the \(request.sampleRate) Hz that are needed; "
                    + "use \(PCMName.converting(name))")
        }
        var period = snd_pcm_uframes_t(request.period)
        try ThudError.check(
            snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), name, "being asked for a period")
        var buffer = 2 * period
        try ThudError.check(
            snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), name, "being asked for a buffer")
        try ThudError.check(snd_pcm_hw_params(pcm, parameters), name, "being set up")
        snd_pcm_hw_params_get_period_size(parameters, &period, nil)
        snd_pcm_hw_params_get_buffer_size(parameters, &buffer)
        sampleRate = Int(rate)
        self.period = Int(period)
        capacity = Int(buffer)
        try setSoftware(handle)
    }

    /// Has the PCM wake the audio thread once a period is free, and never start by itself.
    private func setSoftware(_ handle: borrowing PCMHandle) throws(ThudError) {
        let pcm = handle.pcm
        var parameters: OpaquePointer?
        try ThudError.check(snd_pcm_sw_params_malloc(&parameters), handle.name, "being set up")
        defer { snd_pcm_sw_params_free(parameters) }
        try ThudError.check(snd_pcm_sw_params_current(pcm, parameters), handle.name, "being set up")
        var boundary: snd_pcm_uframes_t = 0
        snd_pcm_sw_params_get_boundary(parameters, &boundary)
        snd_pcm_sw_params_set_start_threshold(pcm, parameters, boundary)
        snd_pcm_sw_params_set_avail_min(pcm, parameters, snd_pcm_uframes_t(period))
        try ThudError.check(snd_pcm_sw_params(pcm, parameters), handle.name, "being set up")
    }
}
