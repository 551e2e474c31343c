/// A wait-free queue of interleaved frames (left, right, haptic) from the audio thread to the thread that writes them
/// to a file.
struct SampleRing: ~Copyable {
    private let storage: UnsafeMutablePointer<Float>
    private let places: RingPlaces
    private let frames: Int

    init(frames: Int) {
        self.frames = frames
        places = RingPlaces(capacity: frames)
        storage = .allocate(capacity: frames * Mixer.channelCount)
        // Touched now, so that the audio thread meets no page for the first time.
        storage.initialize(repeating: 0, count: frames * Mixer.channelCount)
    }

    deinit { storage.deallocate() }

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
