import ThudCore

/// The audio thread's state of a live voice: its lanes and the running sums (folds) over its ticks.
///
/// A frame's output depends only on the frame and the lanes. A phase is a sum over all earlier ticks, so it is stored
/// for the first tick that can still change. Every rendering adds up from there in the same order, to the same bits.
struct LiveVoice: BitwiseCopyable {
    /// One lane for each `LiveControl`, indexed by its `lane`.
    var lanes: [4 of Lane]
    let hasVibration: Bool
    let ownIntensity: Double
    let ownSharpness: Double
    let vibrationAttack: Double
    var heard: ToneFold
    var drive: ToneFold
    let ownVolume: Double
    let ownPitch: Double
    let soundAttack: Double
    let loopStart: Int64
    let loopLength: Int64
    let hasHapticTracks: Bool
    var tracks = TrackFold()
    let rate: Double
    /// The frame of the voice from which on no turn may begin, because the voice is ending.
    var lastTurn = Int64.max

    init(_ source: LiveSource) {
        lanes = [
            source.lane(of: .gain), source.lane(of: .pitch), source.lane(of: .intensity), source.lane(of: .sharpness),
        ]
        hasVibration = source.vibration != nil
        ownIntensity = source.vibration?.intensity ?? 0
        ownSharpness = source.vibration?.sharpness ?? 0
        vibrationAttack = source.vibration?.attack ?? 0
        heard = ToneFold(source.vibration?.heard.view ?? source.hapticTracks?.heard.view)
        drive = ToneFold(source.vibration?.drive.view ?? source.hapticTracks?.drive.view)
        ownVolume = source.volume
        ownPitch = source.pitch
        soundAttack = source.attack
        loopStart = Int64(source.loop?.lowerBound ?? 0)
        loopLength = Int64(source.loop?.count ?? 0)
        hasHapticTracks = source.hapticTracks != nil
        rate = Double(source.sampleRate)
    }

    func deallocate() { for lane in 0..<LiveVoice.laneCount { lanes[lane].deallocate() } }

    // MARK: Lanes

    static var laneCount: Int {
        @_noLocks @_noAllocation get { 4 }
    }

    /// Returns the value of a control at a time in seconds from the voice's start.
    @inline(__always) @_noLocks @_noAllocation
    func value(of control: LiveControl, at time: Double) -> Double { lanes[control.lane].value(at: time) }

    /// Moves the turns that would become audible from `first` up to `next` so that they do on `next`, except those
    /// that already have a receipt. Frames count from the voice's start. Returns by how many frames the voice has to
    /// end later, so that its last turn is still heard whole.
    @_noLocks @_noAllocation
    mutating func delay(from first: Int64, to next: Int64) -> Int64 {
        var shift: Int64 = 0
        for lane in 0..<LiveVoice.laneCount {
            for index in 0..<lanes[lane].count {
                let segment = lanes[lane].segments[index]
                guard !segment.hasReceipt, segment.heard >= first, segment.heard < next else { continue }
                let moved = place(segment, on: next, of: lane)
                lanes[lane].move(index, to: moved)
                if segment.start >= lastTurn { shift = max(shift, moved.start - segment.start) }
            }
        }
        return shift
    }

    /// Returns the segment, moved so that its first audible change is on `frame` or as soon after it as possible.
    ///
    /// A vibration reads its controls in the middle of each tick. A sound reads them at its steps and moves in straight
    /// lines between them. So a turn that is to be audible from a step on begins just before the next.
    @_noLocks @_noAllocation
    func place(_ segment: Lane.Segment, on frame: Int64, of lane: Int) -> Lane.Segment {
        var placed = segment
        let isOfTicks = lane == LiveControl.sharpness.lane || (lane == LiveControl.intensity.lane && !hasHapticTracks)
        if isOfTicks {
            let framesPerTick = rate * 0.0005
            placed.heard = LiveVoice.ceiling(Double(LiveVoice.ceiling(Double(frame) / framesPerTick)) * framesPerTick)
            placed.start = placed.heard
        } else {
            let framesPerStep = rate * TrackFold.interval
            let step = LiveVoice.ceiling(Double(frame) / framesPerStep)
            placed.heard = LiveVoice.ceiling(Double(step) * framesPerStep)
            placed.start = Int64(Double(step + 1) * framesPerStep) - 1
        }
        // A turn from before the first frame applies from the first sample on.
        if frame <= 0 { (placed.heard, placed.start) = (0, 0) }
        return placed
    }

    // MARK: Settled frames

    /// Advances the folds to `frame`, because no earlier frame is rendered again, and drops segments that are over.
    @_noLocks @_noAllocation
    mutating func settle(before frame: Int64) {
        guard frame > 0 else { return }
        if hasVibration { settleVibration(before: frame) }
        settleTracks(before: frame)
        // The tick that contains the frame, and the step before it, read values from a little earlier.
        let oldest = frame - Int64(rate * 0.003)
        for lane in 0..<LiveVoice.laneCount { lanes[lane].forget(before: oldest) }
    }

    /// The gap, in seconds, after which the folds restart instead of summing up every tick of it.
    private static var longestFold: Double { 1 }

    @_noLocks @_noAllocation
    private mutating func settleVibration(before frame: Int64) {
        let framesPerTick = rate * 0.0005
        let last = Int64(Double(frame) / framesPerTick) - 1
        if Double(last - heard.tick) * 0.0005 > LiveVoice.longestFold {
            heard.restart(at: last)
            drive.restart(at: last)
        }
        while heard.tick < last {
            let moment = moment(at: heard.tick)
            _ = heard.next(moment)
            _ = drive.next(moment)
        }
    }

    @_noLocks @_noAllocation
    private mutating func settleTracks(before frame: Int64) {
        let last = Int64(Double(frame) / (rate * 0.001)) - 1
        if Double(last - tracks.step) * 0.001 > LiveVoice.longestFold { tracks.step = last }
        while tracks.step < last { tracks = fold(after: part(of: tracks)) }
    }

    // MARK: Values

    /// The values that a vibration has in the middle of a tick.
    struct Values: BitwiseCopyable {
        /// The intensity, 0 to 1, including the attack.
        let intensity: Double
        let sharpness: Double
    }

    /// Returns the vibration in a tick. As in a pattern, factors multiply, offsets add, and the results are clamped.
    @_noLocks @_noAllocation
    func moment(at tick: Int64) -> Values {
        let time = (Double(tick) + 0.5) * 0.0005
        let level = LiveVoice.rise(time, over: vibrationAttack)
        return Values(
            intensity: level * LiveVoice.unit(ownIntensity * value(of: .intensity, at: time)),
            sharpness: LiveVoice.unit(ownSharpness + value(of: .sharpness, at: time)))
    }

    /// Returns the level at `time` of a linear attack that lasts `attack` seconds.
    @_noLocks @_noAllocation
    static func rise(_ time: Double, over attack: Double) -> Double { time < attack ? time / attack : 1 }

    /// Clamps a value to 0...1. NaN, which would be no place in a table, becomes 0.
    @_noLocks @_noAllocation
    static func unit(_ value: Double) -> Double { value > 0 ? (value < 1 ? value : 1) : 0 }
}

extension LiveControl {
    /// The index of the control's lane in a live voice.
    var lane: Int {
        @_noLocks @_noAllocation get {
            switch self {
            case .gain: 0
            case .pitch: 1
            case .intensity: 2
            case .sharpness: 3
            }
        }
    }
}
