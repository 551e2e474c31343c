import CThudSystem
import Synchronization
import ThudCore

/// Owns the device for the audio thread: closes it after the thread has given it up, reopens it with back-off, and
/// enlarges a buffer that is too small. It has a thread of its own, because opening and closing may take any time.
final class Supervisor: Sendable {
    /// Opens the device: with `period` if it must be longer than usual, or as originally requested if that is nil,
    /// because another kind of device may have taken its place.
    typealias Opener = @Sendable (_ period: Int?) throws -> any AudioDevice

    private struct State {
        var device: (any AudioDevice)?
        /// The device's period, or the longer one that was requested.
        var period: Int
        /// Whether the device was opened with a longer period than usual.
        var isLonger = false
        /// The frames that the device holds or, if it is gone, last held.
        var capacity: Int
        var losses = 0
        /// When the device was last lost.
        var lost = Instant(nanoseconds: 0)
        var lastOpened: Instant
        /// The underruns at the last check of a longer period, and how long it must run without any before the usual
        /// one is tried again.
        var xruns = 0
        var cleanPause = Supervisor.firstCleanPause
        /// The period to which the buffer has grown, until it is reported.
        var grown: Int?
        var events: [EngineEvent] = []
    }

    /// Safe: it contains only atomics and rings, and this is the only producer of the ring of devices.
    nonisolated(unsafe) private let shared: UnsafeMutablePointer<SharedState>
    private let open: Opener?
    private let signal: EventDescriptor
    private let state: Mutex<State>
    /// Whether there was no device when the engine began, so that the first one to appear is used.
    private let isAwaiting: Bool

    /// The longest period tried, in frames.
    private static let longestPeriod = 4096
    /// The pauses between attempts to open a lost device, which double from the first to the last.
    private static let firstPause = Interval.milliseconds(100)
    private static let lastPause = Interval.seconds(2)
    /// How long a longer period must run without underruns before the usual one is tried. It doubles up to the last.
    private static let firstCleanPause = Interval.seconds(10)
    private static let lastCleanPause = Interval.seconds(600)
    /// How long a buffer must not have grown before its growth is reported.
    private static let growthPause = Interval.seconds(1)
    /// A device that is lost again within this many seconds of its opening is opened with a longer period.
    private static let relapseSeconds = 5.0
    /// The most events that wait to be taken. Beyond it the oldest are dropped, for a program that never takes any.
    private static let mostEvents = 64

    /// Supervises `device`.
    ///
    /// - Parameters:
    ///   - isAwaiting: Whether `device` is only the clock, in place of one that `open` may open later.
    ///   - open: Reopens the device at the same rate; nil for devices that cannot be lost.
    init(
        shared: UnsafeMutablePointer<SharedState>, device: any AudioDevice, signal: EventDescriptor,
        isAwaiting: Bool = false, open: Opener?
    ) {
        self.isAwaiting = isAwaiting
        self.shared = shared
        self.open = open
        self.signal = signal
        state = Mutex(
            State(device: device, period: device.output.period, capacity: device.output.capacity, lastOpened: .now()))
        shared.pointee.mayGrow.store(device.output.period < Supervisor.longestPeriod, ordering: .releasing)
    }

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

    /// How long to wait for a message of the audio thread; nil for no limit.
    private var pause: Interval? {
        state.withLock { state in state.grown != nil ? Supervisor.growthPause : state.isLonger ? state.cleanPause : nil
        }
    }

    private var isStopping: Bool { shared.pointee.stopRequested.load(ordering: .acquiring) }

    /// Closes the last device. Call it after the threads have ended.
    func closeDevice() { state.withLock { $0.device.take() }?.close() }

    func takeEvents() -> [EngineEvent] {
        state.withLock { state in
            // While the engine stops, nobody waits for the buffer to grow further.
            if isStopping, let period = state.grown.take() { state.events.append(.grew(period: period)) }
            defer { state.events = [] }
            return state.events
        }
    }

    struct Summary {
        var losses: Int
        fileprivate var text: String?
        fileprivate var askedCycle: Int?
        var period: Int
        var isPacedByClock: Bool

        /// Returns a line about the device, with the measured length of its server's cycles in frames; 0 if not known.
        func line(_ cycle: Int) -> String {
            guard let text else { return "no sound device: the clock keeps time" }
            guard cycle > 0 else { return text }
            let asked = askedCycle.flatMap { $0 < cycle ? " (requested \($0))" : nil } ?? ""
            return "\(text), cycles of \(cycle) frames\(asked)"
        }
    }

    var summary: Summary {
        state.withLock { state in
            let (device, output) = (state.device, state.device?.output)
            return Summary(
                losses: state.losses, text: device?.summary, askedCycle: device?.askedCycle,
                period: output?.period ?? state.period, isPacedByClock: output?.isPacedByClock ?? true)
        }
    }

    /// The frames that the device holds or, if it is gone, last held.
    var capacity: Int { state.withLock { $0.capacity } }

    private func replaceDevice(because fault: DeviceFault) {
        if fault == .longestIsTooSmall { return tell(.cannotGrow) }
        // A device that stalls is only given up after a while.
        let isStalled = fault == .stalled
        let lost = Instant.now() - (isStalled ? Interval(nanoseconds: ALSAOutput.stallLimit) : .zero)
        let (device, period, isRelapse) = state.withLock { state in
            (state.device.take(), state.period, (lost - state.lastOpened).seconds < Supervisor.relapseSeconds)
        }
        // If a device fails right after it was opened, and can be reopened at once, it was not away: its buffer is too
        // small for this machine's load. Long queues do not fail for that reason.
        let isShort = !(device?.output.isLateBinding ?? false)
        let granted = device?.output.period ?? period
        device?.close()
        if fault == .released, change(to: nil) { return tell(.shrank(period: grantedPeriod)) }
        if fault == .tooSmall || fault == .lost && isRelapse && isShort, grow(from: period, granted: granted) { return }
        reportLoss(at: lost)
        // A device that was away had no fault in its buffer, so it starts with the usual period again.
        waitForDevice(lost: lost, isStalled: isStalled)
    }

    /// Opens the device with a longer period. Returns false if there is none or the device cannot be opened now. A
    /// device that grants no longer period is kept as it is, and not asked again.
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

    private var grantedPeriod: Int { state.withLock { $0.device?.output.period ?? $0.period } }

    /// Opens the device with a longer period, or as usual if nil. Returns false if the device cannot be opened now.
    private func change(to period: Int?) -> Bool {
        guard let device = reopen(period: period) else { return false }
        return handOver(device, longer: period)
    }

    /// If a longer period has run long without underruns, asks the audio thread to give the device up once nothing
    /// sounds, so that the usual period can be tried. The next time takes twice as long, to spare a slow machine.
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

    /// Tries to open the device until it succeeds or the engine stops: at once if a card appears, else with back-off.
    ///
    /// - Parameters:
    ///   - lost: When the device went away; nil if there was none before.
    ///   - isStalled: Whether its server hung, and may hang again after it is opened.
    private func waitForDevice(lost: Instant?, isStalled: Bool = false) {
        let nodes = DeviceNodes()
        var pause = Supervisor.firstPause
        while !isStopping {
            if let device = reopen(period: nil), handOver(device, longer: nil),
                !isStalled || !device.output.isLateBinding || hasMoved()
            {
                guard lost != nil else { return tell(.deviceFound(summary: device.summary)) }
                return reportReturn(at: .now())
            }
            pause = nodes.wait(signal, atMost: pause) ? Supervisor.firstPause : min(pause * 2, Supervisor.lastPause)
        }
    }

    /// Waits until the new device has taken frames. If the audio thread gives it up first, closes it and returns false.
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

    /// Hands a device to the audio thread. Closes it and returns false if the thread cannot take it.
    private func handOver(_ device: any AudioDevice, longer: Int?) -> Bool {
        let period = longer ?? device.output.period
        // A request to release the previous device does not apply to this one.
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

    func reportLoss(at instant: Instant) {
        state.withLock { state in
            state.losses += 1
            state.lost = instant
        }
        tell(.deviceLost)
    }

    func reportReturn(at instant: Instant) {
        let away = state.withLock { instant - $0.lost }
        tell(.deviceBack(summary: summary.line(0), seconds: away.seconds))
    }

    private func tell(_ event: EngineEvent) {
        state.withLock { state in state.events = state.events.suffix(Supervisor.mostEvents - 1) + [event] }
        thud_event_signal(shared.pointee.receiptSignal)
    }

    private func reopen(period: Int?) -> (any AudioDevice)? { try? open?(period) }
}
