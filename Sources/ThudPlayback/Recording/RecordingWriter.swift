import Synchronization
import ThudSoundFiles

/// The disk's end of a recording: puts samples and rests into the file in the order in which they came.
struct RecordingWriter: ~Copyable {
    private var file: WavWriter
    private let tap: RecordingTap
    /// Frames taken from the ring so far.
    private var drained = 0
    /// The next rest, once it is known.
    private var rest: RecordingTap.Rest?

    /// Frames of silence written at a time.
    private static let stretch = 48_000

    init(file: consuming WavWriter, tap: RecordingTap) {
        self.file = file
        self.tap = tap
    }

    /// Writes all that waits.
    mutating func writeWaiting() throws(SoundFileError) {
        while true {
            // In this order: whatever rest precedes a frame that waits is then known.
            let waiting = tap.shared.pointee.ring.filled
            rest = rest ?? tap.shared.pointee.rests.pop()
            let count = min(waiting, rest.map { $0.after - drained } ?? waiting)
            if count > 0 {
                try drain(count)
            } else if let due = rest, due.after == drained {
                rest = nil
                try writeSilence(due.count)
            } else if rest == nil {
                return
            }
        }
    }

    /// Writes the silence that was still owed at the end. To be called when the audio thread has ended.
    mutating func writeOwed() throws(SoundFileError) {
        try writeSilence(tap.shared.pointee.owed.exchange(0, ordering: .relaxed))
    }

    /// Finishes the file.
    consuming func close() throws(SoundFileError) { try file.close() }

    private mutating func drain(_ count: Int) throws(SoundFileError) {
        drained += count
        try tap.shared.pointee.ring.drain(count) { (samples) throws(SoundFileError) in
            try file.write(interleaved: samples.span)
        }
    }

    private mutating func writeSilence(_ count: Int) throws(SoundFileError) {
        var left = count
        while left > 0 {
            let frames = min(left, RecordingWriter.stretch)
            try file.write(interleaved: [Float](repeating: 0, count: frames * Mixer.channelCount).span)
            left -= frames
        }
    }
}
