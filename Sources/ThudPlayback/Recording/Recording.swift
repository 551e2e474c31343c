import Synchronization
import ThudCore
import ThudSoundFiles

/// A WAV file of all that the engine plays: left, right and haptic, from the stream's first frame on.
///
/// The audio thread feeds a ring; a thread of this class carries it to the disk. Frame n of the file is frame n of the
/// stream. The thread is no `Worker`: it looks at the ring on its own, so that the audio thread need not wake it.
public final class Recording: Sendable {
    /// Where the file is.
    public let path: String
    let tap: RecordingTap
    private let sampleRate: Int
    private let writer: Mutex<RecordingWriter?>
    private let failure = Mutex<ThudError?>(nil)
    private let thread = PlainThread(name: "thud-record")
    private let wake = EventDescriptor()

    /// Seconds of sound that may wait for a slow disk before the recording has holes.
    static let patienceSeconds = 4
    /// The pause between two looks at the ring: long, so that the machine is seldom woken.
    private static let pause = Interval.milliseconds(100)

    /// Creates the file and starts writing.
    ///
    /// - Parameters:
    ///   - sampleRate: the stream's, in Hz.
    ///   - isCarriedByCaller: no thread empties the ring; whoever fills it calls `carryWaiting` before it is full.
    /// - Throws: `ThudError` where the file cannot be created.
    public init(path: String, sampleRate: Int, isCarriedByCaller: Bool = false) throws(ThudError) {
        let file = try WavWriter(path: path, sampleRate: sampleRate, channelCount: Mixer.channelCount)
        let shared = UnsafeMutablePointer<RecordingTap.Shared>.allocate(capacity: 1)
        shared.initialize(to: RecordingTap.Shared(frames: Recording.patienceSeconds * sampleRate))
        tap = RecordingTap(shared: shared)
        writer = Mutex(RecordingWriter(file: file, tap: tap))
        self.path = path
        self.sampleRate = sampleRate
        if !isCarriedByCaller { thread.start { [self] in carry() } }
    }

    deinit {
        tap.shared.deinitialize(count: 1)
        tap.shared.deallocate()
    }

    /// Writes what is left and closes the file. To be called once, when the audio thread has ended.
    ///
    /// - Throws: `ThudError` where anything of the recording did not reach the disk.
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
        try writer.close()
        if let failure = failure.withLock({ $0 }) { throw failure }
        let dropped = tap.shared.pointee.dropped.load(ordering: .relaxed)
        if dropped > 0 { throw ThudError.diskTooSlow(path, seconds: Double(dropped) / Double(sampleRate)) }
    }

    /// The writing thread: carries the ring to the disk until nothing more comes.
    private func carry() {
        while !tap.shared.pointee.isFinished.load(ordering: .acquiring) {
            wake.wait(atMost: Recording.pause)
            attempt { (writer) throws(ThudError) in try writer?.writeWaiting() }
        }
    }

    /// Carries the ring to the disk once a good part of it is full, where no thread does.
    func carryWaiting() {
        guard tap.shared.pointee.ring.filled >= sampleRate else { return }
        attempt { (writer) throws(ThudError) in try writer?.writeWaiting() }
    }

    /// Keeps the first failure and writes nothing after it. The ring fills from then on; the frames that it drops are not
    /// blamed on the disk's speed, because `finish` tells the first failure instead.
    private func attempt(_ body: (inout RecordingWriter?) throws(ThudError) -> Void) {
        guard failure.withLock({ $0 == nil }) else { return }
        do throws(ThudError) {
            try writer.withLock { writer throws(ThudError) in try body(&writer) }
        } catch {
            failure.withLock { $0 = error }
        }
    }
}

/// The disk's end of a recording: writes samples and silent gaps into the file in the order in which they came.
struct RecordingWriter: ~Copyable {
    private var file: WavWriter
    private let tap: RecordingTap
    /// Frames taken from the ring so far.
    private var drained = 0
    /// The next gap, once it is known.
    private var gap: RecordingTap.SilenceGap?

    /// Frames of silence written at a time.
    private static let stretch = 48_000

    init(file: consuming WavWriter, tap: RecordingTap) {
        self.file = file
        self.tap = tap
    }

    /// Writes all that waits.
    mutating func writeWaiting() throws(ThudError) {
        while true {
            // Frames first, gaps second: every gap that precedes a frame that waits is then known.
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

    /// Writes the silence of which the audio thread had not told yet. To be called when that thread has ended.
    mutating func writePendingSilence() throws(ThudError) {
        try writeSilence(tap.shared.pointee.pendingSilence.exchange(0, ordering: .relaxed))
    }

    /// Finishes the file.
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
