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

/// Tests cues that are started, turned and ended through the scheduler.
@Suite(.timed) struct LiveSchedulerTests {
    private static let library: CueLibrary = {
        let vibration = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.3)
        let tap = HapticEvent(.transient, intensity: 0.5, sharpness: 0.5)
        return CueLibrary(
            cues: [
                Cue(name: "test/buzz", pattern: HapticPattern([vibration]), lasts: .hold),
                Cue(name: "test/tap", pattern: HapticPattern([tap])),
            ], sounds: .none, sampleRate: FeedbackRig.sampleRate)
    }()

    private func rig(hasHapticEngine: Bool = false) throws -> FeedbackRig {
        try FeedbackRig(hasHapticEngine: hasHapticEngine, library: Self.library)
    }

    private func collect(_ rig: FeedbackRig, until isDone: () -> Bool) throws {
        try holdOn("the audio thread's answers", within: FeedbackRig.patience) {
            _ = rig.scheduler.reports()
            return isDone()
        }
    }

    @Test func `a cue that lasts begins and ends on exact frames if it is scheduled`() throws {
        let rig = try rig()
        let now = Instant.now()
        let due = now + .milliseconds(200)
        let live = try #require(rig.scheduler.begin("test/buzz", cause: now, at: due, now: now))
        rig.scheduler.end(live, fade: .zero, at: due + .milliseconds(100), now: now)
        try collect(rig) { live.receipt != nil && live.turns.allSatisfy { $0.receipt != nil } }
        let start = try #require(live.receipt)
        let end = try #require(live.turns.first?.receipt)
        #expect(start.outcome == .played && abs((start.predicted - due).milliseconds) < 1)
        // Turns of gain, and so the end, use every second step.
        let step = 2 * LiveSource.step.frames(at: Int64(FeedbackRig.sampleRate))
        #expect(abs(end.frame - start.frame - Int64(FeedbackRig.sampleRate / 10)) <= step)
    }

    @Test func `a turn before an end that was requested leaves the fade`() throws {
        let rig = try rig()
        let now = Instant.now()
        let live = try #require(rig.scheduler.begin("test/buzz", cause: now, now: now))
        let end = now + .milliseconds(500)
        rig.scheduler.end(live, fade: .milliseconds(40), at: end, now: now)
        let turn = rig.scheduler.turn(live, .intensity, to: 0.5, now: now)
        try collect(rig) { live.isOver }
        #expect(live.turns.first { $0.id == turn }?.isDone == true)
        let last = try #require(live.turns.last?.receipt)
        #expect(live.turns.last?.isEnd == true && last.outcome == .played && last.predicted > end - .milliseconds(2))
        #expect(live.ending?.start == end)
    }

    @Test func `two devices play the same samples, whatever turns a cue gets`() throws {
        let rig = try rig(hasHapticEngine: true)
        let begun = Instant.now()
        let live = try #require(rig.scheduler.begin("test/buzz", cause: begun, now: begun))
        for (step, value) in [0.3, 1, 0.1, 0.7, 0.4].enumerated() {
            let due = begun + .milliseconds(60) * Int64(step + 1)
            try holdOn("the next turn", within: FeedbackRig.patience) { Instant.now() >= due }
            rig.scheduler.turn(live, .intensity, to: value, over: .milliseconds(20), now: .now())
            rig.scheduler.turn(live, .sharpness, to: value / 2, now: .now())
        }
        rig.scheduler.turn(
            live, .intensity, to: 1, over: .milliseconds(50), at: .now() + .milliseconds(80), now: .now())
        try holdOn("the last turn", within: FeedbackRig.patience) { Instant.now() >= begun + .milliseconds(600) }
        rig.scheduler.end(live, fade: .milliseconds(40), now: .now())
        var report: CueReport?
        try holdOn("the report", within: FeedbackRig.patience) {
            let reports = rig.scheduler.reports()
            report = report ?? reports.first
            return live.turns.allSatisfy { $0.receipt != nil && $0.hapticReceipt != nil } && report != nil
        }
        let begin = try #require(report)
        let haptic = try #require(begin.hapticReceipt)
        #expect(live.turns.count == 13 && live.turns.allSatisfy(\.isDone))
        for turn in live.turns {
            let main = try #require(turn.receipt).frame - begin.receipt.frame
            #expect(try #require(turn.hapticReceipt).frame - haptic.frame == main)
        }
        #expect(abs((begin.receipt.predicted - haptic.predicted).nanoseconds) < 100_000)
        let recorded = try rig.recordings()
        let first = recorded.main[2][Int(begin.receipt.frame.index)...].prefix(30_000)
        let second = recorded.haptic[2][Int(haptic.frame.index)...].prefix(30_000)
        #expect(first.contains { abs($0) > 0.2 } && Array(first) == Array(second))
        #expect(first.count == 30_000)
    }

    @Test func `a cue that cannot be started as live is counted as lost`() throws {
        let rig = try rig()
        let now = Instant.now()
        #expect(rig.scheduler.begin("test/nothing", cause: now, now: now) == nil)
        #expect(rig.scheduler.begin("test/tap", cause: now, now: now) == nil)
        #expect(rig.scheduler.lostTriggers == 2)
        // A cue that lasts can also be triggered. Then it plays once, like its file.
        let handle = try #require(rig.scheduler.trigger("test/buzz", cause: now, now: now))
        #expect(try rig.reports(1).map(\.id) == [handle.id])
        let main = try rig.recordings().main
        let heard = main[2].indices.filter { main[2][$0] != 0 }
        #expect(abs((heard.last ?? 0) - (heard.first ?? 0) - 48_000) < 100)
    }

    @Test func `a turn after the end is refused, and an overruled turn is cancelled`() throws {
        let rig = try rig()
        let live = try #require(rig.scheduler.begin("test/buzz", cause: .now(), now: .now()))
        let late = rig.scheduler.turn(live, .sharpness, to: 1, at: .now() + .milliseconds(400), now: .now())
        let sooner = rig.scheduler.turn(live, .sharpness, to: 0.5, at: .now() + .milliseconds(100), now: .now())
        try collect(rig) { live.turns.contains { $0.id == sooner && $0.isDone } }
        rig.scheduler.end(live, fade: .milliseconds(10), now: .now())
        let after = rig.scheduler.turn(live, .intensity, to: 1, now: .now())
        try collect(rig) { live.turns.allSatisfy { $0.receipt != nil } }
        func outcome(_ id: UInt64?) -> CueOutcome? { live.turns.first { $0.id == id }?.receipt?.outcome }
        #expect(outcome(late) == .cancelled && outcome(after) == .refused && outcome(sooner) == .played)
        #expect(live.isEnded && rig.scheduler.live.isEmpty && rig.scheduler.turned.isEmpty)
        _ = try rig.recordings()
    }

    @Test func `an interruption ends all live cues and leaves no voice`() throws {
        let rig = try rig()
        let cues = try (0..<20).map { _ in
            try #require(rig.scheduler.begin("test/buzz", cause: .now(), now: .now()))
        }
        #expect(Set(cues.map(\.id)).count == 20)
        try collect(rig) { cues.allSatisfy { $0.receipt != nil } }
        #expect(cues.allSatisfy { $0.receipt?.outcome == .played } && rig.engine.voiceCount == 20)
        rig.scheduler.endAll(fade: .milliseconds(40), now: .now())
        try collect(rig) { rig.scheduler.live.isEmpty }
        _ = try rig.recordings()
        #expect(rig.engine.voiceCount == 0)
    }

    @Test func `a cue that is ended before it starts is never heard`() throws {
        let rig = try rig()
        let live = try #require(rig.scheduler.begin("test/buzz", cause: .now(), now: .now()))
        rig.scheduler.end(live, fade: .milliseconds(5), at: .now() - .milliseconds(500), now: .now())
        // The cue and its end are answered one after the other.
        try collect(rig) { rig.scheduler.live.isEmpty && rig.scheduler.turned.isEmpty }
        _ = try rig.recordings()
        #expect(rig.engine.voiceCount == 0)
    }
}
