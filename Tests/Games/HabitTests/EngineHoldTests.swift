import TestTraits
import Testing
import ThudCore
import ThudCues
import ThudFeedback
import ThudPatterns
import ThudPlayback
import ThudSoundFiles
import ThudTestSupport

@testable import ThudHabit

/// The shipped cue, held through the engine.
@Suite(.timed) struct EngineHoldTests {
    private static let rate = 48_000
    private static let patience = Interval.seconds(30)
    private static let folder =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/") + "/Sounds/habit"

    @Test
    func `a hold released after one second plays the ring's function on the haptic channel`()
        throws
    {
        let scratch = try ScratchDirectory(prefix: "thud-hold")
        let engine = try Engine.recording(to: scratch.file("hold.wav"), sampleRate: Self.rate)
        let scheduler = FeedbackScheduler(
            engine: engine, library: try CueLibrary(folder: Self.folder, sampleRate: Self.rate),
            settings: FeedbackSettings(haptics: .drive))
        try holdOn("the stream to run", within: Self.patience) { engine.head > .zero }
        let now = Instant.now()
        let cue = try #require(scheduler.begin("habit/hold", cause: now, now: now))
        #expect(
            cue.handle.plan.soundGain == 0 && cue.handle.plan.driveGain == 1, "the breath is for those who feel nothing"
        )
        try holdOn("its beginning", within: Self.patience) {
            _ = scheduler.reports()
            return cue.receipt != nil
        }
        let frame = try #require(cue.receipt).frame
        let start = scheduler.clocks.main.instant(of: frame)
        let filling = HoldCourse(.filling, from: 0, strength: HoldCourse.strength(at: 0), at: start)
        let release = start + .seconds(1)
        let back = filling.releasing(at: release)
        // A turn requested at the press cannot start on that very frame. The file itself fills the first quarter.
        follow(filling, from: start + .milliseconds(500), to: release, cue, scheduler)
        follow(back, from: release, to: back.empty, cue, scheduler)
        scheduler.end(cue, fade: HabitRound.fade, at: back.empty, now: now)
        try holdOn("the end", within: Self.patience) {
            _ = scheduler.reports()
            return engine.voiceCount == 0
        }
        try engine.stop()
        #expect(cue.turns.allSatisfy { $0.isDone } && scheduler.lostTriggers == 0)
        let felt = try SoundFile.read(scratch.file("hold.wav")).channels[2].dropFirst(Int(frame.index))
        let expected = HapticRenderer(sampleRate: Double(Self.rate)).drive(Self.pattern(filling, back))
        #expect(expected.count > 62_000 && expected.contains { abs($0) > 0.1 })
        let difference = zip(felt, expected).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
        #expect(difference < 1e-2, "\(difference)")
        #expect(felt.dropFirst(Int(1.31 * Double(Self.rate))).allSatisfy { $0 == 0 })
    }

    /// Turns the cue from knot to knot, as a round does.
    private func follow(
        _ course: HoldCourse, from first: Instant, to last: Instant, _ cue: LiveCue, _ scheduler: FeedbackScheduler
    ) {
        var at = first
        while at < last, let knot = course.nextKnot(after: at) {
            for (control, value) in [
                (LiveControl.intensity, knot.strength), (.sharpness, HoldCourse.sharpening * knot.progress),
            ] {
                scheduler.turn(cue, control, to: value, over: knot.instant - at, at: at, now: .now())
            }
            at = knot.instant
        }
    }

    /// Returns a vibration with the ring's strength at every 5 ms, and a sharpness that follows the ring.
    private static func pattern(_ filling: HoldCourse, _ back: HoldCourse) -> HapticPattern {
        let release = back.start
        let intensity = stride(from: 0.0, through: 1.3, by: 0.005).map { time in
            let instant = filling.start + .seconds(time)
            let course = instant < release ? filling : back
            return ParameterCurve.Point(time: time, value: course.strength(at: instant))
        }
        var sharpness = [0.0, 1.0].map { time in
            ParameterCurve.Point(time: time, value: HoldCourse.sharpening * time / HoldCourse.fillTime.seconds)
        }
        var at = release
        while let knot = back.nextKnot(after: at) {
            at = knot.instant
            sharpness.append(
                .init(time: (at - filling.start).seconds, value: HoldCourse.sharpening * knot.progress))
        }
        var pattern = HapticPattern([HapticEvent(.continuous, duration: 1.305, intensity: 1, sharpness: 0.1)])
        pattern.curves = [
            ParameterCurve(.hapticIntensity, at: 0, points: intensity),
            ParameterCurve(.hapticSharpness, at: 0, points: sharpness),
        ]
        return pattern
    }

    @Test func `the file alone plays a whole hold, and its breath sounds only without haptics`() throws {
        let path = "\(Self.folder)/hold.ahap"
        let pattern = try AHAP.read(SourceFile.read(path), file: path)
        let strength = try #require(pattern.track(of: .hapticIntensity))
        for step in 0...200 {
            let progress = Double(step) / 200
            #expect(abs(strength.value(at: 2 * progress) - HoldCourse.strength(at: progress)) < 1e-9)
        }
        let cues = try CueLibrary(folder: Self.folder, sampleRate: Self.rate).cues
        let hold = try #require(cues["habit/hold"]).cue
        #expect(hold.sounds == .unfelt)
        for haptics in FeedbackSettings.Haptics.allCases {
            let plan = FeedbackPolicy.plan(for: hold, FeedbackSettings(haptics: haptics))
            #expect((plan.soundGain > 0) == (haptics == .off) && !plan.isSilent, "\(haptics)")
        }
    }
}
