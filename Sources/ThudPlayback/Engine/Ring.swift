import Synchronization

/// A wait-free queue between one producer and one consumer, fixed in size. Neither side ever waits: a full ring refuses,
/// an empty one has nothing.
///
/// The audio thread may not call generic functions, because they look types up at run time. For each element that it sends
/// or takes there is therefore an overload below, into which the compiler writes the generic body for that one type.
struct Ring<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {  // One producer, one consumer: see above.
    private let storage: UnsafeMutablePointer<Element>
    private let places: RingPlaces

    init(capacity: Int) {
        places = RingPlaces(capacity: capacity)
        storage = LockedMemory.allocate(of: Element.self, capacity: capacity)
    }

    deinit { LockedMemory.free(storage, capacity: places.capacity) }

    /// Producer: adds `element`, or refuses where the ring is full.
    borrowing func push(_ element: Element) -> Bool { add(element) }

    /// Consumer: the oldest element, if there is one.
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

    /// Consumer: no command waits.
    var isEmpty: Bool {
        @_noLocks @_noAllocation get { places.filled() == 0 }
    }
}

extension Ring where Element == AudioOutput {
    @_noLocks @_noAllocation
    borrowing func pop() -> AudioOutput? { takeOldest() }
}

extension Ring where Element == Receipt {
    /// No receipt waits.
    var isEmpty: Bool { places.filled() == 0 }

    /// Producer: receipts pushed since the beginning.
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

/// Which places of a ring are whose: the part that knows nothing of the elements.
struct RingPlaces: ~Copyable {
    let capacity: Int
    private let beforeTaken = CacheLineGap()
    /// Elements taken and elements put since the beginning; each is written by one side only.
    private let taken = Atomic<Int>(0)
    private let beforeAdded = CacheLineGap()
    private let added = Atomic<Int>(0)
    private let afterAdded = CacheLineGap()

    init(capacity: Int) { self.capacity = capacity }

    /// Producer: the place for the next element, unless the ring is full.
    @_noLocks @_noAllocation
    borrowing func free() -> Int? {
        let end = added.load(ordering: .relaxed)
        return end - taken.load(ordering: .acquiring) < capacity ? end % capacity : nil
    }

    /// Producer: the element stands in its place.
    @_noLocks @_noAllocation
    borrowing func put(_ count: Int = 1) {
        added.store(added.load(ordering: .relaxed) + count, ordering: .releasing)
    }

    /// Consumer: the place of the oldest element, if there is one.
    @_noLocks @_noAllocation
    borrowing func oldest() -> Int? {
        let start = taken.load(ordering: .relaxed)
        return start < added.load(ordering: .acquiring) ? start % capacity : nil
    }

    /// Consumer: the oldest element has been copied out.
    @_noLocks @_noAllocation
    borrowing func take(_ count: Int = 1) {
        taken.store(taken.load(ordering: .relaxed) + count, ordering: .releasing)
    }

    /// Producer: elements put since the beginning.
    @_noLocks @_noAllocation
    borrowing func putSoFar() -> Int { added.load(ordering: .relaxed) }

    /// Elements in the ring, as either side may count them.
    @_noLocks @_noAllocation
    borrowing func filled() -> Int {
        added.load(ordering: .acquiring) - taken.load(ordering: .acquiring)
    }
}
