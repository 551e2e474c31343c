import CThudSystem
import Glibc
import Synchronization
import ThudCore

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
/// An engine runs as soon as it is created, on two threads of its own: one renders and writes, the other opens and
/// closes the device. Every method may be called from any other thread, and only `stop` waits for the audio thread. An
/// engine stops when it is released. The caller has two duties:
/// - Call `receipts` whenever `signal` is readable. Receipts that nobody collects are eventually lost (see `health`).
/// - Call `suspend` before the whole program is stopped by a signal, and `resume` right after it continues.
public final class Engine: Sendable {
    /// The sample rate of the stream, in Hz.
    public let sampleRate: Int
    /// Whether time is virtual and starts at zero, so that instants of CLOCK_MONOTONIC mean nothing to the engine.
    public let hasOwnTime: Bool
    /// A file descriptor for `poll`, readable while receipts or events are waiting. `receipts()` clears it.
    public var signal: Int32 { receiptSignal.number }

    /// Safe: it contains only atomics, and rings with a single user at each end.
    nonisolated(unsafe) let shared: UnsafeMutablePointer<SharedState>
    private let wake, receiptSignal, supervisorSignal: EventDescriptor
    let supervisor: Supervisor
    let recording: Recording?
    /// The state of the audio thread if the caller advances time, and there is no thread.
    let stepped: Mutex<AudioThread?>
    /// Guards the callers' ends of the rings, because a ring has one producer and one consumer.
    private let callers = Mutex<[PlainThread]>([])

    /// The priority requested with SCHED_FIFO: above ordinary work, below the sound server's own threads.
    private static let priority: Int32 = 10

    /// Creates an engine that plays through an ALSA PCM.
    ///
    /// - Parameters:
    ///   - request: The PCM to open, and its settings.
    ///   - recordingPath: The file to record everything played to; nil for no recording.
    /// - Throws: `ThudError` if the PCM cannot be used, the file cannot be created, or the system gives no thread or no
    ///   descriptor.
    public static func playing(through request: PCMRequest, recordingTo recordingPath: String? = nil) throws -> Engine {
        let device = try ALSADevice(request)
        do {
            let recording = try recordingPath.map { try Recording(path: $0, sampleRate: device.sampleRate) }
            return try Engine(
                device: device, isSteady: request.latency == .steady, recording: recording,
                open: opener(request, sampleRate: device.sampleRate))
        } catch {
            device.close()
            throw error
        }
    }

    /// Creates an engine that plays through the PCM of `request` once that can be used, and until then keeps time by
    /// the clock.
    ///
    /// - Parameters:
    ///   - request: The PCM to open, and its settings.
    ///   - recordingPath: The file to record everything played to; nil for no recording.
    /// - Throws: `ThudError` if the file cannot be created.
    public static func awaiting(_ request: PCMRequest, recordingTo recordingPath: String? = nil) throws -> Engine {
        let rate = request.sampleRate
        let recording = try recordingPath.map { try Recording(path: $0, sampleRate: rate) }
        let kept = recordingPath.map { ": the round is recorded to \($0)" } ?? ": the clock keeps time"
        return try Engine(
            device: NullDevice(sampleRate: rate, summary: "no sound device" + kept),
            isSteady: request.latency == .steady, isAwaiting: true, recording: recording,
            open: opener(request, sampleRate: rate))
    }

    /// Creates an engine without a device that keeps time by the clock and records to a file.
    ///
    /// - Throws: `ThudError` if the file cannot be created.
    public static func recording(to path: String, sampleRate: Int = 48_000) throws -> Engine {
        let recording = try Recording(path: path, sampleRate: sampleRate)
        return try Engine(
            device: NullDevice(sampleRate: sampleRate, summary: "no sound device: the round is recorded to \(path)"),
            recording: recording, open: nil)
    }

    /// The sample rates of engines without a device, in Hz.
    static let sampleRates = 1...10_000_000

    /// Creates an engine that only keeps time by the clock: nothing is heard or recorded. If the system gives no thread
    /// or no descriptor for it, the process ends with a sentence.
    ///
    /// - Precondition: `sampleRate` is within 1...10,000,000.
    public static func silent(sampleRate: Int = 48_000) -> Engine {
        do throws(ThudError) {
            return try Engine(device: NullDevice(sampleRate: sampleRate), recording: nil, open: nil)
        } catch {
            error.endProcess()
        }
    }

    /// - Parameters:
    ///   - isAwaiting: Whether `device` is only the clock, in place of one that `open` may open later.
    ///   - start: The start of virtual time, which the caller advances; nil for threads that follow CLOCK_MONOTONIC.
    /// - Throws: `ThudError` if the system gives no thread or no descriptor.
    init(
        device: any AudioDevice, isSteady: Bool = false, isAwaiting: Bool = false, recording: Recording?,
        open: Supervisor.Opener?, start: Instant? = nil
    ) throws(ThudError) {
        wake = try EventDescriptor(orThrow: ())
        receiptSignal = try EventDescriptor(orThrow: ())
        supervisorSignal = try EventDescriptor(orThrow: ())
        sampleRate = device.sampleRate
        hasOwnTime = start == Instant(nanoseconds: 0)
        self.recording = recording
        // Until the device reports its delay, assume that the first frame leaves after a full buffer.
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
        let (audio, watch) = (PlainThread(name: "thud-audio"), PlainThread(name: "thud-device"))
        callers.withLock { $0 = [audio, watch] }
        // The threads hold what they need but not the engine, so that it ends when it is released.
        let isPlaying = audio.start(isOptional: true) {
            if PlainThread.becomeRealtime(priority: Engine.priority) {
                shared.pointee.priority.store(RealtimePriority.granted.rawValue, ordering: .relaxed)
            }
            shared.pointee.thread.store(thud_thread_number(), ordering: .releasing)
            PlainThread.prepareToRender()
            var thread = AudioThread(
                shared: shared, output: output, sampleRate: sampleRate, isSteady: isSteady, hasDevice: !isAwaiting,
                tap: tap)
            thread.run()
            thread.endVoices()
        }
        let isWatched =
            isPlaying
            && watch.start(isOptional: true) { [supervisor] in
                Engine.askForPriority(shared)
                supervisor.run()
            }
        guard isWatched else { throw .noThread }
    }

    deinit {
        // Only an explicit call of `stop` can report a recording that is incomplete.
        try? stop()
        shared.deinitialize(count: 1)
        shared.deallocate()
    }

    /// If the audio thread was refused real-time priority, asks the desktop's daemon for it. This does not run on the
    /// audio thread, because the daemon may take a while.
    private static func askForPriority(_ shared: UnsafeMutablePointer<SharedState>) {
        while shared.pointee.thread.load(ordering: .acquiring) == 0 { usleep(100) }
        let refused = RealtimePriority.refused.rawValue
        guard shared.pointee.priority.load(ordering: .relaxed) == refused else { return }
        let thread = shared.pointee.thread.load(ordering: .relaxed)
        guard RealtimeKit.raise(thread: thread, priority: Engine.priority) else { return }
        shared.pointee.priority.store(RealtimePriority.byRealtimeKit.rawValue, ordering: .relaxed)
    }

    /// The engine's present: CLOCK_MONOTONIC, or the virtual time that the caller advances.
    public var now: Instant {
        let isTimed = shared.pointee.isTimedByCaller.load(ordering: .relaxed)
        return isTimed && !hasOwnTime ? .now() : shared.pointee.now
    }
    /// The clock of the stream, as currently known.
    public var clock: StreamClock { shared.pointee.clock.read() }
    /// Whether the device has reported the stream's position. Until then ``clock`` is a guess.
    public var isClockKnown: Bool { shared.pointee.isClockKnown.load(ordering: .acquiring) }
    /// The most sound that the device's own buffer holds.
    public var buffered: Interval { Interval(frames: Int64(supervisor.capacity), at: Int64(sampleRate)) }

    /// Returns the latest instant at which a cue triggered at `now` leaves the output, as far as it is known. It may
    /// lie before `now` if the stream has fallen behind.
    public func latestOutput(_ now: Instant) -> Instant {
        let written = clock.instant(of: head)
        let way = shared.pointee.way.load(ordering: .relaxed)
        guard way > 0, now < written else { return written }
        return now + Interval(frames: way, at: Int64(sampleRate))
    }

    /// The number of frames rendered so far.
    public var head: Frame { Frame(shared.pointee.head.load(ordering: .relaxed)) }
    /// The number of voices that sound, wait for their frame or wait to be taken by the audio thread.
    public var voiceCount: Int { shared.pointee.voices.load(ordering: .relaxed) }

    /// Plays a voice.
    ///
    /// - Returns: false if the voice was not queued, because the engine was stopped or its audio thread has yet to take
    ///   the last 512 commands.
    public func play(_ request: VoiceRequest) -> Bool {
        if case .frame = request.start { return send(.placeAtStart, request) }
        return send(.placeNext, request)
    }

    /// Continues a voice with another clip. `request` replaces the voice that has its ID, with the same start and at
    /// the point that this voice has reached, in a cross-fade of 5 ms. If that voice has ended, nothing is heard.
    ///
    /// - Returns: false if the command was not queued; see ``play(_:)``.
    public func replace(with request: VoiceRequest) -> Bool { send(.replace, request) }

    /// Cancels every revocable voice that is scheduled for an exact frame and has not begun. Each yields a receipt. A
    /// voice whose first frames the device has already taken is cut after them, with a ramp of 5 ms.
    ///
    /// - Parameter instant: Voices that are heard from then on have not begun; nil means now.
    /// - Returns: false if the command was not queued; see ``play(_:)``.
    public func cancelScheduled(after instant: Instant? = nil) -> Bool {
        send(.cancelScheduled, Engine.bareRequest(id: 0, at: .frame(clock.frame(at: instant ?? now))))
    }

    /// Cuts the voices with `id` with a ramp of 5 ms from `start` on, and cancels those that have not begun by then.
    ///
    /// - Returns: false if the command was not queued; see ``play(_:)``.
    public func cut(id: UInt64, at start: VoiceRequest.Start = .next) -> Bool {
        send(.cut, Engine.bareRequest(id: id, at: start))
    }

    /// Changes a control of a live voice.
    ///
    /// The turn's receipt says `refused` if the voice has ended or is being ended, and `cancelled` if a later turn
    /// overrules this one before it begins.
    ///
    /// - Returns: false if the command was not queued; see ``play(_:)``.
    public func turn(_ turn: Turn) -> Bool { send(.turn, turn) }

    /// The shortest fade with which ``end(_:as:fade:start:triggered:)`` ends a live voice: 5 ms.
    public static let shortestFade = Voice.cutRampLength

    /// Ends a live voice: its gain and intensity fade to 0, and then the voice is over. No later turn affects it. A
    /// voice that has not begun is cancelled.
    ///
    /// - Parameters:
    ///   - voice: The ID of the voice.
    ///   - id: The caller's ID for the turn of the gain; the turn of the intensity gets `id + 1`. If the voice cannot
    ///     be ended or had not begun, only the first gets a receipt.
    ///   - fade: The length of the fade, at least ``shortestFade``.
    ///   - start: When the fade begins.
    ///   - triggered: When the end was triggered or, if it is scheduled, when it is to be heard.
    /// - Returns: false if the command was not queued; see ``play(_:)``.
    public func end(
        _ voice: UInt64, as id: UInt64, fade: Interval, start: VoiceRequest.Start = .next, triggered: Instant
    ) -> Bool {
        let turn = Turn(
            id: id, of: voice, .gain, to: 0, over: max(fade, Engine.shortestFade), start: start, triggered: triggered)
        return send(.end, turn)
    }

    /// Returns the receipts since the last call, in order. Also frees the clips of voices that have ended and, for a
    /// virtual engine, writes its recording to disk.
    public func receipts() -> [Receipt] {
        if isVirtual { recording?.carryWaiting() }
        receiptSignal.clear()
        return callers.withLock { _ in
            freeRetiredClips()
            var receipts: [Receipt] = []
            while let receipt = shared.pointee.receipts.pop() { receipts.append(receipt) }
            return receipts
        }
    }

    /// Makes ``signal`` readable for a caller that has reports beside the receipts.
    package func signalReports() { receiptSignal.signal() }

    /// Returns the slack of each period rendered since the last call, 4096 at most: how long before its first frame was
    /// due to leave the output the audio thread began to render it. It varies with the thread's wake-ups.
    public func wakeupSlack() -> [Interval] {
        callers.withLock { _ in
            var slack: [Interval] = []
            while let next = shared.pointee.wakeupSlack.pop() { slack.append(Interval(nanoseconds: next)) }
            return slack
        }
    }

    /// Returns the losses and recoveries of the device since the last call, the latest 64 at most.
    public func events() -> [EngineEvent] { supervisor.takeEvents() }

    /// The receipts that were lost because nobody collected them in time.
    public var lostReceipts: Int { shared.pointee.lostReceipts.load(ordering: .relaxed) }

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

    /// Announces that the whole program is about to be stopped on purpose (SIGSTOP). Frames missed until `resume` count
    /// as suspended, not as lost, and the engine keeps its device.
    public func suspend() { shared.pointee.suspendedUntil.store(.max, ordering: .releasing) }

    /// Announces that the program runs again after ``suspend()``.
    public func resume() {
        shared.pointee.suspendedUntil.store(now.nanoseconds, ordering: .releasing)
        // With a long queue the audio thread may be asleep, and would notice the missed frames too late.
        wake.signal()
    }

    /// Ends the stream: drops the queued frames, closes the device and completes the recording. Nothing plays after it.
    /// The receipts of voices that had not begun say `cancelled`.
    ///
    /// - Throws: `ThudError` if part of the recording did not reach the disk.
    public func stop() throws {
        let threads = callers.withLock { threads in
            // No voice is sent after this, so the audio thread takes every one that was.
            shared.pointee.stopRequested.store(true, ordering: .releasing)
            defer { threads = [] }
            return threads
        }
        wake.signal()
        supervisorSignal.signal()
        let wasStepped = finishSteps()
        guard !threads.isEmpty || wasStepped else { return }
        for thread in threads { thread.join() }
        supervisor.closeDevice()
        callers.withLock { _ in freeRetiredClips() }
        try recording?.finish()
    }

    /// Frees the clips of ended voices. Call it with `callers` locked.
    private func freeRetiredClips() { while let clip = shared.pointee.retired.pop() { clip.release() } }

    /// Returns the request for a command that only needs an ID.
    private static func bareRequest(id: UInt64, at start: VoiceRequest.Start = .next) -> VoiceRequest {
        VoiceRequest(id: id, clip: nothing, routing: .silent, start: start, triggered: Instant(nanoseconds: 0))
    }

    private static let nothing = Clip(tracks: [])

    private func send(_ kind: Command.Kind, _ turn: Turn) -> Bool {
        send(kind, Engine.bareRequest(id: 0), turn.command(sampleRate: sampleRate))
    }

    private func send(_ kind: Command.Kind, _ request: VoiceRequest, _ turn: TurnCommand = .none) -> Bool {
        let voice = request.voice(sampleRate: sampleRate)
        // Counted before the audio thread can take the command, so that `voiceCount` is never too low.
        if kind.carriesVoice { shared.pointee.voices.wrappingAdd(1, ordering: .relaxed) }
        let isSent = callers.withLock { _ in
            // Frees clips here too, for callers that never collect receipts.
            freeRetiredClips()
            if kind.isAnswered, shared.pointee.stopRequested.load(ordering: .relaxed) { return false }
            return shared.pointee.commands.push(Command(kind: kind, voice: voice, turn: turn))
        }
        if isSent { wake.signal() }
        if !isSent, kind.carriesVoice { shared.pointee.voices.wrappingSubtract(1, ordering: .relaxed) }
        if !isSent || !kind.carriesVoice { voice.owner.release() }
        return isSent
    }
}
