import Synchronization
import ThudCore

/// The stream's clock as the audio thread last knew it, for any other thread to read: a sequence lock in which the
/// writer never waits and a reader that met a write tries again.
struct PublishedClock: ~Copyable {
    private let sequence = Atomic<UInt64>(0)
    private let frame: Atomic<Int64>
    private let instant: Atomic<Int64>
    private let sampleRate: Int64

    /// A clock that reads `clock` until another is published.
    init(_ clock: StreamClock) {
        frame = Atomic(clock.anchorFrame.index)
        instant = Atomic(clock.anchorInstant.nanoseconds)
        sampleRate = clock.sampleRate
    }

    /// Audio thread: publishes `clock`.
    @_noLocks @_noAllocation
    borrowing func publish(_ clock: StreamClock) {
        let before = sequence.load(ordering: .relaxed)
        sequence.store(before &+ 1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        frame.store(clock.anchorFrame.index, ordering: .relaxed)
        instant.store(clock.anchorInstant.nanoseconds, ordering: .relaxed)
        sequence.store(before &+ 2, ordering: .releasing)
    }

    /// Any thread: the clock last published.
    borrowing func read() -> StreamClock {
        while true {
            let before = sequence.load(ordering: .acquiring)
            let clock = StreamClock(
                frame: Frame(frame.load(ordering: .relaxed)),
                instant: Instant(nanoseconds: instant.load(ordering: .relaxed)),
                sampleRate: sampleRate)
            atomicMemoryFence(ordering: .acquiring)
            if before & 1 == 0, sequence.load(ordering: .relaxed) == before { return clock }
        }
    }
}
