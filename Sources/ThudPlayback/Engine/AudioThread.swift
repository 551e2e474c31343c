import CThudSystem
import Synchronization
import ThudCore

/// The loop that owns the output and the timeline.
///
/// It never allocates, locks, logs, touches a file or counts a reference; others reach it only through the rings of
/// `SharedState`. It rests in `Output.wait` alone. Frames from `head` on are its future and may still change; those
/// before are written. The timeline keeps a voice until its last frame has left the device's buffer, and rendering is a
/// pure function of the frame number, so frames that are written and not yet played could be rendered again.
///
/// RealtimeSanitizer judges all of it but the output's own calls, which go into alsa-lib and the plugins below.
struct AudioThread: ~Copyable {
    let shared: UnsafeMutablePointer<SharedState>
    let tap: RecordingTap?
    var timeline = Timeline()
    var tracker: ClockTracker
    /// The first frame not yet written.
    var head = Frame.zero
    private let block: MixBlock
    private var output: Output
    private var fallback: NullOutput
    private var hasDevice = true
    private var xruns = XrunHistory()
    /// Frames between the head and the loudspeaker when all is well.
    private var usualQueue: Int64

    /// Frames that the output holds at most.
    var bufferFrames: Int {
        @_noLocks @_noAllocation get { output.capacity }
    }

    /// How old a trigger may be whose answer is put behind a gap: what comes later is no answer any more.
    private static var patience: Interval {
        @_noLocks @_noAllocation get { Interval(nanoseconds: 250_000_000) }
    }

    /// The most frames rendered in one go.
    private static var blockFrames: Int { 4096 }

    init(shared: UnsafeMutablePointer<SharedState>, output: Output, sampleRate: Int, tap: RecordingTap?) {
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
                noteXrun()
            case .behind(let count):
                if !wasStopped { countXrun() }
                skip(to: head + Int64(count))
            case .stalled:
                if !hasJustGoneOn { surrender(DeviceFault.stalled) }
            case .lost:
                surrender(DeviceFault.lost)
            }
        }
    }

    /// Renders the next `count` frames and writes them.
    @_noLocks @_noAllocation
    private mutating func fill(_ count: Int) {
        thud_realtime_enter()
        shared.pointee.margins.offer((tracker.clock.instant(of: head) - .now()).nanoseconds)
        takeCommands()
        timeline.follow(tracker.clock, from: head)
        Mixer.render(timeline, from: head, count: count, into: block)
        thud_realtime_exit()
        guard output.write(block, count: count) else { return }
        advance(by: count, isHeard: hasDevice)
    }

    /// The block holds the next `count` frames, which are played or gone: records them, tells the time, gives receipts,
    /// lets go of the voices that are over.
    @_noLocks @_noAllocation
    private mutating func advance(by count: Int, isHeard: Bool) {
        let now = Instant.now()
        let queued = isHeard || !hasDevice ? output.queued(at: now) : nil
        thud_realtime_enter()
        tap?.put(block, count: count)
        let next = head + Int64(count)
        var behind = Interval(nanoseconds: 0)
        if let queued {
            let rate = tracker.clock.sampleRate
            let ahead = Interval(nanoseconds: StreamClock.nanoseconds(frames: queued, at: rate))
            behind = tracker.learn(frame: next, leaves: now + ahead)
            usualQueue = queued
        }
        shared.pointee.clock.publish(tracker.clock)
        move(to: next, isHeard: isHeard)
        thud_realtime_exit()
        if behind.nanoseconds > 0 { catchUp(by: behind) }
    }

    /// Moves the head: gives receipts for the voices that begin before `frame`, lets go of those that are over.
    @_noLocks @_noAllocation
    private mutating func move(to frame: Frame, isHeard: Bool) {
        let first = head
        head = frame
        shared.pointee.head.store(head.index, ordering: .relaxed)
        giveReceipts(from: first, isHeard: isHeard)
        retire()
    }

    // MARK: Trouble

    /// The output stood still for so long without a word: sound servers play silence over an underrun and say nothing.
    /// What should have played meanwhile is skipped. While a stream settles at its beginning nothing is amiss yet.
    @_noLocks @_noAllocation
    private mutating func catchUp(by behind: Interval) {
        let rate = tracker.clock.sampleRate
        guard head.index > rate / 2 else {
            tracker.restart()
            return
        }
        if !wasStopped { countXrun() }
        skip(to: head + StreamClock.frames(nanoseconds: behind.nanoseconds, at: rate))
    }

    /// The device ran dry. Time went on meanwhile, so the frames that should have played are skipped, not shifted; so
    /// are those that its buffer will hold before the first new frame leaves it.
    @_noLocks @_noAllocation
    private mutating func noteXrun() {
        let isOwnWill = wasStopped
        if !isOwnWill { countXrun() }
        let now = Instant.now()
        skip(to: tracker.clock.frame(at: now) + usualQueue)
        tracker.forget()
        if !isOwnWill, xruns.isStreak(with: now) { surrender(DeviceFault.tooSmall) }
    }

    /// Goes on at `frame`: what lies before is counted, and its last second rendered for the recording. A
    /// program that was stopped for longer put out nothing, and so much at once would overrun the recording's ring.
    @_noLocks @_noAllocation
    private mutating func skip(to frame: Frame) {
        let isOwnWill = wasStopped
        if isOwnWill { takeBackBeforeGap() }
        timeline.postpone(from: head, to: frame, askedSince: .now() - AudioThread.patience)
        let unseen = frame - head - tracker.clock.sampleRate
        if unseen > 0 { leap(by: Int(unseen), isOwnWill) }
        while head < frame {
            let count = Int(min(frame - head, Int64(block.capacity)))
            thud_realtime_enter()
            Mixer.render(timeline, from: head, count: count, into: block)
            thud_realtime_exit()
            countMissed(count, isOwnWill)
            advance(by: count, isHeard: false)
        }
    }

    /// Passes over `count` frames, which the recording holds as silence.
    @_noLocks @_noAllocation
    private mutating func leap(by count: Int, _ isOwnWill: Bool) {
        thud_realtime_enter()
        countMissed(count, isOwnWill)
        tap?.rest(count)
        move(to: head + Int64(count), isHeard: false)
        thud_realtime_exit()
    }

    /// Gives the device up for the supervisor to close; the clock keeps time until another comes.
    @_noLocks @_noAllocation
    private mutating func surrender(_ reason: UInt8) {
        skip(to: tracker.clock.frame(at: .now()))
        fallback.resume(at: head, on: tracker.clock)
        output = .null(fallback)
        hasDevice = false
        xruns.forget()
        shared.pointee.surrender.store(reason, ordering: .releasing)
        thud_event_signal(shared.pointee.supervisorSignal)
    }

    /// Takes over the device that the supervisor opened, if there is one.
    @_noLocks @_noAllocation
    private mutating func adoptDevice() {
        guard let device = shared.pointee.devices.take() else { return }
        output = device
        hasDevice = true
        tracker.forget()
    }
}

/// When the last underruns were.
struct XrunHistory: BitwiseCopyable {
    private var latest: [3 of Int64] = [3 of Int64](repeating: .min)
    private var next = 0

    /// As many underruns as are remembered within so many nanoseconds are a streak.
    private static var span: Int64 { 2_000_000_000 }

    /// Notes an underrun at `now`: true where the buffer has shown itself too small.
    @_noLocks @_noAllocation
    mutating func isStreak(with now: Instant) -> Bool {
        let oldest = latest[next]
        latest[next] = now.nanoseconds
        next = (next + 1) % 3
        return oldest != .min && now.nanoseconds - oldest < XrunHistory.span
    }

    @_noLocks @_noAllocation
    mutating func forget() {
        for index in 0..<3 { latest[index] = .min }
    }
}
