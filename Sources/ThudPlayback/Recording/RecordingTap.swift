import Synchronization

/// The audio thread's end of a recording.
///
/// The file keeps the stream's time whatever happens: frames that found no room, and frames that were never rendered,
/// become a gap of as many silent frames.
struct RecordingTap: BitwiseCopyable, @unchecked Sendable {  // One producer, one consumer; see SampleRing.
    let shared: UnsafeMutablePointer<Shared>

    /// The state that tap and writer share.
    struct Shared: ~Copyable {
        let ring: SampleRing
        /// The gaps that the writer has not reached.
        let gaps = Ring<SilenceGap>(capacity: 64)
        /// Silent frames that the writer has not been told of. Only the audio thread uses it until that thread has ended.
        let pendingSilence = Atomic<Int>(0)
        /// Frames that found no room.
        let dropped = Atomic<Int>(0)
        let isFinished = Atomic<Bool>(false)

        init(frames: Int) { ring = SampleRing(frames: frames) }
    }

    /// Silence between frames that were put.
    struct SilenceGap: BitwiseCopyable {
        /// Frames put into the ring before it, from the beginning.
        let after: Int
        /// Its length in frames.
        let count: Int
    }

    /// Records the first `count` frames of `block`.
    @_noLocks @_noAllocation
    func put(_ block: MixBlock, count: Int) {
        if isSilenceSent(), shared.pointee.ring.put(block, count: count) { return }
        shared.pointee.dropped.wrappingAdd(count, ordering: .relaxed)
        putSilence(count)
    }

    /// Records `count` frames of silence.
    @_noLocks @_noAllocation
    func putSilence(_ count: Int) { shared.pointee.pendingSilence.wrappingAdd(count, ordering: .relaxed) }

    /// Tells the writer of the pending silence; true where none is left. It waits until the writer has emptied half of the
    /// ring, so that a slow disk makes few gaps.
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

/// A wait-free queue of interleaved frames (left, right, haptic) from the audio thread to the thread that writes them
/// to a file.
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

    /// Audio thread: appends the first `count` frames of `block`; refuses all of them where there is not room for all.
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

    /// Audio thread: frames put since the beginning.
    var framesPut: Int {
        @_noLocks @_noAllocation get { places.putSoFar() }
    }

    /// Audio thread: there is room for half of what it holds.
    var isHalfEmpty: Bool {
        @_noLocks @_noAllocation get { places.filled() <= frames / 2 }
    }

    /// Writer: frames that wait.
    var filled: Int { places.filled() }

    /// Writer: hands `body` the oldest `count` frames, of those that wait, in at most two stretches, and frees them.
    borrowing func drain<Failure: Error>(
        _ count: Int, _ body: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
    ) throws(Failure) {
        var left = count
        while left > 0, let place = places.oldest() {
            let stretch = min(left, places.filled(), frames - place)
            try body(
                UnsafeBufferPointer(
                    start: storage + place * Mixer.channelCount, count: stretch * Mixer.channelCount))
            places.take(stretch)
            left -= stretch
        }
    }
}
