import Timebase

/// A sound file instead of a loudspeaker: time is kept by the clock, and every frame is recorded.
final class FileDevice: AudioDevice {
    let output: Output
    let sampleRate: Int
    private let path: String
    private let period: Int
    var summary: String { "no sound device: the round is recorded to \(path)" }

    /// Frames go to `recording`, which the caller started and will finish.
    init(recording: Recording, sampleRate: Int, period: Int = 128) {
        self.sampleRate = sampleRate
        self.period = period
        path = recording.path
        output = .file(
            FileOutput(pace: NullOutput(sampleRate: sampleRate, period: period), tap: recording.tap))
    }

    func close() {}
}

/// The file device as the audio thread sees it: the null clock's pace, the recording's ring.
struct FileOutput: AudioOutput {
    private var pace: NullOutput
    private let tap: RecordingTap

    init(pace: NullOutput, tap: RecordingTap) {
        self.pace = pace
        self.tap = tap
    }

    var period: Int {
        @_noLocks @_noAllocation get { pace.period }
    }

    var capacity: Int {
        @_noLocks @_noAllocation get { pace.capacity }
    }

    @_noLocks @_noAllocation
    mutating func wait(wake: Int32) -> Readiness { pace.wait(wake: wake) }

    @_noLocks @_noAllocation
    mutating func write(_ block: MixBlock, count: Int) -> Bool {
        tap.put(block, count: count)
        return pace.write(block, count: count)
    }

    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64? { pace.queued(at: now) }
}
