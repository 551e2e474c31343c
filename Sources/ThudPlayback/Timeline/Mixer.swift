import ThudCore

/// Three planar channels that one render call fills: left, right, haptic.
struct MixBlock: BitwiseCopyable {
    let base: UnsafeMutablePointer<Float>
    /// Frames that fit.
    let capacity: Int

    /// Space for `capacity` frames of every channel, zeroed; `deallocate` frees it.
    static func allocate(capacity: Int) -> MixBlock {
        let base = UnsafeMutablePointer<Float>.allocate(capacity: capacity * Channel.allCases.count)
        base.initialize(repeating: 0, count: capacity * Channel.allCases.count)
        return MixBlock(base: base, capacity: capacity)
    }

    func deallocate() { base.deallocate() }

    @_noLocks @_noAllocation
    func channel(_ index: Int) -> UnsafeMutablePointer<Float> { base + index * capacity }
}

/// Renders any stretch of a timeline. A pure function of the frame numbers: it keeps nothing between calls, and the
/// same frames come out the same to the bit however they are divided into calls.
enum Mixer {
    /// The number of channels, `Channel.allCases.count`, as the audio thread may ask for it.
    static var channelCount: Int {
        @_noLocks @_noAllocation get { 3 }
    }

    /// Renders `count` frames from `first` into the head of `block`.
    @_noLocks @_noAllocation
    static func render(_ timeline: borrowing Timeline, from first: Frame, count: Int, into block: MixBlock) {
        for channel in 0..<channelCount {
            let samples = block.channel(channel)
            for index in 0..<count { samples[index] = 0 }
        }
        for index in 0..<timeline.count {
            add(timeline.voices[index], from: first.index, count: count, to: block)
        }
        for channel in 0..<channelCount { SoftClipper.apply(block.channel(channel), count: count) }
    }

    @_noLocks @_noAllocation
    private static func add(_ voice: Voice, from first: Int64, count: Int, to block: MixBlock) {
        if let live = voice.clip.live { return add(live, of: voice, from: first, count: count, to: block) }
        var frame = max(first, max(voice.start.index, voice.joined.index))
        let limit = min(first + Int64(count), voice.end.index)
        while frame < limit {
            let position = voice.loop > 0 ? (frame - voice.start.index) % voice.loop : frame - voice.start.index
            let wrap = voice.loop > 0 ? min(limit, frame + voice.loop - position) : limit
            let flat = voice.flatEnd(from: frame, limit: wrap)
            let stop = flat > frame ? flat : voice.slopeEnd(from: frame, limit: wrap)
            let piece = Piece(
                position: Int(position), offset: Int(frame - first), count: Int(stop - frame), frame: frame,
                isFlat: flat > frame)
            for track in 0..<ClipView.trackCount { add(piece, track: track, of: voice, to: block) }
            frame = stop
        }
    }

    /// A stretch of a voice without a seam in loop or envelope.
    private struct Piece: BitwiseCopyable {
        let position: Int
        let offset: Int
        let count: Int
        let frame: Int64
        let isFlat: Bool
    }

    @_noLocks @_noAllocation
    private static func add(_ piece: Piece, track: Int, of voice: Voice, to block: MixBlock) {
        let view = voice.clip.tracks[track]
        guard let base = view.base, piece.position < view.count else { return }
        let source = base + piece.position
        let count = min(piece.count, view.count - piece.position)
        for channel in 0..<channelCount {
            let gain = voice.routing.rows[track][channel]
            guard gain != 0 else { continue }
            let target = block.channel(channel) + piece.offset
            if piece.isFlat {
                for index in 0..<count { target[index] += gain * source[index] }
            } else {
                for index in 0..<count {
                    target[index] += gain * voice.envelope(at: piece.frame + Int64(index)) * source[index]
                }
            }
        }
    }
}

/// A soft clipper: it has no memory, so each sample's output depends on that sample alone.
///
/// Up to the knee it changes nothing, so a cue on its own (true peak at most -1 dBTP) passes untouched. Above the knee a
/// hyperbola that has slope one there bends towards full scale and never reaches it.
public enum SoftClipper {
    /// Linear up to here: just above -1 dBFS (0.891).
    static var knee: Float { 0.9 }

    /// The samples as the engine puts them out where nothing else plays: for files that are to hold what is heard.
    public static func clipped(_ samples: [Float]) -> [Float] {
        var clipped = samples
        clipped.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress { apply(start, count: buffer.count) }
        }
        return clipped
    }

    /// Clips `count` samples softly, in place.
    @_noLocks @_noAllocation
    static func apply(_ samples: UnsafeMutablePointer<Float>, count: Int) {
        let room = 1 - knee
        for index in 0..<count {
            let sample = samples[index]
            let magnitude = abs(sample)
            let excess = (magnitude - knee) / room
            let bent = knee + room * (excess / (1 + excess))
            let clipped = magnitude > knee ? bent : magnitude
            let signed = sample < 0 ? -clipped : clipped
            // NaN becomes silence, because it would trap where samples become integers.
            samples[index] = clipped <= 1 ? signed : 0
        }
    }
}

/// Renders voices without a device or a thread, as fast as it can, with the timeline and mixer of a live stream.
///
/// Not to be used from two threads at once.
public final class OfflineRenderer {
    private var timeline = Timeline()
    private let block: MixBlock
    private var owners: [Unmanaged<Clip>] = []

    /// The most frames that one call renders.
    public let capacity: Int

    /// A renderer of `voices` at `sampleRate` Hz, whose starts are exact frames (`.next` counts as frame 0). Where more
    /// voices compete than may sound at once, the least important are left out, as in a live stream.
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

    /// The samples of `channel` that the last call rendered; valid until the next call.
    public func samples(of channel: Channel, count: Int) -> UnsafeBufferPointer<Float> {
        UnsafeBufferPointer(start: block.channel(channel.rawValue), count: min(max(0, count), capacity))
    }
}
