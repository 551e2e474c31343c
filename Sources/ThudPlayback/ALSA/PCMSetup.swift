import CThudALSA
import Glibc
import ThudCore

/// The PCM to open, and what is asked of it.
public struct PCMRequest: Sendable {
    /// The PCM's name.
    public var name = "default"
    /// Open it even where that shuts other programs out.
    public var isExclusiveAllowed = false
    /// Frames a second. Where a sound server mixes at another rate, or the device grants another, that is used.
    public var sampleRate = 48_000
    /// Refuse any other rate than `sampleRate`.
    public var isRateFixed = false
    /// What the stream asks of the device, and where a trigger lands.
    public var latency = LatencyMode.gentle
    /// Frames of a period; nil takes what suits `latency`.
    public var period: Int?
    /// Keep many frames queued and change them again for a trigger, where the device allows that. Elsewhere, or where this is
    /// false, the buffer holds two periods.
    public var isLateBinding = true
    /// The PCM is only looked at: nothing is asked of a sound server, so that no other stream notices.
    var isProbe = false
    /// Where the haptic signal goes.
    public var haptics = HapticRoute.none
    /// Put the haptic signal on further channels even where the device mixes these into its loudspeakers.
    public var isDownmixAllowed = false

    /// The channels of the PCM that carry the haptic signal.
    public enum HapticRoute: Sendable {
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

/// What a stream asks of its device, and where a trigger lands.
public enum LatencyMode: String, CaseIterable, Sendable {
    /// Nothing is asked of a sound server: its cycles stay as long as they are, and no other stream notices this one.
    case gentle
    /// As soon as can be: a sound server is asked for short cycles, which every other stream then has too. Those that play
    /// already are interrupted by the change for some 40 ms.
    case low
    /// As `low`, but each trigger is heard after the same time, the least that is safe: later than it could be, without
    /// jitter.
    case steady

    /// The cycle in frames at 48 kHz for which a sound server is asked where the queue may be changed, the least with which an
    /// ordinary machine has no underruns; nil asks for none.
    var cycle: Int? { self == .gentle ? nil : 64 }

    /// The period in frames at 48 kHz where the buffer holds two periods, none of which can be changed.
    var shortPeriod: Int { self == .gentle ? 256 : 128 }
}

/// The parameters that a PCM granted.
struct PCMSetup {
    /// Frames at 48 kHz that are kept queued where they may still be changed: 85 ms, so wake-ups are few and an underrun is far
    /// away.
    private static let longQueue = 4096
    /// Frames at 48 kHz of the buffer behind such a queue, all of which are kept queued while nothing sounds: 1.4 s.
    private static let longBuffer = 65_536
    /// The period of such a queue: PipeWire's plugin passes no more than a period on in a cycle, however long that is.
    private static let longPeriod = 2048

    let sampleRate: Int
    /// Whether the queue is long, and its end may be changed.
    let rewinding: Rewinding
    let period: Int
    /// Frames that are kept queued as a rule.
    let capacity: Int
    /// Frames that the PCM's buffer holds.
    let buffer: Int
    let format: SampleFormat
    let layout: ChannelLayout
    /// The length of the cycles that were asked for, in frames.
    let askedCycle: Int?
    /// The card moves its position by whole periods or transfers, so that nobody knows what it has taken.
    let isBatch: Bool

    /// Sets an open PCM up. It always sets both period and buffer, because a plugin grants seconds of delay otherwise.
    ///
    /// - Parameters:
    ///   - rewinding: who takes frames that were written, where those that are not yet taken may be taken back.
    ///   - isMixed: alsa-lib's mixer stands before the card. It begins a stream at the next period where the buffer holds no more
    ///     than two, and leaves that out of the delay that it tells; with a longer buffer it tells the truth.
    init(
        _ handle: borrowing PCMHandle, _ request: PCMRequest, rewinding: Rewinding, isMixed: Bool
    ) throws(ThudError) {
        self.rewinding = request.isLateBinding ? rewinding : .none
        let isLateBinding = self.rewinding != .none
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
                "\(name) takes neither float samples nor those of 32, 24 or 16 bits; use \(PCMName.converting(name)) or default"
            )
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
        let usualPeriod = Self.frames(isLateBinding ? Self.longPeriod : request.latency.shortPeriod, at: Int(rate))
        var period = snd_pcm_uframes_t(request.period ?? usualPeriod)
        try ThudError.check(
            snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), name, "being asked for a period")
        let short = 2 * Int(period)
        let queue = isLateBinding ? max(Self.frames(Self.longQueue, at: Int(rate)), short) : short
        let longBuffer = max(queue, Self.frames(Self.longBuffer, at: Int(rate)))
        // What is taken back from the mixer has to be taken out of its sum, which would last too long for a whole long buffer.
        let mixedBuffer = max(queue, 3 * Int(period))
        var buffer = snd_pcm_uframes_t(isMixed ? mixedBuffer : isLateBinding ? longBuffer : short)
        try ThudError.check(
            snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), name, "being asked for a buffer")
        let cycle = request.latency.cycle.map { Self.frames($0, at: Int(rate)) }
        let freedom = ServerStream.Freedom(
            isMixedDown: layout == .stereo || request.isDownmixAllowed, isMoved: request.haptics != .alone)
        askedCycle = request.isProbe ? nil : isLateBinding ? cycle : Int(period)
        let code = ServerStream.asking(askedCycle, rate: Int(rate), freedom) {
            snd_pcm_hw_params(pcm, parameters)
        }
        try ThudError.check(code, name, "being set up")
        snd_pcm_hw_params_get_period_size(parameters, &period, nil)
        snd_pcm_hw_params_get_buffer_size(parameters, &buffer)
        sampleRate = Int(rate)
        self.period = Int(period)
        self.buffer = Int(buffer)
        let kept = isLateBinding ? queue : isMixed ? 2 * Int(period) : Int(buffer)
        capacity = min(kept, Int(buffer))
        isBatch = snd_pcm_hw_params_is_batch(parameters) == 1
        try setSoftware(handle)
    }

    /// The power of two that lasts at `rate` about as long as `count` frames, a power of two, do at 48 kHz. A sound server's cycles
    /// are powers of two at every rate, and it takes the next smaller one where it is asked for anything else.
    static func frames(_ count: Int, at rate: Int) -> Int {
        let octaves = Int(log2(Double(max(1, rate)) / 48_000).rounded())
        return octaves < 0 ? max(1, count >> -octaves) : count << octaves
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
        // What the buffer holds beyond the queue is free at all times.
        let free = rewinding == .none ? buffer - capacity : 0
        snd_pcm_sw_params_set_avail_min(pcm, parameters, snd_pcm_uframes_t(period + free))
        try ThudError.check(snd_pcm_sw_params(pcm, parameters), handle.name, "being set up")
    }
}
