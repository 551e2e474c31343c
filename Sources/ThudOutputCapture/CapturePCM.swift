import CThudALSA
import CThudSystem
import Glibc
import ThudCore

/// An open capture PCM, closed with its owner. Reads never block: if there is nothing to read, the reader calls `wait`.
struct CapturePCM: ~Copyable {
    /// In frames per second.
    let sampleRate: Int
    /// The channels that are read: left and right.
    static let channels = 2
    /// The frames per read: 21 ms.
    private static let usualPeriod = 1024
    /// The shortest usual cycle of a sound server, at which a source that reads cycle by cycle may wake its reader.
    private static let shortestCycle = 64
    /// The most frames of one read.
    static let longestRead = 8_192
    /// The PCM's buffer in frames, which holds well over a second.
    private static let buffer = 65_536
    /// In nanoseconds.
    private static let longestSleep: Int64 = 20_000_000
    private let pcm: OpaquePointer
    private let period: Int
    /// Whether a read takes everything that has arrived, so that its length shows the cycles of the sound server.
    private let readsCycles: Bool

    /// Opens a source for two channels of floats and starts it.
    init(_ source: LoopbackSource) throws(ThudError) {
        sampleRate = source.sampleRate
        readsCycles = source.readsCycles
        period = Self.period(of: source)
        // PipeWire's plugin reads the stream's properties only from this variable, when it creates the stream.
        let before = getenv("PIPEWIRE_PROPS").map { String(cString: $0) }
        if let properties = source.properties { setenv("PIPEWIRE_PROPS", properties, 1) }
        defer {
            if let before { setenv("PIPEWIRE_PROPS", before, 1) } else { unsetenv("PIPEWIRE_PROPS") }
        }
        pcm = try CapturePCM.started(source)
    }

    deinit {
        snd_pcm_drop(pcm)
        snd_pcm_close(pcm)
    }

    private static func started(_ source: LoopbackSource) throws(ThudError) -> OpaquePointer {
        let pcm = try open(source)
        do throws(ThudError) {
            try setUp(pcm, source)
            try source.check(snd_pcm_prepare(pcm), "being prepared")
            try source.check(snd_pcm_start(pcm), "being started")
            return pcm
        } catch {
            snd_pcm_close(pcm)
            throw error
        }
    }

    /// Opens the PCM of a source without choosing a format.
    static func open(_ source: LoopbackSource) throws(ThudError) -> OpaquePointer {
        thud_alsa_silence()
        var pcm: OpaquePointer?
        var configuration: OpaquePointer?
        defer { if let configuration { snd_config_delete(configuration) } }
        if let text = source.configuration {
            try source.check(snd_config_load_string(&configuration, text, 0), "being described")
        }
        let code =
            configuration == nil
            ? snd_pcm_open(&pcm, source.name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK)
            : snd_pcm_open_lconf(&pcm, source.name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK, configuration)
        try source.check(code, "being opened for capture")
        guard let pcm else {
            throw ThudError(.noCapture, about: source.name, "\(source.name) cannot be opened for capture")
        }
        return pcm
    }

    private static func setUp(_ pcm: OpaquePointer, _ source: LoopbackSource) throws(ThudError) {
        var parameters: OpaquePointer?
        try source.check(snd_pcm_hw_params_malloc(&parameters))
        defer { snd_pcm_hw_params_free(parameters) }
        try source.check(snd_pcm_hw_params_any(pcm, parameters))
        try source.check(
            snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
            "being asked for interleaved frames")
        try source.check(
            snd_pcm_hw_params_set_format(pcm, parameters, SND_PCM_FORMAT_FLOAT_LE), "being asked for floats")
        try source.check(
            snd_pcm_hw_params_set_channels(pcm, parameters, UInt32(channels)), "being asked for two channels")
        try source.check(
            snd_pcm_hw_params_set_rate(pcm, parameters, UInt32(source.sampleRate), 0),
            "being asked for \(source.sampleRate) Hz")
        var period = snd_pcm_uframes_t(self.period(of: source))
        try source.check(
            snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), "being asked for a period")
        var buffer = snd_pcm_uframes_t(self.buffer)
        try source.check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), "being asked for a buffer")
        try source.check(snd_pcm_hw_params(pcm, parameters))
    }

    private static func period(of source: LoopbackSource) -> Int { source.readsCycles ? shortestCycle : usualPeriod }

    enum Reading {
        case frames(Int)
        /// Less than a period has arrived since the last read.
        case nothing
        /// The buffer overflowed, and samples were lost.
        case overrun
        /// No more samples will arrive, for this reason.
        case ended(String)
    }

    /// Reads a period of interleaved frames, if a whole one has arrived, or all frames if the source reads cycles.
    func read(into block: inout [Float]) -> Reading {
        let available = snd_pcm_avail_update(pcm)
        if available >= 0, available < period {
            return snd_pcm_state(pcm) == SND_PCM_STATE_DISCONNECTED ? .ended(Self.reason(-Int(ENODEV))) : .nothing
        }
        let wanted = readsCycles ? min(available, Self.longestRead) : period
        let count = available < 0 ? available : snd_pcm_readi(pcm, &block, snd_pcm_uframes_t(wanted))
        if count > 0 { return .frames(count) }
        if count == -Int(EAGAIN) || count == -Int(EINTR) { return .nothing }
        guard count == -Int(EPIPE) else { return .ended(Self.reason(count)) }
        // If the sound server has died, a restart fails or has no effect; the caller counts those in vain.
        if snd_pcm_prepare(pcm) >= 0 { snd_pcm_start(pcm) }
        return .overrun
    }

    /// Sleeps until a period may have arrived or `wake` is readable, at most 20 ms: not every plugin wakes its reader,
    /// and `CaptureBacklog` must know when nothing came.
    func wait(wake: Int32) {
        // The descriptors are fetched each time, because that makes pipewire-alsa withdraw an outdated wake-up. Newer
        // versions withdraw it when they are asked for the events.
        let count = UInt32(max(0, snd_pcm_poll_descriptors_count(pcm)))
        var descriptors = [pollfd](repeating: pollfd(), count: Int(count))
        _ = snd_pcm_poll_descriptors(pcm, &descriptors, count)
        descriptors.append(pollfd(fd: wake, events: Int16(POLLIN), revents: 0))
        _ = thud_poll(&descriptors, count + 1, Self.longestSleep)
        var events: UInt16 = 0
        _ = snd_pcm_poll_descriptors_revents(pcm, &descriptors, count, &events)
    }

    private static func reason(_ code: Int) -> String {
        code == 0 ? "nothing came" : String(cString: snd_strerror(Int32(truncatingIfNeeded: code)))
    }

    /// Returns when the frame that would be read next came out of the sink; nil if ALSA does not report the delay.
    ///
    /// A sink that drives its graph hands over a cycle's samples when the last of them has come out, one cycle late.
    /// The capture's delay counts back from that moment, so it stays correct even if the quantum changes.
    func nextFrameInstant() -> Instant? {
        var frames: snd_pcm_sframes_t = 0
        let now = Instant.now()
        guard snd_pcm_delay(pcm, &frames) == 0 else { return nil }
        return now - Interval(frames: Int64(frames), at: Int64(sampleRate))
    }
}
