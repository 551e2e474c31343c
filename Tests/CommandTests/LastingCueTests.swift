import Testing
import ThudFeedback
import ThudTestSupport

@testable import thud

/// Which lasting cue a client's tag means.
struct LastingCueTests {
    @Test func `a tag means its cue until the end that was requested, and then the next one`() throws {
        let engine = try Engine.virtual()
        let folder = "\(Surroundings.checkout)/Sounds/habit"
        let scheduler = FeedbackScheduler(
            engine: engine, library: try CueLibrary(folder: folder, sampleRate: engine.sampleRate),
            settings: FeedbackSettings())
        let now = engine.now
        let (end, later) = (now + .seconds(1), now + .milliseconds(900))
        let first = try #require(scheduler.begin("habit/hold", cause: now, now: now))
        let client = ServiceClient("test")
        client.lasting = [("h", first, now)]
        scheduler.end(first, fade: .zero, at: end, now: now)
        #expect(client.lasting("h", at: later) === first && client.lasting("h", at: end) == nil)
        let second = try #require(scheduler.begin("habit/hold", cause: now, at: end, now: now))
        client.lasting.append(("h", second, end))
        #expect(client.lasting("h", at: later) === first && client.lasting("h", at: end) === second)
    }
}
