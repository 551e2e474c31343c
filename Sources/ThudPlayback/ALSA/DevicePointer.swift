import ThudCore

/// The position of a device that takes frames out of the queue by itself: a card, with or without alsa-lib's mixer before it.
///
/// Some cards move their position with every frame, others in steps of several milliseconds, and none tells which it does. So the
/// length of the longest step is learnt: a stretch that is being changed has to stay that far ahead. Between two steps the
/// position that is told is old, and what is heard is reckoned on from the last step.
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
    /// The instant at which the stream's first frame was heard, in nanoseconds, as the freshest reading has it.
    private var origin: Int64 = .max

    /// So many steps tell how long they are.
    private static var stepsNeeded: Int { 8 }
    /// The guard while the length of the steps is not known.
    private static var unknownGuard: Int64 { 256 }
    /// After so many looks, about every 40 s, the steps are believed to be a sixteenth shorter than the longest that was seen.
    private static var looksTrusted: Int64 { 1024 }
    /// By so many nanoseconds a look trusts the last origin less: the clock of a card differs from the computer's by up to
    /// 100 millionths, which is 2 us from one refill of a long queue to the next.
    private static var trustLost: Int64 { 3_000 }

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

    /// Learns that at `now` the device has taken `taken` frames in all, of which `heard` are heard.
    @_noLocks @_noAllocation
    mutating func observe(taken: Int64, heard: Int64, at now: Instant) {
        let elapsed = (now - lastLook).frames(at: sampleRate)
        if looks > 0, taken > self.taken {
            hasMoved = true
            if isLearning { steps += 1 }
            note(leap: taken - self.taken - elapsed)
        }
        if taken - heard > behind { behind = taken - heard }
        self.taken = taken
        lastLook = now
        looks += 1
        if looks % DevicePointer.looksTrusted == 0 {
            leaps[0] -= leaps[0] / 16
            leaps[1] -= leaps[1] / 16
        }
        follow(now.nanoseconds - Interval(frames: heard, at: sampleRate).nanoseconds)
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

    /// A reading can only be too old, so the earliest origin of late is the truest, unless it is further off than a step explains:
    /// then the device has stood still. How long a step is has to be known for that.
    @_noLocks @_noAllocation
    private mutating func follow(_ reading: Int64) {
        let old = origin
        origin = reading
        guard old < reading else { return }
        let trusted = old + DevicePointer.trustLost
        let oldest = isLearning ? Int64.min : reading - Interval(frames: step, at: sampleRate).nanoseconds
        origin = min(reading, max(trusted, oldest))
    }

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
        @_noLocks @_noAllocation get { isStepped ? step : 0 }
    }

    /// Where the position moves in steps, looks at ever other moments of a step find its end sooner or later: so many frames
    /// later than otherwise one should look. Multiples of the golden ratio fill a step most evenly (Knuth, The Art of Computer
    /// Programming 3, 6.4).
    var dither: Int64 {
        @_noLocks @_noAllocation get { isStepped ? (looks &* 40_503 & 0xFFFF) * step / 65_536 : 0 }
    }

    /// Looks at the device often for some steps; what is known of them stays.
    @_noLocks @_noAllocation
    mutating func lookOften() { steps = 0 }

    /// The device begins anew.
    @_noLocks @_noAllocation
    mutating func forget() { self = DevicePointer(sampleRate: Int(sampleRate)) }
}
