import CThudALSA
import Glibc
import ThudCore

/// The PCM to open, and its settings.
public struct PCMRequest: Sendable {
    /// The PCM's name.
    public var name = "default"
    /// Whether to open the PCM even if that shuts out other programs.
    public var isExclusiveAllowed = false
    /// The preferred sample rate, in Hz, 1 to 10,000,000; any other becomes the nearest one. The actual one may be that
    /// of a sound server or one that the device grants.
    public var sampleRate = 48_000 {
        didSet { sampleRate = min(max(sampleRate, Engine.sampleRates.lowerBound), Engine.sampleRates.upperBound) }
    }
    /// Whether to open the PCM at exactly ``sampleRate`` or fail.
    public var isRateFixed = false
    /// How short the delay of a trigger should be, and what that may change for other streams.
    public var latency = LatencyMode.gentle
    /// The length of a period, in frames, 1 to 65,536; nil for the usual one, which depends on ``latency`` and
    /// ``isLateBinding``. Any other length, and one that the device does not have, becomes the nearest one. PCMs
    /// without a card grant any length, and its buffer is locked in memory.
    public var period: Int? {
        didSet { period = period.map { min(max($0, 1), 65_536) } }
    }
    /// Whether to keep many frames queued and rewrite them for a trigger, if the device allows it. Otherwise the buffer
    /// holds two periods.
    public var isLateBinding = true
    /// Whether the PCM is only examined, so that nothing is requested from a sound server and no stream is affected.
    var isProbe = false
    /// The channels that carry the haptic signal.
    public var haptics = HapticRoute.none
    /// Whether to put the haptic signal on further channels even if the device mixes them into its loudspeakers.
    public var isDownmixAllowed = false

    /// The channels of a PCM that carry the haptic signal.
    public enum HapticRoute: Sendable {
        /// No channels: the PCM carries left and right.
        case none
        /// Two further channels after left and right.
        case furtherChannels
        /// Both channels of this PCM, which carries nothing else.
        case alone
    }

    /// Creates a request for the default device, in stereo and with ``LatencyMode/gentle``.
    public init() {}
}

/// How short a stream's delay should be, and what that may change for other streams.
public enum LatencyMode: String, CaseIterable, Sendable {
    /// Leaves the cycles of a sound server as they are, so that no other stream is affected.
    case gentle
    /// Plays each trigger as soon as possible. A sound server is asked for short cycles, which every other stream then
    /// gets too. The change interrupts streams that are already playing for about 40 ms.
    case low
    /// Requests short cycles like ``low``, but plays each trigger after the same delay, the shortest that is safe.
    /// Triggers are heard later than possible, but without jitter.
    case steady

    /// The cycle length to request from a sound server if the queue can be rewritten, in frames at 48 kHz: the shortest
    /// with which an ordinary machine has no underruns; nil for no request.
    var cycle: Int? { self == .gentle ? nil : 64 }
    /// The period, in frames at 48 kHz, if the buffer holds two periods that cannot be rewritten.
    var shortPeriod: Int { self == .gentle ? 256 : 128 }
}

/// How an open PCM is set up.
struct PCMSetup: BitwiseCopyable {
    /// The frames, at 48 kHz, kept queued if they can be rewritten: 85 ms, for few wake-ups and rare underruns.
    private static let longQueue = 4096
    /// The buffer for such a queue, in frames at 48 kHz: 1.4 s. While nothing sounds, all of it is kept queued.
    private static let longBuffer = 65_536
    /// The period of such a queue. PipeWire's plugin passes on at most one period in a cycle, however long.
    private static let longPeriod = 2048
    let sampleRate: Int
    /// What takes frames from a long queue, of which those that it has not taken can be rewritten; `.none` if the queue
    /// is short. The audio thread of a long queue sleeps by the clock, because the device would wake it with every
    /// period.
    let rewinding: Rewinding
    /// Whether alsa-lib's mixer (dmix) is in front of the card.
    let isMixed: Bool
    let period: Int
    /// The frames that are normally kept queued.
    let capacity: Int
    /// The frames that the PCM's buffer holds. At rest, all of it is kept queued.
    let buffer: Int
    let format: SampleFormat
    let layout: ChannelLayout
    /// The length of the requested cycles, in frames.
    let askedCycle: Int?
    /// Whether the card moves its position by whole periods or transfers, so that it is not known what it has taken.
    let isBatch: Bool

    /// The bytes of an interleaved frame.
    var frameBytes: Int {
        @_noLocks @_noAllocation get { format.bytes * layout.channels }
    }
}

extension PCMSetup {
    /// Sets an open PCM up. It always sets both period and buffer, because otherwise a plugin grants seconds of delay.
    ///
    /// - Parameters:
    ///   - rewinding: What takes the written frames, if those not yet taken can be withdrawn.
    ///   - isMixed: Whether alsa-lib's mixer is in front of the card. If the buffer holds only two periods, the mixer
    ///     begins a stream at the next period and leaves that out of the delay it reports. With a longer buffer its
    ///     reports are right.
    init(_ handle: borrowing PCMHandle, _ request: PCMRequest, rewinding: Rewinding, isMixed: Bool) throws(ThudError) {
        self.rewinding = request.isLateBinding ? rewinding : .none
        self.isMixed = isMixed
        let isLateBinding = self.rewinding != .none
        let pcm = handle.pcm
        layout =
            switch request.haptics {
            case .none: .stereo
            case .furtherChannels: .stereoAndHaptic
            case .alone: .haptic
            }
        var parameters: OpaquePointer?
        try handle.check(snd_pcm_hw_params_malloc(&parameters))
        defer { snd_pcm_hw_params_free(parameters) }
        try handle.check(snd_pcm_hw_params_any(pcm, parameters))
        let access = SND_PCM_ACCESS_RW_INTERLEAVED
        try handle.check(snd_pcm_hw_params_set_access(pcm, parameters, access), "being asked for interleaved frames")
        format = try Self.chooseFormat(handle, parameters)
        guard snd_pcm_hw_params_set_channels(pcm, parameters, UInt32(layout.channels)) == 0 else {
            throw ThudError(
                .unsupportedDevice, about: handle.name,
                "\(handle.name) does not have the \(layout.channels) channels that are needed; "
                    + FurtherChannels.advice)
        }
        sampleRate = try Self.chooseRate(handle, parameters, request)
        let (rate, latency) = (sampleRate, request.latency)
        let usualPeriod = Self.frames(isLateBinding ? Self.longPeriod : latency.shortPeriod, at: rate)
        var period = snd_pcm_uframes_t(request.period ?? usualPeriod)
        try handle.check(
            snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), "being asked for a period")
        let short = 2 * Int(period)
        let queue = isLateBinding ? max(Self.frames(Self.longQueue, at: rate), short) : short
        let longBuffer = max(queue, Self.frames(Self.longBuffer, at: rate))
        // Frames withdrawn from the mixer are subtracted from its sum, which would take too long for a long buffer.
        let mixedBuffer = max(queue, 3 * Int(period))
        var buffer = snd_pcm_uframes_t(isMixed ? mixedBuffer : isLateBinding ? longBuffer : short)
        try handle.check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), "being asked for a buffer")
        let cycle = latency.cycle.map { Self.frames($0, at: rate) }
        let freedom = ServerStream.Freedom(
            isMixedDown: layout == .stereo || request.isDownmixAllowed, isMoved: request.haptics != .alone)
        askedCycle = request.isProbe ? nil : isLateBinding ? cycle : Int(period)
        try handle.check(ServerStream.asking(askedCycle, rate: rate, freedom) { snd_pcm_hw_params(pcm, parameters) })
        snd_pcm_hw_params_get_period_size(parameters, &period, nil)
        snd_pcm_hw_params_get_buffer_size(parameters, &buffer)
        self.period = Int(period)
        self.buffer = Int(buffer)
        let kept = isLateBinding ? queue : isMixed ? 2 * Int(period) : Int(buffer)
        capacity = min(kept, Int(buffer))
        isBatch = snd_pcm_hw_params_is_batch(parameters) == 1
        try setSoftware(handle)
    }

    /// Asks for the samples that need the least conversion, of those that the PCM accepts.
    private static func chooseFormat(
        _ handle: borrowing PCMHandle, _ parameters: OpaquePointer?
    ) throws(ThudError) -> SampleFormat {
        let (pcm, name) = (handle.pcm, handle.name)
        let accepted = SampleFormat.allCases.first { snd_pcm_hw_params_test_format(pcm, parameters, $0.alsa) == 0 }
        guard let accepted else {
            throw ThudError(
                .unsupportedDevice, about: name,
                "\(name) accepts neither float nor 32, 24 or 16 bit samples; use \(PCMName.converting(name)) or default"
            )
        }
        try handle.check(snd_pcm_hw_params_set_format(pcm, parameters, accepted.alsa), "being asked for samples")
        return accepted
    }

    /// Asks for the rate of the request, and returns the one that was granted, in Hz.
    private static func chooseRate(
        _ handle: borrowing PCMHandle, _ parameters: OpaquePointer?, _ request: PCMRequest
    ) throws(ThudError) -> Int {
        var rate = UInt32(request.sampleRate)
        try handle.check(
            snd_pcm_hw_params_set_rate_near(handle.pcm, parameters, &rate, nil), "being asked for \(rate) Hz")
        guard !request.isRateFixed || rate == request.sampleRate else {
            throw ThudError(
                .unsupportedDevice, about: handle.name,
                "\(handle.name) plays at \(rate) Hz, not at the \(request.sampleRate) Hz that are needed; "
                    + "use \(PCMName.converting(handle.name))")
        }
        return Int(rate)
    }

    /// Returns the power of two that lasts about as long at `rate` as `count` frames, a power of two, last at 48 kHz. A
    /// sound server's cycles are powers of two at every rate, and it rounds any other request down to one.
    static func frames(_ count: Int, at rate: Int) -> Int {
        let octaves = Int(log2(Double(max(1, rate)) / 48_000).rounded())
        return octaves < 0 ? max(1, count >> -octaves) : count << octaves
    }

    /// Makes the PCM wake the audio thread when a period is free, and never start by itself.
    private func setSoftware(_ handle: borrowing PCMHandle) throws(ThudError) {
        let pcm = handle.pcm
        var parameters: OpaquePointer?
        try handle.check(snd_pcm_sw_params_malloc(&parameters))
        defer { snd_pcm_sw_params_free(parameters) }
        try handle.check(snd_pcm_sw_params_current(pcm, parameters))
        var boundary: snd_pcm_uframes_t = 0
        snd_pcm_sw_params_get_boundary(parameters, &boundary)
        snd_pcm_sw_params_set_start_threshold(pcm, parameters, boundary)
        // The part of the buffer beyond the queue is always free.
        let free = rewinding == .none ? buffer - capacity : 0
        snd_pcm_sw_params_set_avail_min(pcm, parameters, snd_pcm_uframes_t(period + free))
        try handle.check(snd_pcm_sw_params(pcm, parameters))
    }
}
