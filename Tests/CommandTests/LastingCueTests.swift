import Testing
import ThudFeedback
import ThudTestSupport

@testable import thud

/// Which lasting cue a client's tag means.
struct LastingCueTests {
    private let engine: Engine
    private let scheduler: FeedbackScheduler
    private let client = ServiceClient("test")

    init() throws {
        engine = try Engine.virtual()
        let folder = "\(Surroundings.checkout)/Sounds/habit"
        scheduler = FeedbackScheduler(
            engine: engine, library: try CueLibrary(folder: folder, sampleRate: engine.sampleRate),
            settings: FeedbackSettings())
    }

    @Test func `a tag means its cue until the end that was requested, and then the next one`() throws {
        let now = engine.now
        let (end, later) = (now + .seconds(1), now + .milliseconds(900))
        let first = try #require(scheduler.begin("habit/hold", cause: now, now: now))
        client.lasting = [("h", first, now)]
        scheduler.end(first, fade: .zero, at: end, now: now)
        #expect(client.lasting("h", at: later) === first && client.lasting("h", at: end) == nil)
        let second = try #require(scheduler.begin("habit/hold", cause: now, at: end, now: now))
        client.lasting.append(("h", second, end))
        #expect(client.lasting("h", at: later) === first && client.lasting("h", at: end) === second)
    }

    @Test func `a client is told that a cue has lost its voice, and may use the tag again`() throws {
        let now = engine.now
        for number in 0..<65 {
            let cue = try #require(scheduler.begin("habit/hold", cause: now, now: now))
            client.lasting.append(("\(number)", cue, now))
            for _ in 0..<(number == 0 || number == 64 ? 50 : 0) {
                engine.advance(to: engine.now + .milliseconds(10))
                #expect(scheduler.reports().allSatisfy { $0.receipt.outcome == .played })
            }
        }
        client.takeEnds()
        client.greet(.ready(device: "", cues: 1))
        let told = client.takeReports().dropFirst().compactMap { $0.json?.text(.compact) }
        #expect(told == [#"{"event":"ended","cue":"habit/hold","tag":"0"}"#])
        #expect(client.lasting("0", at: engine.now) == nil && client.lasting.count == 64)
    }
}
