import CThudSystem
import ThudCore

/// Three planar channels that one render call fills: left, right and haptic.
struct MixBlock: BitwiseCopyable {
    let base: UnsafeMutablePointer<Float>
    let capacity: Int

    /// The frames that are written first if a queue is almost empty: usually more than a server takes in one cycle.
    static var shortStretch: Int {
        @_noLocks @_noAllocation get { 256 }
    }

    /// Allocates zeroed space for `capacity` frames of every channel. The caller must `deallocate` it.
    static func allocate(capacity: Int) -> MixBlock {
        let base = LockedMemory.allocate(of: Float.self, capacity: capacity * Channel.allCases.count)
        return MixBlock(base: base, capacity: capacity)
    }

    func deallocate() { LockedMemory.free(base, capacity: capacity * Channel.allCases.count) }

    @_noLocks @_noAllocation
    func channel(_ index: Int) -> UnsafeMutablePointer<Float> { base + index * capacity }
}

/// Renders any range of a timeline. The output depends only on the frame numbers: nothing is kept between calls, and
/// it is bit-identical however the frames are divided into calls.
enum Mixer {
    /// The number of channels, `Channel.allCases.count`, in a form that the audio thread may read.
    static var channelCount: Int {
        @_noLocks @_noAllocation get { 3 }
    }

    /// Renders `count` frames from `first` into the beginning of `block`.
    @_noLocks @_noAllocation
    static func render(_ timeline: borrowing Timeline, from first: Frame, count: Int, into block: MixBlock) {
        for channel in 0..<channelCount {
            let samples = block.channel(channel)
            for index in 0..<count { samples[index] = 0 }
        }
        for index in 0..<timeline.count { add(timeline.voice(at: index), from: first.index, count: count, to: block) }
        for channel in 0..<channelCount { SoftClipper.apply(block.channel(channel), count: count) }
    }

    /// Adds a voice piece by piece, through a pointer, because copying it takes as long as mixing about forty frames.
    @_noLocks @_noAllocation
    private static func add(_ voice: UnsafePointer<Voice>, from first: Int64, count: Int, to block: MixBlock) {
        if let live = voice.pointee.clip.live {
            return add(live, of: voice.pointee, from: first, count: count, to: block)
        }
        var frame = max(first, max(voice.pointee.start.index, voice.pointee.joined.index))
        let limit = min(first + Int64(count), voice.pointee.end.index)
        while frame < limit {
            let period = voice.pointee.period
            var position = frame - voice.pointee.start.index
            var wrap = limit
            var repetition: Int64 = 0
            if period > 0 {
                repetition = position / period
                position -= repetition * period
                wrap = min(limit, frame + period - position)
            }
            let flat = voice.pointee.flatEnd(from: frame, limit: wrap)
            let stop = flat > frame ? flat : voice.pointee.slopeEnd(from: frame, limit: wrap)
            var piece = Piece(
                voice: voice, frame: frame, offset: Int(frame - first), position: Int(position),
                count: Int(stop - frame), isFlat: flat > frame)
            // The current repetition, then the earlier ones that still sound.
            while repetition >= 0, piece.position < voice.pointee.clip.length {
                if repetition < voice.pointee.repetitions {
                    for track in 0..<voice.pointee.clip.trackCount { add(piece, track: track, to: block) }
                }
                repetition -= 1
                piece.position += Int(period)
            }
            frame = stop
        }
    }

    /// A range of a voice in which the loop does not wrap and the envelope's formula does not change.
    private struct Piece: BitwiseCopyable {
        let voice: UnsafePointer<Voice>
        /// The first frame in the stream, in the block (`offset`) and in the clip (`position`).
        let frame: Int64
        let offset: Int
        var position: Int
        let count: Int
        let isFlat: Bool
    }

    @_noLocks @_noAllocation
    private static func add(_ piece: Piece, track: Int, to block: MixBlock) {
        let view = piece.voice.pointee.clip.tracks[track]
        guard let base = view.base, piece.position < view.count else { return }
        let samples = UnsafeBufferPointer(
            start: base + piece.position, count: min(piece.count, view.count - piece.position))
        let gains = piece.voice.pointee.routing.rows[track]
        let left = block.channel(0) + piece.offset
        let right = block.channel(1) + piece.offset
        if piece.isFlat, gains.x != 0, gains.y != 0 {
            thud_add_pair(left, right, samples.baseAddress, gains.x, gains.y, samples.count)
        } else {
            if gains.x != 0 { add(samples, of: piece, gain: gains.x, to: left) }
            if gains.y != 0 { add(samples, of: piece, gain: gains.y, to: right) }
        }
        if gains.z != 0 { add(samples, of: piece, gain: gains.z, to: block.channel(2) + piece.offset) }
    }

    @_noLocks @_noAllocation
    private static func add(
        _ samples: UnsafeBufferPointer<Float>, of piece: Piece, gain: Float, to sum: UnsafeMutablePointer<Float>
    ) {
        if piece.isFlat { return thud_add(sum, samples.baseAddress, gain, samples.count) }
        for index in 0..<samples.count {
            sum[index] += gain * piece.voice.pointee.envelope(at: piece.frame + Int64(index)) * samples[index]
        }
    }
}

/// A soft clipper without memory: each output sample depends on one input sample only.
///
/// Samples up to the knee stay unchanged, so a cue on its own (true peak at most -1 dBTP) passes untouched. Above the
/// knee a hyperbola continues with the same slope and approaches full scale without reaching it.
public enum SoftClipper {
    /// The level up to which the clipper is linear, just above -1 dBFS (0.891).
    static var knee: Float { 0.9 }

    /// Returns the samples as the engine outputs them if nothing else plays, for files that must match what is heard.
    public static func clipped(_ samples: [Float]) -> [Float] {
        var clipped = samples
        clipped.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress { apply(start, count: buffer.count) }
        }
        return clipped
    }

    /// Clips `count` samples in place.
    @_noLocks @_noAllocation
    static func apply(_ samples: UnsafeMutablePointer<Float>, count: Int) {
        guard thud_exceeds(samples, knee, count) != 0 else { return }
        let room = 1 - knee
        for index in 0..<count {
            let sample = samples[index]
            let magnitude = abs(sample)
            let excess = (magnitude - knee) / room
            let bent = knee + room * (excess / (1 + excess))
            // NaN and infinity become silence, because converting them to integers would trap.
            let clipped = bent <= 1 ? (sample < 0 ? -bent : bent) : 0
            samples[index] = magnitude <= knee ? sample : clipped
        }
    }
}

/// Renders voices without a device or a thread, as fast as possible, with the timeline and mixer of a live stream.
///
/// A renderer must not be used from two threads at once.
public final class OfflineRenderer {
    private var timeline = Timeline()
    private let block: MixBlock
    private var owners: [Unmanaged<Clip>] = []

    /// The most frames that one call renders.
    public let capacity: Int

    /// Creates a renderer of `voices` at `sampleRate` Hz. Each voice starts on its exact frame, and `.next` counts as
    /// frame 0. If more voices overlap than may sound at once, the least important are left out, as in a live stream.
    public init(_ voices: [VoiceRequest], sampleRate: Int, capacity: Int = 4096) {
        self.capacity = capacity
        block = MixBlock.allocate(capacity: capacity)
        for request in voices {
            let voice = request.voice(sampleRate: sampleRate)
            owners.append(voice.owner)
            _ = timeline.place(voice)
        }
    }

    deinit {
        block.deallocate()
        for owner in owners { owner.release() }
    }

    /// Renders `count` frames from `first` on.
    ///
    /// - Precondition: `count` is within 0...`capacity`.
    public func render(from first: Frame, count: Int) {
        precondition((0...capacity).contains(count), "at most \(capacity) frames are rendered at once")
        Mixer.render(timeline, from: first, count: count, into: block)
    }

    /// Returns the samples of `channel` that the last call rendered. They are valid until the next call.
    public func samples(of channel: Channel, count: Int) -> UnsafeBufferPointer<Float> {
        UnsafeBufferPointer(start: block.channel(channel.rawValue), count: min(max(0, count), capacity))
    }
}
