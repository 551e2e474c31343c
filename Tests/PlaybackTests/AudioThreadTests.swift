import Glibc
import Synchronization
import Testing

@testable import ThudCore
@testable import ThudPlayback

/// What the audio thread does when its output runs dry. The tests replace its loop and feed it the answers of a device,
/// and move its time, so that nothing depends on how busy the machine is.
@Suite struct AudioThreadTests {
    /// An audio thread that is not running: each pass of its loop is one call.
    final class SteppedThread {
        static let sampleRate = 48_000
        /// The latency beyond the device's own buffer, as with a sound server.
        static let latency = Interval.milliseconds(50)

        let shared = UnsafeMutablePointer<SharedState>.allocate(capacity: 1)
        private var thread: AudioThread
        private let events = (0..<3).map { _ in EventDescriptor() }
        /// - Parameter device: the destination of the frames; nil means a clock.
        init(isSteady: Bool = false, device: AudioOutput? = nil) {
            let rate = Int64(SteppedThread.sampleRate)
            var output = NullOutput(sampleRate: SteppedThread.sampleRate, period: 960)
            let start = Instant.now()
            let clock = StreamClock(frame: .zero, instant: start + SteppedThread.latency, sampleRate: rate)
            output.resume(at: .zero, on: clock)
            shared.initialize(
                to: SharedState(
                    clock: clock, wake: events[0].number, receiptSignal: events[1].number,
                    supervisorSignal: events[2].number))
            thread = AudioThread(
                shared: shared, output: device ?? AudioOutput(output), sampleRate: SteppedThread.sampleRate,
                isSteady: isSteady)
            now = start
        }

        deinit {
            thread.endVoices()
            while let clip = shared.pointee.retired.pop() { clip.release() }
            shared.deinitialize(count: 1)
            shared.deallocate()
        }

        func handle(_ readiness: Readiness) { thread.handle(readiness) }

        /// Fills the device's buffer of two periods.
        func fill() { handle(.ready(1920)) }

        /// Moves time until the last written frame has left, and reports the underrun to the thread.
        func runDry() {
            now = clock.instant(of: head + 1)
            handle(.xrun)
        }

        /// Sends a response to something that happened at `triggered`, which the thread places at its head.
        func answer(id: UInt64, triggered: Instant) {
            let clip = Clip(tracks: [[Float](repeating: 0.5, count: 100)])
            let request = VoiceRequest(id: id, clip: clip, routing: .silent, triggered: triggered)
            let voice = request.voice(sampleRate: SteppedThread.sampleRate)
            _ = shared.pointee.commands.push(Command(kind: .placeNext, voice: voice))
            handle(.woken)
        }

        /// Sends a voice on the left channel for a frame or for the next one, or in place of the one that has its ID.
        func play(id: UInt64, _ samples: [Float], at frame: Frame? = nil, isLive: Bool = false, replaces: Bool = false)
        {
            var routing = Routing.silent
            routing[0, .left] = 1
            var request = VoiceRequest(id: id, clip: Clip(tracks: [samples]), routing: routing, triggered: now)
            if let frame { request.start = .frame(frame) }
            if isLive { request.live = LiveSource(sampleRate: SteppedThread.sampleRate) }
            let voice = request.voice(sampleRate: SteppedThread.sampleRate)
            let kind: Command.Kind = replaces ? .replace : frame == nil ? .placeNext : .placeAtStart
            _ = shared.pointee.commands.push(Command(kind: kind, voice: voice))
            handle(.woken)
        }

        /// Sends a request to cancel all scheduled voices, which the thread takes in its next pass.
        func cancelScheduled() {
            let request = VoiceRequest(
                id: 0, clip: Clip(tracks: []), routing: .silent, start: .frame(head), triggered: now)
            let voice = request.voice(sampleRate: SteppedThread.sampleRate)
            _ = shared.pointee.commands.push(Command(kind: .cancelScheduled, voice: voice))
            voice.owner.release()
        }

        /// Gives the thread another device, as the supervisor does.
        func reopen() {
            var output = NullOutput(sampleRate: SteppedThread.sampleRate, period: 960)
            output.resume(at: head, on: clock)
            _ = shared.pointee.devices.push(AudioOutput(output))
            handle(.woken)
        }

        /// Returns what the thread has told the supervisor since the last call.
        func fault() -> DeviceFault? {
            DeviceFault(rawValue: shared.pointee.deviceFault.exchange(DeviceFault.none, ordering: .relaxed))
        }

        /// Ends a live voice with a fade.
        func end(id: UInt64, as end: UInt64, fade: Interval) {
            let turn = Turn(id: end, of: id, .gain, to: 0, over: fade, triggered: now)
            let (rate, clip) = (SteppedThread.sampleRate, Clip(tracks: []))
            let voice = VoiceRequest(id: 0, clip: clip, routing: .silent, triggered: now).voice(sampleRate: rate)
            _ = shared.pointee.commands.push(Command(kind: .end, voice: voice, turn: turn.command(sampleRate: rate)))
            handle(.woken)
        }

        /// Sends `count` voices for the next frame at once, with IDs from 0.
        func send(_ count: Int) {
            for id in 0..<count {
                let request = VoiceRequest(
                    id: UInt64(id), clip: Clip(tracks: [[0.5]]), routing: .silent, triggered: now)
                let voice = request.voice(sampleRate: SteppedThread.sampleRate)
                _ = shared.pointee.commands.push(Command(kind: .placeNext, voice: voice))
            }
        }

        /// Returns the frame on which a request made at an instant is heard.
        func nextFrame(askedAt instant: Instant) -> Frame { thread.nextFrame(askedAt: instant) }

        /// Returns how often the receipts' reader was woken since the last call.
        func receiptSignals() -> UInt64 {
            var count: UInt64 = 0
            return read(events[1].number, &count, 8) == 8 ? count : 0
        }

        /// Whether the thread has been asked to continue at once.
        var isWoken: Bool {
            var count: UInt64 = 0
            return read(events[0].number, &count, 8) == 8
        }

        /// Returns the receipts since the last call.
        func receipts() -> [Receipt] {
            var receipts: [Receipt] = []
            while let receipt = shared.pointee.receipts.pop() { receipts.append(receipt) }
            return receipts
        }

        /// The present, which stands still unless a test moves it.
        var now: Instant {
            get { shared.pointee.now }
            set { shared.pointee.virtualTime.store(newValue.nanoseconds, ordering: .relaxed) }
        }
        var head: Frame { Frame(shared.pointee.head.load(ordering: .relaxed)) }
        var clock: StreamClock { shared.pointee.clock.read() }
        var usualQueue: Int64 { thread.usualQueue }
        var isResting: Bool { thread.output.isResting }
        var xruns: Int { shared.pointee.xruns.load(ordering: .relaxed) }
        var framesLost: Int { shared.pointee.framesLost.load(ordering: .relaxed) }
    }

    @Test func `a block handles some of many commands, and the next blocks the rest in order`() {
        let thread = SteppedThread()
        thread.fill()
        thread.send(150)
        var ids: [[UInt64]] = []
        for _ in 0..<4 {
            thread.fill()
            ids.append(thread.receipts().map(\.id))
        }
        #expect(ids.map(\.count) == [64, 64, 22, 0])
        #expect(ids.joined().elementsEqual(0..<150))
    }

    @Test func `with steady latency a trigger's own instant counts, not that of its pass`() {
        let thread = SteppedThread(isSteady: true)
        thread.fill()
        for wait in [0, 7, 30] as [Int64] {
            let asked = thread.clock.instant(of: thread.head) + .milliseconds(wait)
            // The time through the buffer, plus half a millisecond to reach the thread.
            let due = thread.clock.frame(at: asked) + thread.usualQueue + 24
            #expect(thread.nextFrame(askedAt: asked) == due)
        }
    }

    @Test func `the thread wakes itself if commands remain`() {
        let thread = SteppedThread()
        thread.send(65)
        thread.handle(.woken)
        #expect(thread.isWoken)
        thread.handle(.woken)
        #expect(!thread.isWoken)
    }

    @Test func `the receipts' reader is woken once for all receipts of a block`() {
        let thread = SteppedThread()
        thread.fill()
        _ = thread.receiptSignals()
        thread.send(20)
        thread.fill()
        #expect(thread.receipts().count == 20 && thread.receiptSignals() == 1)
        thread.fill()
        #expect(thread.receiptSignals() == 0)
    }

    @Test func `an underrun skips as many frames as the device will hold before the first new one`() {
        let thread = SteppedThread()
        thread.fill()
        let (before, queue) = (thread.head, thread.usualQueue)
        thread.runDry()
        // The clock had passed frame `before`, and `queue` frames usually precede a newly written one.
        #expect(thread.head >= before + queue)
        #expect(thread.xruns == 1)
        #expect(thread.shared.pointee.standstills.load(ordering: .relaxed) == 0)
        #expect(thread.framesLost == Int(thread.head - before))
    }

    @Test func `a response that falls into an underrun's gap is played after it, late`() {
        let thread = SteppedThread()
        thread.fill()
        let frame = thread.head
        thread.answer(id: 1, triggered: thread.now)
        thread.runDry()
        let behind = thread.head
        #expect(behind > frame && thread.receipts().isEmpty)
        thread.fill()
        let receipts = thread.receipts()
        #expect(receipts.map(\.id) == [1] && receipts.map(\.outcome) == [.late])
        #expect(receipts.first?.frame == behind)
    }

    @Test func `a response that is too old is lost in the gap, and its receipt says so`() {
        let thread = SteppedThread()
        thread.fill()
        let frame = thread.head
        thread.answer(id: 1, triggered: thread.now - .milliseconds(300))
        thread.runDry()
        let receipts = thread.receipts()
        #expect(receipts.map(\.outcome) == [.unheard] && receipts.first?.frame == frame)
    }

    @Test func `a gap during suspension is neither an underrun nor a loss`() {
        let thread = SteppedThread()
        thread.fill()
        thread.shared.pointee.suspendedUntil.store(.max, ordering: .releasing)
        let before = thread.head
        thread.runDry()
        #expect(thread.head > before && thread.xruns == 0 && thread.framesLost == 0)
        #expect(thread.shared.pointee.framesSuspended.load(ordering: .relaxed) == Int(thread.head - before))
    }

    @Test func `the fourth underrun within two seconds releases the device, and time continues by the clock`() {
        let thread = SteppedThread()
        for round in 1...4 {
            thread.fill()
            #expect(thread.shared.pointee.deviceFault.load(ordering: .relaxed) == DeviceFault.none)
            thread.runDry()
            #expect(thread.xruns == round)
        }
        #expect(thread.shared.pointee.deviceFault.load(ordering: .relaxed) == DeviceFault.tooSmall.rawValue)
        let head = thread.head
        thread.fill()
        #expect(thread.head > head)
    }

    @Test func `underruns of a lost device do not count against the next one`() {
        let thread = SteppedThread()
        for _ in 0..<3 {
            thread.fill()
            thread.runDry()
        }
        thread.handle(.lost)
        #expect(thread.fault() == .lost)
        thread.reopen()
        thread.fill()
        thread.runDry()
        #expect(thread.xruns == 4 && thread.fault() == nil)
    }

    @Test func `that no longer buffer helps is reported once`() {
        let thread = SteppedThread()
        thread.shared.pointee.mayGrow.store(false, ordering: .relaxed)
        let faults = (0..<6).map { _ in
            thread.fill()
            thread.runDry()
            return thread.fault()
        }
        #expect(faults == [nil, nil, nil, .longestIsTooSmall, nil, nil])
    }

    /// The device has a buffer of two periods.
    @Test(arguments: [(ahead: nil as Int64?, periods: 3), (ahead: 4_800, periods: 8)])
    func `a device is returned once nothing sounds in its buffer or is due soon`(ahead: Int64?, periods: Int) {
        let thread = SteppedThread()
        thread.fill()
        thread.play(id: 1, [0.5], at: ahead.map { thread.head + $0 })
        thread.shared.pointee.releaseRequested.store(true, ordering: .releasing)
        let faults = (0..<periods).map { _ in
            thread.handle(.ready(960))
            return thread.fault()
        }
        #expect(faults == [DeviceFault?](repeating: nil, count: periods - 1) + [.released])
    }

    @Test func `what is cancelled before a suspension counts as cancelled, although its frame passed in it`() {
        let thread = SteppedThread()
        thread.fill()
        thread.play(id: 1, [0.5], at: thread.head + 100)
        thread.cancelScheduled()
        thread.shared.pointee.suspendedUntil.store(.max, ordering: .releasing)
        thread.runDry()
        #expect(thread.receipts().map(\.outcome) == [.cancelled])
    }
}
