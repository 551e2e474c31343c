import Glibc
import SoundFiles
import Synchronization

/// A WAV file of all that is put out: left, right and haptic, from the stream's first frame on.
///
/// The audio thread feeds a ring; a thread of this class carries it to the disk. Frame n of the file is frame n of the
/// stream.
public final class Recording: Sendable {
    /// Where the file is.
    public let path: String
    let tap: RecordingTap
    private let sampleRate: Int
    private let writer: Mutex<WavWriter?>
    private let failure = Mutex<SoundFileError?>(nil)
    private let thread = Mutex<PlainThread?>(nil)

    /// Seconds of sound that may wait for a slow disk before the recording ends early.
    static let patienceSeconds = 4
    /// Between two looks at the ring: long, so that it wakes the machine little.
    private static let pauseMicroseconds: UInt32 = 100_000

    /// Creates the file and starts writing.
    ///
    /// - Parameter sampleRate: the stream's, in Hz.
    /// - Throws: `SoundFileError` where the file cannot be created.
    public init(path: String, sampleRate: Int) throws(SoundFileError) {
        writer = Mutex(try WavWriter(path: path, sampleRate: sampleRate, channelCount: Mixer.channelCount))
        self.path = path
        self.sampleRate = sampleRate
        let shared = UnsafeMutablePointer<RecordingTap.Shared>.allocate(capacity: 1)
        shared.initialize(to: RecordingTap.Shared(ring: SampleRing(frames: Recording.patienceSeconds * sampleRate)))
        tap = RecordingTap(shared: shared)
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
        guard let file = open.take() else { return }
        let frames = file.framesWritten
        try file.close()
        if let failure = failure.withLock({ $0 }) { throw failure }
        if tap.shared.pointee.hasOverflowed.load(ordering: .relaxed) {
            throw SoundFileError.diskTooSlow(path, seconds: Double(frames) / Double(sampleRate))
        }
    }

    /// The writing thread: carries the ring to the disk until all is there.
    private func carry() {
        while !tap.shared.pointee.isFinished.load(ordering: .acquiring) {
            usleep(Recording.pauseMicroseconds)
            writeWaiting()
        }
        writeWaiting()
    }

    private func writeWaiting() {
        do throws(SoundFileError) {
            try writer.withLock { writer throws(SoundFileError) in
                try tap.shared.pointee.ring.drain { (samples) throws(SoundFileError) in
                    try writer?.write(interleaved: samples.span)
                }
            }
        } catch {
            failure.withLock { $0 = $0 ?? error }
        }
    }
}
