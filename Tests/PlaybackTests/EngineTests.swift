import TestTraits
import Testing
import ThudCore
import ThudTestSupport

@testable import ThudPlayback

/// From the caller's side: voices in, receipts and a recording out.
@Suite(.timed) struct EngineTests {
    /// A sound that begins and ends loud, so that a lost or doubled frame shows anywhere.
    private static let click: [Float] = (0..<300).map { Float(($0 * 7919) % 1601 - 800) / 1000 }

    @Test func `a triggered voice yields one receipt and is recorded on exactly its frame`() throws {
        let running = try RunningEngine()
        let head = running.engine.head
        let before = Instant.now()
        try running.play(id: 7, EngineTests.click)
        let (channels, receipts) = try running.finish()
        let receipt = try #require(receipts.first)
        #expect(receipts.count == 1)
        #expect(receipt.id == 7 && receipt.outcome == .played)
        #expect(receipt.frame >= head)
        #expect(receipt.triggered >= before && receipt.taken >= receipt.triggered)
        #expect(receipt.predicted > receipt.triggered)
        try expectAlone(EngineTests.click, at: receipt.frame, in: channels[0])
        #expect(channels[1...].allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    @Test func `the silent engine gives the same receipts`() throws {
        let engine = Engine.silent(sampleRate: 44_100)
        var received: [Receipt] = []
        for id in 1...3 as ClosedRange<UInt64> {
            var routing = Routing.silent
            routing[0, .left] = 1
            let clip = Clip(tracks: [EngineTests.click])
            try #require(engine.play(VoiceRequest(id: id, clip: clip, routing: routing, triggered: .now())))
        }
        try holdOn("three receipts", within: RunningEngine.patience) {
            received += engine.receipts()
            return received.count >= 3
        }
        #expect(received.map(\.id) == [1, 2, 3])
        #expect(received.allSatisfy { $0.outcome == .played && $0.predicted > $0.triggered })
        #expect(engine.health.xruns == 0 && engine.health.framesLost == 0 && engine.health.lostReceipts == 0)
        try engine.stop()
    }

    @Test(arguments: [44_100, 48_000])
    func `a voice for an exact frame begins on it`(sampleRate: Int) throws {
        let running = try RunningEngine(sampleRate: sampleRate)
        let frame = try running.play(EngineTests.click, in: 24_001)
        let (channels, receipts) = try running.finish()
        #expect(receipts.map(\.outcome) == [.played])
        #expect(receipts.first?.frame == frame)
        try expectAlone(EngineTests.click, at: frame, in: channels[0])
    }

    @Test func `a voice for a past frame is late and begins on the next one`() throws {
        let running = try RunningEngine()
        try running.reach(Frame(1000))
        let head = running.engine.head
        try running.play(id: 1, Clip(tracks: [EngineTests.click]), start: .frame(Frame(10)))
        let (channels, receipts) = try running.finish()
        let receipt = try #require(receipts.first)
        #expect(receipts.count == 1 && receipt.outcome == .late)
        #expect(receipt.frame >= head)
        try expectAlone(EngineTests.click, at: receipt.frame, in: channels[0])
    }

    @Test func `every period reports how much slack its wake-up left`() throws {
        let running = try RunningEngine()
        try running.reach(Frame(24_000))
        let slack = running.engine.wakeupSlack()
        // The null device holds two periods of 128 frames, and is refilled when one has left.
        #expect(slack.count > 24_000 / 256 - 2)
        #expect(slack.allSatisfy { $0 <= Interval(nanoseconds: 5_400_000) })
        #expect(slack.count { $0 > .zero } > slack.count / 2)
        #expect(running.engine.wakeupSlack().count < slack.count)
        _ = try running.stop()
    }

    @Test func `a cue can be scheduled by the clock as soon as the engine exists`() throws {
        for _ in 0..<20 {
            let engine = Engine.silent()
            let frame = engine.clock.frame(at: .now())
            // The stream has only just begun, however long the machine has been up.
            #expect(abs(frame.index) < 10 * 48_000)
            try engine.stop()
        }
    }

    @Test func `a cancelled voice is never heard, and its receipt says so`() throws {
        let running = try RunningEngine()
        for id in 1...3 as ClosedRange<UInt64> { try running.play(id: id, EngineTests.click, in: 96_000) }
        try #require(running.engine.cancelScheduled())
        let receipts = try running.receipts(3)
        #expect(receipts.map(\.id) == [1, 2, 3])
        #expect(receipts.allSatisfy { $0.outcome == .cancelled })
        let (channels, all) = try running.finish()
        #expect(all.count == 3)
        #expect(channels[0].allSatisfy { $0 == 0 })
    }

    @Test func `a recently triggered voice does not count as scheduled`() throws {
        let running = try RunningEngine()
        try running.play(EngineTests.click)
        // Most likely before the click's first frame is rendered.
        try #require(running.engine.cancelScheduled())
        let (_, receipts) = try running.finish()
        #expect(receipts.map(\.outcome) == [.played])
    }

    @Test func `an irrevocable voice with an exact frame does not count as scheduled`() throws {
        let running = try RunningEngine()
        let frame = running.engine.head + 24_000
        var request = VoiceRequest(
            id: 1, clip: Clip(tracks: [EngineTests.click]), routing: .silent, start: .frame(frame), triggered: .now())
        request.isRevocable = false
        try #require(running.engine.play(request))
        try #require(running.engine.cancelScheduled())
        let (_, receipts) = try running.finish()
        #expect(receipts.map(\.outcome) == [.played] && receipts.first?.frame == frame)
    }

    @Test func `uncollected receipts are dropped and counted without leaking a clip`() throws {
        let running = try RunningEngine()
        let count = 2600
        let clip = Clip(tracks: [[0]])
        for id in 1...UInt64(count) {
            try holdOn("room for a command", within: RunningEngine.patience) {
                running.engine.play(VoiceRequest(id: id, clip: clip, routing: .silent, triggered: .now()))
            }
        }
        try holdOn("the last voice to end", within: RunningEngine.patience) { running.engine.voiceCount == 0 }
        let health = running.engine.health
        #expect(health.lostReceipts == count - 2048)
        #expect(health.leakedClips == 0)
        #expect(running.engine.receipts().count == 2048)
        _ = try running.stop()
    }

    @Test func `a playing voice is not cancelled`() throws {
        let running = try RunningEngine()
        try running.play(EngineTests.click)
        _ = try running.receipts(1)
        try #require(running.engine.cancelScheduled())
        let (channels, receipts) = try running.finish()
        #expect(receipts.map(\.outcome) == [.played])
        try expectAlone(EngineTests.click, at: receipts[0].frame, in: channels[0])
    }

    @Test func `a cut ends one voice with a ramp and leaves the other`() throws {
        let running = try RunningEngine()
        try running.play(id: 1, Clip(tracks: [[0.25]]), isLooping: true)
        try running.play(id: 2, Clip(tracks: [[0.5]]), isLooping: true)
        _ = try running.receipts(2)
        try #require(running.engine.cut(id: 1))
        try holdOn("the voice to be gone", within: RunningEngine.patience) { running.engine.voiceCount == 1 }
        try #require(running.engine.cut(id: 2))
        let (channels, receipts) = try running.finish()
        #expect(receipts.map(\.outcome) == [.played, .played])
        #expect(channels[0].contains(0.75) && channels[0].contains(0.5))
        let last = try #require(channels[0].lastIndex { $0 != 0 })
        #expect(last + 1 < channels[0].count)
        let from = Int(receipts[1].frame.index)
        let steps = zip(channels[0].dropFirst(from + 1), channels[0].dropFirst(from)).map { $1 - $0 }
        // Each ramp takes 5 ms, which is 240 frames, and the level never rises again.
        #expect(steps.allSatisfy { $0 >= 0 && $0 < 0.5 / 239 })
    }

    @Test func `a replacement continues at the same point of the loop without a seam`() throws {
        // A second long, so that a sample value shows the phase.
        let slope = (0..<48_000).map { Float($0 + 12_000) / 200_000 }
        let running = try RunningEngine()
        try running.play(id: 1, Clip(tracks: [slope]), isLooping: true)
        let start = try running.receipts(1)[0].frame
        try running.reach(start + 4000)
        try running.play(id: 1, Clip(tracks: [slope.map { 2 * $0 }]), isLooping: true, replaces: true)
        try running.reach(start + 60_000)
        try #require(running.engine.cut(id: 1))
        let (channels, receipts) = try running.finish()
        #expect(receipts.map(\.outcome) == [.played])
        let heard = channels[0].dropFirst(Int(start.index)).prefix(60_000)
        let gains = heard.enumerated().map { index, sample in sample / slope[index % 48_000] }
        let before = try #require(gains.firstIndex { $0 > 1.001 })
        let after = try #require(gains.firstIndex { $0 > 1.999 })
        #expect(before >= 4000 && after > before && after - before <= 240)
        #expect(gains[..<before].allSatisfy { abs($0 - 1) <= 0.001 })
        #expect(zip(gains[before..<after], gains[(before + 1)...after]).allSatisfy { $0 < $1 })
        #expect(gains[after...].allSatisfy { abs($0 - 2) <= 0.001 })
    }

    @Test func `a voice that has ended cannot be replaced, and one that has not begun is replaced entirely`() throws {
        let running = try RunningEngine()
        try running.play(id: 3, Clip(tracks: [EngineTests.click]), replaces: true)
        let frame = try running.play(id: 4, EngineTests.click.map { 0.5 * $0 }, in: 24_000)
        try running.play(id: 4, Clip(tracks: [EngineTests.click]), replaces: true)
        let (channels, receipts) = try running.finish()
        #expect(receipts.map(\.id) == [4] && receipts.map(\.outcome) == [.played])
        try expectAlone(EngineTests.click, at: frame, in: channels[0])
    }

    @Test func `a voice that is cut before it begins is never heard, and its receipt says so`() throws {
        let running = try RunningEngine()
        let frame = try running.play(id: 5, EngineTests.click, in: 24_000)
        try #require(running.engine.cut(id: 5))
        try running.reach(frame + 300)
        let (channels, receipts) = try running.finish()
        #expect(receipts.map(\.outcome) == [.cancelled])
        #expect(channels[0].allSatisfy { $0 == 0 })
    }

    @Test func `of sixty-five voices the least important is refused or displaced`() throws {
        let running = try RunningEngine()
        let start = running.engine.head + 48_000
        let quiet = Clip(tracks: [[Float](repeating: 0.001, count: 100)])
        for id in 1...64 as ClosedRange<UInt64> {
            try running.play(id: id, quiet, priority: id == 9 ? 90 : 100, start: .frame(start))
        }
        try running.play(id: 65, quiet, priority: 50, start: .frame(start))
        try running.play(id: 66, quiet, priority: 200, start: .frame(start))
        let (channels, receipts) = try running.finish()
        let outcomes = Dictionary(grouping: receipts, by: \.outcome).mapValues { Set($0.map(\.id)) }
        #expect(receipts.count == 66)
        #expect(outcomes[.refused] == [9, 65])
        #expect(outcomes[.played] == Set(1...66).subtracting([9, 65]))
        #expect(abs(channels[0][Int(start.index) + 50] - 0.064) < 0.0001)
    }
}
