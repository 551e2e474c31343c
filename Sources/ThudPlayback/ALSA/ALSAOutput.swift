import CThudALSA
import CThudSystem
import ThudCore

/// An open PCM as the audio thread sees it: plain pointers, no references. `ALSADevice` opens, sets up and closes it.
///
/// The PCM is non-blocking and interleaved. The audio thread starts it once the buffer is full. Started any earlier,
/// the PCM would run dry at once. A start threshold of a full buffer would never be met again after an underrun.
struct ALSAOutput: BitwiseCopyable, @unchecked Sendable {  // Only used by the one thread that received it.
    let pcm: OpaquePointer
    let setup: PCMSetup
    /// A buffer for `setup.capacity` interleaved frames in the device's format.
    private let frames: UnsafeMutablePointer<UInt8>
    /// The PCM's own descriptors, and one more element at the end for the wake descriptor.
    private let descriptors: UnsafeMutablePointer<pollfd>
    private let descriptorCount: Int
    /// Whether the PCM takes frames as fast as they come (`null`, and `file` on top of it), so that the clock sets the
    /// pace. The PCM is started anyway, because a plugin in between that converts the rate passes nothing on before.
    let isPacedByClock: Bool
    private var pace: NullOutput
    private var isRunning = false
    /// Whether the last write was refused although there was room. The next wait then sleeps before it checks the room.
    private var isRefused = false
    /// The frames written since the stream began, less those withdrawn.
    private var filled = 0
    /// The frames in the buffer at the last check.
    private(set) var held = 0
    private(set) var isResting = false
    private(set) var cycle: ServerCycle
    private var pointer: DevicePointer
    private var lastTaken: Instant
    /// When the position was last read, and whether frames have been written since.
    private var lastLook: Instant
    private var hasWritten = true
    /// The recoveries since the device last played a period.
    private var failedRecoveries = 0
    private var lastProgress: Instant

    /// The number of failed recoveries after which the device counts as gone. A dead sound server looks like an endless
    /// underrun: every recovery succeeds, but no frames are taken. The limit is below the number of underruns in a
    /// streak, so that a dead server is not mistaken for a buffer that is too small.
    static var recoveryLimit: Int { 2 }
    /// The nanoseconds without progress after which a device counts as gone, even if it reports no error.
    static var stallLimit: Int64 {
        @_noLocks @_noAllocation get { 2_000_000_000 }
    }

    /// Allocates what the audio thread uses. The caller must `deallocate` it.
    init(_ pcm: OpaquePointer, _ setup: PCMSetup, isPacedByClock: Bool) {
        self.pcm = pcm
        self.setup = setup
        self.isPacedByClock = isPacedByClock
        frames = LockedMemory.allocate(of: UInt8.self, capacity: setup.capacity * setup.frameBytes)
        descriptorCount = max(0, Int(snd_pcm_poll_descriptors_count(pcm)))
        descriptors = .allocate(capacity: descriptorCount + 1)
        descriptors.initialize(repeating: pollfd(), count: descriptorCount + 1)
        snd_pcm_poll_descriptors(pcm, descriptors, UInt32(descriptorCount))
        pace = NullOutput(sampleRate: setup.sampleRate, period: setup.period)
        cycle = ServerCycle(sampleRate: setup.sampleRate)
        pointer = DevicePointer(sampleRate: setup.sampleRate)
        lastProgress = .now()
        lastTaken = lastProgress
        lastLook = lastProgress
    }

    func deallocate() {
        LockedMemory.free(frames, capacity: setup.capacity * setup.frameBytes)
        descriptors.deallocate()
    }

    var isLateBinding: Bool {
        @_noLocks @_noAllocation get { setup.rewinding != .none }
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

    private var level: Int { isResting ? setup.buffer : setup.capacity }

    /// The room that makes a write worthwhile: a period, a quarter of a long queue, or half of the buffer at rest.
    ///
    /// alsa-lib's mixer wakes its streams with the card's periods. A stream of two periods that began in the middle of
    /// one would almost run dry if it waited for a whole one, so it fills what is free at the first wake-up.
    private var refill: Int {
        guard isLateBinding else { return setup.isMixed ? setup.period / 8 : setup.period }
        return isResting ? setup.buffer / 2 : max(setup.period, setup.capacity / 4)
    }

    /// Returns the room that the device has now; `woken` if that is less than `refill`.
    @_noLocks @_noAllocation
    private mutating func look() -> Readiness {
        startLook()
        let found = askForRoom()
        if found < 0 { return recover(from: Int32(found)) }
        held = setup.buffer - found
        if isLateBinding { observe() }
        let room = level - held
        guard room >= refill else { return .woken }
        lastProgress = .now()
        if isRunning { failedRecoveries = 0 }
        return .ready(min(room, level))
    }

    /// Returns how many frames the device can take; a negative error code after an underrun or failure. Unless it is
    /// explicitly updated, a card's position is as old as its last interrupt, up to a period.
    @_noLocks @_noAllocation
    private func askForRoom() -> Int { setup.rewinding == .device ? thud_pcm_avail(pcm) : thud_pcm_avail_update(pcm) }

    /// Sleeps until there will be room, or another thread signals `wake`.
    @_noLocks @_noAllocation
    private mutating func sleepByClock(wake: Int32) -> Readiness {
        let looksClosely = setup.rewinding == .device ? pointer.isLearning : cycle.wantsCloseLooks
        let missing = looksClosely ? learningFrames : max(refill - (level - held), setup.sampleRate / 2000)
        let pause = Interval(frames: Int64(missing), at: Int64(setup.sampleRate))
        let length = lookPause(atLeast: pause).nanoseconds
        let isWoken = thud_wait_readable(wake, length) != 0
        forgiveSleep(of: length)
        if isWoken { return stallOrWoken() }
        let found = look()
        if case .woken = found { return stallOrWoken() }
        return found
    }

    /// Returns how long to sleep, at least `pause`. A card is read at the time from which most can be learned.
    @_noLocks @_noAllocation
    private func lookPause(atLeast pause: Interval) -> Interval {
        guard setup.rewinding == .device else { return pause }
        let now = Instant.now()
        return pointer.nextLook(from: now + pause) - now
    }

    /// The frames between two readings while the server's cycles are being learned: half a millisecond. A server that
    /// takes nothing, such as one without a sink, is read a hundred times a second.
    private var learningFrames: Int {
        let isMoving = (Instant.now() - lastTaken).nanoseconds < ALSAOutput.longestCycle
        return setup.sampleRate / (isMoving ? 2000 : 100)
    }

    /// The longest time between two cycles of any server, in nanoseconds: 8192 frames at 44.1 kHz.
    private static var longestCycle: Int64 { 200_000_000 }

    @_noLocks @_noAllocation
    private mutating func sleep(wake: Int32) -> Readiness {
        // Get the descriptors each time, because only then does pipewire-alsa reset the wake-up that it has signalled.
        // Otherwise a stream that no sink is linked to would never let this thread sleep.
        _ = thud_pcm_poll_descriptors(pcm, descriptors, UInt32(descriptorCount))
        descriptors[descriptorCount] = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        let timeout = Interval(frames: Int64(4 * setup.capacity), at: Int64(setup.sampleRate)).nanoseconds
        let found = thud_poll(descriptors, UInt32(descriptorCount + 1), timeout)
        forgiveSleep(of: timeout)
        if found <= 0 || descriptors[descriptorCount].revents != 0 { return stallOrWoken() }
        var events: UInt16 = 0
        let code = thud_pcm_revents(pcm, descriptors, UInt32(descriptorCount), &events)
        if code < 0 { return recover(from: code) }
        if thud_pcm_state(pcm) == SND_PCM_STATE_DISCONNECTED { return .lost }
        // An error without room would wake this thread again and again. It usually is an underrun, so treat it as one.
        if events & UInt16(POLLERR | POLLHUP) != 0, events & UInt16(POLLOUT) == 0 { return recover(from: -EPIPE) }
        return look()
    }

    /// Forgives the device that it made no progress in a sleep that took far too long, because the whole program was
    /// stopped then.
    @_noLocks @_noAllocation
    private mutating func forgiveSleep(of length: Int64) {
        let now = Instant.now()
        if (now - lastLook).nanoseconds > length + ALSAOutput.stallLimit / 2 { lastProgress = now }
    }

    /// Handles a wake-up that the device did not cause. Returns `stalled` after too long a time without any room.
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

    /// Prepares the PCM again after an underrun or a suspend of the machine. Returns `lost` if that fails.
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
        encode(block, count: count)
        // Unlike frames that replace others, these were rendered and encoded after the position was read.
        if !hasWritten { startLook() }
        let written = put(count, isRewrite: false)
        // With dmix, a write may find no room although there was some. If part was refused, the whole block counts as
        // written: a gap of less than a period keeps the stream's time right. If all was, nothing has changed.
        isRefused = written < count
        guard written > 0 || isPacedByClock else { return false }
        filled += count - written
        let isStarted = isRunning || filled < setup.capacity || start()
        // If the clock sets the pace, time goes on even if the PCM refused frames, or every wait would return at once.
        return isPacedByClock ? pace.write(count: count) : isStarted
    }

    @_noLocks @_noAllocation
    func encode(_ block: MixBlock, count: Int) {
        setup.format.encode(block, count: count, layout: setup.layout, into: frames)
    }

    /// Writes `count` of `frames`, first what one cycle may take, and returns how many the PCM took.
    @_noLocks @_noAllocation
    private mutating func put(_ count: Int, isRewrite: Bool) -> Int {
        var written = 0
        while written < count {
            let end = written == 0 ? min(count, MixBlock.shortStretch) : count
            let taken = thud_pcm_writei(pcm, frames + written * setup.frameBytes, UInt(end - written))
            guard taken > 0 else { break }
            if written == 0 { learnHandover(of: taken, isRewrite: isRewrite) }
            written += taken
        }
        filled += written
        return written
    }

    /// Learns how long it took until the first `count` frames were written. If fewer are queued, the server has already
    /// taken some of them, or silence in their place.
    @_noLocks @_noAllocation
    private mutating func learnHandover(of count: Int, isRewrite: Bool) {
        guard setup.rewinding == .server, isRunning, !hasWritten else { return }
        hasWritten = true
        let time = Instant.now() - lastLook
        let room = thud_pcm_avail_update(pcm)
        cycle.handover.learn(time, isRewrite: isRewrite, isLate: room < 0 || setup.buffer - room < count)
    }

    @_noLocks @_noAllocation
    private mutating func startLook() {
        lastLook = .now()
        hasWritten = false
    }

    @_noLocks @_noAllocation
    mutating func replaceable() -> Int? {
        guard isLateBinding, isRunning else { return 0 }
        startLook()
        let found = askForRoom()
        guard found >= 0 else { return nil }
        held = setup.buffer - found
        guard let delay = observe() else { return 0 }
        let guardFrames = setup.rewinding == .device ? pointer.guardFrames : cycle.guardFrames(delay: delay)
        return max(0, held - Int(guardFrames))
    }

    @_noLocks @_noAllocation
    mutating func replace(last total: Int, by count: Int) -> Int {
        let rewound = thud_pcm_rewind(pcm, UInt(total))
        guard rewound > 0 else { return 0 }
        filled -= rewound
        guard rewound == total else { return rewound }
        if let had = remainder(of: total) { return had }
        _ = put(count, isRewrite: true)
        return total
    }

    /// Moves past the frames that the server had just taken, because a sound server's plugin withdraws even those.
    /// Returns how many of the last `total` frames it had not taken; nil if it had taken none of them.
    @_noLocks @_noAllocation
    private mutating func remainder(of total: Int) -> Int? {
        guard setup.rewinding == .server else { return nil }
        let taken = thud_pcm_avail_update(pcm) - setup.buffer
        guard taken > 0 else { return nil }
        cycle.handover.learn(.now() - lastLook, isRewrite: true, isLate: true)
        hasWritten = true
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

    /// The length of one of the server's cycles, in frames; nil if it is not known.
    var cycleLength: Int64? {
        @_noLocks @_noAllocation get { setup.rewinding == .server ? cycle.learntLength : nil }
    }

    var longestWay: Int64? {
        @_noLocks @_noAllocation get {
            switch setup.rewinding {
            case .none: nil
            case .server: cycle.longestWay
            case .device: pointer.longestWay
            }
        }
    }

    var doubt: Int64 {
        @_noLocks @_noAllocation get {
            if setup.rewinding == .device { return pointer.doubt }
            // The mixer moves by whole periods, and only reading the card shows when.
            return setup.isMixed ? Int64(setup.period) : 0
        }
    }

    /// Reads how far the server is in a cycle, or the position of the device. Returns in how many frames the next frame
    /// that it takes will be heard; nil if it does not report that.
    @_noLocks @_noAllocation @discardableResult
    private mutating func observe() -> Int64? {
        guard isRunning, let delay else { return nil }
        let queued = Int64(held)
        let taken = Int64(filled) - queued
        if cycle.hasTaken(taken) { lastTaken = .now() }
        if setup.rewinding == .device { pointer.observe(taken: taken, heard: Int64(filled) - delay, at: .now()) }
        cycle.observe(taken: taken, delay: delay - queued)
        return delay - queued
    }

    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64? {
        switch setup.rewinding {
        case .none where isPacedByClock: pace.queued(at: now)
        case .none: isRunning ? delay : nil
        case .server: isRunning && cycle.hasBegun ? timelyDelay : nil
        case .device: isRunning && pointer.hasBegun ? Int64(filled) - pointer.heard(at: now) : nil
        }
    }

    /// The delay that the server reports while it is on time; nil if its next cycle is overdue. The delay then is no
    /// more than the queue, which shows the least by which the server is late, but not how late it will be.
    private var timelyDelay: Int64? {
        let room = askForRoom()
        guard room >= 0, let delay, delay > Int64(setup.buffer - room) else { return nil }
        return delay
    }

    /// The delay that the device reports. Some plugins report 0 or less while a full buffer waits, which must be wrong.
    private var delay: Int64? {
        var delay: snd_pcm_sframes_t = 0
        return thud_pcm_delay(pcm, &delay) == 0 && delay > 0 ? Int64(delay) : nil
    }
}

/// What takes frames out of a queue that can be rewritten, which determines how close to its beginning that is safe.
enum Rewinding: BitwiseCopyable {
    /// Nothing: written frames cannot be changed.
    case none
    case server
    /// A card, continuously.
    case device
}
