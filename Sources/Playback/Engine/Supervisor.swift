import Synchronization
import Timebase

/// Owns the device for the audio thread: closes what the thread gave up, opens it again with back-off, grows its buffer
/// where that is too small. A thread of its own, since opening and closing may take any time.
final class Supervisor: Sendable {
    typealias Opener = @Sendable (_ period: Int) throws -> any AudioDevice

    private struct State {
        var device: (any AudioDevice)?
        var period: Int
        var losses = 0
        var lastOpened: Instant
        var events: [EngineEvent] = []
    }

    /// Safe: only atomics and rings, of which this is the devices' one producer, stand behind it.
    nonisolated(unsafe) private let shared: UnsafeMutablePointer<SharedState>
    private let open: Opener?
    private let signal: EventDescriptor
    private let state: Mutex<State>
    private let sampleRate: Int

    /// The longest period tried, in frames.
    private static let longestPeriod = 4096
    /// Pauses between tries to open a lost device, in milliseconds: doubled from the first to the last.
    private static let firstPause: Int32 = 100
    private static let lastPause: Int32 = 2000
    /// A device lost again within so many seconds of its opening is opened with a longer period.
    private static let relapseSeconds = 5.0

    /// Watches over `device`, which `open` can open again; nil for devices that cannot be lost.
    init(
        shared: UnsafeMutablePointer<SharedState>, device: any AudioDevice, signal: EventDescriptor, open: Opener?
    ) {
        self.shared = shared
        self.open = open
        self.signal = signal
        sampleRate = device.sampleRate
        state = Mutex(State(device: device, period: device.output.period, lastOpened: .now()))
    }

    /// The thread's body: until the engine stops.
    func run() {
        while !isStopping {
            signal.wait(milliseconds: nil)
            let reason = shared.pointee.surrender.exchange(Surrender.none, ordering: .acquiring)
            if reason != Surrender.none { replaceDevice(because: reason) }
        }
    }

    private var isStopping: Bool { shared.pointee.stopRequested.load(ordering: .acquiring) }

    /// Closes the device that is left; once the threads have ended.
    func closeDevice() {
        state.withLock { $0.device.take() }?.close()
    }

    /// What there is to tell since the last call.
    func takeEvents() -> [EngineEvent] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// Losses so far, and one line on the device.
    var summary: (losses: Int, device: String) {
        state.withLock { ($0.losses, $0.device?.summary ?? "no sound device: time is kept by the clock") }
    }

    private func replaceDevice(because reason: UInt8) {
        let lost = Instant.now()
        state.withLock { $0.device.take() }?.close()
        var period = choosePeriod(because: reason, at: lost)
        var pause = Supervisor.firstPause
        while !isStopping {
            if let device = reopen(period: period.now), shared.pointee.devices.push(device.output) {
                let seconds = (Instant.now() - lost).seconds
                state.withLock { state in
                    state.device = device
                    state.period = period.now
                    state.lastOpened = .now()
                    if reason == Surrender.lost {
                        state.events.append(.deviceBack(summary: device.summary, seconds: seconds))
                    }
                }
                EventDescriptor.signal(shared.pointee.wake)
                EventDescriptor.signal(shared.pointee.receiptSignal)
                return
            }
            period.now = period.later
            signal.wait(milliseconds: pause)
            pause = min(2 * pause, Supervisor.lastPause)
        }
    }

    /// Notes what happened and says how long the next period is to be, at the first try and at later ones.
    ///
    /// A device that was lost soon after it was opened and can be had again at once was not away: its buffer is too small
    /// for what happens here. One that cannot be had was away, and nothing is wrong with its buffer.
    private func choosePeriod(because reason: UInt8, at lost: Instant) -> (now: Int, later: Int) {
        defer { EventDescriptor.signal(shared.pointee.receiptSignal) }
        return state.withLock { state in
            let hasRelapsed = (lost - state.lastOpened).seconds < Supervisor.relapseSeconds
            let longer = min(2 * state.period, Supervisor.longestPeriod)
            guard reason != Surrender.tooSmall else {
                state.events.append(longer > state.period ? .grew(period: longer) : .cannotGrow)
                return (longer, longer)
            }
            state.losses += 1
            state.events.append(.deviceLost)
            return (hasRelapsed ? longer : state.period, state.period)
        }
    }

    /// The device anew, if it can be had at the stream's own rate.
    private func reopen(period: Int) -> (any AudioDevice)? {
        guard let device = try? open?(period) else { return nil }
        guard device.sampleRate == sampleRate else {
            device.close()
            return nil
        }
        return device
    }
}
