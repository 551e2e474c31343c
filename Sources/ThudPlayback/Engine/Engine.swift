import CThudSystem
import Glibc
import Synchronization
import ThudCore
import ThudSoundFiles

/// A running output stream: voices go in, receipts come out.
///
///     let engine = try Engine.playing(through: PCMRequest())
///     let click = Clip(tracks: [samples])                     // prepared before it is needed
///     var routing = Routing.silent
///     routing.pan(track: 0, gain: 1, position: 0)
///     let isTaken = engine.play(VoiceRequest(id: 1, clip: click, routing: routing, triggered: .now()))
///     // whenever `engine.signal` is readable:
///     for receipt in engine.receipts() { print(receipt.id, receipt.outcome, receipt.predicted) }
///     for event in engine.events() { print(event) }
///     // at the end, to learn whether a recording is complete:
///     try engine.stop()
///
/// An engine runs as soon as it is made, on two threads of its own: one renders and writes, one opens and closes the
/// device. Every method may be called from any other thread, and none waits for the audio thread except `stop`. An engine
/// that is dropped is stopped. The caller has two duties:
/// - to call `receipts` whenever `signal` is readable, if it wants them all: those that nobody collects are lost at last, and
///   counted in `health`;
/// - to call `suspend` before the whole program is stopped by a signal, and `resume` right after it.
public final class Engine: Sendable {
    /// Frames a second of the stream.
    public let sampleRate: Int
    /// A descriptor that is readable while receipts or events wait, for `poll`; `receipts()` empties it.
    public var signal: Int32 { receiptSignal.number }

    /// Safe: behind it stand only atomics, and rings each of whose ends has one user.
    nonisolated(unsafe) let shared: UnsafeMutablePointer<SharedState>
    private let wake = EventDescriptor()
    private let receiptSignal = EventDescriptor()
    private let supervisorSignal = EventDescriptor()
    let supervisor: Supervisor
    let recording: Recording?
    /// What the audio thread would do, where its caller moves time on and there is no thread.
    let stepped: Mutex<AudioThread?>
    /// Guards the callers' ends of the rings, because a ring has one producer and one consumer.
    private let callers = Mutex<[PlainThread]>([])

    /// SCHED_FIFO's priority, where it is granted: above ordinary work, below the sound server's own threads.
    private static let priority: Int32 = 10

    /// Plays through an ALSA PCM, and records all that is played to `recordingPath` where that is given.
    ///
    /// - Throws: `ThudError` where the PCM cannot be used, `ThudError` where the file cannot be written.
    public static func playing(through request: PCMRequest, recordingTo recordingPath: String? = nil) throws -> Engine {
        let device = try ALSADevice(request)
        do {
            let recording = try recordingPath.map { try Recording(path: $0, sampleRate: device.sampleRate) }
            return Engine(
                device: device, isSteady: request.latency == .steady, recording: recording,
                open: opener(request, sampleRate: device.sampleRate))
        } catch {
            device.close()
            throw error
        }
    }

    /// Keeps time by the clock until the PCM of `request` can be used, and plays through it from then on; records to
    /// `recordingPath` where that is given.
    ///
    /// - Throws: `ThudError` where the file cannot be written.
    public static func awaiting(_ request: PCMRequest, recordingTo recordingPath: String? = nil) throws -> Engine {
        let rate = request.sampleRate
        let recording = try recordingPath.map { try Recording(path: $0, sampleRate: rate) }
        let kept = recordingPath.map { ": the round is recorded to \($0)" } ?? ": time is kept by the clock"
        return Engine(
            device: NullDevice(sampleRate: rate, summary: "no sound device" + kept),
            isSteady: request.latency == .steady, isAwaiting: true, recording: recording,
            open: opener(request, sampleRate: rate))
    }

    /// Opens the PCM of `request`, with another period where one is given. The rate of a stream stays as it is.
    private static func opener(_ request: PCMRequest, sampleRate: Int) -> Supervisor.Opener {
        { period in
            var again = request
            again.period = period ?? request.period
            again.sampleRate = sampleRate
            again.isRateFixed = true
            do {
                return try ALSADevice(again)
            } catch {
                // What alsa-lib calls `default` depends on the cards that were there when it read its configuration.
                PCMHandle.forgetConfiguration()
                throw error
            }
        }
    }

    /// Keeps time by the clock and records to a file.
    ///
    /// - Throws: `ThudError` where the file cannot be written.
    public static func recording(to path: String, sampleRate: Int = 48_000) throws -> Engine {
        let recording = try Recording(path: path, sampleRate: sampleRate)
        return Engine(
            device: NullDevice(sampleRate: sampleRate, summary: "no sound device: the round is recorded to \(path)"),
            recording: recording, open: nil)
    }

    /// Keeps time by the clock; nothing is heard or kept.
    public static func silent(sampleRate: Int = 48_000) -> Engine {
        Engine(device: NullDevice(sampleRate: sampleRate), recording: nil, open: nil)
    }

    /// - Parameters:
    ///   - isAwaiting: `device` is the clock alone, and `open` may open a device some time.
    ///   - start: where time begins that the caller moves on; nil for a thread that keeps time by CLOCK_MONOTONIC.
    init(
        device: any AudioDevice, isSteady: Bool = false, isAwaiting: Bool = false, recording: Recording?,
        open: Supervisor.Opener?, start: Instant? = nil
    ) {
        sampleRate = device.sampleRate
        self.recording = recording
        // Until the device tells its delay, the first frame is assumed to leave it after a full buffer.
        let rate = Int64(device.sampleRate)
        let ahead = Interval(frames: Int64(device.output.capacity), at: rate)
        let clock = StreamClock(frame: .zero, instant: start ?? .now() + ahead, sampleRate: rate)
        shared = .allocate(capacity: 1)
        shared.initialize(
            to: SharedState(
                clock: clock, start: start, wake: wake.number, receiptSignal: receiptSignal.number,
                supervisorSignal: supervisorSignal.number))
        supervisor = Supervisor(
            shared: shared, device: device, signal: supervisorSignal, isAwaiting: isAwaiting, open: open)
        let output = device.output
        let tap = recording?.tap
        let sampleRate = sampleRate
        nonisolated(unsafe) let shared = shared
        guard start == nil else {
            stepped = Mutex(AudioThread(shared: shared, output: output, sampleRate: sampleRate, tap: tap))
            return
        }
        stepped = Mutex(nil)
        // The threads keep what they need and not the engine, so that one which is dropped ends.
        let audio = PlainThread(name: "thud-audio") {
            if PlainThread.becomeRealtime(priority: Engine.priority) {
                shared.pointee.priority.store(RealtimePriority.granted.rawValue, ordering: .relaxed)
            }
            shared.pointee.thread.store(thud_thread_number(), ordering: .releasing)
            PlainThread.prepareToRender()
            var thread = AudioThread(
                shared: shared, output: output, sampleRate: sampleRate, isSteady: isSteady, tap: tap)
            thread.run()
            thread.releaseVoices()
        }
        let watch = PlainThread(name: "thud-device") { [supervisor] in
            Engine.askForPriority(shared)
            supervisor.run()
        }
        callers.withLock { $0 = [audio, watch] }
    }

    deinit {
        // A recording that cannot be completed is told of by whoever calls `stop`.
        try? stop()
        shared.deinitialize(count: 1)
        shared.deallocate()
    }

    /// Where the audio thread was refused real-time priority, asks the desktop's daemon for it. Not on the audio thread, because the
    /// daemon takes its time.
    private static func askForPriority(_ shared: UnsafeMutablePointer<SharedState>) {
        while shared.pointee.thread.load(ordering: .acquiring) == 0 { usleep(100) }
        let refused = RealtimePriority.refused.rawValue
        guard shared.pointee.priority.load(ordering: .relaxed) == refused else { return }
        let thread = shared.pointee.thread.load(ordering: .relaxed)
        guard RealtimeKit.raise(thread: thread, priority: Engine.priority) else { return }
        shared.pointee.priority.store(RealtimePriority.byRealtimeKit.rawValue, ordering: .relaxed)
    }

    /// The present, as the engine takes it.
    public var now: Instant { shared.pointee.now }

    /// The clock of the stream, as it is now known.
    public var clock: StreamClock { shared.pointee.clock.read() }

    /// The stream has begun, and its device has told where it is: the clock is no guess any more.
    public var isClockKnown: Bool { shared.pointee.isClockKnown.load(ordering: .acquiring) }

    /// How much sound the device's own buffer holds at most.
    public var buffered: Interval {
        Interval(frames: Int64(supervisor.capacity), at: Int64(sampleRate))
    }

    /// When a cue that is triggered at `now` comes out at the latest, as far as is known of the device. It may lie before `now`
    /// where the stream has fallen behind time.
    public func latestOutput(_ now: Instant) -> Instant {
        let written = clock.instant(of: head)
        let way = shared.pointee.way.load(ordering: .relaxed)
        guard way > 0, now < written else { return written }
        return now + Interval(frames: way, at: Int64(sampleRate))
    }

    /// Frames rendered so far.
    public var head: Frame { Frame(shared.pointee.head.load(ordering: .relaxed)) }

    /// Voices that sound, wait for their frame, or wait for the audio thread to take their command.
    public var voiceCount: Int { shared.pointee.voices.load(ordering: .relaxed) }

    /// Plays a voice. False where the audio thread has not taken the last 512 commands: nothing is queued then.
    public func play(_ request: VoiceRequest) -> Bool {
        if case .frame = request.start { return send(.placeAtStart, request) }
        return send(.placeNext, request)
    }

    /// Lets a voice continue with another clip: `request` takes over from the voice that has its id, with the same start and
    /// at the point that this voice has reached, in a cross-fade of 5 ms. Where that voice is over nothing is heard.
    public func replace(with request: VoiceRequest) -> Bool { send(.replace, request) }

    /// Cancels every revocable voice that was asked for an exact frame and has not begun; each yields a receipt that says so.
    public func cancelScheduled() -> Bool { send(.cancelScheduled, Engine.bareRequest(id: 0)) }

    /// Cuts the voices called `id` with a ramp of 5 ms, and cancels those that have not begun.
    public func cut(id: UInt64) -> Bool { send(.cut, Engine.bareRequest(id: id)) }

    /// Turns a control of a live voice. A turn of a voice that is over, or that is being ended, gets a receipt that says
    /// `refused`; one that a later turn overrules before it begins, `cancelled`. False where the audio thread has not taken the
    /// last 512 commands.
    public func turn(_ turn: Turn) -> Bool { send(.turn, turn) }

    /// The shortest fade of a live voice that is ended.
    public static let shortestFade = Voice.cutRampLength

    /// Ends a live voice: gain and intensity go to 0 over `fade`, ``shortestFade`` at least, and then it is over. One that has not begun is
    /// cancelled. Nothing turns the voice from then on.
    ///
    /// - Parameter id: the caller's name for the turn of the gain; that of the intensity gets the next one. Where the voice cannot
    ///   be ended both get the receipt of the first.
    public func end(
        _ voice: UInt64, as id: UInt64, fade: Interval, start: VoiceRequest.Start = .next, triggered: Instant
    ) -> Bool {
        let turn = Turn(
            id: id, of: voice, .gain, to: 0, over: max(fade, Engine.shortestFade), start: start, triggered: triggered)
        return send(.end, turn)
    }

    /// The receipts that came since the last call, in the order in which they came. Also frees the clips that are over.
    public func receipts() -> [Receipt] {
        receiptSignal.clear()
        return callers.withLock { _ in
            freeRetiredClips()
            var receipts: [Receipt] = []
            while let receipt = shared.pointee.receipts.pop() { receipts.append(receipt) }
            return receipts
        }
    }

    /// For each period that was rendered since the last call, 4096 at most: how long before its first frame was due to leave
    /// the output the audio thread began to render it. It varies as the thread is woken earlier or later.
    public func wakeupSlack() -> [Interval] {
        callers.withLock { _ in
            var slack: [Interval] = []
            while let next = shared.pointee.wakeupSlack.pop() { slack.append(Interval(nanoseconds: next)) }
            return slack
        }
    }

    /// The device's losses and recoveries since the last call.
    public func events() -> [EngineEvent] { supervisor.takeEvents() }

    /// The losses so far, and the state of the device.
    public var health: EngineHealth {
        let device = supervisor.summary
        let cycle = Int(shared.pointee.cycle.load(ordering: .relaxed))
        return EngineHealth(
            xruns: shared.pointee.xruns.load(ordering: .relaxed),
            standstills: shared.pointee.standstills.load(ordering: .relaxed),
            framesLost: shared.pointee.framesLost.load(ordering: .relaxed),
            framesSuspended: shared.pointee.framesSuspended.load(ordering: .relaxed), deviceLosses: device.losses,
            lostReceipts: shared.pointee.lostReceipts.load(ordering: .relaxed),
            leakedClips: shared.pointee.leakedClips.load(ordering: .relaxed),
            wakeups: shared.pointee.wakeups.load(ordering: .relaxed),
            cycleChanges: shared.pointee.cycleChanges.load(ordering: .relaxed),
            priority: RealtimePriority(rawValue: shared.pointee.priority.load(ordering: .relaxed)) ?? .refused,
            device: device.line(cycle), period: device.period, cycle: cycle,
            doubt: Interval(frames: shared.pointee.doubt.load(ordering: .relaxed), at: Int64(sampleRate)),
            isPacedByClock: device.isPacedByClock)
    }

    /// Announces that the whole program is about to be stopped on purpose (SIGSTOP). Frames that are missed until `resume`
    /// are counted as suspended, not as lost, and the device is not given up for them.
    public func suspend() { shared.pointee.suspendedUntil.store(.max, ordering: .releasing) }

    /// Announces that the program runs again.
    public func resume() {
        shared.pointee.suspendedUntil.store(now.nanoseconds, ordering: .releasing)
        // The audio thread may have slept for a long queue, and would count what was missed only then.
        wake.signal()
    }

    /// Ends the stream: drops what is queued, closes the device and completes the recording. Nothing plays after it.
    ///
    /// - Throws: `ThudError` where part of the recording did not reach the disk.
    public func stop() throws {
        shared.pointee.stopRequested.store(true, ordering: .releasing)
        wake.signal()
        supervisorSignal.signal()
        let threads = callers.withLock { threads in
            defer { threads = [] }
            return threads
        }
        let wasStepped = finishSteps()
        guard !threads.isEmpty || wasStepped else { return }
        for thread in threads { thread.join() }
        supervisor.closeDevice()
        while let command = shared.pointee.commands.pop() {
            if command.kind.carriesVoice { command.voice.owner.release() }
        }
        freeRetiredClips()
        try recording?.finish()
    }

    /// Frees the clips that are over; to be called by one thread at a time.
    private func freeRetiredClips() {
        while let clip = shared.pointee.retired.pop() { clip.release() }
    }

    /// The request of a command that only needs an id.
    private static func bareRequest(id: UInt64) -> VoiceRequest {
        VoiceRequest(id: id, clip: nothing, routing: .silent, triggered: Instant(nanoseconds: 0))
    }

    private static let nothing = Clip(tracks: [])

    private func send(_ kind: Command.Kind, _ turn: Turn) -> Bool {
        send(kind, Engine.bareRequest(id: 0), turn.command(sampleRate: sampleRate))
    }

    private func send(_ kind: Command.Kind, _ request: VoiceRequest, _ turn: TurnCommand = .none) -> Bool {
        let voice = request.voice(sampleRate: sampleRate)
        // Counted before the audio thread can take it, so that nobody who waits for the last voice misses one.
        if kind.carriesVoice { shared.pointee.voices.wrappingAdd(1, ordering: .relaxed) }
        let isSent = callers.withLock { _ in
            // Whoever never asks for receipts plays on for ever all the same.
            freeRetiredClips()
            return shared.pointee.commands.push(Command(kind: kind, voice: voice, turn: turn))
        }
        if isSent { wake.signal() }
        if !isSent, kind.carriesVoice { shared.pointee.voices.wrappingSubtract(1, ordering: .relaxed) }
        if !isSent || !kind.carriesVoice { voice.owner.release() }
        return isSent
    }
}
