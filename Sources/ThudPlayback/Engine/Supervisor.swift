import CThudSystem
import Synchronization
import ThudCore

/// Owns the device for the audio thread: closes it once the thread has given it up, opens it again with back-off, and grows
/// its buffer where that is too small. It has a thread of its own, because opening and closing may take any time.
final class Supervisor: Sendable {
    /// Opens the device: with `period` where it has to be longer than usual, and with nil as it was asked for at first, since another
    /// kind of device may have taken its place.
    typealias Opener = @Sendable (_ period: Int?) throws -> any AudioDevice

    private struct State {
        var device: (any AudioDevice)?
        /// The period of the device, or the longer one that it was asked for.
        var period: Int
        /// The device was opened with a longer period than usual.
        var isLonger = false
        /// Frames that the device holds, or held last.
        var capacity: Int
        var losses = 0
        /// When it went away last.
        var lost = Instant(nanoseconds: 0)
        var lastOpened: Instant
        /// Underruns when a longer period was looked at last, and for how many milliseconds it has to run without any before the
        /// usual one is tried again.
        var xruns = 0
        var cleanPause = Supervisor.firstCleanPause
        /// The period to which the buffer has grown, until it is told.
        var grown: Int?
        var events: [EngineEvent] = []
    }

    /// Safe: behind it stand only atomics and rings, and this is the one producer of the ring of devices.
    nonisolated(unsafe) private let shared: UnsafeMutablePointer<SharedState>
    private let open: Opener?
    private let signal: EventDescriptor
    private let state: Mutex<State>
    /// No device was there when the engine began, and the first one that appears is taken.
    private let isAwaiting: Bool

    /// The longest period tried, in frames.
    private static let longestPeriod = 4096
    /// Pauses between tries to open a lost device: doubled from the first to the last.
    private static let firstPause = Interval.milliseconds(100)
    private static let lastPause = Interval.seconds(2)
    /// A longer period that has run without an underrun for so long is given up for the usual one; after each
    /// relapse it takes twice as long, up to the last.
    private static let firstCleanPause = Interval.seconds(10)
    private static let lastCleanPause = Interval.seconds(600)
    /// A buffer that grows step by step is told of once it has not grown for so long.
    private static let growthPause = Interval.seconds(1)
    /// A device lost again within so many seconds of its opening is opened with a longer period.
    private static let relapseSeconds = 5.0

    /// Watches over `device`, which `open` can open again at the same rate; nil for devices that cannot be lost.
    ///
    /// - Parameter isAwaiting: `device` is the clock alone, and `open` may open a device some time.
    init(
        shared: UnsafeMutablePointer<SharedState>, device: any AudioDevice, signal: EventDescriptor,
        isAwaiting: Bool = false, open: Opener?
    ) {
        self.isAwaiting = isAwaiting
        self.shared = shared
        self.open = open
        self.signal = signal
        state = Mutex(
            State(
                device: device, period: device.output.period, capacity: device.output.capacity, lastOpened: .now()))
    }

    /// The thread's body: until the engine stops.
    func run() {
        if isAwaiting { waitForDevice(lost: nil) }
        while !isStopping {
            signal.wait(atMost: pause)
            let number = shared.pointee.deviceFault.exchange(DeviceFault.none, ordering: .acquiring)
            if let fault = DeviceFault(rawValue: number) {
                replaceDevice(because: fault)
            } else if let period = state.withLock({ $0.grown.take() }) {
                tell(.grew(period: period))
            } else if !isStopping {
                shrinkIfClean()
            }
        }
    }

    /// How long to wait for the audio thread's word; nil is for ever.
    private var pause: Interval? {
        state.withLock { state in
            state.grown != nil ? Supervisor.growthPause : state.isLonger ? state.cleanPause : nil
        }
    }

    private var isStopping: Bool { shared.pointee.stopRequested.load(ordering: .acquiring) }

    /// Closes the device that is left. To be called once the threads have ended.
    func closeDevice() {
        state.withLock { $0.device.take() }?.close()
    }

    /// The events since the last call.
    func takeEvents() -> [EngineEvent] {
        state.withLock { state in
            // Where the engine stops nobody waits for more.
            if isStopping, let period = state.grown.take() { state.events.append(.grew(period: period)) }
            defer { state.events = [] }
            return state.events
        }
    }

    /// What is known of the device.
    struct Summary {
        /// How often it was lost.
        var losses: Int
        fileprivate var text: String?
        fileprivate var askedCycle: Int?
        /// The period with which it was opened.
        var period: Int
        /// The clock alone paces it.
        var isPacedByClock: Bool

        /// One line on the device, whose server's cycles are seen to last so many frames; 0 where that is not known.
        func line(_ cycle: Int) -> String {
            guard let text else { return "no sound device: time is kept by the clock" }
            guard cycle > 0 else { return text }
            let asked = askedCycle.flatMap { $0 < cycle ? " (\($0) were asked for)" : nil } ?? ""
            return "\(text), cycles of \(cycle) frames\(asked)"
        }
    }

    /// What is known of the device now.
    var summary: Summary {
        state.withLock { state in
            let (device, output) = (state.device, state.device?.output)
            return Summary(
                losses: state.losses, text: device?.summary, askedCycle: device?.askedCycle,
                period: output?.period ?? state.period, isPacedByClock: output?.isPacedByClock ?? true)
        }
    }

    /// Frames that the device holds, or held last.
    var capacity: Int { state.withLock { $0.capacity } }

    /// Closes the device that the audio thread gave up and opens another.
    private func replaceDevice(because fault: DeviceFault) {
        if fault == .longestIsTooSmall { return tell(.cannotGrow) }
        // A device that stalls is given up only after a while.
        let isStalled = fault == .stalled
        let lost = Instant.now() - (isStalled ? Interval(nanoseconds: ALSAOutput.stallLimit) : .zero)
        let (device, period, isRelapse) = state.withLock { state in
            (state.device.take(), state.period, (lost - state.lastOpened).seconds < Supervisor.relapseSeconds)
        }
        // A device that fails as soon as it is opened, and can be opened again at once, was not away: its buffer is too small
        // for this machine's load. A long queue does not fail for that.
        let isShort = !(device?.output.isLateBinding ?? false)
        let granted = device?.output.period ?? period
        device?.close()
        if fault == .released, change(to: nil) { return tell(.shrank(period: grantedPeriod)) }
        if fault == .tooSmall || fault == .lost && isRelapse && isShort, grow(from: period, granted: granted) { return }
        noteLoss(at: lost)
        // A device that was away has no fault in its buffer, so it begins with the usual period again.
        waitForDevice(lost: lost, isStalled: isStalled)
    }

    /// Opens the device with a longer period; false where there is none, or the device cannot be opened now. A device that grants
    /// no longer one is kept as it is, and not asked again.
    private func grow(from period: Int, granted: Int) -> Bool {
        guard period < Supervisor.longestPeriod else { return false }
        guard change(to: min(2 * period, Supervisor.longestPeriod)) else { return false }
        if grantedPeriod > granted {
            let period = grantedPeriod
            state.withLock { $0.grown = period }
        } else {
            shared.pointee.mayGrow.store(false, ordering: .releasing)
        }
        return true
    }

    /// The period that the device has granted.
    private var grantedPeriod: Int { state.withLock { $0.device?.output.period ?? $0.period } }

    /// Opens the device with a longer period, or with nil as usual; false where it cannot be opened now.
    private func change(to period: Int?) -> Bool {
        guard let device = reopen(period: period) else { return false }
        return handOver(device, longer: period)
    }

    /// Has the audio thread give the device up, to be opened with the usual period, where the longer one has run clean for long and
    /// nothing sounds. The next time that takes twice as long, so that a machine which cannot keep up is tried ever more seldom.
    private func shrinkIfClean() {
        let xruns = shared.pointee.xruns.load(ordering: .relaxed)
        let isClean = state.withLock { state in
            defer { state.xruns = xruns }
            return state.isLonger && state.xruns == xruns
        }
        guard isClean else { return }
        state.withLock { $0.cleanPause = min($0.cleanPause * 2, Supervisor.lastCleanPause) }
        shared.pointee.releaseRequested.store(true, ordering: .releasing)
    }

    /// Tries to open the device until it is there or the engine stops: at once where a card appears, and else with back-off.
    ///
    /// - Parameters:
    ///   - lost: when it went away; nil where there has been none.
    ///   - isStalled: its server hung, and may be opened and hang again.
    private func waitForDevice(lost: Instant?, isStalled: Bool = false) {
        let nodes = DeviceNodes()
        var pause = Supervisor.firstPause
        while !isStopping {
            if let device = reopen(period: nil), handOver(device, longer: nil),
                !isStalled || !device.output.isLateBinding || hasMoved()
            {
                guard lost != nil else { return tell(.deviceFound(summary: device.summary)) }
                return noteReturn(at: .now())
            }
            pause =
                nodes.wait(signal, atMost: pause) ? Supervisor.firstPause : min(pause * 2, Supervisor.lastPause)
        }
    }

    /// Waits until the device that was handed over has taken frames; where the audio thread gives it up before, it is closed.
    private func hasMoved() -> Bool {
        while !isStopping {
            if shared.pointee.isDeviceMoving.load(ordering: .relaxed) { return true }
            signal.wait(atMost: Supervisor.firstPause)
            guard shared.pointee.deviceFault.exchange(DeviceFault.none, ordering: .acquiring) != DeviceFault.none
            else { continue }
            state.withLock { $0.device.take() }?.close()
            return false
        }
        return false
    }

    /// Gives the audio thread a device; closes it again where the thread cannot take it.
    private func handOver(_ device: any AudioDevice, longer: Int?) -> Bool {
        let period = longer ?? device.output.period
        // What was asked of the one before is not asked of this one.
        shared.pointee.releaseRequested.store(false, ordering: .releasing)
        guard shared.pointee.devices.push(device.output) else {
            device.close()
            return false
        }
        state.withLock { state in
            state.device = device
            state.period = period
            state.isLonger = longer != nil
            state.capacity = device.output.capacity
            state.lastOpened = .now()
        }
        shared.pointee.mayGrow.store(period < Supervisor.longestPeriod, ordering: .releasing)
        thud_event_signal(shared.pointee.wake)
        return true
    }

    /// The device went away at `instant`.
    func noteLoss(at instant: Instant) {
        state.withLock { state in
            state.losses += 1
            state.lost = instant
        }
        tell(.deviceLost)
    }

    /// The device is back at `instant`, after it was lost.
    func noteReturn(at instant: Instant) {
        let away = state.withLock { instant - $0.lost }
        tell(.deviceBack(summary: summary.line(0), seconds: away.seconds))
    }

    private func tell(_ event: EngineEvent) {
        state.withLock { state in
            state.events.append(event)
        }
        thud_event_signal(shared.pointee.receiptSignal)
    }

    /// The device, opened again, if that succeeds.
    private func reopen(period: Int?) -> (any AudioDevice)? { try? open?(period) }
}
