import CThudSystem
import Synchronization
import ThudCore

/// The loop that owns the output and the timeline.
///
/// The audio thread never allocates, locks, logs, touches a file or counts a reference. Other threads reach it only
/// through the rings and counters of `SharedState`, and it sleeps only in `Output.wait`.
///
/// Frames before `head` are written; frames from `head` on may still change. A voice stays on the timeline until its last
/// frame has left the device's buffer. Rendering is a pure function of the frame number, so frames that are written and not
/// yet played could be rendered again.
///
/// RealtimeSanitizer checks everything here except the output's own calls, which end in alsa-lib and its plugins.
struct AudioThread: ~Copyable {
    let shared: UnsafeMutablePointer<SharedState>
    let tap: RecordingTap?
    var timeline = Timeline()
    var tracker: ClockTracker
    /// The first frame that is not yet written.
    var head = Frame.zero
    private let block: MixBlock
    private var output: Output
    private var fallback: NullOutput
    private var hasDevice = true
    private var xruns = XrunHistory()
    /// Frames between the head and the loudspeaker, as the device last told right after a write.
    private(set) var usualQueue: Int64

    /// Frames that the output holds at most.
    var bufferFrames: Int {
        @_noLocks @_noAllocation get { output.capacity }
    }

    /// An answer that fell into a gap is played after the gap, unless it was triggered longer ago than this.
    private static var answerLifetime: Interval {
        @_noLocks @_noAllocation get { Interval(nanoseconds: 250_000_000) }
    }

    /// The most frames that are rendered in one go.
    private static var blockFrames: Int { 4096 }

    init(shared: UnsafeMutablePointer<SharedState>, output: Output, sampleRate: Int, tap: RecordingTap? = nil) {
        self.shared = shared
        self.output = output
        self.tap = tap
        block = MixBlock.allocate(capacity: AudioThread.blockFrames)
        fallback = NullOutput(sampleRate: sampleRate, period: output.period)
        usualQueue = Int64(output.capacity)
        tracker = ClockTracker(clock: shared.pointee.clock.read())
    }

    deinit { block.deallocate() }

    /// Runs until `stopRequested`.
    @_noLocks @_noAllocation
    mutating func run() {
        while !shared.pointee.stopRequested.load(ordering: .acquiring) {
            let readiness = output.wait(wake: shared.pointee.wake)
            shared.pointee.wakeups.wrappingAdd(1, ordering: .relaxed)
            handle(readiness)
        }
    }

    /// One turn of the loop: does what the output's `readiness` asks for.
    @_noLocks @_noAllocation
    mutating func handle(_ readiness: Readiness) {
        switch readiness {
        case .ready(let room):
            fill(min(room, block.capacity))
        case .woken:
            thud_event_clear(shared.pointee.wake)
            thud_realtime_enter()
            takeCommands()
            thud_realtime_exit()
            if !hasDevice { adoptDevice() }
        case .xrun:
            recoverFromXrun()
        case .behind(let count):
            countXrun(unless: isInSuspension)
            skip(to: head + Int64(count))
        case .stalled:
            if !hasJustResumed { giveUpDevice(because: .stalled) }
        case .lost:
            giveUpDevice(because: .lost)
        }
    }

    /// Renders the next `count` frames and writes them.
    @_noLocks @_noAllocation
    private mutating func fill(_ count: Int) {
        thud_realtime_enter()
        let slack = tracker.clock.instant(of: head) - .now()
        // Where nobody collects the figures the ring is full, and this one is dropped.
        _ = shared.pointee.wakeupSlack.push(slack.nanoseconds)
        takeCommands()
        timeline.follow(tracker.clock, from: head)
        Mixer.render(timeline, from: head, count: count, into: block)
        thud_realtime_exit()
        guard output.write(block, count: count) else { return }
        advance(by: count, isHeard: hasDevice)
    }

    /// Records the `count` frames that the block holds, publishes the clock, and moves the head past them. The frames have
    /// been written, or are skipped because their time has gone by.
    @_noLocks @_noAllocation
    private mutating func advance(by count: Int, isHeard: Bool) {
        let now = Instant.now()
        let queued = isHeard || !hasDevice ? output.queued(at: now) : nil
        thud_realtime_enter()
        tap?.put(block, count: count)
        let next = head + Int64(count)
        var behind = Interval.zero
        if let queued {
            behind = tracker.learn(frame: next, leaves: now + Interval(frames: queued, at: tracker.clock.sampleRate))
            usualQueue = queued
        }
        shared.pointee.clock.publish(tracker.clock)
        moveHead(to: next, isHeard: isHeard)
        thud_realtime_exit()
        if behind > .zero { catchUp(by: behind) }
    }

    /// Moves the head to `frame`: sends receipts for the voices that begin before it, retires those that are over.
    @_noLocks @_noAllocation
    private mutating func moveHead(to frame: Frame, isHeard: Bool) {
        let first = head
        head = frame
        shared.pointee.head.store(head.index, ordering: .relaxed)
        sendReceipts(from: first, isHeard: isHeard)
        retireEndedVoices()
    }

    // MARK: Trouble

    /// Skips what should have played while the output stood still without reporting an underrun: a sound server plays
    /// silence then and says nothing. A stream that is still settling has not stood still; its clock is set anew instead.
    @_noLocks @_noAllocation
    private mutating func catchUp(by behind: Interval) {
        let rate = tracker.clock.sampleRate
        guard head.index > rate / 2 else {
            tracker.reset()
            return
        }
        countXrun(unless: isInSuspension)
        skip(to: head + behind.frames(at: rate))
    }

    /// The device ran dry, and time went on meanwhile. The frames that should have played are skipped, not shifted, and so
    /// are as many as are usually queued, because the first new frame leaves the device no sooner than those would have.
    @_noLocks @_noAllocation
    private mutating func recoverFromXrun() {
        let isSuspended = isInSuspension
        countXrun(unless: isSuspended)
        let now = Instant.now()
        skip(to: tracker.clock.frame(at: now) + usualQueue)
        tracker.loseAnchor()
        if !isSuspended, xruns.isStreak(with: now) { giveUpDevice(because: .tooSmall) }
    }

    /// Continues at `frame`. The frames before it are counted as missed, and their last second is rendered for the
    /// recording. What lies further back is recorded as silence, because rendering a long suspension at once would overrun
    /// the recording's ring.
    @_noLocks @_noAllocation
    private mutating func skip(to frame: Frame) {
        let isSuspended = isInSuspension
        if isSuspended { takeCommandsBeforeGap() }
        timeline.postpone(from: head, to: frame, askedSince: .now() - AudioThread.answerLifetime)
        let unrendered = frame - head - tracker.clock.sampleRate
        if unrendered > 0 { skipUnrendered(Int(unrendered), isSuspended) }
        while head < frame {
            let count = Int(min(frame - head, Int64(block.capacity)))
            thud_realtime_enter()
            Mixer.render(timeline, from: head, count: count, into: block)
            thud_realtime_exit()
            countMissed(count, isSuspended)
            advance(by: count, isHeard: false)
        }
    }

    /// Skips `count` frames, which the recording holds as silence.
    @_noLocks @_noAllocation
    private mutating func skipUnrendered(_ count: Int, _ isSuspended: Bool) {
        thud_realtime_enter()
        countMissed(count, isSuspended)
        tap?.putSilence(count)
        moveHead(to: head + Int64(count), isHeard: false)
        thud_realtime_exit()
    }

    /// Hands the device back to the supervisor, which closes it; the clock keeps time until another one comes.
    @_noLocks @_noAllocation
    private mutating func giveUpDevice(because fault: DeviceFault) {
        skip(to: tracker.clock.frame(at: .now()))
        fallback.resume(at: head, on: tracker.clock)
        output = .null(fallback)
        hasDevice = false
        xruns.forget()
        shared.pointee.deviceFault.store(fault.number, ordering: .releasing)
        thud_event_signal(shared.pointee.supervisorSignal)
    }

    /// Takes over the device that the supervisor opened, if there is one.
    @_noLocks @_noAllocation
    private mutating func adoptDevice() {
        guard let device = shared.pointee.devices.pop() else { return }
        output = device
        hasDevice = true
        tracker.loseAnchor()
    }

    // MARK: Suspension

    /// The frames from the head on were due while the whole program was suspended (`Engine.suspend`).
    private var isInSuspension: Bool {
        @_noLocks @_noAllocation get {
            tracker.clock.instant(of: head).nanoseconds < shared.pointee.suspendedUntil.load(ordering: .acquiring)
        }
    }

    /// The program was resumed so recently that a device which has moved nothing since is not gone yet.
    private var hasJustResumed: Bool {
        @_noLocks @_noAllocation get {
            let until = shared.pointee.suspendedUntil.load(ordering: .acquiring)
            return Instant.now().nanoseconds - until < ALSAOutput.stallLimit
        }
    }

    /// Voices cancelled before a suspend are not counted as missed in its gap: their commands are carried out first.
    @_noLocks @_noAllocation
    private mutating func takeCommandsBeforeGap() {
        thud_realtime_enter()
        takeCommands()
        thud_realtime_exit()
    }

    @_noLocks @_noAllocation
    private func countXrun(unless isSuspended: Bool) {
        if !isSuspended { shared.pointee.xruns.wrappingAdd(1, ordering: .relaxed) }
    }

    @_noLocks @_noAllocation
    private func countMissed(_ frames: Int, _ isSuspended: Bool) {
        if isSuspended {
            shared.pointee.framesSuspended.wrappingAdd(frames, ordering: .relaxed)
        } else {
            shared.pointee.framesLost.wrappingAdd(frames, ordering: .relaxed)
        }
    }
}

/// When the last underruns were.
struct XrunHistory: BitwiseCopyable {
    private var latest: [3 of Int64] = [3 of Int64](repeating: .min)
    private var next = 0

    /// An underrun that comes sooner than so many nanoseconds after the third before it makes a streak.
    private static var span: Int64 { 2_000_000_000 }

    /// Notes an underrun at `now`: true where a streak shows that the buffer is too small.
    @_noLocks @_noAllocation
    mutating func isStreak(with now: Instant) -> Bool {
        let oldest = latest[next]
        latest[next] = now.nanoseconds
        next = (next + 1) % 3
        return oldest != .min && now.nanoseconds - oldest < XrunHistory.span
    }

    /// No underrun so far counts any more.
    @_noLocks @_noAllocation
    mutating func forget() {
        for index in 0..<3 { latest[index] = .min }
    }
}
