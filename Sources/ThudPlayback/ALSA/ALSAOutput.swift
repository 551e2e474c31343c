import CThudALSA
import CThudSystem
import ThudCore

/// An open PCM as the audio thread sees it: plain pointers, no references. Opened, set up and closed by `ALSADevice`.
///
/// The PCM is non-blocking, interleaved, and starts when the audio thread has filled it once: started any earlier it
/// would run dry at once, and a start threshold of a full buffer would never be met again after an underrun.
struct ALSAOutput: AudioOutput, @unchecked Sendable {  // Only ever used by the one thread that was handed it.
    let pcm: OpaquePointer
    let period: Int
    let capacity: Int
    let sampleRate: Int
    let layout: ChannelLayout
    let format: SampleFormat
    /// Space for `capacity` interleaved frames in the device's format.
    let frames: UnsafeMutableRawPointer
    /// The PCM's own descriptors, and one more place at the end for the wake descriptor.
    let descriptors: UnsafeMutablePointer<pollfd>
    let descriptorCount: Int
    /// The PCM swallows frames as fast as they come (`null`, and `file` on top of it): the clock sets the pace instead. It
    /// is started all the same, for a plugin in between that converts the rate passes nothing on before.
    let isPacedByClock: Bool

    private var pace: NullOutput
    private var isRunning = false
    /// The last write was refused although there was room: rest before trying again.
    private var isRefused = false
    private var filled = 0
    /// Recoveries since the device last played a period.
    private var vainRecoveries = 0
    private var lastProgress: Instant

    /// A dead sound server looks like an underrun without end: every recovery succeeds and nothing moves. So many vain
    /// recoveries mean that it is gone; fewer than the underruns of a streak, so that it is not taken for one.
    static var recoveryLimit: Int { 2 }
    /// A device that has moved nothing for so long is gone, however healthy it says it is: in nanoseconds.
    static var stallLimit: Int64 {
        @_noLocks @_noAllocation get { 2_000_000_000 }
    }

    init(
        pcm: OpaquePointer, period: Int, capacity: Int, sampleRate: Int, layout: ChannelLayout, format: SampleFormat,
        frames: UnsafeMutableRawPointer, descriptors: UnsafeMutablePointer<pollfd>, descriptorCount: Int,
        isPacedByClock: Bool
    ) {
        self.pcm = pcm
        self.period = period
        self.capacity = capacity
        self.sampleRate = sampleRate
        self.layout = layout
        self.format = format
        self.frames = frames
        self.descriptors = descriptors
        self.descriptorCount = descriptorCount
        self.isPacedByClock = isPacedByClock
        pace = NullOutput(sampleRate: sampleRate, period: period)
        lastProgress = .now()
    }

    @_noLocks @_noAllocation
    mutating func wait(wake: Int32) -> Readiness {
        if isPacedByClock { return pace.wait(wake: wake) }
        let found = isRefused ? .woken : look()
        if case .woken = found {
            isRefused = false
            guard isRunning || start() else { return recover(from: -EPIPE) }
            return sleep(wake: wake)
        }
        return found
    }

    /// What the device has room for now; `woken` where that is less than a period.
    @_noLocks @_noAllocation
    private mutating func look() -> Readiness {
        let room = thud_pcm_avail_update(pcm)
        if room < 0 { return recover(from: Int32(room)) }
        guard room >= period else { return .woken }
        lastProgress = .now()
        if isRunning { vainRecoveries = 0 }
        return .ready(min(Int(room), capacity))
    }

    /// Sleeps until the device or another thread has something to say.
    @_noLocks @_noAllocation
    private mutating func sleep(wake: Int32) -> Readiness {
        // Asked for each time: that is when pipewire-alsa takes back a wake-up that is no longer true; without it, a
        // stream that no sink is linked to would never let this thread sleep.
        _ = thud_pcm_poll_descriptors(pcm, descriptors, UInt32(descriptorCount))
        descriptors[descriptorCount] = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        let patience = StreamClock.nanoseconds(frames: Int64(4 * capacity), at: Int64(sampleRate))
        let found = thud_poll(descriptors, UInt32(descriptorCount + 1), patience)
        if found <= 0 || descriptors[descriptorCount].revents != 0 { return stallOrWoken() }
        var events: UInt16 = 0
        let code = thud_pcm_revents(pcm, descriptors, UInt32(descriptorCount), &events)
        if code < 0 { return recover(from: code) }
        if thud_pcm_state(pcm) == SND_PCM_STATE_DISCONNECTED { return .lost }
        // An error without room would wake this thread for ever without a pause: treat it as the underrun it mostly is.
        if events & UInt16(POLLERR | POLLHUP) != 0, events & UInt16(POLLOUT) == 0 { return recover(from: -EPIPE) }
        return look()
    }

    /// Nothing came from the device: a stall once that has lasted too long, and there is no room after all.
    @_noLocks @_noAllocation
    private mutating func stallOrWoken() -> Readiness {
        guard (Instant.now() - lastProgress).nanoseconds > ALSAOutput.stallLimit else { return .woken }
        let found = look()
        if case .woken = found { return .stalled }
        return found
    }

    @_noLocks @_noAllocation
    private mutating func start() -> Bool {
        isRunning = thud_pcm_start(pcm) == 0
        return isRunning
    }

    /// Brings the PCM back from an underrun or a suspend, or gives it up.
    @_noLocks @_noAllocation
    private mutating func recover(from code: Int32) -> Readiness {
        if code == -EAGAIN || code == -EINTR { return .woken }
        guard code == -EPIPE || code == -ESTRPIPE || code == -EIO else { return .lost }
        vainRecoveries += 1
        guard vainRecoveries <= ALSAOutput.recoveryLimit else { return .lost }
        if code == -ESTRPIPE { _ = thud_pcm_resume(pcm) }
        guard thud_pcm_prepare(pcm) == 0 else { return .lost }
        isRunning = false
        filled = 0
        return .xrun
    }

    @_noLocks @_noAllocation
    mutating func write(_ block: MixBlock, count: Int) -> Bool {
        format.encode(block, count: count, layout: layout, into: frames)
        let frameBytes = format.bytes * layout.channels
        var written = 0
        while written < count {
            let taken = thud_pcm_writei(pcm, frames + written * frameBytes, UInt(count - written))
            guard taken > 0 else { break }
            written += taken
        }
        // Under dmix a write may find no room although there was some. What was taken counts as written, what was not is
        // lost: a gap of less than a period, after which time is still right. All refused: nothing happened.
        isRefused = written < count
        guard written > 0 || isPacedByClock else { return false }
        filled += count
        let isStarted = isRunning || filled < capacity || start()
        // Where the clock sets the pace, time goes on whatever the PCM took: a frame that waited for room would have the
        // next wait end at once, without end.
        return isPacedByClock ? pace.write(block, count: count) : isStarted
    }

    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64? {
        if isPacedByClock { return pace.queued(at: now) }
        var delay: snd_pcm_sframes_t = 0
        guard isRunning, thud_pcm_delay(pcm, &delay) == 0, delay > 0 else { return nil }
        // Plugins answer 0 or less while a full buffer waits: what cannot be is not believed.
        return Int64(delay)
    }
}
