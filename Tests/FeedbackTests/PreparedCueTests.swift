import Testing
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles

@testable import ThudFeedback

/// Tests the placement of a cue's sounds, at a rate at which each frame is one millisecond.
@Suite struct PreparedCueTests {
    private static let rate = 1000

    /// Returns an `AudioCustom` event for `path`.
    private func event(
        _ path: String, at time: Double = 0, duration: Double? = nil, _ change: (inout HapticEvent) -> Void = { _ in }
    ) -> HapticEvent {
        var event = HapticEvent(.audioCustom, at: time, duration: duration)
        event.waveformPath = path
        change(&event)
        return event
    }

    /// Returns the four tracks of a cue with these events. Its sounds are `steps`, 1/10 to 10/10, and `pair`, ±1/2.
    private func tracks(_ events: HapticEvent..., rate: Int = PreparedCueTests.rate) -> [[Float]] {
        let steps = Sound(sampleRate: rate, channels: [(1...10).map { Float($0) / 10 }])
        let pair = Sound(sampleRate: rate, channels: [[0.5, 0.5], [-0.5, -0.5], [9, 9]])
        let cue = Cue(name: "test/cue", pattern: HapticPattern(events))
        let sounds = ["steps": steps, "pair": pair]
        return PreparedCue(cue, sounds: PatternSounds(sounds), sampleRate: rate).clip.tracks
    }

    private func expect(
        _ track: [Float], _ expected: [Float], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(track.count == expected.count, sourceLocation: sourceLocation)
        let error = zip(track, expected).map { abs($0 - $1) }.max() ?? 0
        #expect(error < 1e-6, "\(track)", sourceLocation: sourceLocation)
    }

    private let steps: [Float] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]

    @Test func `mono goes to both sides unchanged`() {
        let tracks = tracks(event("steps"))
        expect(tracks[0], steps)
        expect(tracks[1], steps)
        #expect(tracks[2].isEmpty && tracks[3].isEmpty)
    }

    @Test func `stereo keeps its sides, and a third channel is dropped`() {
        let tracks = tracks(event("pair"))
        expect(tracks[0], [0.5, 0.5])
        expect(tracks[1], [-0.5, -0.5])
    }

    @Test(arguments: [Cue.Lasting.hold, .loop]) func `stereo keeps its sides in a cue that lasts`(lasts: Cue.Lasting)
        throws
    {
        let pair = Sound(sampleRate: Self.rate, channels: [[0.5, 0.5, 0.25], [-0.5, -0.5, -0.25]])
        let cue = Cue(name: "test/cue", pattern: HapticPattern([event("pair")]), lasts: lasts)
        let prepared = PreparedCue(cue, sounds: PatternSounds(["pair": pair]), sampleRate: Self.rate)
        let live = try #require(prepared.live)
        expect(live.clip.tracks[0], [0.5, 0.5, 0.25])
        expect(live.clip.tracks[1], [-0.5, -0.5, -0.25])
        // A loop is as long as its sound, though the pattern states no duration.
        #expect(live.source.loop == (lasts == .loop ? 0..<3 : nil))
        let right = Cue(name: "test/cue", pattern: HapticPattern([event("pair") { $0.pan = 0.25 }]), lasts: lasts)
        let panned = PreparedCue(right, sounds: PatternSounds(["pair": pair]), sampleRate: Self.rate)
        expect(try #require(panned.live).clip.tracks[0], [0.375, 0.375, 0.1875])
        expect(try #require(panned.live).clip.tracks[1], [-0.5, -0.5, -0.25])
    }

    @Test func `the sound of a hold fades in only if it uses its envelope`() throws {
        for isUsed in [true, false] {
            let sound = event("pair") { ($0.attackTime, $0.usesVolumeEnvelope) = (0.5, isUsed) }
            let cue = Cue(name: "test/cue", pattern: HapticPattern([sound]), lasts: .hold)
            let pair = Sound(sampleRate: Self.rate, channels: [[0.5, 0.5], [-0.5, -0.5]])
            let prepared = PreparedCue(cue, sounds: PatternSounds(["pair": pair]), sampleRate: Self.rate)
            #expect((try #require(prepared.live).source.attack > 0) == isUsed)
        }
    }

    @Test func `audible haptics are the same on both sides`() {
        let tap = HapticEvent(.transient, at: 0, intensity: 1, sharpness: 0.5)
        let cue = Cue(name: "test/cue", pattern: HapticPattern([tap]))
        let prepared = PreparedCue(cue, sounds: PatternSounds([:]), sampleRate: 48_000)
        let sides = [Channel.left, .right].map { prepared.samples(of: $0, under: FeedbackSettings(soundOn: false)) }
        #expect(sides[0] == sides[1] && sides[0].contains { abs($0) > 0.1 })
    }

    @Test func `each sound starts at its time, and overlapping sounds are added`() {
        let tracks = tracks(event("pair", at: 0.002), event("pair", at: 0.003), event("pair", at: 0.0066))
        expect(tracks[0], [0, 0, 0.5, 1, 0.5, 0, 0, 0.5, 0.5])
        expect(tracks[1], [0, 0, -0.5, -1, -0.5, 0, 0, -0.5, -0.5])
    }

    @Test func `a shorter duration cuts the sound with a 5 ms ramp to zero`() {
        let left = tracks(event("steps", duration: 0.007))[0]
        expect(left, [0.1, 0.2, 0.3 * 4 / 5, 0.4 * 3 / 5, 0.5 * 2 / 5, 0.6 * 1 / 5, 0])
    }

    @Test func `a longer duration adds nothing`() {
        expect(tracks(event("steps", duration: 0.5))[0], steps)
    }

    @Test func `a loop repeats for its duration and ends in a ramp`() {
        let left = tracks(event("pair", duration: 0.009) { $0.loops = true })[0]
        expect(left, [0.5, 0.5, 0.5, 0.5, 0.4, 0.3, 0.2, 0.1, 0])
    }

    @Test func `the volume is linear`() {
        expect(tracks(event("steps") { $0.volume = 0.5 })[0], steps.map { $0 / 2 })
        expect(tracks(event("steps") { $0.volume = 0 })[0], steps.map { _ in 0 })
    }

    @Test(arguments: [(-1.0, 1.0, 0.0), (-0.5, 1, 0.5), (0, 1, 1), (0.25, 0.75, 1), (1, 0, 1)])
    func `pan attenuates only the far side`(pan: Double, left: Double, right: Double) {
        let tracks = tracks(event("steps") { $0.pan = pan })
        expect(tracks[0], steps.map { $0 * Float(left) })
        expect(tracks[1], steps.map { $0 * Float(right) })
    }

    @Test func `a missing sound is left out, and the haptics remain`() {
        let tap = HapticEvent(.transient, at: 0, intensity: 1, sharpness: 0.5)
        let tracks = tracks(event("absent"), tap)
        #expect(tracks.map(\.isEmpty) == [true, true, false, false])
    }

    @Test func `haptics start on the same frame as a sound at the same time`() throws {
        let tap = HapticEvent(.transient, at: 0.1, intensity: 1, sharpness: 0.5)
        let tracks = tracks(event("pair", at: 0.1), tap, rate: 48_000)
        #expect(tracks[0].firstIndex { $0 != 0 } == 4800)
        // A tap starts like a sine, at zero.
        for track in tracks[2...] { #expect(track.firstIndex { $0 != 0 } == 4801) }
    }
}
