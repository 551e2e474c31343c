import CThudALSA
import Glibc
import Synchronization
import ThudCore

/// An ALSA PCM, opened and set up. This object opens, owns and closes it. The audio thread holds its `output`.
final class ALSADevice: AudioDevice {
    let output: AudioOutput
    let sampleRate: Int
    let summary: String
    let askedCycle: Int?
    private let alsa: ALSAOutput
    private let handle: Mutex<PCMHandle?>

    /// Opens `request.name`.
    ///
    /// - Throws: `ThudError` if there is no such PCM, it does not answer, it lacks something that is needed, or it
    ///   would shut out other programs and the request does not allow that.
    init(_ request: PCMRequest) throws(ThudError) {
        if !request.isExclusiveAllowed, PCMName.isExclusive(request.name) { throw ThudError.exclusive(request.name) }
        let handle = try PCMHandle(name: request.name)
        // Read the chain before setting the PCM up, because only the set-up takes a card from other programs.
        let chain = handle.describeChain()
        if !request.isExclusiveAllowed, PCMName.isExclusive(chain: chain) { throw ThudError.exclusive(request.name) }
        let server = chain.mentions("PipeWire") ? PipeWireServer.ask() : nil
        // Since version 0.3.71 the plugin waits without a limit until somebody connects its stream to a sink.
        if let server, server.defaultSink == nil { throw ThudError.noSink(request.name) }
        if request.haptics == .alone { try HapticSink.check(request.name, server: server) }
        var request = request
        // At any other rate the server would convert, and its cycles would not be whole numbers of frames.
        if !request.isRateFixed, let rate = server?.rate { request.sampleRate = rate }
        let setup = try handle.setUp(request, chain: chain)
        if setup.layout == .stereoAndHaptic, !request.isDownmixAllowed {
            try FurtherChannels.check(request.name, chain: handle.describeChain(), server: server)
        }
        alsa = ALSAOutput(handle.pcm, setup, isPacedByClock: PCMName.isUnpaced(chain: chain))
        output = AudioOutput(alsa)
        sampleRate = setup.sampleRate
        askedCycle = setup.rewinding == .server ? setup.askedCycle : nil
        summary =
            "\(request.name): \(setup.sampleRate) Hz, \(setup.layout.channels) channels, "
            + "period \(setup.period), buffer \(setup.capacity)"
        self.handle = Mutex(consume handle)
    }

    /// Returns the chain of plugins down to the device, including those that the set-up inserted; empty if closed.
    func describeChain() -> String { handle.withLock { $0?.describeChain() ?? "" } }

    func close() { handle.withLock { $0 = nil } }

    deinit { alsa.deallocate() }
}

/// An open PCM. When it is released, it drops its queued frames and closes.
struct PCMHandle: ~Copyable {
    let pcm: OpaquePointer
    let name: String

    init(name: String) throws(ThudError) {
        thud_alsa_silence()
        var pcm: OpaquePointer?
        // A sound server's plugin starts threads of its own, on which it takes the frames.
        let code = PlainThread.withSignalsMasked {
            snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        }
        guard code >= 0, let pcm else { throw ThudError.alsa(code, device: name, doing: "being opened") }
        self.pcm = pcm
        self.name = name
    }

    /// Makes alsa-lib read its configuration again before the next PCM is opened. Open PCMs are not affected.
    static func forgetConfiguration() { snd_config_update_free_global() }

    deinit {
        snd_pcm_drop(pcm)
        snd_pcm_close(pcm)
    }

    /// Throws the matching error if `result` is one of ALSA's error codes.
    func check(_ result: Int32, _ doing: String = "being set up") throws(ThudError) {
        guard result >= 0 else { throw ThudError.alsa(result, device: name, doing: doing) }
    }

    /// Sets the PCM up for a request. On a card, a long queue is tested first: frames are written and withdrawn once.
    /// If the chain does not allow that, or converts, the PCM is set up again with a short queue.
    func setUp(_ request: PCMRequest, chain: String) throws(ThudError) -> PCMSetup {
        let isMixed = PCMName.isMixed(chain: chain)
        let long = try PCMSetup(self, request, rewinding: PCMName.rewinding(chain: chain), isMixed: isMixed)
        guard long.rewinding != .none else { return long }
        // Converting plugins only appear in the chain of a PCM that is set up.
        if PCMName.rewinding(chain: describeChain()) == long.rewinding {
            guard long.rewinding == .device else { return long }
            if !long.isBatch, takesBack(long) { return long }
        }
        snd_pcm_drop(pcm)
        try check(snd_pcm_hw_free(pcm), "being set up again")
        return try PCMSetup(self, request, rewinding: .none, isMixed: isMixed)
    }

    /// Whether a period of silence can be written and withdrawn.
    private func takesBack(_ setup: PCMSetup) -> Bool {
        let bytes = setup.period * setup.frameBytes
        let silence = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
        defer { silence.deallocate() }
        memset(silence, 0, bytes)
        guard snd_pcm_writei(pcm, silence, snd_pcm_uframes_t(setup.period)) == setup.period else { return false }
        return snd_pcm_rewind(pcm, snd_pcm_uframes_t(setup.period)) == setup.period && snd_pcm_prepare(pcm) == 0
    }

    /// Returns alsa-lib's description of the chain of plugins down to the device.
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

/// Descriptions of the chain of plugins between a PCM and its device.
public enum PCMChain {
    /// Returns alsa-lib's description of the chain of the playback PCM `name`, which is opened briefly and not set up.
    ///
    /// - Throws: `ThudError` if it cannot be opened.
    public static func describe(_ name: String) throws(ThudError) -> String {
        try PCMHandle(name: name).describeChain()
    }

    /// Returns the chain after the PCM is set up for `request`. Only then does `plug` insert the plugins that convert.
    ///
    /// - Throws: `ThudError` if the PCM cannot be set up for `request`.
    public static func describe(setUpFor request: PCMRequest) throws(ThudError) -> String {
        let device = try ALSADevice(request)
        defer { device.close() }
        return device.describeChain()
    }
}
