import Glibc
import Synchronization
import ThudSoundFiles

/// A WAV file of all that is put out: left, right and haptic, from the stream's first frame on.
///
/// The audio thread feeds a ring; a thread of this class carries it to the disk. Frame n of the file is frame n of the
/// stream.
public final class Recording: Sendable {
    /// Where the file is.
    public let path: String
    let tap: RecordingTap
    private let sampleRate: Int
    private let writer: Mutex<RecordingWriter?>
    private let failure = Mutex<SoundFileError?>(nil)
    private let thread = Mutex<PlainThread?>(nil)

    /// Seconds of sound that may wait for a slow disk before the recording has holes.
    static let patienceSeconds = 4
    /// Between two looks at the ring: long, so that it wakes the machine little.
    private static let pauseMicroseconds: UInt32 = 100_000

    /// Creates the file and starts writing.
    ///
    /// - Parameter sampleRate: the stream's, in Hz.
    /// - Throws: `SoundFileError` where the file cannot be created.
    public init(path: String, sampleRate: Int) throws(SoundFileError) {
        let file = try WavWriter(path: path, sampleRate: sampleRate, channelCount: Mixer.channelCount)
        let shared = UnsafeMutablePointer<RecordingTap.Shared>.allocate(capacity: 1)
        shared.initialize(to: RecordingTap.Shared(frames: Recording.patienceSeconds * sampleRate))
        tap = RecordingTap(shared: shared)
        writer = Mutex(RecordingWriter(file: file, tap: tap))
        self.path = path
        self.sampleRate = sampleRate
        let started = PlainThread(name: "thud-record") { [self] in carry() }
        thread.withLock { $0 = started }
    }

    deinit {
        tap.shared.deinitialize(count: 1)
        tap.shared.deallocate()
    }

    /// Writes what is left and closes the file. To be called when the audio thread has ended.
    ///
    /// - Throws: `SoundFileError` where anything of the recording did not reach the disk.
    public func finish() throws(SoundFileError) {
        tap.shared.pointee.isFinished.store(true, ordering: .releasing)
        thread.withLock { $0.take() }?.join()
        var open = writer.withLock { $0.take() }
        guard let writer = open.take() else { return }
        try writer.close()
        if let failure = failure.withLock({ $0 }) { throw failure }
        let dropped = tap.shared.pointee.dropped.load(ordering: .relaxed)
        if dropped > 0 { throw SoundFileError.diskTooSlow(path, seconds: Double(dropped) / Double(sampleRate)) }
    }

    /// The writing thread: carries the ring to the disk until all is there.
    private func carry() {
        while !tap.shared.pointee.isFinished.load(ordering: .acquiring) {
            usleep(Recording.pauseMicroseconds)
            attempt { (writer) throws(SoundFileError) in try writer?.writeWaiting() }
        }
        attempt { (writer) throws(SoundFileError) in
            try writer?.writeWaiting()
            try writer?.writeOwed()
        }
    }

    /// Keeps the first failure. The ring fills from then on, and what is dropped is not blamed on the disk's speed.
    private func attempt(_ body: (inout RecordingWriter?) throws(SoundFileError) -> Void) {
        guard failure.withLock({ $0 == nil }) else { return }
        do throws(SoundFileError) {
            try writer.withLock { writer throws(SoundFileError) in try body(&writer) }
        } catch {
            failure.withLock { $0 = error }
        }
    }
}
