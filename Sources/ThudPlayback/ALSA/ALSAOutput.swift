import CThudALSA
import CThudSystem
import ThudCore

/// An open PCM as the audio thread sees it: plain pointers, no references. Opened, set up and closed by `ALSADevice`.
///
/// The PCM is non-blocking and interleaved. The audio thread starts it itself once it has filled the buffer: any earlier the
/// PCM would run dry at once, and a start threshold of a full buffer would never be met again after an underrun.
struct ALSAOutput: BitwiseCopyable, @unchecked Sendable {  // Only ever used by the one thread that was handed it.
    let pcm: OpaquePointer
    let period: Int
    /// Frames that are kept queued as a rule.
    let capacity: Int
    /// Frames that the PCM's buffer holds; as many are kept queued at rest.
    let buffer: Int
    let sampleRate: Int
    let layout: ChannelLayout
    let format: SampleFormat
    /// Space for `capacity` interleaved frames in the device's format.
    let frames: UnsafeMutableRawPointer
    /// The PCM's own descriptors, and one more place at the end for the wake descriptor.
    let descriptors: UnsafeMutablePointer<pollfd>
    let descriptorCount: Int
    /// The PCM takes frames as fast as they come (`null`, and `file` on top of it), so the clock sets the pace. The PCM is
    /// started all the same, because a plugin in between that converts the rate passes nothing on before.
    let isPacedByClock: Bool
    /// Whether many frames are kept queued, of which those that the device has not taken may be changed. The thread then sleeps by
    /// the clock: the device would wake it with every period.
    let rewinding: Rewinding
    /// alsa-lib's mixer stands before the card.
    let isMixed: Bool

    private var pace: NullOutput
    private var isRunning = false
    /// The last write was refused although there was room: the next wait sleeps before it looks again.
    private var isRefused = false
    /// Frames written since the stream began, without those that were taken back.
    private var filled = 0
    /// Frames in the buffer when it was looked at last.
    private(set) var held = 0
    private(set) var isResting = false
    private var cycle: ServerCycle
    private var pointer: DevicePointer
    /// When the server was last seen to take frames.
    private var lastTaken: Instant
    /// Recoveries since the device last played a period.
    private var failedRecoveries = 0
    private var lastProgress: Instant

    /// A dead sound server looks like an underrun without end: every recovery succeeds and nothing moves. After more failed
    /// recoveries than this it is gone. The limit is below the number of underruns in a streak, so that a dead server is not
    /// taken for a buffer that is too small.
    static var recoveryLimit: Int { 2 }
    /// A device that has moved nothing for so many nanoseconds is gone, even where it reports no error.
    static var stallLimit: Int64 {
        @_noLocks @_noAllocation get { 2_000_000_000 }
    }

    init(
        pcm: OpaquePointer, period: Int, capacity: Int, buffer: Int, sampleRate: Int, layout: ChannelLayout,
        format: SampleFormat,
        frames: UnsafeMutableRawPointer, descriptors: UnsafeMutablePointer<pollfd>, descriptorCount: Int,
        isPacedByClock: Bool, rewinding: Rewinding, isMixed: Bool
    ) {
        self.pcm = pcm
        self.period = period
        self.capacity = capacity
        self.buffer = buffer
        self.sampleRate = sampleRate
        self.layout = layout
        self.format = format
        self.frames = frames
        self.descriptors = descriptors
        self.descriptorCount = descriptorCount
        self.isPacedByClock = isPacedByClock
        self.rewinding = rewinding
        self.isMixed = isMixed
        pace = NullOutput(sampleRate: sampleRate, period: period)
        cycle = ServerCycle(sampleRate: sampleRate)
        pointer = DevicePointer(sampleRate: sampleRate)
        lastProgress = .now()
        lastTaken = lastProgress
    }

    var isLateBinding: Bool {
        @_noLocks @_noAllocation get { rewinding != .none }
    }

    @_noLocks @_noAllocation
    mutating func wait(wake: Int32) -> Readiness {
        if isPacedByClock { return pace.wait(wake: wake) }
        let found = isRefused ? .woken : look()
        if case .woken = found {
            isRefused = false
            guard isRunning || start() else { return recover(from: -EPIPE) }
            return isLateBinding ? sleepByClock(wake: wake) : sleep(wake: wake)
        }
        return found
    }

    /// Frames that are kept queued now.
    private var level: Int {
        @_noLocks @_noAllocation get { isResting ? buffer : capacity }
    }

    /// Room that is worth a write: a period, or a quarter of a long queue, or half of all there is at rest.
    ///
    /// alsa-lib's mixer wakes its streams with the card's periods. Of two periods a stream that began in the midst of one would have
    /// almost none left once it had waited for a whole one, so that what is free at the first wake-up is filled at once.
    private var refill: Int {
        @_noLocks @_noAllocation get {
            guard isLateBinding else { return isMixed ? period / 8 : period }
            return isResting ? buffer / 2 : max(period, capacity / 4)
        }
    }

    /// The room that the device has now; `woken` where that is less than `refill`.
    @_noLocks @_noAllocation
    private mutating func look() -> Readiness {
        let found = askForRoom()
        if found < 0 { return recover(from: Int32(found)) }
        held = buffer - found
        if isLateBinding { observe() }
        let room = level - held
        guard room >= refill else { return .woken }
        lastProgress = .now()
        if isRunning { failedRecoveries = 0 }
        return .ready(min(room, level))
    }

    /// Frames that the device can take; negative where it has run dry or worse. A card tells a position as old as its last
    /// interrupt, which is a period ago at the most, unless it is asked for a fresh one.
    @_noLocks @_noAllocation
    private func askForRoom() -> Int {
        rewinding == .device ? thud_pcm_avail(pcm) : thud_pcm_avail_update(pcm)
    }

    /// Sleeps until there will be room, or another thread signals `wake`.
    @_noLocks @_noAllocation
    private mutating func sleepByClock(wake: Int32) -> Readiness {
        let looksClosely = rewinding == .device ? pointer.isLearning : cycle.wantsCloseLooks
        let missing = looksClosely ? learningFrames : max(refill - (level - held), sampleRate / 2000)
        let pause = Interval(frames: Int64(missing), at: Int64(sampleRate))
        if thud_wait_readable(wake, lookPause(atLeast: pause).nanoseconds) != 0 { return stallOrWoken() }
        let found = look()
        if case .woken = found { return stallOrWoken() }
        return found
    }

    /// How long to sleep until the next look, at least `pause`: a card is looked at when that tells most of it.
    @_noLocks @_noAllocation
    private func lookPause(atLeast pause: Interval) -> Interval {
        guard rewinding == .device else { return pause }
        let now = Instant.now()
        return pointer.nextLook(from: now + pause) - now
    }

    /// Frames between two looks at the server's cycles while they are being learnt: half a millisecond. A server that takes nothing,
    /// such as one without a sink, is looked at a hundred times a second.
    private var learningFrames: Int {
        @_noLocks @_noAllocation get {
            let isMoving = (Instant.now() - lastTaken).nanoseconds < ALSAOutput.longestCycle
            return sampleRate / (isMoving ? 2000 : 100)
        }
    }

    /// No server lets more nanoseconds go by between two cycles: 8192 frames at 44.1 kHz.
    private static var longestCycle: Int64 {
        @_noLocks @_noAllocation get { 200_000_000 }
    }

    /// Sleeps until the device has room or another thread signals `wake`.
    @_noLocks @_noAllocation
    private mutating func sleep(wake: Int32) -> Readiness {
        // The descriptors are asked for each time, because only then does pipewire-alsa update the wake-up it has
        // signalled: a stream that no sink is linked to would otherwise never let this thread sleep.
        _ = thud_pcm_poll_descriptors(pcm, descriptors, UInt32(descriptorCount))
        descriptors[descriptorCount] = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        let patience = Interval(frames: Int64(4 * capacity), at: Int64(sampleRate)).nanoseconds
        let found = thud_poll(descriptors, UInt32(descriptorCount + 1), patience)
        if found <= 0 || descriptors[descriptorCount].revents != 0 { return stallOrWoken() }
        var events: UInt16 = 0
        let code = thud_pcm_revents(pcm, descriptors, UInt32(descriptorCount), &events)
        if code < 0 { return recover(from: code) }
        if thud_pcm_state(pcm) == SND_PCM_STATE_DISCONNECTED { return .lost }
        // An error without room would wake this thread again and again without a pause. It mostly is an underrun, so it is
        // treated as one.
        if events & UInt16(POLLERR | POLLHUP) != 0, events & UInt16(POLLOUT) == 0 { return recover(from: -EPIPE) }
        return look()
    }

    /// The device did not wake this thread: `stalled` once that has lasted too long and there really is no room.
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

    /// Makes the PCM ready again after an underrun or a suspend of the machine; `lost` where that fails.
    @_noLocks @_noAllocation
    private mutating func recover(from code: Int32) -> Readiness {
        if code == -EAGAIN || code == -EINTR { return .woken }
        guard code == -EPIPE || code == -ESTRPIPE || code == -EIO else { return .lost }
        failedRecoveries += 1
        guard failedRecoveries <= ALSAOutput.recoveryLimit else { return .lost }
        if code == -ESTRPIPE { _ = thud_pcm_resume(pcm) }
        guard thud_pcm_prepare(pcm) == 0 else { return .lost }
        isRunning = false
        filled = 0
        cycle.forget()
        pointer.forget()
        return .xrun
    }

    @_noLocks @_noAllocation
    mutating func write(_ block: MixBlock, count: Int) -> Bool {
        format.encode(block, count: count, layout: layout, into: frames)
        let written = put(count)
        // Under dmix a write may find no room although there was some. The whole block counts as written then, and the
        // frames that were refused are a gap of less than a period, after which the stream's time is still right. Where all
        // frames were refused, nothing has happened.
        isRefused = written < count
        guard written > 0 || isPacedByClock else { return false }
        filled += count - written
        let isStarted = isRunning || filled < capacity || start()
        // Where the clock sets the pace, time goes on whatever the PCM took. If frames waited for room instead, every wait
        // would end at once.
        return isPacedByClock ? pace.write(count: count) : isStarted
    }

    /// Writes the first `count` of `frames`, `first` of them before the others, and tells how many the PCM took.
    @_noLocks @_noAllocation
    private mutating func put(_ count: Int, first: Int? = nil) -> Int {
        let frameBytes = format.bytes * layout.channels
        var written = 0
        while written < count {
            let end = written == 0 ? min(count, first ?? count) : count
            let taken = thud_pcm_writei(pcm, frames + written * frameBytes, UInt(end - written))
            guard taken > 0 else { break }
            written += taken
        }
        filled += written
        return written
    }

    @_noLocks @_noAllocation
    mutating func replaceable() -> Int? {
        guard isLateBinding, isRunning else { return 0 }
        let found = askForRoom()
        guard found >= 0 else { return nil }
        held = buffer - found
        guard let delay = observe() else { return 0 }
        let guardFrames = rewinding == .device ? pointer.guardFrames : cycle.guardFrames(delay: delay)
        return max(0, held - Int(guardFrames))
    }

    @_noLocks @_noAllocation
    mutating func replace(last total: Int, by count: Int, of block: MixBlock) -> Int {
        // Encoded first, because between the two calls below the queue is short. What a cycle may take at once is written first.
        format.encode(block, count: count, layout: layout, into: frames)
        let rewound = thud_pcm_rewind(pcm, UInt(total))
        guard rewound > 0 else { return 0 }
        filled -= rewound
        guard rewound == total else { return rewound }
        if let had = remainder(of: total) { return had }
        _ = put(count, first: MixBlock.shortStretch)
        return total
    }

    /// A sound server's plugin takes everything back, even what the server took a moment before. That is passed over again.
    ///
    /// - Returns: how many of the last `total` frames the server had not taken; nil where it had taken none of them.
    @_noLocks @_noAllocation
    private mutating func remainder(of total: Int) -> Int? {
        guard rewinding == .server else { return nil }
        let taken = thud_pcm_avail_update(pcm) - buffer
        guard taken > 0 else { return nil }
        let passed = thud_pcm_forward(pcm, UInt(min(taken, total)))
        guard passed > 0 else { return 0 }
        filled += passed
        return total - passed
    }

    @_noLocks @_noAllocation
    mutating func rest(_ isResting: Bool) { self.isResting = isResting && isLateBinding }

    @_noLocks @_noAllocation
    mutating func lookOften() {
        cycle.lookOften()
        pointer.lookOften()
    }

    /// Frames in one of the server's cycles; nil where that is not known.
    var cycleLength: Int64? {
        @_noLocks @_noAllocation get { rewinding == .server ? cycle.learntLength : nil }
    }

    var longestWay: Int64? {
        @_noLocks @_noAllocation get {
            switch rewinding {
            case .none: nil
            case .server: cycle.longestWay
            case .device: pointer.longestWay
            }
        }
    }

    var doubt: Int64 {
        @_noLocks @_noAllocation get {
            if rewinding == .device { return pointer.doubt }
            // The mixer moves by whole periods, and only a card that is looked at shows when.
            return isMixed ? Int64(period) : 0
        }
    }

    /// Looks where the server is in a cycle, or where the device is.
    ///
    /// - Returns: in how many frames the next one that it takes is heard; nil where it does not tell.
    @_noLocks @_noAllocation @discardableResult
    private mutating func observe() -> Int64? {
        var delay: snd_pcm_sframes_t = 0
        guard isRunning, thud_pcm_delay(pcm, &delay) == 0, delay > 0 else { return nil }
        let queued = Int64(held)
        let taken = Int64(filled) - queued
        if cycle.hasTaken(taken) { lastTaken = .now() }
        if rewinding == .device {
            pointer.observe(taken: taken, heard: Int64(filled) - Int64(delay), at: .now())
        }
        cycle.observe(taken: taken, delay: Int64(delay) - queued)
        return Int64(delay) - queued
    }

    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64? {
        switch rewinding {
        case .none where isPacedByClock: pace.queued(at: now)
        case .none: isRunning ? delay : nil
        case .server: isRunning && cycle.hasBegun ? timelyDelay : nil
        case .device: isRunning && pointer.hasBegun ? Int64(filled) - pointer.heard(at: now) : nil
        }
    }

    /// The delay that the server tells while it is in time. Where its next cycle is overdue no more is told than what is queued, as
    /// long as it stands still: that says how late it is at the least, and not how late it will be.
    private var timelyDelay: Int64? {
        @_noLocks @_noAllocation get {
            let room = askForRoom()
            guard room >= 0, let delay, delay > Int64(buffer - room) else { return nil }
            return delay
        }
    }

    /// The delay that the device tells. Some plugins answer 0 or less while a full buffer waits, which cannot be true.
    private var delay: Int64? {
        @_noLocks @_noAllocation get {
            var delay: snd_pcm_sframes_t = 0
            return thud_pcm_delay(pcm, &delay) == 0 && delay > 0 ? Int64(delay) : nil
        }
    }
}

/// Who takes frames out of a queue whose end may be changed, and so tells how near to its beginning that is safe.
enum Rewinding: BitwiseCopyable {
    /// Nobody: what was written stands.
    case none
    /// A sound server, in cycles.
    case server
    /// A card, by itself.
    case device
}
