import Synchronization

/// The audio thread's end of a recording.
///
/// The file keeps the stream's time whatever happens: frames for which there is no room, and those that were never
/// rendered, become a rest of as much silence.
struct RecordingTap: BitwiseCopyable, @unchecked Sendable {  // One producer, one consumer; see SampleRing.
    let shared: UnsafeMutablePointer<Shared>

    /// What tap and writer share.
    struct Shared: ~Copyable {
        let ring: SampleRing
        /// The rests that the writer has not come to.
        let rests = Ring<Rest>(capacity: 64)
        /// Frames of silence that are still to be told; the audio thread's own until it has ended.
        let owed = Atomic<Int>(0)
        /// Frames that found no room.
        let dropped = Atomic<Int>(0)
        let isFinished = Atomic<Bool>(false)

        init(frames: Int) { ring = SampleRing(frames: frames) }
    }

    /// Silence between what was put.
    struct Rest: BitwiseCopyable {
        /// Frames put into the ring before it, from the beginning.
        let after: Int
        /// Its length in frames.
        let count: Int
    }

    /// Records the first `count` frames of `block`.
    @_noLocks @_noAllocation
    func put(_ block: MixBlock, count: Int) {
        if isSettled(), shared.pointee.ring.put(block, count: count) { return }
        shared.pointee.dropped.wrappingAdd(count, ordering: .relaxed)
        rest(count)
    }

    /// Records `count` frames of silence.
    @_noLocks @_noAllocation
    func rest(_ count: Int) { shared.pointee.owed.wrappingAdd(count, ordering: .relaxed) }

    /// No silence is owed, or the writer has been told of it; not before it has caught up by half a ring, so that a slow
    /// disk makes few rests.
    @_noLocks @_noAllocation
    private func isSettled() -> Bool {
        let owed = shared.pointee.owed.load(ordering: .relaxed)
        guard owed > 0 else { return true }
        guard shared.pointee.ring.isHalfEmpty,
            shared.pointee.rests.put(Rest(after: shared.pointee.ring.framesPut, count: owed))
        else { return false }
        shared.pointee.owed.store(0, ordering: .relaxed)
        return true
    }
}
