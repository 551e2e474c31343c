import Glibc
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
    private let library: CueLibrary

    /// Starts a cue and lets 100 ms pass.
    init() throws {
        let vibration = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.3)
        let cues = [("test/buzz", 128), ("test/urgent", 200)].map { name, priority in
            Cue(name: name, pattern: HapticPattern([vibration]), priority: priority, lasts: .hold)
        }
        library = CueLibrary(cues: cues, sounds: .none, sampleRate: FeedbackRig.sampleRate)
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

    private func begin(_ name: String) throws -> LiveCue {
        try #require(scheduler.begin(name, cause: engine.now, now: engine.now))
    }

    /// Lets 10 ms pass without collecting receipts.
    private func render() {
        let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 960)
        defer { samples.deallocate() }
        guard let left = samples.baseAddress else { return }
        engine.render(480, leaving: nil, left: left, right: left + 480)
    }

    @Test func `a lasting cue that loses its voice to more important ones is over, and keeps its report`() throws {
        // What begins and is lost before anybody asks gets one report, too.
        let second = try begin("test/buzz")
        render()
        let urgent = try (0..<64).map { _ in try begin("test/urgent") }
        for _ in 0..<30 { render() }
        #expect(!cue.isOver && cue.turn(.gain, to: 0.5))
        let reports = pass(.milliseconds(100))
        #expect(reports.count == 65 && reports.allSatisfy { $0.receipt.outcome == .played })
        #expect(cue.isOver && second.isOver && !cue.turn(.gain, to: 1) && cue.end() && cue.pattern == nil)
        #expect(Set(scheduler.lasting.map(\.id)) == Set(urgent.map(\.id)) && scheduler.turned.isEmpty)
    }

    @Test func `a lasting cue is over if it was refused, cut or cancelled, or if the engine was stopped`() throws {
        scheduler.cut(cue.id)
        let coming = try #require(
            scheduler.begin("test/buzz", cause: engine.now, at: engine.now + .seconds(9), now: engine.now))
        scheduler.cancelScheduled(now: engine.now)
        let urgent = try (0..<64).map { _ in try begin("test/urgent") }
        let refused = try begin("test/buzz")
        let reports = pass(.milliseconds(100))
        #expect(reports.last { $0.id == refused.id }?.receipt.outcome == .refused)
        #expect([cue, coming, refused].allSatisfy(\.isOver) && !urgent.contains(where: \.isOver))
        try engine.stop()
        #expect(scheduler.reports().isEmpty && urgent.allSatisfy(\.isOver))
    }

    @Test func `a lasting cue on two devices is over on both once one of them has lost it`() throws {
        let (engine, haptics) = (try Engine.virtual(), try Engine.virtual())
        let scheduler = FeedbackScheduler(
            engine: engine, hapticEngine: haptics, library: library, settings: FeedbackSettings(haptics: .drive))
        let live = try #require(scheduler.begin("test/buzz", cause: engine.now, now: engine.now))
        for step in 0..<60 {
            for number in 0..<UInt64(step == 20 ? 64 : 0) {
                var other = VoiceRequest(
                    id: 1_000 + number, clip: Clip(tracks: [[Float](repeating: 0, count: 480_000)]), routing: .silent,
                    triggered: haptics.now)
                other.priority = 255
                #expect(haptics.play(other))
            }
            for engine in [engine, haptics] { engine.advance(to: engine.now + .milliseconds(10)) }
            _ = scheduler.reports()
            #expect(step >= 20 || !live.isOver)
        }
        #expect(live.isOver && live.receipt?.outcome == .played)
        #expect(engine.voiceCount == 0 && haptics.voiceCount == 64)
    }

    @Test func `a scheduled cue keeps its instant if the clock turns out to be another`() throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(
            engine: engine, library: library, settings: FeedbackSettings(haptics: .drive))
        let due = engine.now + .milliseconds(300)
        try #require(
            scheduler.schedule("test/buzz", cause: engine.now, due: due, by: scheduler.clocks) != nil)
        let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 960)
        defer { samples.deallocate() }
        guard let left = samples.baseAddress else { return }
        for block in 0..<60 as Range<Int64> {
            engine.render(
                480, leaving: .init(nanoseconds: (20 + 10 * block) * 1_000_000), left: left, right: left + 480)
        }
        let report = try #require(scheduler.reports().first)
        #expect(report.receipt.outcome == .played && report.receipt.predicted == due)
        try engine.stop()
    }

    /// Returns a scheduler whose taps may be left out.
    private func tapScheduler() -> FeedbackScheduler {
        let tap = HapticPattern([HapticEvent(.transient, intensity: 0.5, sharpness: 0.5)])
        return FeedbackScheduler(
            engine: engine,
            library: CueLibrary(
                cues: [Cue(name: "test/tap", pattern: tap, yields: true)], sounds: .none,
                sampleRate: FeedbackRig.sampleRate),
            settings: FeedbackSettings(haptics: .drive))
    }

    /// The service takes lines about what happened up to 300 seconds ago.
    @Test func `cues for old causes are thinned like others`() throws {
        let scheduler = tapScheduler()
        let cause = engine.now - .seconds(2)
        for milliseconds in [0, 20, 100] as [Int64] {
            scheduler.trigger("test/tap", cause: cause + .milliseconds(milliseconds), now: engine.now)
        }
        var reports: [CueReport] = []
        while reports.count < 3, engine.now < Instant(nanoseconds: 2_000_000_000) {
            engine.advance(to: engine.now + .milliseconds(100))
            reports += scheduler.reports()
        }
        #expect(reports.sorted { $0.id < $1.id }.map(\.thinned) == [nil, .crowded, nil])
        try engine.stop()
    }

    @Test func `while reports are left, the signal stays readable`() throws {
        scheduler.isThinning = false
        for _ in 0..<3 { scheduler.trigger("test/buzz", cause: engine.now, now: engine.now) }
        engine.advance(to: engine.now + .milliseconds(100))
        let left = (0..<3).map { _ in
            _ = scheduler.reports(atMost: 1)
            var signal = pollfd(fd: engine.signal, events: Int16(POLLIN), revents: 0)
            return poll(&signal, 1, 0) == 1
        }
        #expect(left == [true, true, false])
        try engine.stop()
    }

    @Test(arguments: [false, true]) func `the sooner of two ends counts as the end`(isFirst: Bool) throws {
        let soon = engine.now + .milliseconds(100)
        let ends = isFirst ? [soon, soon + .seconds(1)] : [soon + .seconds(1), soon]
        for due in ends { scheduler.end(cue, fade: .zero, at: due, now: engine.now) }
        #expect(cue.ending?.start == soon)
        pass(.milliseconds(80))
        #expect(!cue.isOver)
        pass(.milliseconds(60))
        #expect(cue.isOver)
        try engine.stop()
    }

    @Test func `a cue for which one of two devices has no room is not played on the other`() throws {
        let (engine, haptics) = (try Engine.virtual(), try Engine.virtual())
        let scheduler = FeedbackScheduler(
            engine: engine, hapticEngine: haptics, library: library, settings: FeedbackSettings(haptics: .drive))
        let nothing = Clip(tracks: [])
        let isFull = (0..<1_000 as Range<UInt64>).contains { id in
            !haptics.play(VoiceRequest(id: id, clip: nothing, routing: .silent, triggered: haptics.now))
        }
        #expect(isFull && scheduler.trigger("test/buzz", cause: engine.now, now: engine.now) == nil)
        engine.advance(to: engine.now + .milliseconds(50))
        _ = scheduler.reports()
        engine.advance(to: engine.now + .milliseconds(50))
        #expect(engine.voiceCount == 0 && scheduler.lostTriggers == 1 && scheduler.pendingCount == 0)
    }

    @Test func `a turn at the instant of an end leaves the end as it is`() throws {
        let end = engine.now + .milliseconds(200)
        scheduler.end(cue, fade: .milliseconds(20), at: end, now: engine.now)
        scheduler.turn(cue, .intensity, to: 1, at: end, now: engine.now)
        #expect(cue.turns.count(where: \.isEnd) == 2)
        pass(.milliseconds(180))
        #expect(!cue.isOver)
        pass(.milliseconds(100))
        #expect(cue.isOver)
        try engine.stop()
    }

    @Test func `an end that a turn makes necessary again is no earlier`() throws {
        scheduler.end(cue, fade: .milliseconds(20), at: engine.now + .milliseconds(400), now: engine.now)
        scheduler.turn(cue, .intensity, to: 1, at: engine.now + .milliseconds(100), now: engine.now)
        #expect(cue.turns.count(where: \.isEnd) == 4)
        pass(.milliseconds(350))
        #expect(!cue.isOver && scheduler.lasting.map(\.id) == [cue.id])
        pass(.milliseconds(150))
        #expect(cue.isOver && scheduler.turned.isEmpty)
        try engine.stop()
    }

    /// Requested there, it becomes audible on both at the next step, although their clocks may differ a little.
    @Test func `with two devices a turn is requested in the middle of a step`() throws {
        let (engine, haptics) = (try Engine.virtual(), try Engine.virtual())
        let scheduler = FeedbackScheduler(
            engine: engine, hapticEngine: haptics, library: library, settings: FeedbackSettings(haptics: .drive))
        let due = engine.now + .milliseconds(100)
        let live = try #require(scheduler.begin("test/buzz", cause: engine.now, at: due, now: engine.now))
        let step = LiveSource.step
        let half = Interval(nanoseconds: step.nanoseconds / 2)
        let offsets: [Interval] = [half, half + .nanosecond, step, step * 3 + half]
        for offset in offsets {
            scheduler.turn(live, .sharpness, to: 0.5, at: due + step * 100 + offset, now: engine.now)
        }
        for _ in 0..<30 {
            for engine in [engine, haptics] { engine.advance(to: engine.now + .milliseconds(10)) }
            _ = scheduler.reports()
        }
        let start = try #require(live.receipt).frame
        let frames = [101, 102, 102, 104].map { start + step.frames(at: Int64(FeedbackRig.sampleRate)) * $0 }
        #expect(live.turns.map { $0.receipt?.frame } == frames && live.turns.map { $0.hapticReceipt?.frame } == frames)
        for engine in [engine, haptics] { try engine.stop() }
    }

    @Test func `a cue that is left out is reported with the instant at which it would have been heard`() throws {
        let scheduler = tapScheduler()
        let due = engine.now + .milliseconds(300)
        for milliseconds in [0, 20] as [Int64] {
            scheduler.schedule(
                "test/tap", cause: engine.now, due: due + .milliseconds(milliseconds), by: scheduler.clocks)
        }
        for _ in 0..<2 { scheduler.trigger("test/tap", cause: engine.now, now: engine.now) }
        let reports = scheduler.reports()
        #expect(reports.allSatisfy { $0.thinned == .crowded })
        let instants = [due + .milliseconds(20), engine.soonest(engine.now)]
        #expect(reports.map(\.receipt.predicted) == instants)
        #expect(reports.map(\.receipt.frame) == instants.map(engine.clock.frame))
        try engine.stop()
    }

    @Test func `a turn during the fade of an end leaves the end as it is`() throws {
        scheduler.end(cue, fade: .milliseconds(500), now: engine.now)
        pass(.milliseconds(300))
        scheduler.turn(cue, .intensity, to: 1, now: engine.now)
        #expect(cue.turns.count(where: \.isEnd) == 2)
        try engine.stop()
    }

    @Test func `a cue that has forgotten its first turns has no pattern`() throws {
        scheduler.mostTurns = 4
        for value in [0.2, 0.4, 0.6] { scheduler.turn(cue, .intensity, to: value, now: engine.now) }
        pass(.milliseconds(50))
        scheduler.end(cue, fade: .zero, now: engine.now)
        pass(.milliseconds(100))
        #expect(cue.isOver && cue.turns.count < 5 && cue.pattern == nil)
        try engine.stop()
    }

    @Test func `the pattern of a long hold has one attack`() throws {
        var vibration = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.3)
        vibration.attackTime = 0.5
        let cue = Cue(name: "test/long", pattern: HapticPattern([vibration]), lasts: .hold)
        let engine = try Engine.virtual(sampleRate: 8_000)
        let scheduler = FeedbackScheduler(
            engine: engine, library: CueLibrary(cues: [cue], sounds: .none, sampleRate: 8_000),
            settings: FeedbackSettings(haptics: .drive))
        let live = try #require(scheduler.begin("test/long", cause: engine.now, now: engine.now))
        while !live.isOver {
            if engine.now >= Instant(nanoseconds: 35_000_000_000) { live.end() }
            engine.advance(to: engine.now + .milliseconds(500))
            _ = scheduler.reports()
        }
        let events = try #require(live.pattern).events
        #expect(events.count == 2 && events.map(\.attackTime) == [0.5, 0])
        try engine.stop()
    }

    @Test func `an end without a fade is recorded with the engine's shortest fade`() throws {
        scheduler.end(cue, fade: .zero, now: engine.now)
        #expect(cue.turns.map(\.duration) == [Engine.shortestFade, Engine.shortestFade])
        try engine.stop()
    }
}
