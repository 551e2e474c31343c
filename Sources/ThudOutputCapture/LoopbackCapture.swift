import Synchronization
import ThudCore
import ThudPlayback

/// Captures the left channel of a source on a thread of its own until it is finished. The bench seeks its cues in it.
/// The thread is no `Worker`: it waits for the PCM, and nobody asks it for anything but its end.
package final class LoopbackCapture: Sendable {
    /// The longest capture in seconds. Later samples are not kept, as `end` tells.
    package static let longest = 1_800.0

    /// SCHED_FIFO's priority, where it is granted: below the engine's own, which is never to wait for a capture.
    private static let priority: Int32 = 5

    /// How often in a row a restart may succeed without any samples. With a dead sound server every restart does.
    private static let mostVainRestarts = 3

    private struct State {
        var samples: [Float] = []
        var anchors: [CaptureAnchor] = []
        var gaps: [Int] = []
        var end: End?
    }

    /// The end of a capture that ended before it was finished.
    package struct End: Hashable, Sendable {
        /// The cause of the end.
        package enum Cause: Hashable, Sendable {
            /// The source went away, as it does when the sound server ends. ALSA's reason stands with it.
            case lost(String)
            /// The capture had lasted `longest`.
            case full
            /// The samples came much faster than time goes by, so that their instants are not known. None is kept.
            case unpaced
        }

        package let cause: Cause
        /// When the end was noticed. Later output was not captured.
        package let instant: Instant
    }

    private let sampleRate: Int
    private let state = Mutex(State())
    private let stopRequested = Atomic<Bool>(false)
    /// Wakes the thread so that it ends even if its source delivers nothing.
    private let wake = EventDescriptor()
    private let thread = PlainThread(name: "thud-capture")
    /// The PCM, until the thread takes it.
    private let opened: Mutex<CapturePCM?>

    /// Opens a source and begins to capture it. The caller does this before other threads of the program use the environment.
    ///
    /// - Throws: `ThudError` where the source cannot be captured.
    package init(_ source: LoopbackSource) throws(ThudError) {
        sampleRate = source.sampleRate
        opened = Mutex(try CapturePCM(source))
        thread.start { [self] in
            // A capture that wakes up late reads the delay late, and misses cycles under load. Refused, it goes on as it is.
            _ = PlainThread.becomeRealtime(priority: Self.priority)
            if let pcm = opened.withLock({ $0.take() }) { capture(pcm) }
        }
    }

    package var hasBegun: Bool { state.withLock { !$0.anchors.isEmpty } }

    /// When and why the capture ended by itself; nil while it goes on, and if it lasted until it was finished. It is not opened
    /// again: later cues have to be judged by prediction.
    package var end: End? { state.withLock { $0.end } }

    /// Ends the capture and returns what it captured. The output of the last period may be missing.
    package func finish() -> CapturedSignal {
        stopRequested.store(true, ordering: .relaxed)
        wake.signal()
        thread.join()
        return state.withLock { state in
            CapturedSignal(
                samples: state.samples, sampleRate: sampleRate, anchors: state.anchors, gaps: state.gaps)
        }
    }

    private func capture(_ pcm: borrowing CapturePCM) {
        var block = [Float](repeating: 0, count: CapturePCM.channels * CapturePCM.period)
        var (frame, vainRestarts) = (0, 0)
        let most = Int(Self.longest) * sampleRate
        let pace = CapturePace(sampleRate: sampleRate, start: .now())
        while !stopRequested.load(ordering: .relaxed), frame < most {
            switch pcm.read(into: &block) {
            case .frames(let count):
                frame += count
                vainRestarts = 0
                guard pace.allows(frame, at: .now()) else { return forget() }
                keep(block, count, end: frame, at: pcm.nextFrameInstant())
            case .nothing: pcm.wait(wake: wake.number)
            case .overrun:
                vainRestarts += 1
                guard vainRestarts <= Self.mostVainRestarts else { return end(.lost("nothing comes any more")) }
                let gap = frame
                state.withLock { $0.gaps.append(gap) }
            case .ended(let reason): return end(.lost(reason))
            }
        }
        if frame >= most { end(.full) }
    }

    /// Keeps the left channel of a block.
    ///
    /// - Parameters:
    ///   - frames: how many frames are captured with this block.
    ///   - instant: when the frame behind the block came out.
    private func keep(_ block: [Float], _ count: Int, end frames: Int, at instant: Instant?) {
        let left = stride(from: 0, to: CapturePCM.channels * count, by: CapturePCM.channels).lazy.map { block[$0] }
        state.withLock { state in
            state.samples.append(contentsOf: left)
            if let instant { state.anchors.append(CaptureAnchor(frame: frames, instant: instant)) }
        }
    }

    private func forget() {
        state.withLock { $0 = State() }
        end(.unpaced)
    }

    private func end(_ cause: End.Cause) {
        state.withLock { $0.end = End(cause: cause, instant: .now()) }
    }
}

/// Tells a source that captures at its rate from one that delivers as many samples as are asked for, such as `null`, which
/// would fill the memory at once.
struct CapturePace {
    let sampleRate: Int
    let start: Instant

    /// How much faster than the clock a source may be in the long run. A real crystal is wrong by less than a thousandth.
    private static let most = 1.5
    /// How many seconds may come at once beside that: a full buffer, and the samples that a plugin has stored.
    private static let ahead = 3.0

    /// Whether so many frames in all may have come until `now`.
    func allows(_ frames: Int, at now: Instant) -> Bool {
        Double(frames) <= Double(sampleRate) * (Self.ahead + Self.most * (now - start).seconds)
    }
}
