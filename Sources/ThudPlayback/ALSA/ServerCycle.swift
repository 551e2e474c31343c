import ThudCore

/// The cycles in which a sound server takes frames: how long they are and when the next one comes, learnt from the position
/// and the delay that the PCM tells. A stretch that is being changed while a cycle takes it would be torn.
///
/// All lengths are in frames.
struct ServerCycle: BitwiseCopyable {
    /// Frames that a cycle takes; 0 where too little was seen.
    private(set) var length: Int64 = 0
    private let sampleRate: Int64
    private var taken: Int64 = -1
    private var steps = 0
    /// So many looks more are to follow one another closely.
    private var closeLooks = 0
    /// The delay falls through a cycle by the time that goes by, and rises with the next one. PipeWire's plugin tells a wrong
    /// one now and then, for one call, so the second longest and the second shortest are believed.
    private var longest: [2 of Int64] = [2 of Int64](repeating: .min / 2)
    private var shortest: [2 of Int64] = [2 of Int64](repeating: .max / 2)

    /// So many cycles tell how long they are.
    private static var stepsNeeded: Int { 8 }
    /// The guard while the length is not known.
    private static var unknownGuard: Int64 { 256 }

    init(sampleRate: Int) { self.sampleRate = Int64(sampleRate) }

    /// A cycle that comes sooner than this may take frames before they are changed: 1/3 ms is several times what it takes to
    /// render a full queue and to write it.
    private var haste: Int64 {
        @_noLocks @_noAllocation get { sampleRate / 3000 }
    }

    /// So many looks, half a millisecond apart, tell an odd reading from a stream that has jumped.
    private static var closeLooksNeeded: Int { 16 }

    /// Whether too little of the cycles is known.
    var isLearning: Bool {
        @_noLocks @_noAllocation get { steps < ServerCycle.stepsNeeded }
    }

    /// Whether the PCM has to be looked at several times a cycle.
    var wantsCloseLooks: Bool {
        @_noLocks @_noAllocation get { isLearning || closeLooks > 0 }
    }

    /// Has the PCM be looked at often for a while. What is known of the cycles holds until they are seen to be others.
    @_noLocks @_noAllocation
    mutating func lookOften() { closeLooks = ServerCycle.closeLooksNeeded }

    /// The server has taken something since learning began; what it tells of the delay before is not of this stream.
    var hasBegun: Bool {
        @_noLocks @_noAllocation get { steps > 0 }
    }

    /// Whether the server has taken frames since it was last observed, where it has taken `position` in all.
    @_noLocks @_noAllocation
    func hasTaken(_ position: Int64) -> Bool { position > taken }

    /// Learns that the server has taken `position` frames in all, and that the next one is heard in `delay` frames.
    @_noLocks @_noAllocation
    mutating func observe(taken position: Int64, delay: Int64) {
        if closeLooks > 0 { closeLooks -= 1 }
        let step = position - taken
        if taken >= 0, step > 0 {
            if isLearning { steps += 1 }
            // Who looks late sees several cycles as one step.
            if length == 0 || step < length { length = step }
        }
        taken = position
        note(delay)
        // Longer in a cycle than it lasts: the server's cycles are not what they were.
        if !isLearning, longest[1] - delay > length + haste { forget() }
    }

    @_noLocks @_noAllocation
    private mutating func note(_ delay: Int64) {
        if delay > longest[0] {
            longest[1] = longest[0]
            longest[0] = delay
        } else if delay > longest[1] {
            longest[1] = delay
        }
        if delay < shortest[0] {
            shortest[1] = shortest[0]
            shortest[0] = delay
        } else if delay < shortest[1] {
            shortest[1] = delay
        }
    }

    /// Begins to learn anew.
    @_noLocks @_noAllocation
    mutating func forget() { self = ServerCycle(sampleRate: Int(sampleRate)) }

    /// How many of the queued frames have to be left alone now, where the next one is heard in `delay` frames: none, unless the
    /// next cycle is near, or nobody knows when it comes.
    @_noLocks @_noAllocation
    func guardFrames(delay: Int64) -> Int64 {
        guard !isLearning else { return ServerCycle.unknownGuard }
        guard tellsPhase else { return length }
        let left = length - (longest[1] - delay)
        return left > haste && left <= length + haste ? 0 : length
    }

    /// The most frames until a frame that may still be changed is heard, whenever one asks; nil while that is being learnt.
    var longestWay: Int64? {
        @_noLocks @_noAllocation get {
            guard !isLearning else { return nil }
            return longest[1] + (tellsPhase ? haste : length)
        }
    }

    /// How long a cycle is, once that has been learnt.
    var learntLength: Int64? {
        @_noLocks @_noAllocation get { isLearning ? nil : length }
    }

    /// The delay varies through a cycle.
    private var tellsPhase: Bool {
        @_noLocks @_noAllocation get {
            shortest[1] < longest[1] && longest[1] - shortest[1] >= length / 2
        }
    }
}

/// How often a server's cycles have changed their length: predictions that were made just before hold no more.
struct CycleChanges: BitwiseCopyable {
    /// The changes so far.
    private(set) var count = 0
    private var length: Int64 = 0

    /// Notes the length of a cycle in frames; nil while it is being learnt. Where the server converts the rate it varies by a frame
    /// or so, and a quantum changes by a factor of two at the least.
    @_noLocks @_noAllocation
    mutating func note(_ new: Int64?) {
        guard let new, new > 0 else { return }
        let isOther = 4 * (new - length).magnitude > UInt64(max(new, length))
        if length > 0, isOther { count += 1 }
        if length == 0 || isOther { length = new }
    }
}
