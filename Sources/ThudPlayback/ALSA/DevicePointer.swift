import ThudCore

/// The position of a device that takes frames out of the queue by itself: a card, with or without alsa-lib's mixer.
///
/// Some cards move their position with every frame, others in steps of several milliseconds, and none reports which. So
/// the length of the longest step is learned: frames must be rewritten at least that far ahead. Between two steps the
/// reported position is old, and the true one is extrapolated from the last step.
///
/// If all steps have the same length, each reading gives bounds for the instant at which the stream's first frame was
/// heard: no later than the position implies, and no more than a step earlier. The thread reads the position when it
/// expects a step, in the middle of the remaining range, so that each reading halves that range.
///
/// All lengths are in frames.
struct DevicePointer: BitwiseCopyable {
    private let sampleRate: Int64
    private var taken: Int64 = 0
    private var lastLook = Instant(nanoseconds: 0)
    private var steps = 0
    private var looks: Int64 = 0
    /// Whether the device has taken frames, so that it is known what is heard.
    private(set) var hasBegun = false
    /// The largest and the second largest number of frames by which the position moved beyond the elapsed time. The
    /// second is used, because this thread is sometimes stopped between reading the position and reading the clock.
    private var leaps = TwoLargest(0)
    /// The most frames between what the device has taken and what is heard.
    private var behind: Int64 = 0
    /// The greatest common divisor of all movements of the position; 0 until it has moved.
    private var grid: Int64 = 0
    /// The number of frames heard at the last reading.
    private var lastHeard: Int64 = 0
    /// The latest instant, in nanoseconds, at which the first frame may have been heard, from the freshest reading.
    private var latest: Int64 = .max
    /// The earliest such instant, if all steps have the same length.
    private var earliest: Int64 = .min / 2

    /// The number of steps after which their length counts as known.
    private static var stepsNeeded: Int { 8 }
    /// The guard while the length of the steps is not known.
    private static var unknownGuard: Int64 { 256 }
    /// The number of readings, about 40 s, after which the longest step seen is reduced by a sixteenth.
    private static var looksTrusted: Int64 { 1024 }
    /// The largest difference between a card's clock and the computer's, in millionths, which makes old readings wrong.
    private static var drift: Int64 { 150 }
    /// The frames by which a step may come early or late.
    private static var unrest: Int64 { 4 }

    init(sampleRate: Int) { self.sampleRate = Int64(sampleRate) }

    /// Half a millisecond, the distance between two readings while the steps are being learned.
    private var lookDistance: Int64 { sampleRate / 2000 }

    /// The time allowed for withdrawing frames, rendering them and writing them again, which take far less: 1 ms.
    private var haste: Int64 { sampleRate / 1000 }

    /// Whether the position has to be read several times a millisecond.
    var isLearning: Bool {
        @_noLocks @_noAllocation get { steps < DevicePointer.stepsNeeded }
    }

    /// The longest step, plus the distance between two readings as a margin.
    var step: Int64 {
        @_noLocks @_noAllocation get { leaps.second + lookDistance }
    }

    /// Whether the position moves in steps longer than the distance between two readings.
    private var isStepped: Bool { leaps.second > lookDistance }

    /// Whether all steps have the same length: all movements are multiples of it, and the largest equals it to within
    /// the distance between two readings on either side.
    private var isRegular: Bool {
        !isLearning && isStepped && abs(leaps.second - grid) <= max(2 * lookDistance, grid / 8)
    }

    /// The instant at which the stream's first frame was heard, in nanoseconds, as far as it is known.
    private var origin: Int64 { isRegular ? earliest + (latest - earliest) / 2 : latest }

    /// Learns that at `now` the device has taken `taken` frames in total, of which `heard` have been heard.
    @_noLocks @_noAllocation
    mutating func observe(taken: Int64, heard: Int64, at now: Instant) {
        let elapsed = (now - lastLook).frames(at: sampleRate)
        let drift = looks > 0 ? (now - lastLook).nanoseconds * DevicePointer.drift / 1_000_000 : 0
        if looks > 0, taken > self.taken {
            hasBegun = true
            if isLearning { steps += 1 }
            leaps.include(taken - self.taken - elapsed)
            grid = DevicePointer.divisor(grid, taken - self.taken)
        }
        if taken - heard > behind { behind = taken - heard }
        self.taken = taken
        lastHeard = heard
        lastLook = now
        looks += 1
        if looks % DevicePointer.looksTrusted == 0 {
            leaps.first -= leaps.first / 16
            leaps.second -= leaps.second / 16
        }
        follow(now.nanoseconds - nanoseconds(heard), drift: drift)
    }

    @_noLocks @_noAllocation
    private static func divisor(_ first: Int64, _ second: Int64) -> Int64 {
        var (larger, smaller) = (first, second)
        while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
        return larger
    }

    /// Updates the bounds of the origin. A reading can only be too old, so the earliest recent one is the best, unless
    /// it is further off than a step of known length explains: then the device has stood still.
    @_noLocks @_noAllocation
    private mutating func follow(_ reading: Int64, drift: Int64) {
        let trusted = latest == .max ? reading : latest + drift
        let oldest = grid > 0 ? reading - nanoseconds(grid) : .min / 2
        latest = min(reading, trusted)
        earliest = max(oldest, earliest - drift)
        if isRegular {
            agree(oldest: oldest, reading)
        } else {
            if !isLearning { latest = min(reading, max(latest, reading - nanoseconds(step))) }
            earliest = min(earliest, latest)
        }
    }

    /// Resolves contradicting bounds in favour of the last reading. A single small error only moves the bounds.
    @_noLocks @_noAllocation
    private mutating func agree(oldest: Int64, _ reading: Int64) {
        guard earliest > latest else { return }
        if earliest - latest > nanoseconds(lookDistance) {
            (earliest, latest) = (oldest, reading)
        } else if latest == reading {
            earliest = latest - nanoseconds(DevicePointer.unrest)
        } else {
            latest = earliest + nanoseconds(DevicePointer.unrest)
        }
    }

    @_noLocks @_noAllocation
    private func nanoseconds(_ frames: Int64) -> Int64 { Interval(frames: frames, at: sampleRate).nanoseconds }

    /// Returns how many of the written frames have been heard at `now`.
    @_noLocks @_noAllocation
    func heard(at now: Instant) -> Int64 { Interval(nanoseconds: now.nanoseconds - origin).frames(at: sampleRate) }

    /// The number of queued frames that must not be rewritten.
    var guardFrames: Int64 {
        @_noLocks @_noAllocation get {
            isLearning ? max(DevicePointer.unknownGuard, step + haste) : step + haste
        }
    }

    /// The most frames until a frame that can still be changed is heard; nil while that is being learned.
    var longestWay: Int64? {
        @_noLocks @_noAllocation get { isLearning ? nil : guardFrames + behind }
    }

    /// The largest error of the instant at which a frame is heard, in frames; 0 if the position is always fresh.
    var doubt: Int64 {
        @_noLocks @_noAllocation get {
            if isRegular { return min(step, Interval(nanoseconds: latest - earliest).frames(at: sampleRate) + 1) }
            return isStepped ? step : 0
        }
    }

    /// Returns when to read the position next, at `soonest` or up to a step later.
    ///
    /// If all steps have the same length, this is the middle of the range in which the next one may come. Otherwise,
    /// readings at different phases of a step find its end sooner or later. Multiples of the golden ratio fill a step
    /// most evenly (Knuth, The Art of Computer Programming 3, 6.4).
    @_noLocks @_noAllocation
    func nextLook(from soonest: Instant) -> Instant {
        guard isRegular else {
            guard isStepped, !isLearning else { return soonest }
            return soonest + Interval(frames: (looks &* 40_503 & 0xFFFF) * step / 65_536, at: sampleRate)
        }
        let step = nanoseconds(grid)
        let last = origin + nanoseconds(lastHeard)
        let steps = max(1, (soonest.nanoseconds - last + step - 1) / step)
        return Instant(nanoseconds: last + steps * step)
    }

    /// Reads the position often for some steps. Their greatest length stays known; its constancy is checked again.
    @_noLocks @_noAllocation
    mutating func lookOften() { (steps, grid) = (0, 0) }

    @_noLocks @_noAllocation
    mutating func forget() { self = DevicePointer(sampleRate: Int(sampleRate)) }
}

/// The largest and the second largest of the included numbers.
struct TwoLargest: BitwiseCopyable {
    var first: Int64
    var second: Int64

    @_noLocks @_noAllocation
    init(_ number: Int64) { (first, second) = (number, number) }

    @_noLocks @_noAllocation
    mutating func include(_ number: Int64) {
        if number > first {
            (first, second) = (number, first)
        } else if number > second {
            second = number
        }
    }
}
