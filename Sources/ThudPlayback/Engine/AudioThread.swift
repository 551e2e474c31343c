import CThudSystem
import Synchronization
import ThudCore

/// The loop that owns the output and the timeline.
///
/// The audio thread never allocates, locks, logs, touches a file or counts a reference. Other threads reach it only
/// through the rings and counters of `SharedState`. It sleeps only in `AudioOutput.wait`.
///
/// Frames before `head` have been written, and frames from `head` on may still change. Rendering is a pure function of
/// the frame number. So if the output allows it, a command moves the head back to the first frame that the device has
/// not taken, and the rest is rendered again. A voice stays on the timeline until its last frame has left the buffer.
///
/// RealtimeSanitizer checks everything here except the output's own calls, which end in alsa-lib and its plugins.
struct AudioThread: ~Copyable {
    let shared: UnsafeMutablePointer<SharedState>
    let tap: RecordingTap?
    /// Whether every trigger is heard after the same delay.
    let isSteady: Bool
    var timeline = Timeline()
    var tracker: ClockTracker
    var head = Frame.zero
    /// The end of the written frames. This is the head, except while the head is moved back for commands.
    var tail = Frame.zero
    /// Frames before this one are final.
    var settled = Frame.zero
    /// The first frame that commands have changed since the head was moved back.
    var changed = Frame.never
    private var recorded = Frame.zero
    let block: MixBlock
    var output: AudioOutput
    private var fallback: NullOutput
    private(set) var hasDevice: Bool
    private var xruns = XrunHistory()
    var cycles = CycleChanges()
    /// The frames in the device's buffer before this pass of the loop.
    private var waiting = 0
    private var hasToldLongest = false
    /// Whether any output has reported the stream's position.
    var hasLearnt = false
    /// Whether the present device has reported the stream's position, which means that it has taken frames.
    var isDeviceMoving = false
    /// The end of the last suspension that was handled, from `SharedState.suspendedUntil`.
    var lastResumed: Int64
    /// The number of receipts that the reader has been woken for.
    var toldReceipts = 0
    /// The frames between the head and the loudspeaker, as the device last reported right after a write. For a long
    /// queue, only those behind the device's own buffer count.
    private(set) var usualQueue: Int64
    /// The frame since which nothing has sounded or been requested.
    var quietSince = Frame.zero

    /// The most frames that are rendered and written in one go.
    var stretch: Int {
        @_noLocks @_noAllocation get { min(block.capacity, output.capacity) }
    }

    /// The age up to which a response that fell into a gap is still played after the gap.
    private static var answerLifetime: Interval { Interval(nanoseconds: 250_000_000) }

    /// The most frames that are rendered in one go, unless the output holds more.
    private static var blockFrames: Int { 4096 }
    /// The period while the clock keeps time in place of a device with a long queue.
    private static var clockPeriod: Int { 128 }

    init(
        shared: UnsafeMutablePointer<SharedState>, output: AudioOutput, sampleRate: Int, isSteady: Bool = false,
        hasDevice: Bool = true, tap: RecordingTap? = nil
    ) {
        self.hasDevice = hasDevice
        self.shared = shared
        self.output = output
        self.tap = tap
        self.isSteady = isSteady
        block = MixBlock.allocate(capacity: max(AudioThread.blockFrames, output.capacity))
        // A clock holds two periods and cannot replace frames, so the period of a long queue would be too long.
        fallback = NullOutput(
            sampleRate: sampleRate, period: output.isLateBinding ? AudioThread.clockPeriod : output.period)
        usualQueue = output.isLateBinding ? 0 : Int64(output.capacity)
        tracker = ClockTracker(clock: shared.pointee.clock.read())
        lastResumed = shared.pointee.suspendedUntil.load(ordering: .relaxed)
    }

    deinit { block.deallocate() }

    @_noLocks @_noAllocation
    mutating func run() {
        while !shared.pointee.stopRequested.load(ordering: .acquiring) {
            let readiness = output.wait(wake: shared.pointee.wake)
            shared.pointee.wakeups.wrappingAdd(1, ordering: .relaxed)
            handle(readiness)
        }
        finishRecording()
    }

    /// Records the frames that were written and not yet recorded. Call it once, at the end.
    @_noLocks @_noAllocation
    mutating func finishRecording() {
        // Most of a queue at rest is silence that has not been heard, so it is left out.
        let heard = tracker.clock.frame(at: shared.pointee.now)
        record(until: output.isResting && heard < head ? heard : head)
    }

    /// Runs one pass of the loop: acts on the output's `readiness`.
    @_noLocks @_noAllocation
    mutating func handle(_ readiness: Readiness) {
        handleResumption()
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
        case .woken: answerWake()
        case .xrun: recoverFromXrun()
        case .behind(let count):
            countXrun(unless: isInSuspension)
            skip(to: head + Int64(count))
        case .stalled: giveUpDevice(because: .stalled)
        case .lost: giveUpDevice(because: .lost)
        }
        tellOfReceipts()
    }

    /// Handles requests of other threads between two writes.
    @_noLocks @_noAllocation
    private mutating func answerWake() {
        thud_event_clear(shared.pointee.wake)
        followClock()
        carryOutCommands()
        adoptDevice()
    }

    /// Renders the next `count` frames and writes them. If `isLast`, no other write follows at once and the clock is
    /// read.
    @_noLocks @_noAllocation
    private mutating func fill(_ count: Int, isLast: Bool) {
        carryOutCommands()
        thud_realtime_enter()
        let slack = tracker.clock.instant(of: head) - shared.pointee.now
        // The ring is full if nobody collects the figures, and this one is then dropped. At rest no write is urgent.
        if !output.isResting { _ = shared.pointee.wakeupSlack.push(slack.nanoseconds) }
        timeline.follow(tracker.clock, from: head)
        Mixer.render(timeline, from: head, count: count, into: block)
        thud_realtime_exit()
        guard output.write(block, count: count) else { return }
        // A virtual clock is exact, so there is nothing to learn from it.
        advance(by: count, isHeard: hasDevice, looksAtClock: isLast && !shared.pointee.isVirtual)
        restIfQuiet()
    }

    /// Keeps more frames queued once nothing has sounded or been requested for two seconds.
    @_noLocks @_noAllocation
    private mutating func restIfQuiet() {
        if timeline.count > 0 { quietSince = head }
        if head - quietSince > 2 * tracker.clock.sampleRate { output.rest(true) }
    }

    /// Publishes the clock, moves the head past the `count` frames in the block and settles what can no longer
    /// change. The frames have been written, or are skipped because their time has passed.
    @_noLocks @_noAllocation
    private mutating func advance(by count: Int, isHeard: Bool, looksAtClock: Bool) {
        let now = shared.pointee.now
        let queued = looksAtClock ? output.queued(at: now) : nil
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

    /// Moves the head to `frame`. All frames before it have been written.
    @_noLocks @_noAllocation
    mutating func moveHead(to frame: Frame) {
        head = frame
        tail = frame
        shared.pointee.head.store(head.index, ordering: .relaxed)
    }

    /// Makes the frames before `frame` final: sends receipts for the voices and turns that begin before it, records
    /// the frames, and retires the voices that have ended.
    @_noLocks @_noAllocation
    mutating func settle(until frame: Frame, isHeard: Bool) {
        guard settled < frame else { return }
        settled = frame
        sendReceipts(isHeard: isHeard)
        for index in 0..<timeline.count { sendTurnReceipts(of: timeline.voices[index], isHeard: isHeard) }
        record(until: frame)
        timeline.settle(before: frame)
        retireEndedVoices(isHeard: isHeard)
    }

    /// Records the unrecorded frames before `frame`, rendered again because commands may have changed them.
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

    /// Skips what should have played while the output stood still without an underrun: a sound server plays silence
    /// then and reports nothing. A stream that is still starting has not stood still, so only its clock is reset.
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
        // Some devices do not report that a short buffer ran dry.
        if !isSuspended, !output.isLateBinding, xruns.isStreak(with: shared.pointee.now) { growDevice() }
    }

    /// Recovers after the device has run dry. Time went on in the meantime, so the frames that should have played are
    /// skipped, not delayed. As many frames as are usually queued are skipped too, because the first new frame cannot
    /// leave the device sooner than those would have. For a long queue, only the frames behind the device's own
    /// buffer count: the contents of that buffer are rendered again.
    @_noLocks @_noAllocation
    private mutating func recoverFromXrun() {
        let isSuspended = isInSuspension
        countXrun(unless: isSuspended)
        let now = shared.pointee.now
        resume(at: tracker.clock.frame(at: now) + usualQueue)
        tracker.loseAnchor()
        // A long queue runs dry if the server or the machine stalls, and a longer period would not help.
        if !isSuspended, !output.isLateBinding, xruns.isStreak(with: now) { growDevice() }
    }

    /// Continues at `frame`. It may already have been written, because the queued frames are lost.
    @_noLocks @_noAllocation
    private mutating func resume(at frame: Frame) {
        guard frame < head else { return skip(to: frame) }
        moveHead(to: frame < settled ? settled : frame)
    }

    /// Continues at `frame`. The frames before it count as missed, and the last second of them is rendered for the
    /// recording. Anything earlier is recorded as silence, because rendering it at once would overrun the ring.
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
            // The output counts all missed frames at once, so its position does not belong to the first of them.
            advance(by: count, isHeard: false, looksAtClock: false)
        }
    }

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

    /// Requests a device with a longer buffer. If there is none, it tells the supervisor so, once.
    @_noLocks @_noAllocation
    private mutating func growDevice() {
        if shared.pointee.mayGrow.load(ordering: .acquiring) { return giveUpDevice(because: .tooSmall) }
        guard !hasToldLongest else { return }
        hasToldLongest = true
        tell(.longestIsTooSmall)
    }

    /// Returns the device to the supervisor, which closes it. The clock keeps time until another device is opened.
    @_noLocks @_noAllocation
    private mutating func giveUpDevice(because fault: DeviceFault) {
        if output.isLateBinding, !isDeviceMoving { settle(until: head, isHeard: false) }
        resume(at: tracker.clock.frame(at: shared.pointee.now))
        fallback.resume(at: head, on: tracker.clock)
        output = AudioOutput(fallback)
        hasDevice = false
        forgetOutput()
        shared.pointee.releaseRequested.store(false, ordering: .relaxed)
        xruns.forget()
        tell(fault)
    }

    /// Gives the device up if the supervisor requested it and nothing sounds or will within a quarter of a second.
    @_noLocks @_noAllocation
    private mutating func releaseDevice() {
        guard hasDevice, shared.pointee.releaseRequested.load(ordering: .acquiring) else { return }
        let soon = head + tracker.clock.sampleRate / 4
        let played = head - Int64(output.capacity)
        for index in 0..<timeline.count {
            let voice = timeline.voices[index]
            if voice.start < soon, played < voice.end { return }
        }
        giveUpDevice(because: .released)
    }

    @_noLocks @_noAllocation
    private mutating func adoptDevice() {
        guard let device = shared.pointee.devices.pop() else { return }
        output = device
        hasDevice = true
        forgetOutput()
        tracker.loseAnchor()
    }

    @_noLocks @_noAllocation
    private func tell(_ fault: DeviceFault) {
        shared.pointee.deviceFault.store(fault.number, ordering: .releasing)
        thud_event_signal(shared.pointee.supervisorSignal)
    }
}
