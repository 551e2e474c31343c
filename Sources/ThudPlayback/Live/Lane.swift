import ThudCore

/// One control of a live voice over the frames of that voice: straight segments, each of which holds its last value until
/// another one rules.
///
/// Of all segments that have begun, the one that was added last rules. So a segment cuts off those before it without touching
/// them, and where it has to begin later than was asked, they rule until then.
struct Lane: BitwiseCopyable {
    /// Segments that a lane holds at most: those that may still be heard.
    static var capacity: Int {
        @_noLocks @_noAllocation get { 48 }
    }

    /// One turn. Frames count from the voice's first frame.
    struct Segment: BitwiseCopyable {
        /// The turn's name.
        var id: UInt64 = 0
        /// The frame on which it begins.
        var start: Int64 = 0
        /// The first frame that it changes, which may lie before its start; see ``LiveVoice/place(_:on:of:)``.
        var heard: Int64 = 0
        /// How long it moves, in frames.
        var length: Int64 = 0
        /// The value at its start.
        var from = 0.0
        /// The value at its end and after it.
        var to = 0.0
        var triggered = Instant(nanoseconds: 0)
        var taken = Instant(nanoseconds: 0)
        /// It was asked for a frame that had gone by.
        var isLate = false
        /// Its caller has been told on which frame it began.
        var hasReceipt = true

        @_noLocks @_noAllocation
        init() {}
    }

    /// The segments, in the order in which they were added. They stand apart, so that a lane is small enough to be a value.
    let segments: UnsafeMutablePointer<Segment>
    private(set) var count = 0
    /// The value before the first segment.
    private let initial: Double
    /// Frames a second.
    private let rate: Double

    /// A lane that stands at `value`, at `sampleRate` Hz; `deallocate` frees it.
    static func allocate(at value: Double, sampleRate: Int) -> Lane {
        let segments = UnsafeMutablePointer<Segment>.allocate(capacity: capacity)
        // Written once, so that the audio thread finds every page of it there.
        segments.initialize(repeating: Segment(), count: capacity)
        return Lane(segments: segments, initial: value, rate: Double(sampleRate))
    }

    private init(segments: UnsafeMutablePointer<Segment>, initial: Double, rate: Double) {
        self.segments = segments
        self.initial = initial
        self.rate = rate
    }

    func deallocate() { segments.deallocate() }

    /// The value at a time in seconds from the voice's start.
    ///
    /// The arithmetic is that of a pattern's curves (`PiecewiseLinear.value(at:)`), so that a file of the same turns steps on the
    /// same frames.
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

    /// Adds a segment, whose `from` it works out. False where the lane is full.
    @_noLocks @_noAllocation
    mutating func add(_ segment: Segment) -> Bool {
        guard count < Lane.capacity else { return false }
        segments[count] = segment
        setOrigin(count)
        count += 1
        return true
    }

    /// A segment begins where those before it would have been.
    @_noLocks @_noAllocation
    private mutating func setOrigin(_ index: Int) {
        segments[index].from = value(at: Double(segments[index].start) / rate, ofFirst: index)
    }

    /// Puts the segment at `index` elsewhere.
    @_noLocks @_noAllocation
    mutating func move(_ index: Int, to segment: Segment) {
        segments[index] = segment
        setOrigin(index)
    }

    /// Whether the segment at `index` never rules, because one that was added later begins sooner. One that begins
    /// with it goes on from it.
    @_noLocks @_noAllocation
    func isOverruled(_ index: Int) -> Bool {
        for later in index + 1..<max(index + 1, count) where segments[later].start < segments[index].start {
            return true
        }
        return false
    }

    /// Notes that the caller of the segment at `index` has been told.
    @_noLocks @_noAllocation
    mutating func noteReceipt(at index: Int) { segments[index].hasReceipt = true }

    /// Forgets the segments that rule no frame from `frame` on and that have been told of.
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
