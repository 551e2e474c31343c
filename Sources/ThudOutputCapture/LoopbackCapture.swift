import CThudSystem
import Glibc
import Synchronization
public import ThudCore

/// Captures the left channel of a source, in which the bench looks for its cues, on a thread of its own until it is
/// finished.
public final class LoopbackCapture: Sendable {
    /// No capture is longer than this, in seconds; what comes after is not kept, as `end` tells.
    public static let longest = 1_800.0

    /// A dead sound server looks like an overrun without end: every restart succeeds and nothing comes.
    private static let mostVainRestarts = 3

    private struct State {
        var samples: [Float] = []
        var anchors: [CaptureAnchor] = []
        var gaps: [Int] = []
        var end: End?
    }

    /// Why a capture holds nothing more from some moment on, though nobody has finished it.
    public struct End: Hashable, Sendable {
        /// What ended it.
        public enum Cause: Hashable, Sendable {
            /// The source went away, as when the sound server ends; ALSA's reason for it.
            case lost(String)
            /// It had lasted `longest`.
            case full
            /// Its samples came much faster than time goes by, so nothing tells when any of them came out; none is kept.
            case unpaced
        }

        /// What ended it.
        public let cause: Cause
        /// When that was noticed; what came out later was not captured.
        public let instant: Instant
    }

    private let state = Mutex(State())
    private let stopRequested = Atomic<Bool>(false)
    /// An eventfd that wakes the thread to its end, however little its source delivers.
    private let wake = thud_event_create()
    private let thread: Mutex<pthread_t?>

    private final class Start: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Opens a source and begins to capture it. To be done before other threads of the program use the environment.
    ///
    /// - Throws: `LoopbackError` where the source cannot be captured.
    public init(_ source: LoopbackSource) throws(LoopbackError) {
        let pcm = Mutex<CapturePCM?>(try CapturePCM(source))
        thread = Mutex(nil)
        let holder = Holder(pcm)
        let start = Unmanaged.passRetained(
            Start { [self] in
                if let pcm = holder.take() { capture(pcm) }
            })
        var handle = pthread_t()
        let code = pthread_create(
            &handle, nil,
            { argument in
                if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw LoopbackError("no thread could be started for the capture: \(String(cString: strerror(code)))")
        }
        thread.withLock { $0 = handle }
    }

    deinit { close(wake) }

    /// Carries the PCM to its thread.
    private final class Holder: Sendable {
        private let pcm: Mutex<CapturePCM?>

        init(_ pcm: consuming Mutex<CapturePCM?>) { self.pcm = pcm }

        func take() -> CapturePCM? {
            pcm.withLock { held in
                let taken = held.take()
                return taken
            }
        }
    }

    /// Sound has arrived.
    public var hasBegun: Bool { state.withLock { !$0.anchors.isEmpty } }

    /// When and why it ended by itself; nil while it goes on, and of one that lasted until it was finished. It is not opened
    /// again: what plays meanwhile has to be judged by prediction.
    public var end: End? { state.withLock { $0.end } }

    /// Ends the capture: what was captured. What came out less than a period ago may be missing.
    public func finish() -> CapturedSignal {
        stopRequested.store(true, ordering: .relaxed)
        thud_event_signal(wake)
        if let handle = thread.withLock({ $0.take() }) { pthread_join(handle, nil) }
        return state.withLock { state in
            CapturedSignal(
                samples: state.samples, sampleRate: CapturePCM.sampleRate, anchors: state.anchors, gaps: state.gaps)
        }
    }

    private func capture(_ pcm: borrowing CapturePCM) {
        var block = [Float](repeating: 0, count: CapturePCM.channels * CapturePCM.period)
        var (frame, vainRestarts) = (0, 0)
        let most = Int(Self.longest) * CapturePCM.sampleRate
        let pace = CapturePace(sampleRate: CapturePCM.sampleRate, start: .now())
        while !stopRequested.load(ordering: .relaxed), frame < most {
            switch pcm.read(into: &block) {
            case .frames(let count):
                frame += count
                vainRestarts = 0
                guard pace.allows(frame, at: .now()) else { return forget() }
                keep(block, count, end: frame, at: pcm.nextFrameInstant())
            case .nothing: pcm.wait(wake: wake)
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

    /// Keeps the left channel of a block, behind whose last frame a capture of `frames` frames stands at `instant`.
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
