import Glibc
import TestTraits
import Testing
import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles
import ThudTestSupport

@testable import ThudFeedback

/// Tests that a live session sounds like its pattern, rendered from a file.
@Suite(.timed) struct LiveCueTests {
    private static let rate = FeedbackRig.sampleRate

    /// A hold with a vibration and a looping sound, a loop whose tap rings on beyond its end, and a hold at another
    /// pitch.
    private static let library: CueLibrary = {
        var sound = HapticEvent(.audioCustom)
        sound.waveformPath = "tone"
        sound.loops = true
        sound.volume = 0.5
        var vibration = HapticEvent(.continuous, duration: 1, intensity: 0.9, sharpness: 0.3)
        vibration.attackTime = 0.3
        var low = sound
        low.pitch = -0.5
        low.pan = 0.4
        var once = HapticEvent(.audioCustom, duration: 0.3)
        once.waveformPath = "tone"
        let tap = HapticEvent(.transient, at: 0.295, intensity: 0.6, sharpness: 0.5)
        return CueLibrary(
            cues: [
                Cue(name: "test/hold", pattern: HapticPattern([vibration, sound]), lasts: .hold),
                Cue(name: "test/buzz", pattern: HapticPattern([vibration]), lasts: .hold),
                Cue(
                    name: "test/swell",
                    pattern: HapticPattern(
                        [vibration, sound],
                        parameters: [DynamicParameter(.audioVolume, at: 0.1, value: 0.4)],
                        curves: [
                            ParameterCurve(
                                .hapticIntensity, at: 0,
                                points: [
                                    .init(time: 0, value: 0.2), .init(time: 0.15, value: 0.9),
                                    .init(time: 0.3, value: 0.5),
                                ])
                        ]), lasts: .hold),
                Cue(name: "test/low", pattern: HapticPattern([low]), lasts: .hold),
                Cue(name: "test/loop", pattern: HapticPattern([once, tap]), lasts: .loop),
                Cue(
                    name: "test/wave",
                    pattern: HapticPattern(
                        [once, tap.moved(to: 0.01, lasting: nil), tap.moved(to: 0.2, lasting: nil)],
                        parameters: [DynamicParameter(.audioVolume, at: 0.2, value: 0.3)],
                        curves: [
                            ParameterCurve(
                                .hapticIntensity, at: 0.1,
                                points: [.init(time: 0, value: 0.3), .init(time: 0.15, value: 1)])
                        ]), lasts: .loop),
            ],
            sounds: PatternSounds(["tone": Sound(sampleRate: rate, channels: [tone])]), sampleRate: rate)
    }()

    /// 300 ms of 440 Hz, which repeat without a seam.
    private static let tone = (0..<14_400).map { Float(0.3 * sin(2 * .pi * 440 * Double($0) / 48_000)) }

    private struct Step {
        var after: Interval
        var control: LiveControl
        var value: Double
        var duration = Interval.zero
    }

    /// Plays a session and compares it with its own pattern. Returns the largest differences of left, right and drive
    /// signal.
    private func difference(
        _ name: String, _ steps: [Step], for length: Interval, haptics: FeedbackSettings.Haptics = .heard
    ) throws -> [Float] {
        let settings = FeedbackSettings(haptics: haptics, balance: 0)
        let rig = try FeedbackRig(settings, library: Self.library)
        let begun = Instant.now()
        let live = try #require(rig.scheduler.begin(name, cause: begun, now: begun))
        var reports: [CueReport] = []
        for step in steps {
            try waitUntil(begun + step.after)
            try #require(
                rig.scheduler.turn(live, step.control, to: step.value, over: step.duration, now: .now()) != nil)
            reports += rig.scheduler.reports()
        }
        try waitUntil(begun + length)
        try #require(rig.scheduler.end(live, fade: .milliseconds(40), now: .now()) != nil)
        let recorded = try rig.recordings().main
        reports += rig.scheduler.reports()
        #expect(reports.map(\.id) == [live.id])
        #expect(live.turns.count == steps.count + 2 && live.turns.allSatisfy(\.isDone))
        let frame = Int(try #require(live.receipt).frame.index)
        let pattern = try #require(live.pattern)
        let expected = offline(pattern, live.handle.plan)
        return zip(recorded, expected).map { channel, expected in
            let played = channel[frame...] + [Float](repeating: 0, count: expected.count)
            let beyond = played.dropFirst(expected.count).reduce(0) { max($0, abs($1)) }
            return zip(played, expected).reduce(beyond) { max($0, abs($1.0 - $1.1)) }
        }
    }

    /// Renders left, right and drive from the pattern, as from a file.
    private func offline(_ pattern: HapticPattern, _ plan: FeedbackPlan) -> [[Float]] {
        let sounds = Rendition.sounds(
            of: pattern, PatternSounds(["tone": Sound(sampleRate: Self.rate, channels: [Self.tone])]),
            sampleRate: Self.rate)
        let renderer = HapticRenderer(sampleRate: Double(Self.rate))
        let heard = renderer.heard(pattern).map { $0 * Float(plan.heardGain) }
        let drive = renderer.drive(pattern)
        let count = max(sounds.left.count, heard.count, drive.count)
        func at(_ samples: [Float], _ index: Int) -> Float { index < samples.count ? samples[index] : 0 }
        return [sounds.left, sounds.right].map { side in
            (0..<count).map { at(side, $0) * Float(plan.soundGain) + at(heard, $0) }
        } + [drive]
    }

    private func waitUntil(_ instant: Instant) throws {
        try holdOn("the next turn", within: FeedbackRig.patience) { Instant.now() >= instant }
    }

    // MARK: Conformance

    @Test func `the pattern of a loop repeats its steps and curves`() throws {
        let rig = try FeedbackRig(FeedbackSettings(haptics: .heard), library: Self.library)
        let begun = Instant.now()
        let live = try #require(rig.scheduler.begin("test/wave", cause: begun, now: begun))
        try waitUntil(begun + .milliseconds(900))
        try #require(rig.scheduler.end(live, fade: .milliseconds(40), now: .now()) != nil)
        _ = try rig.recordings()
        _ = rig.scheduler.reports()
        let (whole, own) = (try #require(live.pattern), try #require(Self.library.cues["test/wave"]).cue.pattern)
        for id in [DynamicParameterID.audioVolume, .hapticIntensity] {
            let (course, loop) = (try #require(whole.track(of: id)), try #require(own.track(of: id)))
            for time in stride(from: 0.005, to: 0.7, by: 0.01) {
                let expected = loop.value(at: time.truncatingRemainder(dividingBy: 0.3))
                #expect(abs(course.value(at: time) - expected) < 1e-6, "\(id) at \(time)")
            }
        }
    }

    @Test func `a turned vibration equals the rendering of its pattern`() throws {
        let differences = try difference(
            "test/buzz",
            [
                Step(after: .milliseconds(150), control: .intensity, value: 0.4, duration: .milliseconds(80)),
                Step(after: .milliseconds(200), control: .sharpness, value: 0.5, duration: .milliseconds(120)),
                Step(after: .milliseconds(280), control: .intensity, value: 0),
                Step(after: .milliseconds(330), control: .intensity, value: 1),
                Step(after: .milliseconds(350), control: .sharpness, value: -0.3),
            ], for: .milliseconds(500))
        #expect(differences.allSatisfy { $0 < 1e-4 }, "\(differences)")
    }

    @Test func `a turned hold with sound equals the rendering of its pattern`() throws {
        let differences = try difference(
            "test/hold",
            [
                Step(after: .milliseconds(100), control: .gain, value: 0.2, duration: .milliseconds(50)),
                Step(after: .milliseconds(140), control: .pitch, value: 0.6, duration: .milliseconds(200)),
                Step(after: .milliseconds(260), control: .pitch, value: -0.2),
                Step(after: .milliseconds(300), control: .gain, value: 1, duration: .milliseconds(100)),
                Step(after: .milliseconds(310), control: .intensity, value: 0.5, duration: .milliseconds(100)),
            ], for: .milliseconds(450))
        #expect(differences.allSatisfy { $0 < 1e-4 }, "\(differences)")
    }

    @Test(arguments: LiveControl.allCases, [0, 30, 120])
    func `turns that come at once equal the rendering of their pattern`(control: LiveControl, duration: Int64) throws {
        let steps = [0.3, 0.8, 0.5].enumerated().map { index, value in
            Step(
                after: .milliseconds(100), control: control, value: value,
                duration: .milliseconds(index == 1 ? 40 : duration))
        }
        let later = Step(after: .milliseconds(110), control: control, value: 0.9, duration: .milliseconds(duration))
        let differences = try difference("test/hold", steps + [later, later], for: .milliseconds(300))
        #expect(differences.allSatisfy { $0 < 1e-4 }, "\(differences)")
    }

    @Test func `a hold follows its own curves until a turn takes over`() throws {
        let differences = try difference(
            "test/swell", [Step(after: .milliseconds(220), control: .intensity, value: 1, duration: .milliseconds(50))],
            for: .milliseconds(350))
        #expect(differences.allSatisfy { $0 < 1e-4 }, "\(differences)")
    }

    @Test func `a held sound with pitch and pan equals the rendering of its pattern`() throws {
        let differences = try difference(
            "test/low", [Step(after: .milliseconds(80), control: .pitch, value: 0.7, duration: .milliseconds(60))],
            for: .milliseconds(300))
        #expect(differences.allSatisfy { $0 < 1e-4 }, "\(differences)")
    }

    @Test func `a loop equals the rendering of its repeated pattern, and its tail rings over the joint`() throws {
        let period = try #require(Self.library.cues["test/loop"]).loopSeconds
        // A tap rings over each of two joints. The cue ends before the third, because a tap keeps the intensity that
        // it started with.
        let differences = try difference("test/loop", [], for: .seconds(2 * period + 0.2))
        #expect(differences.allSatisfy { $0 < 1e-4 }, "\(differences)")
    }
}
