import Synchronization
public import ThudCore

/// Simulated faults, to test how a program handles an underrun or a lost device without needing a faulty device.
///
///     let engine = try Engine.virtual()
///     _ = engine.play(request)
///     engine.undergo(.underrun(.milliseconds(20)))
///     engine.receipts()               // a response that fell into the gap plays after it, and is late
///     engine.health.framesLost        // 960
extension Engine {
    /// A fault that can be simulated.
    public enum Trouble: Equatable, Sendable {
        /// The output runs dry for this long, at most an hour. Time goes on, and what should have sounded is skipped.
        case underrun(Interval)
        /// The device goes away. Time goes on, and receipts report `unheard`.
        case deviceLost
        /// The lost device is back.
        case deviceBack
    }

    private static let longestUnderrun = Interval.seconds(3600)

    /// Simulates `trouble` on the output of a virtual engine now. `health`, `events` and receipts report it as if real.
    ///
    /// It does nothing if the engine is not virtual, the device to lose is already lost, or the one to return is there.
    public func undergo(_ trouble: Trouble) {
        stepped.withLock { thread in
            guard thread != nil else { return }
            switch trouble {
            case .underrun(let length): thread?.runDry(for: min(max(length, .zero), Engine.longestUnderrun))
            case .deviceLost where thread?.hasDevice == true:
                thread?.handle(.lost)
                supervisor.reportLoss(at: now)
            case .deviceBack where thread?.hasDevice == false:
                thread?.adoptClock()
                supervisor.reportReturn(at: now)
            case .deviceLost, .deviceBack: break
            }
        }
    }
}

extension AudioThread {
    /// Lets `length` pass without a write.
    fileprivate mutating func runDry(for length: Interval) {
        guard var clocked = output.clock else { return }
        let count = Int(length.frames(at: tracker.clock.sampleRate))
        guard count > 0 else { return }
        clocked.miss(count)
        output = AudioOutput(clocked)
        handle(.behind(count))
        shared.pointee.move(to: shared.pointee.now + length)
    }

    /// Takes over a clock in place of a device that is back.
    fileprivate mutating func adoptClock() {
        var clocked = NullOutput(sampleRate: Int(tracker.clock.sampleRate), period: output.period)
        clocked.resume(at: head, on: tracker.clock)
        guard shared.pointee.devices.push(AudioOutput(clocked)) else { return }
        handle(.woken)
    }
}
