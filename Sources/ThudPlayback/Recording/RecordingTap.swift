import Synchronization

/// The audio thread's side of a recording.
///
/// The file always keeps the stream's time. Frames that found no room in the ring, and frames that were never
/// rendered, become a gap of the same number of silent frames.
struct RecordingTap: BitwiseCopyable, @unchecked Sendable {  // One producer, one consumer; see SampleRing.
    let shared: UnsafeMutablePointer<Shared>

    struct Shared: ~Copyable {
        let ring: SampleRing
        /// The gaps that the writer has not yet read.
        let gaps = Ring<SilenceGap>(capacity: 64)
        /// The silent frames not yet announced to the writer. Only the audio thread uses it until it has ended.
        let pendingSilence = Atomic<Int>(0)
        /// The frames that found no room.
        let dropped = Atomic<Int>(0)
        let isFinished = Atomic<Bool>(false)

        init(frames: Int) { ring = SampleRing(frames: frames) }
    }

    /// Silence between two frames of the ring.
    struct SilenceGap: BitwiseCopyable {
        /// The number of frames put into the ring before it, since the start.
        let after: Int
        let count: Int
    }

    @_noLocks @_noAllocation
    func put(_ block: MixBlock, count: Int) {
        if isSilenceSent(), shared.pointee.ring.put(block, count: count) { return }
        shared.pointee.dropped.wrappingAdd(count, ordering: .relaxed)
        putSilence(count)
    }

    @_noLocks @_noAllocation
    func putSilence(_ count: Int) { shared.pointee.pendingSilence.wrappingAdd(count, ordering: .relaxed) }

    /// Announces pending silence once half of the ring is empty, so that a slow disk causes few gaps. Returns whether
    /// no silence is left.
    @_noLocks @_noAllocation
    private func isSilenceSent() -> Bool {
        let pending = shared.pointee.pendingSilence.load(ordering: .relaxed)
        guard pending > 0 else { return true }
        guard shared.pointee.ring.isHalfEmpty,
            shared.pointee.gaps.push(SilenceGap(after: shared.pointee.ring.framesPut, count: pending))
        else { return false }
        shared.pointee.pendingSilence.store(0, ordering: .relaxed)
        return true
    }
}

/// A wait-free queue of interleaved frames (left, right, haptic), from the audio thread to the writer's thread.
struct SampleRing: ~Copyable {
    private let storage: UnsafeMutablePointer<Float>
    private let places: RingPlaces
    private let frames: Int

    init(frames: Int) {
        self.frames = frames
        places = RingPlaces(capacity: frames)
        storage = LockedMemory.allocate(of: Float.self, capacity: frames * Mixer.channelCount)
    }

    deinit { LockedMemory.free(storage, capacity: frames * Mixer.channelCount) }

    /// Audio thread: appends the first `count` frames of `block`, or none of them if there is not enough room.
    @_noLocks @_noAllocation
    borrowing func put(_ block: MixBlock, count: Int) -> Bool {
        guard frames - places.filled() >= count else { return false }
        guard var place = places.free() else { return count == 0 }
        for frame in 0..<count {
            for channel in 0..<Mixer.channelCount {
                storage[place * Mixer.channelCount + channel] = block.channel(channel)[frame]
            }
            place = place + 1 == frames ? 0 : place + 1
        }
        places.put(count)
        return true
    }

    /// Audio thread: the number of frames put since the start.
    fileprivate var framesPut: Int { places.putSoFar() }

    /// Audio thread: whether at least half of the ring is free.
    fileprivate var isHalfEmpty: Bool { places.filled() <= frames / 2 }

    /// Writer: the number of waiting frames.
    var filled: Int { places.filled() }

    /// Writer: passes the oldest `count` waiting frames to `body`, in at most two ranges, and frees them.
    borrowing func drain<Failure: Error>(
        _ count: Int, _ body: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
    ) throws(Failure) {
        var left = count
        while left > 0, let place = places.oldest() {
            let stretch = min(left, places.filled(), frames - place)
            try body(
                UnsafeBufferPointer(start: storage + place * Mixer.channelCount, count: stretch * Mixer.channelCount))
            places.take(stretch)
            left -= stretch
        }
    }
}
