import CThudALSA
import Foundation
import Synchronization
import ThudCore
import ThudTestSupport

/// Captures the other end of a loopback card and determines when each sound came out, from ALSA's data about the
/// capture. It shares no code with Thud's own capture.
final class Twin: Sendable {
    /// How many frames of silence must precede a sound.
    private static let silence = 1_000
    private static let period = 192

    private struct State {
        /// The frames on which sounds began.
        var onsets: [Int] = []
        /// For each reading, the instant of the capture's first frame in nanoseconds.
        var origins: [Int64] = []
        var failure: String?
    }

    private let state = Mutex(State())
    private let isOver = Atomic<Bool>(false)
    private let isDone = Atomic<Bool>(false)

    /// Starts capturing once the player at the other end has set up its own PCM.
    ///
    /// - Parameter status: the kernel's file about the player's set-up.
    init(_ pcm: String, afterPlayerIn status: String) async throws {
        try await poll("a player at the other end of \(pcm)", within: .seconds(60)) {
            (try? String(contentsOfFile: status, encoding: .utf8)).map { $0.contains("rate:") } ?? false
        }
        Thread.detachNewThread { [self] in
            do {
                try listen(to: pcm)
            } catch {
                state.withLock { $0.failure = "\(error)" }
            }
            isDone.store(true, ordering: .releasing)
        }
    }

    /// Stops, and returns the instants at which sounds began.
    func onsets() async throws -> [Instant] {
        isOver.store(true, ordering: .releasing)
        try await poll("the end of the capture", within: .seconds(10)) { isDone.load(ordering: .acquiring) }
        return try state.withLock { state in
            if let failure = state.failure { throw Refuted(description: "the other end cannot be heard: \(failure)") }
            try require(!state.origins.isEmpty, "nothing was captured")
            let origin = state.origins.sorted()[state.origins.count / 2]
            return state.onsets.map {
                Instant(nanoseconds: origin + Interval(frames: Int64($0), at: 48_000).nanoseconds)
            }
        }
    }

    private func listen(to name: String) throws {
        let pcm = try PCM(name, SND_PCM_STREAM_CAPTURE, period: Self.period, buffer: 48_000, mode: 0)
        try PCM.check(snd_pcm_start(pcm.handle), "the start")
        var block = [Int32](repeating: 0, count: 2 * Self.period)
        var frame = 0
        var silent = Self.silence
        while !isOver.load(ordering: .acquiring) {
            let count = snd_pcm_readi(pcm.handle, &block, snd_pcm_uframes_t(Self.period))
            try PCM.check(Int32(count), "reading")
            var delay: snd_pcm_sframes_t = 0
            let now = Instant.now()
            try PCM.check(snd_pcm_delay(pcm.handle, &delay), "the delay")
            for index in 0..<count {
                guard block[2 * index] != 0 else {
                    silent += 1
                    continue
                }
                let onset = frame + index
                if silent >= Self.silence { state.withLock { $0.onsets.append(onset) } }
                silent = 0
            }
            frame += count
            let origin = now - Interval(frames: Int64(frame + delay), at: 48_000)
            state.withLock { $0.origins.append(origin.nanoseconds) }
        }
    }
}

/// An open 32-bit stereo PCM at 48 kHz.
final class PCM {
    let handle: OpaquePointer

    /// Opens and sets up a PCM with exactly this period and the nearest possible buffer.
    init(_ name: String, _ direction: snd_pcm_stream_t, period: Int, buffer: Int, mode: Int32) throws {
        var opened: OpaquePointer?
        try Self.check(snd_pcm_open(&opened, name, direction, mode), "opening \(name)")
        guard let opened else { throw Refuted(description: "\(name) cannot be opened") }
        handle = opened
        var parameters: OpaquePointer?
        snd_pcm_hw_params_malloc(&parameters)
        defer { snd_pcm_hw_params_free(parameters) }
        try Self.check(snd_pcm_hw_params_any(handle, parameters), "parameters")
        try Self.check(
            snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved frames")
        try Self.check(snd_pcm_hw_params_set_format(handle, parameters, SND_PCM_FORMAT_S32_LE), "samples of 32 bits")
        try Self.check(snd_pcm_hw_params_set_channels(handle, parameters, 2), "two channels")
        try Self.check(snd_pcm_hw_params_set_rate(handle, parameters, 48_000, 0), "48 kHz")
        try Self.check(
            snd_pcm_hw_params_set_period_size(handle, parameters, snd_pcm_uframes_t(period), 0), "the period")
        var buffer = snd_pcm_uframes_t(buffer)
        try Self.check(snd_pcm_hw_params_set_buffer_size_near(handle, parameters, &buffer), "the buffer")
        try Self.check(snd_pcm_hw_params(handle, parameters), "the set-up")
    }

    deinit { snd_pcm_close(handle) }

    static func check(_ code: Int32, _ what: String) throws {
        if code < 0 { throw Refuted(description: "\(what) was refused: \(String(cString: snd_strerror(code)))") }
    }
}
