import Synchronization
import ThudCore
import ThudSoundFiles

/// A WAV file of everything that the engine plays: left, right and haptic, from the stream's first frame on.
///
/// The audio thread fills a ring, and a thread of this class writes its contents to disk. Frame n of the file is
/// frame n of the stream. The thread is not a `Worker`: it polls the ring, so that the audio thread need not wake it.
public final class Recording: Sendable {
    /// The path of the file.
    public let path: String
    let tap: RecordingTap
    private let sampleRate: Int
    private let writer: Mutex<RecordingWriter?>
    private let failure = Mutex<ThudError?>(nil)
    private let thread = PlainThread(name: "thud-record")
    private let wake: EventDescriptor

    /// The seconds of sound that may wait for a slow disk before the recording gets gaps.
    static let bufferedSeconds = 4
    /// The time between two polls of the ring. It is long, so that the machine seldom wakes.
    private static let pause = Interval.milliseconds(100)

    /// Creates the file and starts writing.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which ends in `.wav`.
    ///   - sampleRate: The stream's sample rate, in Hz.
    ///   - isCarriedByCaller: Whether no thread writes to the disk, because the engine's caller does so while it
    ///     advances a virtual engine.
    /// - Throws: `ThudError` if the file has another ending or cannot be created, or the system gives no thread or no
    ///   descriptor.
    public init(path: String, sampleRate: Int, isCarriedByCaller: Bool = false) throws(ThudError) {
        guard SoundFormat(path: path) == .wav else {
            throw ThudError(
                .unknownExtension, about: path, "\(path): cannot be written: a recording is a WAV file; end it in .wav")
        }
        wake = try EventDescriptor(orThrow: ())
        let file = try WavWriter(path: path, sampleRate: sampleRate, channelCount: Mixer.channelCount)
        let shared = UnsafeMutablePointer<RecordingTap.Shared>.allocate(capacity: 1)
        shared.initialize(to: RecordingTap.Shared(frames: Recording.bufferedSeconds * sampleRate))
        tap = RecordingTap(shared: shared)
        writer = Mutex(RecordingWriter(file: file, tap: tap))
        self.path = path
        self.sampleRate = sampleRate
        guard isCarriedByCaller || thread.start(isOptional: true, { [self] in carry() }) else { throw .noThread }
    }

    deinit {
        tap.shared.deinitialize(count: 1)
        tap.shared.deallocate()
    }

    /// Writes the remaining samples and closes the file. Call it once, after the audio thread has ended.
    ///
    /// - Throws: `ThudError` if any part of the recording did not reach the disk.
    public func finish() throws(ThudError) {
        tap.shared.pointee.isFinished.store(true, ordering: .releasing)
        wake.signal()
        thread.join()
        attempt { (writer) throws(ThudError) in
            try writer?.writeWaiting()
            try writer?.writePendingSilence()
        }
        var open = writer.withLock { $0.take() }
        guard let writer = open.take() else { return }
        let earlier = failure.withLock { $0 }
        do throws(ThudError) {
            try writer.close()
        } catch {
            // The first failure has the cause; closing only fails again.
            throw earlier ?? error
        }
        if let earlier { throw earlier }
        let dropped = tap.shared.pointee.dropped.load(ordering: .relaxed)
        if dropped > 0 { throw ThudError.diskTooSlow(path, seconds: Double(dropped) / Double(sampleRate)) }
    }

    /// Runs the writing thread: writes the ring's contents to disk until the recording is finished.
    private func carry() {
        while !tap.shared.pointee.isFinished.load(ordering: .acquiring) {
            wake.wait(atMost: Recording.pause)
            attempt { (writer) throws(ThudError) in try writer?.writeWaiting() }
        }
    }

    /// Writes the ring's contents to disk if at least a second is waiting, for recordings without a thread.
    func carryWaiting() {
        guard tap.shared.pointee.ring.filled >= sampleRate else { return }
        attempt { (writer) throws(ThudError) in try writer?.writeWaiting() }
    }

    /// Keeps the first failure and writes nothing after it. The ring then fills up and drops frames, but `finish`
    /// throws the first failure and does not blame the disk's speed.
    private func attempt(_ body: (inout RecordingWriter?) throws(ThudError) -> Void) {
        guard failure.withLock({ $0 == nil }) else { return }
        do throws(ThudError) {
            try writer.withLock { writer throws(ThudError) in try body(&writer) }
        } catch {
            failure.withLock { $0 = error }
        }
    }
}

/// The disk side of a recording: writes samples and silent gaps into the file in the order in which they came.
struct RecordingWriter: ~Copyable {
    private var file: WavWriter
    private let tap: RecordingTap
    private var drained = 0
    private var gap: RecordingTap.SilenceGap?
    private static let stretch = 48_000

    init(file: consuming WavWriter, tap: RecordingTap) {
        self.file = file
        self.tap = tap
    }

    mutating func writeWaiting() throws(ThudError) {
        while true {
            // Count the frames before reading the gaps. Then every gap that precedes a waiting frame is known.
            let waiting = tap.shared.pointee.ring.filled
            gap = gap ?? tap.shared.pointee.gaps.pop()
            let count = min(waiting, gap.map { $0.after - drained } ?? waiting)
            if count > 0 {
                try drain(count)
            } else if let due = gap, due.after == drained {
                gap = nil
                try writeSilence(due.count)
            } else if gap == nil {
                return
            }
        }
    }

    /// Writes the silence that the audio thread had not yet announced. Call it after that thread has ended.
    mutating func writePendingSilence() throws(ThudError) {
        try writeSilence(tap.shared.pointee.pendingSilence.exchange(0, ordering: .relaxed))
    }

    consuming func close() throws(ThudError) { try file.close() }

    private mutating func drain(_ count: Int) throws(ThudError) {
        drained += count
        try tap.shared.pointee.ring.drain(count) { (samples) throws(ThudError) in
            try file.write(interleaved: samples.span)
        }
    }

    private mutating func writeSilence(_ count: Int) throws(ThudError) {
        var left = count
        while left > 0 {
            let frames = min(left, RecordingWriter.stretch)
            try file.write(interleaved: [Float](repeating: 0, count: frames * Mixer.channelCount).span)
            left -= frames
        }
    }
}
