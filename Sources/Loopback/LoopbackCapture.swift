import Glibc
import Synchronization
public import Timebase

/// Captures a source on a thread of its own until it is finished.
public final class LoopbackCapture: Sendable {
    /// No capture is longer than this, in seconds; what comes after is not kept, as `end` tells.
    public static let longest = 1_800.0

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
        }

        /// What ended it.
        public let cause: Cause
        /// When that was noticed; what came out later was not captured.
        public let instant: Instant
    }

    private let state = Mutex(State())
    private let stopRequested = Atomic<Bool>(false)
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
        if let handle = thread.withLock({ $0.take() }) { pthread_join(handle, nil) }
        return state.withLock { state in
            let left = stride(from: 0, to: state.samples.count, by: 2).map { state.samples[$0] }
            let right = stride(from: 1, to: state.samples.count, by: 2).map { state.samples[$0] }
            return CapturedSignal(
                channels: [left, right], sampleRate: CapturePCM.sampleRate, anchors: state.anchors, gaps: state.gaps)
        }
    }

    private func capture(_ pcm: borrowing CapturePCM) {
        var block = [Float](repeating: 0, count: 2 * CapturePCM.period)
        var frame = 0
        let most = Int(Self.longest) * CapturePCM.sampleRate
        while !stopRequested.load(ordering: .relaxed), frame < most {
            switch pcm.read(into: &block) {
            case .frames(let count):
                frame += count
                let instant = pcm.nextFrameInstant()
                let (end, samples) = (frame, block[..<(2 * count)])
                state.withLock { state in
                    state.samples += samples
                    if let instant { state.anchors.append(CaptureAnchor(frame: end, instant: instant)) }
                }
            case .overrun:
                let gap = frame
                state.withLock { $0.gaps.append(gap) }
            case .ended(let reason):
                return end(.lost(reason))
            }
        }
        if frame >= most { end(.full) }
    }

    private func end(_ cause: End.Cause) {
        state.withLock { $0.end = End(cause: cause, instant: .now()) }
    }
}
