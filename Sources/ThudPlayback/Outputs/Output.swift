import ThudCore

/// Every output there is, as one plain value: the audio thread may not call through a protocol, so it switches.
enum Output: AudioOutput {
    case alsa(ALSAOutput)
    case null(NullOutput)

    var period: Int {
        @_noLocks @_noAllocation get {
            switch self {
            case .alsa(let output): output.period
            case .null(let output): output.period
            }
        }
    }

    var capacity: Int {
        @_noLocks @_noAllocation get {
            switch self {
            case .alsa(let output): output.capacity
            case .null(let output): output.capacity
            }
        }
    }

    /// No device tells of a delay: time is kept by CLOCK_MONOTONIC alone.
    var isPacedByClock: Bool {
        switch self {
        case .alsa(let output): output.isPacedByClock
        case .null: true
        }
    }

    @_noLocks @_noAllocation
    mutating func wait(wake: Int32) -> Readiness {
        switch self {
        case .alsa(var output):
            let readiness = output.wait(wake: wake)
            self = .alsa(output)
            return readiness
        case .null(var output):
            let readiness = output.wait(wake: wake)
            self = .null(output)
            return readiness
        }
    }

    @_noLocks @_noAllocation
    mutating func write(_ block: MixBlock, count: Int) -> Bool {
        switch self {
        case .alsa(var output):
            let taken = output.write(block, count: count)
            self = .alsa(output)
            return taken
        case .null(var output):
            let taken = output.write(block, count: count)
            self = .null(output)
            return taken
        }
    }

    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64? {
        switch self {
        case .alsa(let output): output.queued(at: now)
        case .null(let output): output.queued(at: now)
        }
    }
}
