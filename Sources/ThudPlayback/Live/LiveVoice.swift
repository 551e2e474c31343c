import ThudCore

/// A live voice as the audio thread holds it: its lanes, and where the folds over its ticks stand.
///
/// What it plays on a frame is a function of that frame and of the lanes. A phase is a sum over all ticks before, so it is kept
/// for the first tick that can still change; every rendering adds up from there, in the same order, and so comes to the same
/// bits.
struct LiveVoice: BitwiseCopyable {
    /// One for each `LiveControl`, by its `lane`.
    var lanes: [4 of Lane]

    /// The vibration.
    let hasVibration: Bool
    let ownIntensity: Double
    let ownSharpness: Double
    let vibrationAttack: Double
    var heard: ToneFold
    var drive: ToneFold

    /// The tracks.
    let ownVolume: Double
    let ownPitch: Double
    let soundAttack: Double
    let loopStart: Int64
    let loopLength: Int64
    let hasHapticTracks: Bool
    var tracks = TrackFold()

    let rate: Double
    /// No turn may begin from this frame of the voice on, because the voice is being ended.
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

    func deallocate() {
        for lane in 0..<LiveVoice.laneCount { lanes[lane].deallocate() }
    }

    // MARK: Lanes

    static var laneCount: Int {
        @_noLocks @_noAllocation get { 4 }
    }

    /// The value of a control at a time in seconds from the voice's start.
    @inline(__always) @_noLocks @_noAllocation
    func value(of control: LiveControl, at time: Double) -> Double { lanes[control.lane].value(at: time) }

    /// The turns that would be heard from `first` on and before `next` are heard from `next` on, except those that have been told
    /// of. Frames count from the voice's start.
    @_noLocks @_noAllocation
    mutating func delay(from first: Int64, to next: Int64) {
        for lane in 0..<LiveVoice.laneCount {
            for index in 0..<lanes[lane].count {
                let segment = lanes[lane].segments[index]
                guard !segment.hasReceipt, segment.heard >= first, segment.heard < next else { continue }
                lanes[lane].move(index, to: place(segment, on: next, of: lane))
            }
        }
    }

    /// The segment as it begins where its first change is heard on `frame` or as soon after it as can be.
    ///
    /// A vibration is asked for the values in the middle of its ticks, and a sound for those at its steps, to which it moves in
    /// straight lines from the step before. So a turn that is heard from a step on begins just before the next.
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
        // What is turned before anything sounds holds from the first sample on.
        if frame <= 0 { (placed.heard, placed.start) = (0, 0) }
        return placed
    }

    // MARK: Settled frames

    /// No frame of the voice before `frame` is rendered any more.
    @_noLocks @_noAllocation
    mutating func settle(before frame: Int64) {
        guard frame > 0 else { return }
        if hasVibration { settleVibration(before: frame) }
        settleTracks(before: frame)
        // The tick that holds the frame, and the step before it, ask for values that lie a little earlier.
        let oldest = frame - Int64(rate * 0.003)
        for lane in 0..<LiveVoice.laneCount { lanes[lane].forget(before: oldest) }
    }

    /// After a gap as long as this, in seconds, a wave starts anew instead of being followed through it.
    private static var longestFold: Double {
        @_noLocks @_noAllocation get { 1 }
    }

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

    /// What a vibration is asked for in the middle of a tick.
    struct Values: BitwiseCopyable {
        /// 0 to 1, with the level of its attack.
        let intensity: Double
        /// 0 to 1.
        let sharpness: Double
    }

    /// The vibration in a tick. Values combine as in a pattern: what multiplies and what adds, clamped at the end.
    @_noLocks @_noAllocation
    func moment(at tick: Int64) -> Values {
        let time = (Double(tick) + 0.5) * 0.0005
        let level = LiveVoice.rise(time, over: vibrationAttack)
        return Values(
            intensity: level * LiveVoice.unit(ownIntensity * value(of: .intensity, at: time)),
            sharpness: LiveVoice.unit(ownSharpness + value(of: .sharpness, at: time)))
    }

    /// The level that an attack of some seconds leaves at a time.
    @_noLocks @_noAllocation
    static func rise(_ time: Double, over attack: Double) -> Double { time < attack ? time / attack : 1 }

    @_noLocks @_noAllocation
    static func unit(_ value: Double) -> Double { value < 0 ? 0 : value > 1 ? 1 : value }
}
