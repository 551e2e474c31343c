import ThudCore

/// Three planar channels that one render call fills: left, right, haptic.
struct MixBlock: BitwiseCopyable {
    let base: UnsafeMutablePointer<Float>
    /// Frames that fit.
    let capacity: Int

    /// Space for `capacity` frames of every channel, zeroed; given back by `deallocate`.
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
    /// Left, right, haptic: `Channel.allCases`, where the audio thread may count them.
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
