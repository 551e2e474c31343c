import Synchronization
import ThudCore
import ThudSoundFiles

/// A running output stream: voices go in, receipts come out.
///
/// Every method may be called from any thread but the audio thread. None of them waits for the audio thread, save
/// `stop`.
public final class Engine: Sendable {
    /// Frames a second of the stream.
    public let sampleRate: Int
    /// A descriptor that is readable when receipts or events wait; `receipts()` empties it.
    public var signal: Int32 { receiptSignal.number }

    /// Safe: only atomics and the rings' ends, each with one user, stand behind it.
    nonisolated(unsafe) private let shared: UnsafeMutablePointer<SharedState>
    private let wake = EventDescriptor()
    private let receiptSignal = EventDescriptor()
    private let supervisorSignal = EventDescriptor()
    private let supervisor: Supervisor
    private let recording: Recording?
    private let isRealtime = Atomic<Bool>(false)
    /// Guards the callers' end of the rings, which hold one producer and one consumer each.
    private let callers = Mutex<[PlainThread]>([])

    /// SCHED_FIFO's priority, where it is granted: above ordinary work, below the sound server's own threads.
    private static let priority: Int32 = 10

    /// Plays through an ALSA PCM; what is put out is recorded to `recordingPath` besides, where given.
    ///
    /// - Throws: `DeviceError` where the PCM cannot be used, `SoundFileError` where the file cannot be written.
    public static func playing(through request: PCMRequest, recordingTo recordingPath: String? = nil) throws -> Engine {
        let device = try ALSADevice(request)
        do {
            let recording = try recordingPath.map { try Recording(path: $0, sampleRate: device.sampleRate) }
            return Engine(device: device, recording: recording) { period in
                var again = request
                again.period = period
                again.sampleRate = device.sampleRate
                again.isRateFixed = true
                return try ALSADevice(again)
            }
        } catch {
            device.close()
            throw error
        }
    }

    /// Keeps time by the clock and records to a file, where there is no device.
    ///
    /// - Throws: `SoundFileError` where the file cannot be written.
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

    init(device: any AudioDevice, recording: Recording?, open: Supervisor.Opener?) {
        sampleRate = device.sampleRate
        self.recording = recording
        // Until the device tells, the first frame is taken to leave a full buffer from now.
        let rate = Int64(device.sampleRate)
        let ahead = Interval(nanoseconds: StreamClock.nanoseconds(frames: Int64(device.output.capacity), at: rate))
        let clock = StreamClock(frame: .zero, instant: .now() + ahead, sampleRate: rate)
        shared = .allocate(capacity: 1)
        shared.initialize(
            to: SharedState(
                clock: clock, wake: wake.number, receiptSignal: receiptSignal.number,
                supervisorSignal: supervisorSignal.number))
        supervisor = Supervisor(shared: shared, device: device, signal: supervisorSignal, open: open)
        let output = device.output
        let tap = recording?.tap
        let audio = PlainThread(name: "thud-audio") { [self] in
            isRealtime.store(PlainThread.becomeRealtime(priority: Engine.priority), ordering: .relaxed)
            var thread = AudioThread(shared: shared, output: output, sampleRate: sampleRate, tap: tap)
            thread.run()
            thread.releaseVoices()
        }
        let watch = PlainThread(name: "thud-device") { [supervisor] in supervisor.run() }
        callers.withLock { $0 = [audio, watch] }
    }

    deinit {
        shared.deinitialize(count: 1)
        shared.deallocate()
    }

    /// The clock of the stream, as it is now known.
    public var clock: StreamClock { shared.pointee.clock.read() }

    /// How much sound the device's own buffer holds at most.
    public var buffered: Interval {
        Interval(nanoseconds: StreamClock.nanoseconds(frames: Int64(supervisor.capacity), at: Int64(sampleRate)))
    }

    /// Frames rendered so far.
    public var head: Frame { Frame(shared.pointee.head.load(ordering: .relaxed)) }

    /// Voices that sound or wait, be it for their frame or for the audio thread to hear of them.
    public var voiceCount: Int { shared.pointee.voices.load(ordering: .relaxed) }

    /// Sounds a voice. False where the audio thread has not taken the last few hundred commands: nothing is queued then.
    public func play(_ request: VoiceRequest) -> Bool {
        var kind = Command.Kind.placeNext
        if case .frame = request.start { kind = .placeAtStart }
        return send(kind, request.voice())
    }

    /// Has a voice go on with another clip: `request` takes the place of the voice that has its id, on the same start and
    /// at the same point of its way, with a cross-fade of 240 frames. Where that voice is over nothing is heard.
    public func replace(with request: VoiceRequest) -> Bool { send(.replace, request.voice()) }

    /// Takes back every revocable voice that was asked for an exact frame and has not begun; each yields a receipt that says so.
    public func cancelScheduled() -> Bool { sendBare(.cancelScheduled) }

    /// Cuts the voices called `id` with a short ramp.
    public func cut(id: UInt64) -> Bool { sendBare(.cut, id: id) }

    /// The receipts that came since the last call, in the order in which they came.
    public func receipts() -> [Receipt] {
        EventDescriptor.clear(receiptSignal.number)
        return callers.withLock { _ in
            while let clip = shared.pointee.retired.pop() { clip.release() }
            var receipts: [Receipt] = []
            while let receipt = shared.pointee.receipts.pop() { receipts.append(receipt) }
            return receipts
        }
    }

    /// For each period that was rendered since the last call, 4096 at most: how long before its first frame was to leave the
    /// output the audio thread came to render it. What varies is the lateness of its waking.
    public func margins() -> [Interval] {
        callers.withLock { _ in
            var margins: [Interval] = []
            while let margin = shared.pointee.margins.pop() { margins.append(Interval(nanoseconds: margin)) }
            return margins
        }
    }

    /// What there is to tell about the device since the last call.
    public func events() -> [EngineEvent] { supervisor.takeEvents() }

    /// What was lost so far.
    public var health: EngineHealth {
        let device = supervisor.summary
        return EngineHealth(
            xruns: shared.pointee.xruns.load(ordering: .relaxed),
            framesLost: shared.pointee.framesLost.load(ordering: .relaxed),
            framesStopped: shared.pointee.framesStopped.load(ordering: .relaxed), deviceLosses: device.losses,
            lostReceipts: shared.pointee.lostReceipts.load(ordering: .relaxed),
            leakedClips: shared.pointee.leakedClips.load(ordering: .relaxed),
            wakeups: shared.pointee.wakeups.load(ordering: .relaxed),
            isRealtime: isRealtime.load(ordering: .relaxed), device: device.line, period: device.period,
            isPacedByClock: device.isPacedByClock)
    }

    /// Tells that the whole program is about to be stopped, by its own will: what the stream misses from here until
    /// `resume` is counted apart, not as lost, and the device is not given up for it.
    public func suspend() { shared.pointee.stoppedUntil.store(.max, ordering: .releasing) }

    /// Tells that the program goes on.
    public func resume() {
        shared.pointee.stoppedUntil.store(Instant.now().nanoseconds, ordering: .releasing)
    }

    /// Ends the stream: what is queued is dropped, the device closed, the recording completed. To be called once.
    ///
    /// - Throws: `SoundFileError` where part of the recording did not reach the disk.
    public func stop() throws {
        shared.pointee.stopRequested.store(true, ordering: .releasing)
        wake.signal()
        supervisorSignal.signal()
        let threads = callers.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in threads { thread.join() }
        supervisor.closeDevice()
        while let command = shared.pointee.commands.pop() {
            if command.kind.carriesVoice { command.voice.owner.release() }
        }
        while let clip = shared.pointee.retired.pop() { clip.release() }
        try recording?.finish()
    }

    private func sendBare(_ kind: Command.Kind, id: UInt64 = 0) -> Bool {
        send(kind, VoiceRequest(id: id, clip: Engine.nothing, routing: .silent, triggered: .now()).voice())
    }

    private static let nothing = Clip(tracks: [])

    private func send(_ kind: Command.Kind, _ voice: Voice) -> Bool {
        // Counted before the audio thread can know of it, so that nobody who waits for the last voice misses one.
        if kind.carriesVoice { shared.pointee.voices.wrappingAdd(1, ordering: .relaxed) }
        let isSent = callers.withLock { _ in shared.pointee.commands.push(Command(kind: kind, voice: voice)) }
        if isSent { wake.signal() }
        if !isSent, kind.carriesVoice { shared.pointee.voices.wrappingSubtract(1, ordering: .relaxed) }
        if !isSent || !kind.carriesVoice { voice.owner.release() }
        return isSent
    }
}
