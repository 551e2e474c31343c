import ThudCore

/// How long the audio thread takes to hand frames to a sound server, from reading the server's position to the end of
/// the write. The thread measures this itself.
///
/// The bound is how long before a cycle frames may last be rewritten: the 99.9th percentile of recent measurements. If
/// the server takes frames before a handover is over, the bound doubles at once. This surplus then fades over thousands
/// of handovers.
struct HandoverTime: BitwiseCopyable {
    /// The bound, in nanoseconds.
    private(set) var bound = HandoverTime.usual
    /// Handovers of frames that replace queued ones. The bound is for these.
    private var rewrites = Times()
    /// Handovers of frames behind the queued ones. They happen more often, so they stand for the others at first.
    private var fills = Times()
    /// What late writes have added to the bound.
    private var surplus: Int64 = 0

    /// The bound until enough has been measured: several times what a busy machine needs.
    private static var usual: Int64 { 333_333 }
    /// The smallest bound. It also covers the rounding of reported delays to whole frames.
    private static var least: Int64 { 40_000 }
    /// The largest bound. A thread that needs longer was stopped in the middle, and no bound prevents that.
    private static var most: Int64 { 1_000_000 }
    /// The number of measurements from which the bound follows them.
    private static var needed: Int { 64 }
    /// The reciprocal of the part of the surplus that fades with each measurement.
    private static var fading: Int64 { 8192 }

    /// Learns how long a handover took, and whether the server took frames before it was over.
    @_noLocks @_noAllocation
    mutating func learn(_ time: Interval, isRewrite: Bool, isLate: Bool = false) {
        if isRewrite { rewrites.add(time) } else { fills.add(time) }
        if isLate {
            surplus = min(HandoverTime.most, surplus + bound)
        } else {
            surplus -= (surplus + HandoverTime.fading - 1) / HandoverTime.fading
        }
        bound = min(HandoverTime.most, max(HandoverTime.least, measured) + surplus)
    }

    private var measured: Int64 {
        if rewrites.total >= HandoverTime.needed { return rewrites.longest }
        return fills.total >= HandoverTime.needed ? fills.longest : HandoverTime.usual
    }
}

/// Recent measurements. The audio thread may not allocate, so they are counted in a fixed number of buckets.
private struct Times: BitwiseCopyable {
    /// How many measurements fell into each bucket. The buckets end at 1.25, 1.5, 1.75 and 2 µs, at twice these times,
    /// and so on up to 4 ms.
    private var counts = [48 of UInt16](repeating: 0)
    private(set) var total = 0

    /// The number of measurements at which all of them lose half of their weight.
    private static var remembered: Int { 4096 }
    /// The unit of the first buckets, in nanoseconds.
    private static var unit: Int64 { 256 }

    @_noLocks @_noAllocation
    mutating func add(_ time: Interval) {
        counts[Times.bucket(of: time.nanoseconds)] += 1
        total += 1
        if total >= Times.remembered { forgetHalf() }
    }

    /// The 99.9th percentile, rounded up to the end of its bucket. Of fewer than two thousand measurements it is the
    /// second longest, because a single one may be a stall that says nothing about the others.
    var longest: Int64 {
        @_noLocks @_noAllocation get {
            var above = 0
            var index = 47
            while index > 0 {
                above += Int(counts[index])
                if above > max(1, total / 1000) { break }
                index -= 1
            }
            return (Int64(index % 4 + 5) << Int64(index / 4)) * Times.unit
        }
    }

    @_noLocks @_noAllocation
    private static func bucket(of nanoseconds: Int64) -> Int {
        let length = min(max(nanoseconds / unit, 4), 16_383)
        let octave = 61 - length.leadingZeroBitCount
        return 4 * octave + Int(length >> Int64(octave)) - 4
    }

    @_noLocks @_noAllocation
    private mutating func forgetHalf() {
        total = 0
        for index in 0..<48 {
            counts[index] /= 2
            total += Int(counts[index])
        }
    }
}
