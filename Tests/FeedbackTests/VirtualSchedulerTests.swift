import Testing
import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudPlayback

@testable import ThudFeedback

/// Tests live cues on an engine whose time the test controls.
@Suite struct VirtualSchedulerTests {
    private let engine: Engine
    private let scheduler: FeedbackScheduler
    private let cue: LiveCue

    /// Starts a cue and lets 100 ms pass.
    init() throws {
        let vibration = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.3)
        let library = CueLibrary(
            cues: [Cue(name: "test/buzz", pattern: HapticPattern([vibration]), lasts: .hold)], sounds: .none,
            sampleRate: FeedbackRig.sampleRate)
        engine = try Engine.virtual()
        scheduler = FeedbackScheduler(
            engine: engine, hapticEngine: nil, library: library, settings: FeedbackSettings(haptics: .drive))
        cue = try #require(scheduler.begin("test/buzz", cause: engine.now, now: engine.now))
        pass(.milliseconds(100))
    }

    /// Lets time pass, and returns the reports.
    @discardableResult private func pass(_ time: Interval) -> [CueReport] {
        let end = engine.now + time
        var reports: [CueReport] = []
        while engine.now < end {
            engine.advance(to: end)
            reports += scheduler.reports()
        }
        return reports
    }

    @Test func `each of many cues is reported, however late anybody asks`() {
        scheduler.isThinning = false
        for _ in 0..<4_000 {
            scheduler.trigger("test/buzz", cause: engine.now, now: engine.now)
            engine.advance(to: engine.now)
        }
        #expect(pass(.seconds(1)).count == 4_000)
    }

    @Test func `an end without a fade is recorded with the engine's shortest fade`() throws {
        scheduler.end(cue, fade: .zero, now: engine.now)
        #expect(cue.turns.map(\.duration) == [Engine.shortestFade, Engine.shortestFade])
        try engine.stop()
    }
}
