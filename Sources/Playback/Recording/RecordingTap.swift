import Synchronization

/// The audio thread's end of a recording: a ring, and a flag that says the ring once overflowed.
struct RecordingTap: BitwiseCopyable, @unchecked Sendable {  // One producer, one consumer; see SampleRing.
    let shared: UnsafeMutablePointer<Shared>

    /// What tap and writer share.
    struct Shared: ~Copyable {
        let ring: SampleRing
        /// The writer was too slow; from then on nothing more is recorded, so that what is recorded stays true.
        let hasOverflowed = Atomic<Bool>(false)
        let isFinished = Atomic<Bool>(false)
    }

    /// Records the first `count` frames of `block`.
    @_noLocks @_noAllocation
    func put(_ block: MixBlock, count: Int) {
        guard !shared.pointee.hasOverflowed.load(ordering: .relaxed) else { return }
        if !shared.pointee.ring.put(block, count: count) {
            shared.pointee.hasOverflowed.store(true, ordering: .relaxed)
        }
    }
}
