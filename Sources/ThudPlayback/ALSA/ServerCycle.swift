/// The length and phase of the cycles in which a sound server takes frames, learned from the position and the delay
/// that the PCM reports. Frames that are rewritten while a cycle takes them would be torn.
///
/// All lengths are in frames.
struct ServerCycle: BitwiseCopyable {
    /// The frames that a cycle takes; 0 if too little was seen.
    private(set) var length: Int64 = 0
    private let sampleRate: Int64
    private var taken: Int64 = -1
    private var steps = 0
    /// The remaining number of readings that are to follow one another closely.
    private var closeLooks = 0
    /// The two longest delays, and the two shortest, negated. Through a cycle the delay falls with the elapsed time,
    /// and it rises with the next. PipeWire's plugin sometimes reports a wrong one, for one call, so the second of each
    /// is used.
    private var longest = TwoLargest(.min / 2)
    private var shortest = TwoLargest(.min / 2)
    /// The number of delays that were read.
    private var readings: Int64 = 0
    /// How long this thread takes to change frames. It does not depend on the cycles.
    var handover: HandoverTime

    /// The number of cycles after which their length counts as known.
    private static var stepsNeeded: Int { 8 }
    /// The guard while the length is not known.
    private static var unknownGuard: Int64 { 256 }

    init(sampleRate: Int, handover: HandoverTime = HandoverTime()) {
        self.sampleRate = Int64(sampleRate)
        self.handover = handover
    }

    /// The time before a cycle in which frames can no longer be changed.
    private var haste: Int64 { max((handover.bound * sampleRate + 999_999_999) / 1_000_000_000, phaseDoubt) }

    /// How much earlier than expected the next cycle may come, because no reading was taken right after one began. Of n
    /// readings at random points of a cycle, fewer than two fall into its first 10/n once in 2000 times.
    private var phaseDoubt: Int64 { min(unrest, 10 * length / max(1, readings)) }

    /// The tolerance for late cycles and for wrong delays: 1/3 ms.
    private var unrest: Int64 { sampleRate / 3000 }

    /// The number of readings, half a millisecond apart, that distinguish an outlier from a jump of the stream.
    private static var closeLooksNeeded: Int { 16 }

    /// Whether too little of the cycles is known.
    var isLearning: Bool {
        @_noLocks @_noAllocation get { steps < ServerCycle.stepsNeeded }
    }

    /// Whether the PCM has to be read several times a cycle.
    var wantsCloseLooks: Bool {
        @_noLocks @_noAllocation get { isLearning || closeLooks > 0 }
    }

    /// Requests frequent readings for a while. What is known of the cycles stays valid until they change.
    @_noLocks @_noAllocation
    mutating func lookOften() { closeLooks = ServerCycle.closeLooksNeeded }

    /// Whether the server has taken frames since learning began. Any delay reported before that is not of this stream.
    var hasBegun: Bool {
        @_noLocks @_noAllocation get { steps > 0 }
    }

    /// Returns whether the server, which has taken `position` frames in total, has taken any since it was observed.
    @_noLocks @_noAllocation
    func hasTaken(_ position: Int64) -> Bool { position > taken }

    /// Learns that the server has taken `position` frames in total, and that the next one is heard in `delay` frames.
    @_noLocks @_noAllocation
    mutating func observe(taken position: Int64, delay: Int64) {
        if closeLooks > 0 { closeLooks -= 1 }
        let step = position - taken
        if taken >= 0, step > 0 {
            if isLearning { steps += 1 }
            // A late reading sees several cycles as one step.
            if length == 0 || step < length { length = step }
        }
        taken = position
        readings += 1
        longest.include(delay)
        shortest.include(-delay)
        // The delay has fallen by more than a cycle's length, so the server's cycles have changed.
        if !isLearning, longest.second - delay > length + unrest { forget() }
    }

    /// Forgets the cycles, but not how long this thread takes.
    @_noLocks @_noAllocation
    mutating func forget() { self = ServerCycle(sampleRate: Int(sampleRate), handover: handover) }

    /// Returns how many of the queued frames must not be rewritten now, if the next one will be heard in `delay`
    /// frames: none, unless the next cycle is near or its time is not known.
    @_noLocks @_noAllocation
    func guardFrames(delay: Int64) -> Int64 {
        guard !isLearning else { return ServerCycle.unknownGuard }
        guard tellsPhase else { return length }
        let left = length - (longest.second - delay)
        return left > haste && left <= length + unrest ? 0 : length
    }

    /// The most frames until a frame that can still be changed is heard, at any time; nil while that is being learned.
    var longestWay: Int64? {
        @_noLocks @_noAllocation get {
            guard !isLearning else { return nil }
            return longest.second + (tellsPhase ? max(haste, unrest) : length)
        }
    }

    /// The length of a cycle; nil while it is being learned.
    var learntLength: Int64? {
        @_noLocks @_noAllocation get { isLearning ? nil : length }
    }

    private var tellsPhase: Bool {
        let range = longest.second + shortest.second
        return range > 0 && range >= length / 2
    }
}

/// A count of the changes of a server's cycle length. Predictions made just before a change are no longer valid.
struct CycleChanges: BitwiseCopyable {
    private(set) var count = 0
    private var length: Int64 = 0

    /// Takes the length of a cycle in frames; nil while it is being learned. If the server converts the rate, the
    /// length varies by about a frame, but a quantum changes at least by a factor of two.
    @_noLocks @_noAllocation
    mutating func observe(_ new: Int64?) {
        guard let new, new > 0 else { return }
        let isOther = 4 * (new - length).magnitude > UInt64(max(new, length))
        if length > 0, isOther { count += 1 }
        if length == 0 || isOther { length = new }
    }
}
