import ThudCore

/// The values of one control over a live voice's frames: segments, each of which holds its last value until the next.
///
/// Among the segments that have begun, the one that was added last determines the value. A new segment cuts off earlier
/// ones without changing them. If it has to begin later than requested, they stay in force until then.
struct Lane: BitwiseCopyable {
    /// The most segments that a lane holds: those that may still be heard. They cover 190 exact turns a second, which
    /// come half a second ahead.
    static var capacity: Int {
        @_noLocks @_noAllocation get { 96 }
    }

    /// One turn of the control. Frames count from the voice's first frame.
    struct Segment: BitwiseCopyable {
        var id: UInt64 = 0
        var start: Int64 = 0
        /// The first frame that the turn changes, which may come before `start`; see ``LiveVoice/place(_:on:of:)``.
        var heard: Int64 = 0
        /// The length of the ramp, in frames.
        var length: Int64 = 0
        var from = 0.0
        /// The value at the end of the ramp and after it.
        var to = 0.0
        var triggered = Instant(nanoseconds: 0)
        var taken = Instant(nanoseconds: 0)
        /// Whether the turn was requested for a frame that had already passed.
        var isLate = false
        /// Whether the caller has been told on which frame the turn began.
        var hasReceipt = true

        @_noLocks @_noAllocation
        init() {}
    }

    /// The segments, in the order in which they were added, stored outside so that a lane is a small value.
    let segments: UnsafeMutablePointer<Segment>
    private(set) var count = 0
    private let initial: Double
    private let rate: Double

    /// Creates a lane with a constant `value`, at `sampleRate` Hz. The caller must `deallocate` it.
    static func allocate(at value: Double, sampleRate: Int) -> Lane {
        let segments = UnsafeMutablePointer<Segment>.allocate(capacity: capacity)
        // Initialize every element, so that the audio thread never touches a page that is not yet mapped.
        segments.initialize(repeating: Segment(), count: capacity)
        return Lane(segments: segments, initial: value, rate: Double(sampleRate))
    }

    func deallocate() { segments.deallocate() }

    /// Returns the value at `time`, in seconds from the voice's start.
    ///
    /// The arithmetic is that of a pattern's curves (`PiecewiseLinear.value(at:)`), so files change on the same frames.
    @_noLocks @_noAllocation
    func value(at time: Double) -> Double { value(at: time, ofFirst: count) }

    @_noLocks @_noAllocation
    private func value(at time: Double, ofFirst number: Int) -> Double {
        var index = number - 1
        while index >= 0 {
            let segment = segments[index]
            let start = Double(segment.start) / rate
            if start <= time { return value(at: time, of: segment, from: start) }
            index -= 1
        }
        return initial
    }

    @_noLocks @_noAllocation
    private func value(at time: Double, of segment: Segment, from start: Double) -> Double {
        let end = start + Double(segment.length) / rate
        guard time < end else { return segment.to }
        return segment.from + (segment.to - segment.from) * (time - start) / (end - start)
    }

    /// Whether no segment can be added until time passes, because `makeRoom` cannot remove one either.
    var isFull: Bool {
        @_noLocks @_noAllocation get { count == Lane.capacity && leastNeeded < 0 }
    }

    /// Removes and returns a segment that has not begun, if the lane has no place for another one: one that never takes
    /// effect, or else the one that was added last. So of more turns than a lane holds, the last one counts.
    @_noLocks @_noAllocation
    mutating func makeRoom() -> Segment? {
        let place = leastNeeded
        guard count == Lane.capacity, place >= 0 else { return nil }
        let dropped = segments[place]
        count -= 1
        for index in place..<count { segments[index] = segments[index + 1] }
        return dropped
    }

    /// The index of the segment that `makeRoom` may remove; negative if it may remove none.
    private var leastNeeded: Int {
        var (index, soonest) = (count - 1, Int64.max)
        while index >= 0 {
            let segment = segments[index]
            if !segment.hasReceipt, segment.start > soonest { return index }
            soonest = min(soonest, segment.start)
            index -= 1
        }
        return count > 0 && !segments[count - 1].hasReceipt ? count - 1 : -1
    }

    /// Adds a segment and computes its `from`. Returns false if the lane has no place.
    @_noLocks @_noAllocation
    mutating func add(_ segment: Segment) -> Bool {
        guard count < Lane.capacity else { return false }
        segments[count] = segment
        setOrigin(count)
        count += 1
        return true
    }

    /// Makes the segment begin at the value that the segments before it have at its start.
    @_noLocks @_noAllocation
    private mutating func setOrigin(_ index: Int) {
        segments[index].from = value(at: Double(segments[index].start) / rate, ofFirst: index)
    }

    /// Replaces the segment at `index` by one with another start.
    @_noLocks @_noAllocation
    mutating func move(_ index: Int, to segment: Segment) {
        segments[index] = segment
        setOrigin(index)
    }

    /// Whether the segment at `index` never takes effect because a later one begins before it. A later segment that
    /// begins on the same frame does not count: it continues from this one's value.
    @_noLocks @_noAllocation
    func isOverruled(_ index: Int) -> Bool {
        for later in index + 1..<max(index + 1, count) where segments[later].start < segments[index].start {
            return true
        }
        return false
    }

    @_noLocks @_noAllocation
    mutating func markReceipt(at index: Int) { segments[index].hasReceipt = true }

    /// Removes the segments that affect no frame from `frame` on, except those whose caller is still owed a receipt.
    @_noLocks @_noAllocation
    mutating func forget(before frame: Int64) {
        guard count > 1 else { return }
        var ruler = count - 1
        while ruler >= 0, segments[ruler].start > frame { ruler -= 1 }
        var kept = 0
        for index in 0..<count {
            let isOver = index < ruler || isOverruled(index)
            if isOver, segments[index].hasReceipt { continue }
            segments[kept] = segments[index]
            kept += 1
        }
        count = kept
    }
}
