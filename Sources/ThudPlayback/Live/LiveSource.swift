import ThudCore

/// What a live voice plays: the tracks of its clip, of which 0 and 1 follow the controls of sounds and 2 and 3 that of
/// intensity, and a vibration that is made while it plays.
///
///     var source = LiveSource(sampleRate: engine.sampleRate)
///     source.vibration = LiveSource.Vibration(intensity: 1, sharpness: 0.4, heard: heard, drive: drive)
///     var request = VoiceRequest(id: 7, clip: clip, routing: routing, triggered: .now())
///     request.live = source
///     let isTaken = engine.play(request)       // until it is ended
///     engine.end(7, as: 9, fade: .milliseconds(40), triggered: .now())
///
/// The vibration is routed as two tracks: its `heard` tone as track 2 and its `drive` tone as track 3.
public struct LiveSource: Sendable {
    /// A level by the seconds since the start, both ends of a straight line.
    public struct Point: BitwiseCopyable, Sendable {
        /// Seconds since the voice's start.
        public var time: Double
        /// The value.
        public var value: Double

        /// A point.
        public init(time: Double, value: Double) {
            self.time = time
            self.value = value
        }
    }

    /// A vibration without an end.
    public struct Vibration: Sendable {
        /// Its own intensity, 0 to 1.
        public var intensity: Double
        /// Its own sharpness, 0 to 1.
        public var sharpness: Double
        /// How long its level rises at the start, in seconds.
        public var attack = 0.0
        /// What loudspeakers get.
        public var heard: VibrationTone
        /// What an actuator gets.
        public var drive: VibrationTone

        /// A vibration.
        public init(intensity: Double, sharpness: Double, heard: VibrationTone, drive: VibrationTone) {
            self.intensity = intensity
            self.sharpness = sharpness
            self.heard = heard
            self.drive = drive
        }
    }

    /// The vibration, if any.
    public var vibration: Vibration?
    /// How loud its sound is, 0 to 1.
    public var volume = 1.0
    /// The pitch of its sound, -1 to 1.
    public var pitch = 0.0
    /// How long the level of its sound rises at the start, in seconds.
    public var attack = 0.0
    /// The part of the tracks that repeats, in frames; nil where they play once. What stands before it is played first.
    public var loop: Range<Int>?
    /// The law by which intensity turns tracks 2 and 3; `nil` where they are empty.
    public var hapticTracks: (heard: VibrationTone, drive: VibrationTone)?
    /// What the controls do by themselves, as curves over the time since the start: each begins with its first point.
    public var curves: [(control: LiveControl, points: [Point])] = []
    /// Frames a second.
    public let sampleRate: Int

    /// Turns are heard from a multiple of this on, counted from the voice's start; those of gain and pitch from every second.
    public static let step = Interval(nanoseconds: 500_000)

    /// No curve lasts so many seconds.
    private static let longest = 1e9

    /// The most points that the curves of one control have together.
    public static let mostPoints = Lane.capacity / 2

    /// A source at `sampleRate` Hz that plays its clip once.
    public init(sampleRate: Int) { self.sampleRate = sampleRate }

    /// The lane of a control as it stands at the start; to be deallocated.
    func lane(of control: LiveControl) -> Lane {
        var lane = Lane.allocate(at: control.neutral, sampleRate: sampleRate)
        for curve in curves where curve.control == control {
            for (index, point) in curve.points.enumerated() {
                // A curve steps to its first value; from each point on it moves to the next one.
                if index == 0 { add(point.value, from: point.time, to: point.time, to: &lane) }
                guard index + 1 < curve.points.count else { continue }
                let next = curve.points[index + 1]
                add(next.value, from: point.time, to: next.time, to: &lane)
            }
        }
        return lane
    }

    private func add(_ value: Double, from start: Double, to end: Double, to lane: inout Lane) {
        // What is no number, or longer than any voice, says nothing.
        guard value.isFinite, start.magnitude < Self.longest, end.magnitude < Self.longest else { return }
        var segment = Lane.Segment()
        segment.start = Int64((start * Double(sampleRate)).rounded())
        segment.length = Int64((end * Double(sampleRate)).rounded()) - segment.start
        segment.to = value
        _ = lane.add(segment)
    }
}
