import Glibc
import Testing
import ThudCore
import ThudFeedback
import ThudPlayback
import ThudSoundFiles
import ThudTestSupport

@Suite("Feedback for a program of one's own") struct FeedbackTests {
    private let scratch: ScratchDirectory
    private let engine: Engine
    private let feedback: Feedback

    init() throws {
        scratch = try ScratchDirectory(prefix: "thud-own")
        _ = try scratch.directory("mine")
        _ = try scratch.directory("lasting")
        let bump = Sound(sampleRate: 48_000, channels: [[Float](repeating: 0.3, count: 480)])
        try SoundFile.write(bump, to: scratch.file("mine/bump.wav"))
        try scratch.write(
            #"{"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#,
            to: "mine/tap.ahap")
        engine = try Engine.virtual()
        feedback = try Feedback(folder: scratch.file("mine"), on: engine)
    }

    /// Moves time by a second and returns the reports.
    private func reports() -> [CueReport] { Self.reports(on: feedback) }

    private static func reports(on feedback: Feedback) -> [CueReport] {
        let end = feedback.engine.now + .seconds(1)
        var reports: [CueReport] = []
        // A virtual engine stops wherever there are receipts to collect.
        while feedback.engine.now < end {
            feedback.engine.advance(to: end)
            reports += feedback.reports()
        }
        return reports
    }

    /// Returns a folder with a cue that lasts, `hum`.
    private func lasting() throws -> String {
        try scratch.write(
            #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 1}}]}"#,
            to: "lasting/hum.ahap")
        try scratch.write(#"{"cues": {"hum": {"lasts": "hold"}}}"#, to: "lasting/catalog.json")
        return scratch.file("lasting")
    }

    @Test func `a folder without a catalog gives a cue for each pattern and each sound`() {
        #expect(feedback.names == ["bump", "tap"])
    }

    @Test func `a cue plays by its short and by its full name`() throws {
        let first = try feedback.play("bump")
        let second = try feedback.play("mine/bump")
        #expect(reports().map(\.id) == [first.id, second.id])
    }

    @Test func `a cue plays at an exact instant by the same names, with the same errors`() throws {
        let due = engine.now + .milliseconds(250)
        try feedback.play("bump", at: due)
        #expect(throws: ThudError.self) { try feedback.play("bumb", at: due) }
        let report = try #require(reports().first)
        #expect(report.receipt.predicted == due && report.receipt.frame.index == 12_000 && report.isScheduled)
        #expect(report.cause == due && report.receipt.outcome == .played)
        let lasting = try Feedback(folder: lasting(), on: Engine.virtual())
        _ = try lasting.begin("hum", at: due)
        #expect(Self.reports(on: lasting).map(\.receipt.frame.index) == [12_000])
    }

    @Test func `a cue for later does not let another come too close behind the one before it`() throws {
        try feedback.play("tap")
        try feedback.play("tap", at: engine.now + .seconds(10))
        let third = try feedback.play("tap")
        #expect(reports().first { $0.id == third.id }?.receipt.outcome == .thinned)
    }

    @Test func `the examples come with the cues that they play`() throws {
        let folder = "\(Surroundings.checkout)/examples/feedback/Sounds/mine"
        let examples = try Feedback(folder: folder, on: Engine.virtual())
        try examples.play("bump")
        _ = try examples.begin("hum")
        #expect(Self.reports(on: examples).map(\.name) == ["mine/bump", "mine/hum"])
    }

    @Test func `nothing plays on an engine that was stopped`() throws {
        try feedback.engine.stop()
        let error = #expect(throws: ThudError.self) { try feedback.play("bump") }
        #expect(error?.code == .noRoom && engine.voiceCount == 0)
    }

    @Test(arguments: [true, false])
    func `a cue that an engine was stopped before gets a report`(isVirtual: Bool) throws {
        let engine = isVirtual ? try Engine.virtual() : .silent()
        let feedback = try Feedback(folder: scratch.file("mine"), on: engine)
        let scheduler = feedback.scheduler
        let ids = (100..<103).map { seconds in
            let due = engine.now + .seconds(Double(seconds))
            return scheduler.schedule("mine/bump", cause: due, due: due, by: scheduler.clocks)?.id
        }
        let last = try feedback.play("bump")
        try engine.stop()
        let reports = feedback.reports()
        #expect(Set(reports.map(\.id)) == Set(ids.compactMap(\.self) + [last.id]) && ids.count == 3)
        #expect(reports.filter { $0.id != last.id }.allSatisfy { $0.receipt.outcome == .cancelled })
        #expect(engine.voiceCount == 0 && scheduler.pendingCount == 0)
    }

    @Test func `endless turns and fades take 300 s, also in the pattern of what was played`() throws {
        let feedback = try Feedback(folder: lasting(), on: Engine.virtual(start: .now()))
        let hum = try feedback.begin("hum")
        _ = Self.reports(on: feedback)
        for value in [0.5, 1] { #expect(hum.turn(.intensity, to: value, over: Interval(nanoseconds: .max))) }
        hum.end(fade: Interval(nanoseconds: .max))
        _ = Self.reports(on: feedback)
        #expect(hum.turns.map(\.duration) == [Interval](repeating: .seconds(300), count: 4))
        let length = try #require(hum.pattern).events.reduce(0) { max($0, $1.time + ($1.duration ?? 0)) }
        #expect(abs(length - 300) < 2, "\(length)")
    }

    @Test func `a cue whose end has lost its receipt is over, even if another one goes on`() throws {
        let engine = try Engine.virtual()
        let feedback = try Feedback(folder: lasting(), on: engine)
        let clip = Clip(tracks: [[0.5]])
        for id in 0..<UInt64(2_560) {
            _ = engine.play(VoiceRequest(id: 1_000_000 + id, clip: clip, routing: .silent, triggered: engine.now))
            if id % 64 == 63 { Self.render(feedback) }
        }
        let first = try feedback.begin("hum")
        Self.render(feedback)
        first.end()
        for _ in 0..<20 { Self.render(feedback) }
        _ = feedback.reports()
        let second = try feedback.begin("hum")
        for _ in 0..<150 { Self.render(feedback) }
        _ = feedback.reports()
        #expect(engine.lostReceipts > 0 && first.isOver && !second.isOver)
    }

    @Test func `a cue is over once nothing is left that plays it`() throws {
        var feedback: Feedback? = try Feedback(folder: lasting(), on: Engine.virtual())
        let hum = try #require(feedback).begin("hum")
        #expect(!hum.isOver)
        feedback = nil
        #expect(hum.isOver && !hum.turn(.gain, to: 0))
    }

    @Test func `haptics that drive an actuator get channels of their own`() throws {
        var device = PCMRequest()
        device.name = "null"
        let feedback = try Feedback(
            folder: scratch.file("mine"), through: device, settings: FeedbackSettings(haptics: .drive))
        #expect(feedback.engine.health.device.contains("4 channels"))
        try feedback.engine.stop()
    }

    @Test func `a report reads as a line`() throws {
        try feedback.play("bump")
        let report = try #require(reports().first)
        #expect("\(report)" == "mine/bump played, \(report.sinceCause) after its cause")
    }

    /// What is heard on the left of a cue in its first 10 ms.
    private func heard(gain: Double) throws -> [Float] {
        let feedback = try Feedback(folder: scratch.file("mine"), on: Engine.virtual())
        try feedback.play("bump", gain: gain)
        return Self.render(feedback)
    }

    /// Renders 10 ms and returns the left channel.
    @discardableResult private static func render(_ feedback: Feedback, leaving instant: Instant? = nil) -> [Float] {
        var (left, right) = ([Float](repeating: 0, count: 480), [Float](repeating: 0, count: 480))
        left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return }
                feedback.engine.render(480, leaving: instant, left: left, right: right)
            }
        }
        return left
    }

    @Test(arguments: [(Double.nan, 1.0), (.infinity, 4), (1e300, 4), (-1, 0)])
    func `an impossible gain counts as the nearest possible one`(gain: Double, nearest: Double) throws {
        #expect(try heard(gain: gain) == heard(gain: nearest))
    }

    @Test func `latency counts from the cause that a program gives`() throws {
        let cause = engine.now
        engine.advance(to: engine.now + .milliseconds(40))
        try feedback.play("bump", cause: cause)
        let report = try #require(reports().first)
        #expect(report.sinceCause >= .milliseconds(40))
        #expect(report.sinceCause - report.latency == .milliseconds(40))
    }

    @Test func `in a program's own audio callback, latency counts from the call`() throws {
        let feedback = try Feedback(folder: scratch.file("mine"), on: Engine.virtual(start: .now()))
        // The program renders far ahead.
        Self.render(feedback, leaving: .now() + .seconds(60))
        let before = Instant.now()
        try feedback.play("bump")
        let after = Instant.now()
        Self.render(feedback, leaving: before + .seconds(61))
        let report = try #require(feedback.reports().first)
        #expect((before...after).contains(report.cause) && (before...after).contains(report.triggered))
        #expect(report.sinceCause > .seconds(50) && report.receipt.outcome == .played)
    }

    @Test func `the system's clock is refused as a virtual engine's time`() throws {
        let error = #expect(throws: ThudError.self) { try feedback.play("bump", cause: .now()) }
        #expect(error?.code == .otherClock && error?.description.hasSuffix("take it from engine.now") == true)
        // An engine that follows the system's clock takes its instants.
        let following = try Feedback(folder: scratch.file("mine"), on: Engine.virtual(start: .now()))
        try following.play("bump", cause: .now())
    }

    @Test(arguments: [Int64.max, .min, -1]) func `an absurd instant never traps`(nanoseconds: Int64) throws {
        let absurd = Instant(nanoseconds: nanoseconds)
        try scratch.write(#"{"cues": {"bump": {"lasts": "loop"}}}"#, to: "mine/catalog.json")
        let feedback = try Feedback(folder: scratch.file("mine"), on: Engine.virtual(start: .now()))
        let scheduler = feedback.scheduler
        for _ in 0..<2 { try feedback.play("tap", cause: absurd) }
        let live = try feedback.begin("bump", cause: absurd)
        let now = feedback.engine.now
        _ = scheduler.schedule("mine/tap", cause: now, due: absurd, by: scheduler.clocks)
        scheduler.turn(live, .gain, to: 0.5, over: .seconds(1), at: absurd, now: now)
        scheduler.end(live, fade: .seconds(1), at: absurd, now: now)
        scheduler.cut(live.id, at: absurd)
        let reports = Self.reports(on: feedback)
        #expect(reports.count >= 3 && reports.allSatisfy { "\($0) \($0.latency)".hasPrefix("mine/") })
        // The future counts as the present.
        #expect(reports.allSatisfy { $0.cause <= .now() })
    }

    @Test func `an unknown name is an error with the nearest names`() throws {
        let error = #expect(throws: ThudError.self) { try feedback.play("bumb") }
        #expect(error?.code == .unknownCue)
        #expect(error?.description == "unknown cue bumb; did you mean bump?")
        let full = #expect(throws: ThudError.self) { try feedback.play("mine/bumb") }
        #expect(full?.description == "unknown cue mine/bumb; did you mean bump?")
    }

    @Test func `too much at once is an error of its own`() throws {
        let error = #expect(throws: ThudError.self) { for _ in 0..<100_000 { try feedback.play("bump") } }
        #expect(error?.code == .noRoom)
    }

    @Test func `a cue that ends by itself cannot be begun`() throws {
        #expect(throws: ThudError.self) { try feedback.begin("tap") }
    }

    @Test func `a folder without a cue is refused`() throws {
        let empty = try scratch.directory("empty")
        let error = #expect(throws: ThudError.self) { try Feedback(folder: empty, on: engine) }
        #expect(error?.description == "\(empty) has no cues; add an .ahap file or a sound")
    }

    @Test func `a cue lasts from begin to end and moves as it is turned`() throws {
        try scratch.write(#"{"cues": {"hum": {"lasts": "hold"}}}"#, to: "mine/catalog.json")
        try scratch.write(
            #"{"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 1}}]}"#,
            to: "mine/hum.ahap")
        let lasting = try Feedback(folder: scratch.file("mine"), on: Engine.virtual())
        #expect(lasting.names == ["bump", "hum", "tap"])
        let hum = try lasting.begin("hum")
        #expect(hum.turn(.intensity, to: 0.8, over: .milliseconds(200)))
        #expect(Self.reports(on: lasting).map(\.name) == ["mine/hum"])
        #expect(lasting.engine.voiceCount == 1)
        while lasting.scheduler.cut(0) {}
        #expect(!hum.end() && !hum.isEnded)
        _ = Self.reports(on: lasting)
        #expect(hum.end())
        #expect(!hum.turn(.intensity, to: 1))
        #expect(Self.reports(on: lasting).isEmpty)
        #expect(lasting.engine.voiceCount == 0)
    }

    @Test func `stop ends what sounds and what lasts`() throws {
        try feedback.play("bump")
        feedback.stop()
        #expect(reports().count == 1)
        #expect(engine.voiceCount == 0)
    }

    @Test func `stop ends a long sound, however many short ones came after it`() throws {
        let long = Sound(sampleRate: 48_000, channels: [[Float](repeating: 0.3, count: 48_000 * 10)])
        try SoundFile.write(long, to: scratch.file("mine/long.wav"))
        let feedback = try Feedback(folder: scratch.file("mine"), on: Engine.virtual())
        try feedback.play("long")
        for _ in 0..<6 {
            for _ in 0..<50 { try feedback.play("bump") }
            _ = Self.reports(on: feedback)
        }
        #expect(feedback.engine.voiceCount == 1)
        feedback.stop()
        _ = Self.reports(on: feedback)
        #expect(feedback.engine.voiceCount == 0)
    }

    @Test func `stop ends what an earlier stop had no room for`() throws {
        let long = Sound(sampleRate: 48_000, channels: [[Float](repeating: 0.3, count: 48_000 * 10)])
        try SoundFile.write(long, to: scratch.file("mine/long.wav"))
        let feedback = try Feedback(folder: scratch.file("mine"), on: Engine.virtual())
        try feedback.play("long")
        _ = Self.reports(on: feedback)
        while feedback.scheduler.cut(0) {}
        for voices in [1, 0] {
            #expect(feedback.stop() == (voices == 0))
            _ = Self.reports(on: feedback)
            #expect(feedback.engine.voiceCount == voices)
        }
    }

    @Test func `of the reports that nobody collects the latest are kept`() throws {
        var last: UInt64 = 0
        for _ in 0..<6_000 {
            last = try feedback.play("bump").id
            Self.render(feedback)
            #expect(feedback.scheduler.pendingCount < 4_096 + 1_024)
        }
        let reports = feedback.reports()
        #expect(reports.count >= 2_048 && reports.last?.id == last)
        #expect(reports.allSatisfy { $0.receipt.outcome == .played })
    }

    @Test func `reports on cues that are left out cost no memory either`() throws {
        var last: UInt64 = 0
        for _ in 0..<9_000 {
            last = try feedback.play("tap").id
            #expect(feedback.scheduler.pendingCount <= 4_096)
        }
        let reports = feedback.reports()
        #expect(reports.count >= 2_048 && reports.last?.id == last)
    }

    @Test func `the descriptor is readable while a report waits, also one on a cue that was left out`() throws {
        func isReadable() -> Bool {
            var wanted = pollfd(fd: feedback.signal, events: Int16(POLLIN), revents: 0)
            return poll(&wanted, 1, 0) == 1
        }
        for outcome in [CueOutcome.played, .thinned] {
            #expect(!isReadable())
            try feedback.play("tap")
            Self.render(feedback)
            #expect(isReadable())
            #expect(feedback.reports().map(\.receipt.outcome) == [outcome])
        }
    }

    @Test(arguments: [("hw:0", ThudError.Code.exclusive), ("no-such-pcm", .unknownDevice)])
    func `a PCM that would shut out other programs, or that does not exist, is refused`(
        name: String, code: ThudError.Code
    ) {
        var request = PCMRequest()
        request.name = name
        let error = #expect(throws: ThudError.self) { try Feedback(folder: scratch.file("mine"), through: request) }
        #expect(error?.code == code)
    }
}
