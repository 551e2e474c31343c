import Testing
import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles

@testable import ThudFeedback

/// Tests the course of a live cue's control, which is used to draw it.
@Suite struct LiveCueLaneTests {
    private static let library: CueLibrary = {
        let vibration = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.3)
        return CueLibrary(
            cues: [
                Cue(name: "test/buzz", pattern: HapticPattern([vibration]), lasts: .hold),
                Cue(name: "test/loop", pattern: HapticPattern([vibration]), lasts: .loop),
                Cue(
                    name: "test/swell",
                    pattern: HapticPattern(
                        [vibration],
                        curves: [
                            ParameterCurve(
                                .hapticIntensity, at: 0, points: [.init(time: 0, value: 0.2), .init(time: 1, value: 1)])
                        ]), lasts: .hold),
                Cue(
                    name: "test/late",
                    pattern: HapticPattern(
                        [vibration],
                        parameters: [0.0, 2].map { DynamicParameter(.hapticIntensity, at: $0, value: 0.2 + 0.3 * $0) },
                        curves: [
                            ParameterCurve(
                                .hapticIntensity, at: 1, points: [.init(time: 0, value: 0.2), .init(time: 1, value: 1)])
                        ]), lasts: .hold),
            ], sounds: .none, sampleRate: FeedbackRig.sampleRate)
    }()

    @Test func `a cue that is turned without end keeps its latest turns`() throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(engine: engine, library: Self.library, settings: FeedbackSettings())
        let live = try #require(scheduler.begin("test/buzz", cause: engine.now, now: engine.now))
        for id in 1...250_000 {
            live.append(LiveTurn(id: UInt64(id), control: .gain, value: 1, duration: .zero, isEnd: false))
        }
        #expect((50_000...100_000).contains(live.turns.count) && live.turns.last?.id == 250_000)
    }

    @Test func `if nobody asks for patterns, a cue keeps fewer turns`() throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(engine: engine, library: Self.library, settings: FeedbackSettings())
        scheduler.mostTurns = FeedbackScheduler.fewTurns
        let live = try #require(scheduler.begin("test/buzz", cause: engine.now, now: engine.now))
        for _ in 1...250 {
            for _ in 1...50 { #expect(live.turn(.gain, to: 0.5)) }
            engine.advance(to: engine.now + .milliseconds(20))
            _ = scheduler.reports()
        }
        #expect((5_000...10_000).contains(live.turns.count))
    }

    @Test func `of a cue that lasts for minutes the pattern holds the first 300 s`() throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(engine: engine, library: Self.library, settings: FeedbackSettings())
        let live = try #require(scheduler.begin("test/buzz", cause: engine.now, now: engine.now))
        Self.play([(200, .intensity, 0.5), (310, .intensity, 0.5)], endingAt: 400, in: live)
        let pattern = try #require(live.pattern)
        #expect(pattern.parameters.map(\.time) == [200])
        #expect(pattern.events.map(\.time) == Array(stride(from: 0.0, to: 300, by: 30)) && pattern.duration == 300)
    }

    /// Records that a cue was played, turned at some seconds and ended. The first `count` turns take `duration`.
    private static func play(
        _ turns: [(seconds: Double, control: LiveControl, value: Double)], over duration: Interval = .zero,
        first count: Int = .max, endingAt end: Double, in live: LiveCue
    ) {
        func receive(_ id: UInt64, at seconds: Double) {
            let instant = Instant(nanoseconds: 0)
            let receipt = Receipt(
                id: id, outcome: .played, triggered: instant, taken: instant,
                frame: Frame(Int64(seconds * Double(FeedbackRig.sampleRate))), predicted: instant)
            live.record(receipt, isHaptic: false)
        }
        receive(live.id, at: 0)
        for (index, turn) in (turns + [(end, .gain, 0)]).enumerated() {
            let id = 1_000 + UInt64(index)
            live.append(
                LiveTurn(
                    id: id, control: turn.control, value: turn.value, duration: index < count ? duration : .zero,
                    isEnd: index == turns.count))
            receive(id, at: turn.seconds)
        }
    }

    @Test func `in the pattern of what was played a turn drops what the cue itself was to do later`() throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(engine: engine, library: Self.library, settings: FeedbackSettings())
        for start in [0, 0.5] {
            let live = try #require(scheduler.begin("test/late", cause: engine.now, now: engine.now))
            Self.play([(start, .intensity, 0.5)], endingAt: 3, in: live)
            let track = try #require(live.pattern?.track(of: .hapticIntensity))
            #expect(track.value(at: start / 2) == (start > 0 ? 0.2 : 0.5))
            #expect([0.6, 1.5, 2.5].allSatisfy { track.value(at: $0) == 0.5 }, "\(track.points)")
        }
    }

    @Test func `in the pattern of what was played a step overrules a movement that begins with it`() throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(engine: engine, library: Self.library, settings: FeedbackSettings())
        let live = try #require(scheduler.begin("test/buzz", cause: engine.now, now: engine.now))
        Self.play([(1, .intensity, 0.9), (1, .intensity, 0.3)], over: .seconds(1), first: 1, endingAt: 3, in: live)
        let track = try #require(live.pattern?.track(of: .hapticIntensity))
        #expect([1.5, 2.5].map(track.value(at:)) == [0.3, 0.3])
    }

    @Test func `in the pattern of what was played a loop ends within its last pass`() throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(engine: engine, library: Self.library, settings: FeedbackSettings())
        let live = try #require(scheduler.begin("test/loop", cause: engine.now, now: engine.now))
        Self.play([], endingAt: 1.25, in: live)
        let events = try #require(live.pattern).events
        #expect(events.map(\.time) == [0, 1] && events[0].duration == 1)
        #expect(abs((events[1].duration ?? 0) - 0.26) < 1e-9)
    }

    @Test func `a pattern of what was played has every turn, however many there were`() throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(engine: engine, library: Self.library, settings: FeedbackSettings())
        let live = try #require(scheduler.begin("test/buzz", cause: engine.now, now: engine.now))
        let turns = (0..<20_000).map { (Double($0) / 100, LiveControl.sharpness, Double($0 % 2)) }
        Self.play(turns, over: .milliseconds(8), endingAt: 201, in: live)
        #expect(live.pattern?.curves.count == 20_001)
    }

    @Test func `a hold follows its own curve until a turn, and its envelope has full intensity`() throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(engine: engine, library: Self.library, settings: FeedbackSettings())
        let begun = engine.now
        let live = try #require(scheduler.begin("test/swell", cause: begun, now: begun))
        while engine.now < begun + .milliseconds(500) {
            engine.advance(to: begun + .milliseconds(500))
            _ = scheduler.reports()
        }
        scheduler.turn(live, .intensity, to: 0, over: .milliseconds(100), now: engine.now)
        while live.turns.last?.receipt == nil {
            engine.advance(to: engine.now + .milliseconds(100))
            _ = scheduler.reports()
        }
        let lane = try #require(live.lane(of: .intensity))
        #expect(abs(lane.value(at: 0) - 0.2) < 1e-9 && abs(lane.value(at: 0.4) - 0.52) < 1e-3)
        #expect(lane.value(at: 0.7) == 0)
        let swell = try #require(scheduler.envelope(of: "test/swell"))
        let buzz = try #require(scheduler.envelope(of: "test/buzz"))
        #expect(swell.haptics == buzz.haptics && swell.haptics.count == 1 && swell.haptics[0] > 0.3)
    }

    @Test func `a lane moves from turn to turn in straight lines and ends at zero`() throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(engine: engine, library: Self.library, settings: FeedbackSettings())
        func run(to instant: Instant) {
            // The engine stops whenever there is something to collect.
            while engine.now < instant {
                engine.advance(to: instant)
                _ = scheduler.reports()
            }
        }
        let begun = engine.now
        let live = try #require(scheduler.begin("test/buzz", cause: begun, now: begun))
        #expect(scheduler.lasting.map(\.id) == [live.id])
        scheduler.turn(live, .intensity, to: 0.2, over: .seconds(1), now: begun)
        run(to: begun + .milliseconds(500))
        let rising = try #require(live.lane(of: .intensity))
        #expect(rising.value(at: 0) == 1 && abs(rising.value(at: 0.5) - 0.6) < 0.03 && rising.value(at: 2) == 0.2)
        #expect(live.lane(of: .gain)?.isConstantly(1) == true)
        scheduler.end(live, fade: .milliseconds(100), now: engine.now)
        run(to: begun + .milliseconds(900))
        let ended = try #require(live.lane(of: .intensity))
        #expect(abs(ended.value(at: 0.45) - 0.64) < 0.03 && ended.value(at: 0.75) == 0)
        #expect(live.lane(of: .gain)?.value(at: 0.75) == 0)
        #expect(scheduler.lasting.isEmpty)
    }
}
