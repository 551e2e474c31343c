import CThudALSA
import Glibc
import ThudCore

/// Keeps a long queue on a PCM and rewrites its end about every millisecond. Each frame holds its number on the left
/// and its version on the right, so that a capture shows which version was played.
final class Rewriter {
    /// What was written.
    struct Written {
        /// The last version of each frame.
        var versions: [UInt16] = []
        var rewinds = 0
        var underruns = 0
        /// The longest step of the device in frames, and the guard frames used last.
        var step = 0
        var guardFrames = 0
    }

    private let pcm: PCM
    private let buffer: Int
    private var frames: [Int32]
    private var written = Written()
    private var version: UInt16 = 0

    /// The count after which frame numbers wrap.
    static let numbers = 30_000
    /// The guard also includes the time to rewrite the queue: 1 ms.
    private static let haste = 48
    /// How long the queue is left alone at first, to learn the longest step before rewinding.
    private static let learning = Interval.milliseconds(200)

    init(_ name: String, period: Int, buffer: Int) throws {
        pcm = try PCM(name, SND_PCM_STREAM_PLAYBACK, period: period, buffer: buffer, mode: Int32(SND_PCM_NONBLOCK))
        self.buffer = buffer
        frames = [Int32](repeating: 0, count: 2 * buffer)
    }

    /// Plays for so many seconds.
    func run(seconds: Double) throws -> Written {
        try append(buffer)
        // Once filled completely, the queue starts by itself.
        let start = Instant.now()
        var last = (taken: 0, at: start)
        let end = start + .seconds(seconds)
        var pause: UInt32 = 500
        while Instant.now() < end {
            usleep(pause)
            pause = 300 + (pause * 7 + 401) % 1_900
            let room = snd_pcm_avail(pcm.handle)
            guard room >= 0 else {
                written.underruns += 1
                try PCM.check(snd_pcm_prepare(pcm.handle), "recovery")
                try append(buffer)
                continue
            }
            let now = Instant.now()
            let taken = written.versions.count - (buffer - room)
            let beyond = taken - last.taken - Int((now - last.at).frames(at: 48_000))
            if taken > last.taken { written.step = max(written.step, beyond + 24) }
            last = (taken, now)
            written.guardFrames = written.step + Self.haste
            if now - start > Self.learning { try writeAnew(buffer - room - written.guardFrames) }
            if room > buffer / 4 { try append(room) }
        }
        snd_pcm_drop(pcm.handle)
        return written
    }

    /// Rewrites the last `count` frames.
    private func writeAnew(_ count: Int) throws {
        guard count > 0, written.rewinds < 20_000 else { return }
        let rewound = snd_pcm_rewind(pcm.handle, snd_pcm_uframes_t(count))
        try PCM.check(Int32(rewound), "rewinding")
        written.rewinds += 1
        written.versions.removeLast(rewound)
        try append(rewound)
    }

    private func append(_ count: Int) throws {
        version &+= 1
        for offset in 0..<count {
            // Neither channel is ever 0, which means silence.
            frames[2 * offset] = Int32((written.versions.count + offset) % Self.numbers + 1) << 16
            frames[2 * offset + 1] = (Int32(version % 30_000) + 1) << 16
        }
        let taken = snd_pcm_writei(pcm.handle, frames, snd_pcm_uframes_t(count))
        if taken == -Int(EPIPE) { return }
        try PCM.check(Int32(taken), "writing")
        written.versions += [UInt16](repeating: version % 30_000 + 1, count: taken)
    }
}

extension Rewriter.Written {
    /// The comparison of a capture with what was written.
    struct Verdict {
        let frames: Int
        let wrong: Int
        let outOfOrder: Int
        let words: String
    }

    /// Compares a capture with what was written.
    func compare(_ captured: (left: [Int32], right: [Int32])) -> Verdict {
        var (frames, wrong, outOfOrder) = (0, 0, 0)
        var last: Int?
        for (left, right) in zip(captured.left, captured.right) where left != 0 || right != 0 {
            let number = Int(left >> 16) - 1
            // The nearest later frame with that number.
            let next = (last ?? number - 1) + 1
            let frame = next + ((number - next) % Rewriter.numbers + Rewriter.numbers) % Rewriter.numbers
            if last != nil, frame != next { outOfOrder += 1 }
            last = frame
            guard versions.indices.contains(frame) else { continue }
            frames += 1
            if Int32(versions[frame]) != right >> 16 { wrong += 1 }
        }
        return Verdict(
            frames: frames, wrong: wrong, outOfOrder: outOfOrder,
            words: "\(rewinds) rewinds, \(frames) frames captured, \(wrong) in another version than the last, "
                + "\(outOfOrder) out of order, \(underruns) underruns; the device moves \(step) frames at once, "
                + "\(guardFrames) were left alone")
    }
}
