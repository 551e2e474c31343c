import ThudCore

/// The position of a device that takes frames out of the queue by itself: a card, with or without alsa-lib's mixer before it.
///
/// Some cards move their position with every frame, others in steps of several milliseconds, and none tells which it does. So the
/// length of the longest step is learnt: a stretch that is being changed has to stay that far ahead. Between two steps the
/// position that is told is old, and what is heard is reckoned on from the last step.
///
/// Where all steps have one length, each look tells that the stream's first frame was heard no later than the position says, and later
/// than the next one would. The thread looks where it expects a step, in the middle of what is still possible, so that each look
/// halves that.
///
/// All lengths are in frames.
struct DevicePointer: BitwiseCopyable {
    private let sampleRate: Int64
    private var taken: Int64 = 0
    private var lastLook = Instant(nanoseconds: 0)
    private var steps = 0
    private var looks: Int64 = 0
    private var hasMoved = false
    /// The most frames that went at once beyond those that time explains, and the second most, which is believed: now and then this
    /// thread is stopped between a reading and the clock's.
    private var leaps: [2 of Int64] = [2 of Int64](repeating: 0)
    /// The most frames between what the device has taken and what is heard.
    private var behind: Int64 = 0
    /// The greatest common divisor of all lengths by which the position moved; 0 until it has.
    private var grid: Int64 = 0
    /// Frames that were heard at the last look.
    private var lastHeard: Int64 = 0
    /// The latest instant at which the stream's first frame may have been heard, in nanoseconds: the freshest reading of late.
    private var latest: Int64 = .max
    /// The earliest such instant, where all steps have one length.
    private var earliest: Int64 = .min / 2

    /// So many steps tell how long they are.
    private static var stepsNeeded: Int { 8 }
    /// The guard while the length of the steps is not known.
    private static var unknownGuard: Int64 { 256 }
    /// After so many looks, about every 40 s, the steps are believed to be a sixteenth shorter than the longest that was seen.
    private static var looksTrusted: Int64 { 1024 }
    /// The clock of a card differs from the computer's by up to so many millionths, so that what a look told is true no longer.
    private static var drift: Int64 { 150 }

    /// A step comes so many frames early or late.
    private static var unrest: Int64 { 4 }

    init(sampleRate: Int) { self.sampleRate = Int64(sampleRate) }

    /// Frames in half a millisecond, after which one looks again while the steps are learnt.
    private var lookDistance: Int64 {
        @_noLocks @_noAllocation get { sampleRate / 2000 }
    }

    /// To take frames back, to render them and to write them again takes far less time than these last: 1 ms.
    private var haste: Int64 {
        @_noLocks @_noAllocation get { sampleRate / 1000 }
    }

    /// Whether the device has to be looked at several times a millisecond.
    var isLearning: Bool {
        @_noLocks @_noAllocation get { steps < DevicePointer.stepsNeeded }
    }

    /// The device has taken something, so that it is known what is heard.
    var hasBegun: Bool {
        @_noLocks @_noAllocation get { hasMoved }
    }

    /// The longest step, give or take the distance of two looks.
    var step: Int64 {
        @_noLocks @_noAllocation get { leaps[1] + lookDistance }
    }

    /// The position moves in steps that are longer than the distance of two looks.
    private var isStepped: Bool {
        @_noLocks @_noAllocation get { leaps[1] > lookDistance }
    }

    /// All steps have one length: the position moved by multiples of it, and at once by one of them, give or take the distance of two
    /// looks before and behind it.
    private var isRegular: Bool {
        @_noLocks @_noAllocation get {
            !isLearning && isStepped && abs(leaps[1] - grid) <= max(2 * lookDistance, grid / 8)
        }
    }

    /// The instant at which the stream's first frame was heard, in nanoseconds, as far as it is known.
    private var origin: Int64 {
        @_noLocks @_noAllocation get { isRegular ? earliest + (latest - earliest) / 2 : latest }
    }

    /// Learns that at `now` the device has taken `taken` frames in all, of which `heard` are heard.
    @_noLocks @_noAllocation
    mutating func observe(taken: Int64, heard: Int64, at now: Instant) {
        let elapsed = (now - lastLook).frames(at: sampleRate)
        let drift = looks > 0 ? (now - lastLook).nanoseconds * DevicePointer.drift / 1_000_000 : 0
        if looks > 0, taken > self.taken {
            hasMoved = true
            if isLearning { steps += 1 }
            note(leap: taken - self.taken - elapsed)
            grid = DevicePointer.divisor(grid, taken - self.taken)
        }
        if taken - heard > behind { behind = taken - heard }
        self.taken = taken
        lastHeard = heard
        lastLook = now
        looks += 1
        if looks % DevicePointer.looksTrusted == 0 {
            leaps[0] -= leaps[0] / 16
            leaps[1] -= leaps[1] / 16
        }
        follow(now.nanoseconds - nanoseconds(heard), drift: drift)
    }

    @_noLocks @_noAllocation
    private mutating func note(leap: Int64) {
        if leap > leaps[0] {
            leaps[1] = leaps[0]
            leaps[0] = leap
        } else if leap > leaps[1] {
            leaps[1] = leap
        }
    }

    /// The greatest common divisor, by Euclid's algorithm.
    @_noLocks @_noAllocation
    private static func divisor(_ first: Int64, _ second: Int64) -> Int64 {
        var (larger, smaller) = (first, second)
        while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
        return larger
    }

    /// A reading can only be too old, so the earliest one of late is the truest, unless it is further off than a step explains:
    /// then the device has stood still. How long a step is has to be known for that.
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

    /// Where what the last look has told contradicts what was known, the last look counts. A position that is told a little early or
    /// late once only moves the bounds.
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

    /// Frames that are heard at `now`, of all that were written.
    @_noLocks @_noAllocation
    func heard(at now: Instant) -> Int64 {
        Interval(nanoseconds: now.nanoseconds - origin).frames(at: sampleRate)
    }

    /// How many of the queued frames have to be left alone.
    var guardFrames: Int64 {
        @_noLocks @_noAllocation get {
            isLearning ? max(DevicePointer.unknownGuard, step + haste) : step + haste
        }
    }

    /// The most frames until a frame that may still be changed is heard; nil while that is being learnt.
    var longestWay: Int64? {
        @_noLocks @_noAllocation get { isLearning ? nil : guardFrames + behind }
    }

    /// By how many frames the instant at which a frame is heard may be wrong: not at all where the position is always fresh.
    var doubt: Int64 {
        @_noLocks @_noAllocation get {
            if isRegular { return min(step, Interval(nanoseconds: latest - earliest).frames(at: sampleRate) + 1) }
            return isStepped ? step : 0
        }
    }

    /// When to look next, at `soonest` or up to a step later.
    ///
    /// Where steps have one length, at the middle of the instants at which the next one may come. Where they have not, looks at ever
    /// other moments of a step find its end sooner or later; multiples of the golden ratio fill a step most evenly (Knuth, The Art of
    /// Computer Programming 3, 6.4).
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

    /// Looks at the device often for some steps. Their greatest length stays known, but whether all have one length is learnt anew.
    @_noLocks @_noAllocation
    mutating func lookOften() { (steps, grid) = (0, 0) }

    /// The device begins anew.
    @_noLocks @_noAllocation
    mutating func forget() { self = DevicePointer(sampleRate: Int(sampleRate)) }
}
