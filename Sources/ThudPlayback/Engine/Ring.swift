import Synchronization

/// A wait-free queue of fixed size between one producer and one consumer. Neither side ever waits: a full ring refuses
/// elements, and an empty one returns nil.
///
/// The audio thread may not call generic functions, because they look up types at run time. So each element type that
/// it sends or receives has an overload below, into which the compiler inlines the generic body for that type.
struct Ring<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {  // One producer, one consumer: see above.
    private let storage: UnsafeMutablePointer<Element>
    private let places: RingPlaces

    init(capacity: Int) {
        places = RingPlaces(capacity: capacity)
        storage = LockedMemory.allocate(of: Element.self, capacity: capacity)
    }

    deinit { LockedMemory.free(storage, capacity: places.capacity) }

    /// Producer: adds `element`; returns false if the ring is full.
    borrowing func push(_ element: Element) -> Bool { add(element) }

    /// Consumer: removes and returns the oldest element; nil if there is none.
    borrowing func pop() -> Element? { takeOldest() }

    @_transparent
    private borrowing func add(_ element: Element) -> Bool {
        guard let place = places.free() else { return false }
        storage[place] = element
        places.put()
        return true
    }

    @_transparent
    private borrowing func takeOldest() -> Element? {
        guard let place = places.oldest() else { return nil }
        let element = storage[place]
        places.take()
        return element
    }
}

extension Ring where Element == Command {
    @_noLocks @_noAllocation
    borrowing func pop() -> Command? { takeOldest() }

    var isEmpty: Bool {
        @_noLocks @_noAllocation get { places.filled() == 0 }
    }
}

extension Ring where Element == AudioOutput {
    @_noLocks @_noAllocation
    borrowing func pop() -> AudioOutput? { takeOldest() }
}

extension Ring where Element == Receipt {
    var isEmpty: Bool { places.filled() == 0 }

    /// Producer: the number of receipts pushed since the start.
    var pushedSoFar: Int {
        @_noLocks @_noAllocation get { places.putSoFar() }
    }

    @_noLocks @_noAllocation
    borrowing func push(_ receipt: Receipt) -> Bool { add(receipt) }
}

extension Ring where Element == Unmanaged<Clip> {
    @_noLocks @_noAllocation
    borrowing func push(_ clip: Unmanaged<Clip>) -> Bool { add(clip) }
}

extension Ring where Element == Int64 {
    @_noLocks @_noAllocation
    borrowing func push(_ number: Int64) -> Bool { add(number) }
}

extension Ring where Element == RecordingTap.SilenceGap {
    @_noLocks @_noAllocation
    borrowing func push(_ gap: RecordingTap.SilenceGap) -> Bool { add(gap) }
}

/// The indices of a ring: which places belong to the producer, and which to the consumer.
struct RingPlaces: ~Copyable {
    let capacity: Int
    private let beforeTaken = CacheLineGap()
    /// The numbers of elements taken and added since the start. Only one side writes each.
    private let taken = Atomic<Int>(0)
    private let beforeAdded = CacheLineGap()
    private let added = Atomic<Int>(0)
    private let afterAdded = CacheLineGap()

    init(capacity: Int) { self.capacity = capacity }

    /// Producer: returns the place for the next element; nil if the ring is full.
    @_noLocks @_noAllocation
    borrowing func free() -> Int? {
        let end = added.load(ordering: .relaxed)
        return end - taken.load(ordering: .acquiring) < capacity ? end % capacity : nil
    }

    /// Producer: publishes the elements just written to their places.
    @_noLocks @_noAllocation
    borrowing func put(_ count: Int = 1) { added.store(added.load(ordering: .relaxed) + count, ordering: .releasing) }

    /// Consumer: returns the place of the oldest element; nil if there is none.
    @_noLocks @_noAllocation
    borrowing func oldest() -> Int? {
        let start = taken.load(ordering: .relaxed)
        return start < added.load(ordering: .acquiring) ? start % capacity : nil
    }

    /// Consumer: frees the places of the oldest elements, which have been copied out.
    @_noLocks @_noAllocation
    borrowing func take(_ count: Int = 1) { taken.store(taken.load(ordering: .relaxed) + count, ordering: .releasing) }

    /// Producer: returns the number of elements put since the start.
    @_noLocks @_noAllocation
    borrowing func putSoFar() -> Int { added.load(ordering: .relaxed) }

    /// Returns the number of elements in the ring. Either side may call it.
    @_noLocks @_noAllocation
    borrowing func filled() -> Int { added.load(ordering: .acquiring) - taken.load(ordering: .acquiring) }
}
