import Synchronization
public import ThudCore

/// Trouble on purpose: how a program takes an underrun, or a device that goes away, is tested without a device that has either.
///
///     let engine = try Engine.virtual()
///     _ = engine.play(request)
///     engine.undergo(.underrun(.milliseconds(20)))
///     engine.receipts()               // an answer that fell into the gap comes after it, and is late
///     engine.health.framesLost        // 960
extension Engine {
    /// What can befall an output.
    public enum Trouble: Equatable, Sendable {
        /// It runs dry for so long, an hour at the most: time goes on, and what should have sounded is skipped.
        case underrun(Interval)
        /// Its device goes away. Time goes on, and receipts say `unheard`.
        case deviceLost
        /// The device is there again.
        case deviceBack
    }

    /// The longest underrun.
    private static let longestUnderrun = Interval.seconds(3600)

    /// Has the output of a virtual engine undergo `trouble` now; `health`, `events` and receipts tell of it as they do of a real
    /// device's.
    ///
    /// An engine that is not virtual does nothing here, and neither does one whose device is to be lost twice, or found without
    /// having been lost.
    public func undergo(_ trouble: Trouble) {
        stepped.withLock { thread in
            guard thread != nil else { return }
            switch trouble {
            case .underrun(let length):
                thread?.runDry(for: min(max(length, .zero), Engine.longestUnderrun))
            case .deviceLost where thread?.hasDevice == true:
                thread?.handle(.lost)
                supervisor.noteLoss(at: now)
            case .deviceBack where thread?.hasDevice == false:
                thread?.adoptClock()
                supervisor.noteReturn(at: now)
            case .deviceLost, .deviceBack:
                break
            }
        }
    }
}

extension AudioThread {
    /// Lets `length` pass in which nothing is written.
    fileprivate mutating func runDry(for length: Interval) {
        guard var clocked = output.clock else { return }
        let count = Int(length.frames(at: tracker.clock.sampleRate))
        guard count > 0 else { return }
        clocked.miss(count)
        output = AudioOutput(clocked)
        handle(.behind(count))
        move(to: shared.pointee.now + length)
    }

    /// Takes over a clock in the place of a device that is back.
    fileprivate mutating func adoptClock() {
        var clocked = NullOutput(sampleRate: Int(tracker.clock.sampleRate), period: output.period)
        clocked.resume(at: head, on: tracker.clock)
        guard shared.pointee.devices.push(AudioOutput(clocked)) else { return }
        handle(.woken)
    }
}
