import Synchronization
import Testing
import ThudTestSupport

@testable import ThudCore
@testable import ThudPlayback

/// How the device is opened, and what is reported about it.
@Suite struct SupervisorTests {
    /// The devices of the tests.
    private final class Shelf: Sendable {
        let isThere = Atomic<Bool>(false)
        let opened = Mutex<[Int?]>([])

        /// Returns an opener for devices that follow the clock, with periods of the requested length, at most
        /// `longest`.
        func opener(longest: Int = .max) -> Supervisor.Opener {
            { period in
                guard self.isThere.load(ordering: .acquiring) else { throw ThudError(.unknownDevice, "none is there") }
                self.opened.withLock { $0.append(period) }
                return NullDevice(sampleRate: 48_000, period: min(longest, period ?? 256), summary: "a device")
            }
        }
    }

    /// A running supervisor, and the state that it shares with an audio thread, whose role the test takes.
    private final class Running {
        let supervisor: Supervisor
        nonisolated(unsafe) let shared: UnsafeMutablePointer<SharedState>
        private let signals = [EventDescriptor(), EventDescriptor(), EventDescriptor()]
        private let thread: PlainThread

        init(_ device: NullDevice, _ open: @escaping Supervisor.Opener) {
            shared = .allocate(capacity: 1)
            let clock = StreamClock(frame: .zero, instant: .now(), sampleRate: 48_000)
            shared.initialize(
                to: SharedState(
                    clock: clock, wake: signals[0].number, receiptSignal: signals[1].number,
                    supervisorSignal: signals[2].number))
            let supervisor = Supervisor(shared: shared, device: device, signal: signals[2], open: open)
            self.supervisor = supervisor
            thread = PlainThread(name: "supervisor") { supervisor.run() }
        }

        deinit {
            shared.pointee.stopRequested.store(true, ordering: .releasing)
            signals[2].signal()
            thread.join()
            shared.deinitialize(count: 1)
            shared.deallocate()
        }

        /// Gives the device up.
        func report(_ fault: DeviceFault) {
            shared.pointee.deviceFault.store(fault.number, ordering: .releasing)
            signals[2].signal()
        }

        /// Gives the device up, and waits for another one.
        func giveUp(because fault: DeviceFault) throws {
            report(fault)
            try waitForDevice()
        }

        func waitForDevice() throws {
            try holdOn("another device", within: RunningEngine.patience) { shared.pointee.devices.pop() != nil }
        }
    }

    @Test func `a device that appears after the stream began is used from then on`() throws {
        let shelf = Shelf()
        let engine = try Engine(
            device: NullDevice(sampleRate: 48_000), isAwaiting: true, recording: nil, open: shelf.opener())
        try holdOn("the stream to begin", within: RunningEngine.patience) { engine.head.index > 0 }
        #expect(engine.events().isEmpty && engine.health.device.contains("no sound device"))
        shelf.isThere.store(true, ordering: .releasing)
        var events: [EngineEvent] = []
        try holdOn("the device", within: RunningEngine.patience) {
            events += engine.events()
            return !events.isEmpty
        }
        #expect(events == [.deviceFound(summary: "a device")] && engine.health.deviceLosses == 0)
        #expect(engine.health.device == "a device" && engine.health.period == 256)
        // The device chooses the period.
        #expect(shelf.opened.withLock { $0 } == [nil])
        let head = engine.head
        try holdOn("the stream to go on", within: RunningEngine.patience) { engine.head.index > head.index + 1_000 }
        try engine.stop()
    }

    @Test func `a growing buffer reports what was granted, and one that cannot grow is kept`() throws {
        let shelf = Shelf()
        shelf.isThere.store(true, ordering: .releasing)
        let running = Running(NullDevice(sampleRate: 48_000, period: 128), shelf.opener(longest: 384))
        // The second step is requested while the first is being taken, so that no pause separates them.
        try shelf.opened.withLock { _ in
            running.report(.tooSmall)
            try holdOn("the first step", within: RunningEngine.patience) {
                running.shared.pointee.deviceFault.load(ordering: .acquiring) == DeviceFault.none
            }
            running.report(.tooSmall)
        }
        for _ in 0..<2 { try running.waitForDevice() }
        // Of several steps only the last is reported, with what the device grants.
        var events: [EngineEvent] = []
        try holdOn("what is told", within: RunningEngine.patience) {
            events += running.supervisor.takeEvents()
            return events.last == .grew(period: 384)
        }
        #expect(events == [.grew(period: 384)])
        let mayGrow = running.shared.pointee.mayGrow.load(ordering: .acquiring)
        #expect(mayGrow)
        try running.giveUp(because: .tooSmall)
        try holdOn("the end of growing", within: RunningEngine.patience) {
            !running.shared.pointee.mayGrow.load(ordering: .acquiring)
        }
        #expect(running.supervisor.takeEvents().isEmpty)
        #expect(shelf.opened.withLock { $0 } == [256, 512, 1024])
    }

    @Test(arguments: [(4096, false), (2048, true)])
    func `a device with the longest period is never asked to grow`(period: Int, mayGrow: Bool) {
        let running = Running(NullDevice(sampleRate: 48_000, period: period), Shelf().opener())
        let isAsked = running.shared.pointee.mayGrow.load(ordering: .acquiring)
        #expect(isAsked == mayGrow)
    }

    @Test func `a stalled device counts as absent since it last moved`() throws {
        let shelf = Shelf()
        shelf.isThere.store(true, ordering: .releasing)
        let running = Running(NullDevice(sampleRate: 48_000, period: 128), shelf.opener())
        try running.giveUp(because: .stalled)
        var events: [EngineEvent] = []
        try holdOn("both events", within: RunningEngine.patience) {
            events += running.supervisor.takeEvents()
            return events.count >= 2
        }
        guard case .deviceBack(_, let seconds) = events.last else {
            Issue.record("no return in \(events)")
            return
        }
        #expect(events.first == .deviceLost && seconds >= 2 && seconds < 2 + RunningEngine.patience.seconds)
    }

    @Test func `a replacement device of another kind has its own period`() throws {
        let shelf = Shelf()
        shelf.isThere.store(true, ordering: .releasing)
        let running = Running(NullDevice(sampleRate: 48_000, period: 2048), shelf.opener())
        // A longer one is specific to it, too, and is reset later.
        for (fault, period) in [(DeviceFault.stalled, 256), (.tooSmall, 512), (.released, 256)] {
            try running.giveUp(because: fault)
            try holdOn("periods of \(period)", within: RunningEngine.patience) {
                running.supervisor.summary.period == period
            }
        }
        #expect(shelf.opened.withLock { $0 } == [nil, 512, nil])
    }

    @Test func `a new device node and its folder are noticed at once`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-nodes")
        let signal = EventDescriptor()
        let nodes = DeviceNodes(folder: scratch.file("snd"), socket: nil)
        #expect(!nodes.wait(signal, atMost: .milliseconds(1)))
        signal.signal()
        #expect(!nodes.wait(signal, atMost: .seconds(60)), "the signal ends the wait, and no node was made")
        _ = try scratch.directory("snd")
        #expect(nodes.wait(signal, atMost: .seconds(60)))
        try scratch.write("", to: "snd/pcmC0D0p")
        #expect(nodes.wait(signal, atMost: .seconds(60)))
    }

    @Test func `a server's socket is noticed at once, and other files beside it are not`() throws {
        let (cards, runtime) = (
            try ScratchDirectory(prefix: "thud-nodes"), try ScratchDirectory(prefix: "thud-runtime")
        )
        let signal = EventDescriptor()
        let nodes = DeviceNodes(folder: cards.file("snd"), socket: runtime.file("pipewire-0"))
        for other in ["pipewire-0.lock", "bus", "pipewire-01"] { try runtime.write("", to: other) }
        #expect(!nodes.wait(signal, atMost: .milliseconds(20)))
        for other in 0..<200 { try runtime.write("", to: "\(String(repeating: "long", count: 50))\(other)") }
        try runtime.write("", to: "pipewire-0")
        #expect(nodes.wait(signal, atMost: .seconds(60)))
        #expect(!nodes.wait(signal, atMost: .milliseconds(1)), "it is told once")
    }
}
