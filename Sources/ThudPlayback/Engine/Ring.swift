import Synchronization

/// A wait-free queue between one producer and one consumer, fixed in size. Neither side ever waits: a full ring refuses,
/// an empty one has nothing.
///
/// The audio thread may not run unspecialised generic code, so it goes through extensions for each concrete element.
struct Ring<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {  // One producer, one consumer: see above.
    let storage: UnsafeMutablePointer<Element>
    let places: RingPlaces

    init(capacity: Int) {
        places = RingPlaces(capacity: capacity)
        storage = .allocate(capacity: capacity)
    }

    deinit { storage.deallocate() }

    /// Producer: adds `element`, or refuses where the ring is full.
    borrowing func push(_ element: Element) -> Bool {
        guard let place = places.free() else { return false }
        storage[place] = element
        places.put()
        return true
    }

    /// Consumer: the oldest element, if there is one.
    borrowing func pop() -> Element? {
        guard let place = places.oldest() else { return nil }
        let element = storage[place]
        places.take()
        return element
    }
}

/// Which places of a ring are whose: the part that knows nothing of the elements.
struct RingPlaces: ~Copyable {
    let capacity: Int
    /// Elements taken and elements put since the beginning; each is written by one side only.
    private let taken = Atomic<Int>(0)
    private let added = Atomic<Int>(0)

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

extension Ring where Element == Command {
    /// Audio thread: the oldest command.
    @_noLocks @_noAllocation
    borrowing func take() -> Command? {
        guard let place = places.oldest() else { return nil }
        let command = storage[place]
        places.take()
        return command
    }
}

extension Ring where Element == Int64 {
    /// Audio thread: hands a number out, where there is room.
    @_noLocks @_noAllocation
    borrowing func offer(_ number: Int64) {
        guard let place = places.free() else { return }
        storage[place] = number
        places.put()
    }
}

extension Ring where Element == Receipt {
    /// Audio thread: hands a receipt out.
    @_noLocks @_noAllocation
    borrowing func put(_ receipt: Receipt) -> Bool {
        guard let place = places.free() else { return false }
        storage[place] = receipt
        places.put()
        return true
    }
}

extension Ring where Element == Unmanaged<Clip> {
    /// Audio thread: gives a clip back to be released elsewhere.
    @_noLocks @_noAllocation
    borrowing func put(_ clip: Unmanaged<Clip>) -> Bool {
        guard let place = places.free() else { return false }
        storage[place] = clip
        places.put()
        return true
    }
}

extension Ring where Element == RecordingTap.Rest {
    /// Audio thread: tells the writer of a recording how long it was silent.
    @_noLocks @_noAllocation
    borrowing func put(_ rest: RecordingTap.Rest) -> Bool {
        guard let place = places.free() else { return false }
        storage[place] = rest
        places.put()
        return true
    }
}

extension Ring where Element == Output {
    /// Audio thread: the device that was opened for it.
    @_noLocks @_noAllocation
    borrowing func take() -> Output? {
        guard let place = places.oldest() else { return nil }
        let output = storage[place]
        places.take()
        return output
    }
}
