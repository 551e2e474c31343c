import CThudSystem
import Synchronization
import ThudCore

/// The loop that owns the output and the timeline.
///
/// The audio thread never allocates, locks, logs, touches a file or counts a reference. Other threads reach it only
/// through the rings and counters of `SharedState`, and it sleeps only in `Output.wait`.
///
/// Frames before `head` are written; frames from `head` on may still change. Rendering is a pure function of the frame
/// number, so where the output allows it the head goes back for a command, as far as the device has not come, and what was
/// written from there on is rendered again. A voice stays on the timeline until its last frame has left the device's buffer.
///
/// RealtimeSanitizer checks everything here except the output's own calls, which end in alsa-lib and its plugins.
struct AudioThread: ~Copyable {
    let shared: UnsafeMutablePointer<SharedState>
    let tap: RecordingTap?
    /// Every trigger is heard after the same time.
    let isSteady: Bool
    var timeline = Timeline()
    var tracker: ClockTracker
    /// The first frame that may still change.
    var head = Frame.zero
    /// The end of what is written: the head, except while it is taken back for commands.
    var tail = Frame.zero
    /// Frames before this one can change no more, whatever happens.
    var settled = Frame.zero
    /// The first frame that commands have changed since the head was taken back.
    var changed = Frame.never
    /// The first frame that is not yet recorded.
    private var recorded = Frame.zero
    let block: MixBlock
    var output: AudioOutput
    private var fallback: NullOutput
    private(set) var hasDevice = true
    private var xruns = XrunHistory()
    var cycles = CycleChanges()
    /// Frames that waited in the device's buffer before this turn of the loop.
    private var waiting = 0
    private var hasToldLongest = false
    /// An output has told where the stream is.
    var hasLearnt = false
    /// The present device has told where the stream is, so that it has taken frames.
    var isDeviceMoving = false
    /// The last end of a suspension that was seen, as `SharedState.suspendedUntil` tells it.
    var lastResumed: Int64
    /// Receipts of which the reader has been told.
    var toldReceipts = 0
    /// Frames between the head and the loudspeaker, as the device last told right after a write; of a long queue those that lie
    /// behind the device's own buffer.
    private(set) var usualQueue: Int64
    /// Since this frame nothing has sounded or been asked for.
    var quietSince = Frame.zero

    /// Frames that the output holds at most.
    var bufferFrames: Int {
        @_noLocks @_noAllocation get { output.capacity }
    }

    /// The most frames that are rendered and written in one go.
    var stretch: Int {
        @_noLocks @_noAllocation get { min(block.capacity, output.capacity) }
    }

    /// An answer that fell into a gap is played after the gap, unless it was triggered longer ago than this.
    private static var answerLifetime: Interval {
        @_noLocks @_noAllocation get { Interval(nanoseconds: 250_000_000) }
    }

    /// The most frames that are rendered in one go, unless the output holds more.
    private static var blockFrames: Int { 4096 }

    /// The period while the clock keeps time in the place of a long queue.
    private static var clockPeriod: Int { 128 }

    init(
        shared: UnsafeMutablePointer<SharedState>, output: AudioOutput, sampleRate: Int, isSteady: Bool = false,
        tap: RecordingTap? = nil
    ) {
        self.shared = shared
        self.output = output
        self.tap = tap
        self.isSteady = isSteady
        block = MixBlock.allocate(capacity: max(AudioThread.blockFrames, output.capacity))
        // A clock holds two periods, none of which can be changed, so those of a long queue would be too long.
        fallback = NullOutput(
            sampleRate: sampleRate, period: output.isLateBinding ? AudioThread.clockPeriod : output.period)
        usualQueue = output.isLateBinding ? 0 : Int64(output.capacity)
        tracker = ClockTracker(clock: shared.pointee.clock.read())
        lastResumed = shared.pointee.suspendedUntil.load(ordering: .relaxed)
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
        finishRecording()
    }

    /// Records what was written and has not been recorded, once nothing follows.
    @_noLocks @_noAllocation
    mutating func finishRecording() {
        // Of a queue at rest most has not been heard, and is silence.
        let heard = tracker.clock.frame(at: shared.pointee.now)
        record(until: output.isResting && heard < head ? heard : head)
    }

    /// One turn of the loop: does what the output's `readiness` asks for.
    @_noLocks @_noAllocation
    mutating func handle(_ readiness: Readiness) {
        noteResumption()
        waiting = output.held
        switch readiness {
        case .ready(let room):
            var left = room
            repeat {
                let count = min(left, stretch)
                left -= count
                fill(count, isLast: left == 0)
            } while left > 0 && output.isResting
            releaseDevice()
        case .woken:
            answerWake()
        case .xrun:
            recoverFromXrun()
        case .behind(let count):
            countXrun(unless: isInSuspension)
            skip(to: head + Int64(count))
        case .stalled:
            // The program was stopped, and not the device. Whoever resumed it has left the wake signalled.
            if hasJustResumed { answerWake() } else { giveUpDevice(because: .stalled) }
        case .lost:
            giveUpDevice(because: .lost)
        }
        tellOfReceipts()
    }

    /// Does what other threads ask for between two writes.
    @_noLocks @_noAllocation
    private mutating func answerWake() {
        thud_event_clear(shared.pointee.wake)
        followClock()
        carryOutCommands()
        adoptDevice()
    }

    /// Renders the next `count` frames and writes them.
    ///
    /// - Parameter isLast: no other stretch follows at once, so that the clock is looked at.
    @_noLocks @_noAllocation
    private mutating func fill(_ count: Int, isLast: Bool) {
        carryOutCommands()
        thud_realtime_enter()
        let slack = tracker.clock.instant(of: head) - shared.pointee.now
        // Where nobody collects the figures the ring is full, and this one is dropped. At rest nothing is hurried.
        if !output.isResting { _ = shared.pointee.wakeupSlack.push(slack.nanoseconds) }
        timeline.follow(tracker.clock, from: head)
        Mixer.render(timeline, from: head, count: count, into: block)
        thud_realtime_exit()
        guard output.write(block, count: count) else { return }
        // A clock that is moved on is exact, and nothing is learnt of it.
        advance(by: count, isHeard: hasDevice, looksAtClock: isLast && !shared.pointee.isVirtual)
        restIfQuiet()
    }

    /// Keeps more queued once nothing has sounded or been asked for during two seconds.
    @_noLocks @_noAllocation
    private mutating func restIfQuiet() {
        if timeline.count > 0 { quietSince = head }
        if head - quietSince > 2 * tracker.clock.sampleRate { output.rest(true) }
    }

    /// Publishes the clock, moves the head past the `count` frames that the block holds, and records what is settled. The
    /// frames have been written, or are skipped because their time has gone by.
    @_noLocks @_noAllocation
    private mutating func advance(by count: Int, isHeard: Bool, looksAtClock: Bool = true) {
        let now = shared.pointee.now
        let queued = looksAtClock && (isHeard || !hasDevice) ? output.queued(at: now) : nil
        let replaceable = isHeard ? output.replaceable() ?? 0 : 0
        thud_realtime_enter()
        let next = head + Int64(count)
        var behind = Interval.zero
        if let queued {
            behind = learn(next, leavesAfter: queued, at: now)
            usualQueue = output.isLateBinding ? max(0, queued - Int64(output.held)) : queued
        }
        publishClock()
        publishWay()
        moveHead(to: next)
        settle(until: next - Int64(replaceable), isHeard: isHeard)
        thud_realtime_exit()
        if behind > .zero { catchUp(by: behind) }
    }

    /// Moves the head to `frame`, up to which all is written.
    @_noLocks @_noAllocation
    mutating func moveHead(to frame: Frame) {
        head = frame
        tail = frame
        shared.pointee.head.store(head.index, ordering: .relaxed)
    }

    /// Nothing before `frame` changes any more: sends receipts for the voices that begin before it, records it, and retires
    /// the voices that are over.
    @_noLocks @_noAllocation
    mutating func settle(until frame: Frame, isHeard: Bool) {
        guard settled < frame else { return }
        settled = frame
        sendReceipts(isHeard: isHeard)
        sendTurnReceipts(isHeard: isHeard)
        record(until: frame)
        timeline.settle(before: frame)
        retireEndedVoices()
    }

    /// Records the frames before `frame` that are not yet recorded. They are rendered for it, because what the block held when
    /// they were written may have changed since.
    @_noLocks @_noAllocation
    private mutating func record(until frame: Frame) {
        guard let tap else { return }
        while recorded < frame {
            let count = Int(min(frame - recorded, Int64(block.capacity)))
            Mixer.render(timeline, from: recorded, count: count, into: block)
            tap.put(block, count: count)
            recorded = recorded + Int64(count)
        }
    }

    // MARK: Trouble

    /// Skips what should have played while the output stood still without reporting an underrun: a sound server plays
    /// silence then and says nothing. A stream that is still settling has not stood still; its clock is set anew instead.
    @_noLocks @_noAllocation
    mutating func catchUp(by behind: Interval) {
        guard !isYoung else {
            tracker.reset()
            return
        }
        let isSuspended = isInSuspension
        countXrun(unless: isSuspended)
        if !isSuspended, output.isLateBinding, waiting > 0 {
            shared.pointee.standstills.wrappingAdd(1, ordering: .relaxed)
        }
        skip(behind: behind.frames(at: tracker.clock.sampleRate))
        // A short buffer runs dry without a word in some devices.
        if !isSuspended, !output.isLateBinding, xruns.isStreak(with: shared.pointee.now) { growDevice() }
    }

    /// The device ran dry, and time went on meanwhile. The frames that should have played are skipped, not shifted, and so
    /// are as many as are usually queued, because the first new frame leaves the device no sooner than those would have. Of a long
    /// queue only what lies behind the device's own buffer counts: what that held is rendered again.
    @_noLocks @_noAllocation
    private mutating func recoverFromXrun() {
        let isSuspended = isInSuspension
        countXrun(unless: isSuspended)
        let now = shared.pointee.now
        resume(at: tracker.clock.frame(at: now) + usualQueue)
        tracker.loseAnchor()
        // A queue that is long runs dry where the server or the machine stands still, and a longer period mends nothing there.
        if !isSuspended, !output.isLateBinding, xruns.isStreak(with: now) { growDevice() }
    }

    /// Continues at `frame`, which may be one that was written, since what was queued is gone.
    @_noLocks @_noAllocation
    private mutating func resume(at frame: Frame) {
        guard frame < head else { return skip(to: frame) }
        moveHead(to: frame < settled ? settled : frame)
    }

    /// Continues at `frame`. The frames before it are counted as missed, and their last second is rendered for the
    /// recording. What lies further back is recorded as silence, because rendering a long suspension at once would overrun
    /// the recording's ring.
    @_noLocks @_noAllocation
    mutating func skip(to frame: Frame) {
        let isSuspended = isInSuspension
        if isSuspended { takeCommandsBeforeGap() }
        settle(until: head, isHeard: true)
        timeline.postpone(from: head, to: frame, askedSince: shared.pointee.now - AudioThread.answerLifetime)
        let unrendered = frame - head - tracker.clock.sampleRate
        if unrendered > 0 { skipUnrendered(Int(unrendered), isSuspended) }
        while head < frame {
            let count = Int(min(frame - head, Int64(block.capacity)))
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
        moveHead(to: head + Int64(count))
        recorded = head
        settle(until: head, isHeard: false)
        thud_realtime_exit()
    }

    /// Asks for a device with a longer buffer, unless there is none: then the supervisor is told, once.
    @_noLocks @_noAllocation
    private mutating func growDevice() {
        if shared.pointee.mayGrow.load(ordering: .acquiring) { return giveUpDevice(because: .tooSmall) }
        guard !hasToldLongest else { return }
        hasToldLongest = true
        tell(.longestIsTooSmall)
    }

    /// Hands the device back to the supervisor, which closes it; the clock keeps time until another one comes.
    @_noLocks @_noAllocation
    private mutating func giveUpDevice(because fault: DeviceFault) {
        if output.isLateBinding, !isDeviceMoving { settle(until: head, isHeard: false) }
        resume(at: tracker.clock.frame(at: shared.pointee.now))
        fallback.resume(at: head, on: tracker.clock)
        output = AudioOutput(fallback)
        hasDevice = false
        noteStandstill()
        shared.pointee.releaseRequested.store(false, ordering: .relaxed)
        xruns.forget()
        tell(fault)
    }

    /// Gives the device back where the supervisor asked for it and nothing sounds or is about to.
    @_noLocks @_noAllocation
    private mutating func releaseDevice() {
        guard hasDevice, shared.pointee.releaseRequested.load(ordering: .acquiring) else { return }
        let soon = head + tracker.clock.sampleRate / 4
        let played = head - Int64(bufferFrames)
        for index in 0..<timeline.count {
            let voice = timeline.voices[index]
            if voice.start < soon, played < voice.end { return }
        }
        giveUpDevice(because: .released)
    }

    /// Takes over the device that the supervisor opened, if there is one.
    @_noLocks @_noAllocation
    private mutating func adoptDevice() {
        guard let device = shared.pointee.devices.pop() else { return }
        output = device
        hasDevice = true
        noteStandstill()
        tracker.loseAnchor()
    }

    @_noLocks @_noAllocation
    private func tell(_ fault: DeviceFault) {
        shared.pointee.deviceFault.store(fault.number, ordering: .releasing)
        thud_event_signal(shared.pointee.supervisorSignal)
    }
}
