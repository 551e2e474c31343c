import Synchronization
import ThudCore
import ThudPlayback

/// Captures a source on its own thread until it is finished. The benchmark looks for its cues in the left channel. The
/// thread is not a `Worker`, because it waits for the PCM and takes no requests except to end.
package final class LoopbackCapture: Sendable {
    /// The longest capture in seconds. Later samples are dropped, and `end` reports it.
    package static let longest = 1_800.0

    /// The SCHED_FIFO priority, if granted: below the engine's, which must never wait for a capture.
    private static let priority: Int32 = 5
    /// How often in a row a restart may yield no samples. With a dead sound server every restart succeeds.
    private static let mostVainRestarts = 3

    private struct State {
        var samples: [Float] = []
        /// The right channel, if the source carries another signal there.
        var right: [Float] = []
        var anchors: [CaptureAnchor] = []
        var gaps: [Int] = []
        var untimed: [Range<Int>] = []
        var end: End?
    }

    /// Why a capture ended before it was finished.
    package enum Cause: Hashable, Sendable {
        /// The source disappeared, for example because the sound server ended. Contains ALSA's reason.
        case lost(String)
        /// The capture reached `longest`.
        case full
        /// The samples came much faster than real time, so their instants are unknown. None is kept.
        case unpaced
    }

    /// Why and when that happened. Later output was not captured.
    package typealias End = (cause: Cause, instant: Instant)

    private let sampleRate: Int
    private let isDouble: Bool
    private let state = Mutex(State())
    private let stopRequested = Atomic<Bool>(false)
    /// Tells that the source is open, and then wakes the thread so that it ends even if its source delivers nothing.
    private let wake = EventDescriptor()
    private let thread = PlainThread(name: "thud-capture")
    /// Whether the source could be opened; nil until that is known.
    private let opening = Mutex<Result<Void, ThudError>?>(nil)

    /// How long a source may take to open.
    private static let longestOpening = Interval.seconds(10)
    private static let pause = Interval.milliseconds(5)

    /// Opens a source and begins to capture it. Call it before other threads use the environment.
    ///
    /// - Parameter connect: called until the source is open. Since version 0.3.71 PipeWire's plugin opens no stream
    ///   before something is connected to it.
    /// - Throws: `ThudError` if the source cannot be opened, or takes longer than 10 s.
    package init(_ source: LoopbackSource, connecting connect: () -> Void = {}) throws(ThudError) {
        sampleRate = source.sampleRate
        isDouble = source.readsCycles
        thread.start { [self] in open(source) }
        let deadline = Instant.now() + Self.longestOpening
        while Instant.now() < deadline {
            connect()
            wake.wait(atMost: Self.pause)
            guard let result = opening.withLock({ $0 }) else { continue }
            wake.clear()
            try result.get()
            return
        }
        throw ThudError(.noCapture, about: source.name, "no sound server connects the capture; start WirePlumber")
    }

    private func open(_ source: LoopbackSource) {
        do throws(ThudError) {
            let pcm = try CapturePCM(source)
            tell(.success(()))
            // A capture that wakes late reads the delay late, and misses cycles under load. It also works if refused.
            _ = PlainThread.becomeRealtime(priority: Self.priority)
            capture(pcm)
        } catch {
            tell(.failure(error))
        }
    }

    private func tell(_ result: Result<Void, ThudError>) {
        opening.withLock { opening in
            opening = result
            wake.signal()
        }
    }

    /// When and why the capture ended by itself; nil while it runs, and if it lasted until it was finished. It is not
    /// reopened, so later cues must be judged by prediction.
    package var end: End? { state.withLock { $0.end } }

    /// The loudest sample of each channel so far.
    package var peaks: (left: Float, right: Float) {
        func peak(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, abs($1)) } }
        return state.withLock { (peak($0.samples), peak($0.right)) }
    }

    /// Ends the capture and returns both channels, of which the right one is empty unless the source carries two
    /// signals. The last period may be missing.
    package func finish() -> (left: CapturedSignal, right: CapturedSignal) {
        stopRequested.store(true, ordering: .relaxed)
        wake.signal()
        thread.join()
        return state.withLock { state in
            let left = CapturedSignal(
                samples: state.samples, sampleRate: sampleRate, anchors: state.anchors, gaps: state.gaps,
                untimed: state.untimed, end: state.end?.instant)
            return (left, left.carrying(state.right))
        }
    }

    private func capture(_ pcm: borrowing CapturePCM) {
        var block = [Float](repeating: 0, count: CapturePCM.channels * CapturePCM.longestRead)
        var (frame, vainRestarts) = (0, 0)
        let most = Int(Self.longest) * sampleRate
        var backlog = CaptureBacklog(sampleRate: sampleRate, start: .now())
        while !stopRequested.load(ordering: .relaxed), frame < most {
            switch pcm.read(into: &block) {
            case .frames(let count):
                frame += count
                vainRestarts = 0
                let now = Instant.now()
                guard backlog.allows(frame, at: now) else { return forget() }
                disown(backlog.read(count, at: now))
                keep(block, count, end: frame, at: pcm.nextFrameInstant())
            case .nothing:
                backlog.findNothing(at: .now())
                pcm.wait(wake: wake.number)
            case .overrun:
                vainRestarts += 1
                guard vainRestarts <= Self.mostVainRestarts else { return end(.lost("no more samples arrive")) }
                let gap = frame
                state.withLock { $0.gaps.append(gap) }
            case .ended(let reason): return end(.lost(reason))
            }
        }
        disown(backlog.end())
        if frame >= most { end(.full) }
    }

    /// Forgets when frames came out that arrived faster than real time.
    private func disown(_ frames: Range<Int>?) {
        guard let frames else { return }
        state.withLock { state in
            state.anchors.removeAll { $0.frame > frames.lowerBound && $0.frame <= frames.upperBound }
            state.untimed.append(frames)
        }
    }

    /// Keeps the left channel of a block, and the right one if it carries another signal.
    ///
    /// - Parameters:
    ///   - frames: how many frames are captured including this block.
    ///   - instant: when the frame after the block came out.
    private func keep(_ block: [Float], _ count: Int, end frames: Int, at instant: Instant?) {
        state.withLock { state in
            state.samples += Self.samples(of: block, count, channel: 0)
            if isDouble { state.right += Self.samples(of: block, count, channel: 1) }
            if let instant { state.anchors.append((frames, instant)) }
        }
    }

    /// Returns a channel of a block. A sample that is no number, as a broken program plays, would make every figure
    /// after it none, so it counts as silence.
    static func samples(of block: [Float], _ count: Int, channel: Int) -> [Float] {
        stride(from: channel, to: CapturePCM.channels * count, by: CapturePCM.channels).map {
            block[$0].isFinite ? block[$0] : 0
        }
    }

    private func forget() {
        state.withLock { $0 = State() }
        end(.unpaced)
    }

    private func end(_ cause: Cause) { state.withLock { $0.end = (cause, .now()) } }
}
