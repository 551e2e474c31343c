import ThudCore

/// The content of a live voice: a clip's tracks and, optionally, a vibration that is synthesized while it plays.
///
///     var source = LiveSource(sampleRate: engine.sampleRate)
///     source.vibration = LiveSource.Vibration(intensity: 1, sharpness: 0.4, heard: heard, drive: drive)
///     var request = VoiceRequest(id: 7, clip: clip, routing: routing, triggered: .now())
///     request.live = source
///     let isTaken = engine.play(request)       // until it is ended
///     engine.end(7, as: 9, fade: .milliseconds(40), triggered: .now())
///
/// `LiveControl.gain` and `.pitch` act on tracks 0 and 1 of the clip, and `.intensity` on
/// tracks 2 and 3. The vibration is routed as two tracks: `heard` as track 2 and `drive` as track 3.
public struct LiveSource: Sendable {
    /// An endless vibration, which lasts until its voice ends.
    public struct Vibration: Sendable {
        /// The intensity before the controls, 0 to 1.
        public var intensity: Double
        /// The sharpness before the controls, 0 to 1.
        public var sharpness: Double
        /// The length of the rise in level at the start, in seconds.
        public var attack = 0.0
        /// The tone for loudspeakers.
        public var heard: VibrationTone
        /// The drive signal for an actuator.
        public var drive: VibrationTone

        /// Creates a vibration that starts at full level, without an attack.
        public init(intensity: Double, sharpness: Double, heard: VibrationTone, drive: VibrationTone) {
            self.intensity = intensity
            self.sharpness = sharpness
            self.heard = heard
            self.drive = drive
        }
    }

    /// The vibration; nil for none.
    public var vibration: Vibration?
    /// The volume of the sound before the controls, 0 to 1.
    public var volume = 1.0
    /// The pitch of the sound before the controls, -1 to 1, in octaves.
    public var pitch = 0.0
    /// The length of the rise in the sound's level at the start, in seconds.
    public var attack = 0.0
    /// The part of the tracks that repeats, in frames, after what comes before it; nil if the tracks play once.
    public var loop: Range<Int>?
    /// The tones whose amplitude curves map intensity to the level of tracks 2 and 3; nil if those tracks are empty.
    public var hapticTracks: (heard: VibrationTone, drive: VibrationTone)?
    /// Automatic changes of the controls, as curves over the seconds since the start. Each curve takes effect at its
    /// first point. Parts of a curve with values that are not finite, or with times of 1e9 s or more, are ignored.
    public var curves: [(control: LiveControl, points: [PiecewiseLinear.Point])] = []
    /// The sample rate, in Hz.
    public let sampleRate: Int

    /// The time grid, counted from the voice's start, on which turns of haptics become audible. Turns of gain and
    /// pitch use every second step of it, and so do those of intensity if there are ``hapticTracks``.
    public static let step = Interval(nanoseconds: 500_000)

    /// The limit of a curve's times, in seconds.
    private static let longest = 1e9

    /// The most points that all curves of one control may have in total.
    public static let mostPoints = Lane.capacity / 4

    /// Creates a source at `sampleRate` Hz, 1 to 10,000,000 or the nearest of them, that plays its clip once, without a
    /// vibration.
    public init(sampleRate: Int) {
        self.sampleRate = sampleRate.clamped(to: Engine.sampleRates)
    }

    /// Returns the lane of a control as it is at the start. The caller must deallocate it.
    func lane(of control: LiveControl) -> Lane {
        var lane = Lane.allocate(at: control.neutral, sampleRate: sampleRate)
        for curve in curves where curve.control == control {
            for (index, point) in curve.points.enumerated() {
                // A curve jumps to its first value. From each point on it moves to the next.
                if index == 0 { add(point.value, from: point.time, to: point.time, to: &lane) }
                guard index + 1 < curve.points.count else { continue }
                let next = curve.points[index + 1]
                add(next.value, from: point.time, to: next.time, to: &lane)
            }
        }
        return lane
    }

    private func add(_ value: Double, from start: Double, to end: Double, to lane: inout Lane) {
        // Ignore values that are not finite and times beyond the limit.
        guard value.isFinite, start.magnitude < Self.longest, end.magnitude < Self.longest else { return }
        var segment = Lane.Segment()
        segment.start = Int64((start * Double(sampleRate)).rounded())
        segment.length = Int64((end * Double(sampleRate)).rounded()) - segment.start
        segment.to = value
        _ = lane.add(segment)
    }
}
