import Synchronization
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

@testable import ThudPlayback

/// A virtual engine whose caller simulates failures.
@Suite struct TroubleTests {
    private func click(_ id: UInt64, _ start: VoiceRequest.Start = .next, at now: Instant) -> VoiceRequest {
        var routing = Routing.silent
        routing[0, .left] = 1
        return VoiceRequest(id: id, clip: Clip(tracks: [[0.5, 0.25]]), routing: routing, start: start, triggered: now)
    }

    private func engine(after time: Interval = .milliseconds(500)) throws -> Engine {
        let engine = try Engine.virtual()
        engine.advance(to: engine.now + time)
        return engine
    }

    @Test func `an underrun takes time, is counted with its frames, and makes its voices late or unheard`() throws {
        let engine = try engine()
        let (before, head) = (engine.now, engine.head)
        #expect(engine.play(click(1, at: before)))
        #expect(engine.play(click(2, .frame(head + 480), at: before)))
        #expect(engine.play(click(3, .frame(head + 2000), at: before)))
        engine.advance(to: before)
        engine.undergo(.underrun(.milliseconds(20)))
        #expect(engine.now == before + .milliseconds(20))
        #expect(engine.head == head + 960)
        #expect(engine.health.xruns == 1 && engine.health.framesLost == 960 && engine.health.standstills == 0)
        var receipts: [Receipt] = []
        let end = engine.now + .milliseconds(100)
        while engine.now < end {
            engine.advance(to: end)
            receipts += engine.receipts()
        }
        let told = Dictionary(uniqueKeysWithValues: receipts.map { ($0.id, $0) })
        #expect(receipts.count == 3)
        #expect(told[1]?.outcome == .late && told[1]?.frame == head + 960, "an answer is still wanted")
        #expect(told[2]?.outcome == .unheard, "what was to come on its frame and no other")
        #expect(told[3]?.outcome == .played && told[3]?.frame == head + 2000)
        #expect(receipts.map(\.predicted) == receipts.map { engine.clock.instant(of: $0.frame) })
        #expect(engine.clock.frame(at: engine.now).index <= engine.head.index)
        try engine.stop()
    }

    @Test func `a response to an old request is not played after an underrun`() throws {
        let engine = try engine()
        #expect(engine.play(click(1, at: engine.now - .milliseconds(300))))
        engine.advance(to: engine.now)
        engine.undergo(.underrun(.seconds(2)))
        #expect(engine.health.framesLost == 96_000)
        #expect(engine.receipts().map(\.outcome) == [.unheard])
        #expect(engine.voiceCount == 0)
        try engine.stop()
    }

    @Test func `frames that were due during a suspension are not lost, although they are skipped after it`() throws {
        let engine = try engine()
        engine.suspend()
        engine.shared.pointee.move(to: engine.now + .milliseconds(100))
        engine.resume()
        engine.undergo(.underrun(.milliseconds(50)))
        #expect(engine.health.xruns == 0 && engine.health.framesLost == 0 && engine.health.framesSuspended == 2_400)
        engine.advance(to: engine.now)
        engine.undergo(.underrun(.milliseconds(50)))
        #expect(engine.health.xruns == 1 && engine.health.framesLost == 2_400)
        try engine.stop()
    }

    /// What is missed for longer than a second is not rendered.
    @Test func `a long underrun takes its time in the recording too`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-underrun")
        let path = scratch.file("all.wav")
        let engine = try Engine.virtual(recordingTo: path)
        engine.undergo(.underrun(.seconds(3)))
        let frame = engine.head + 480
        #expect(engine.play(click(1, .frame(frame), at: engine.now)))
        engine.advance(to: engine.now + .milliseconds(100))
        try engine.stop()
        #expect(try SoundFile.read(path).channels[0].firstIndex { $0 != 0 } == Int(frame.index))
    }

    @Test func `of many events that no one takes, the last are kept`() throws {
        let engine = try engine()
        for _ in 0..<100 {
            engine.undergo(.deviceLost)
            engine.undergo(.deviceBack)
        }
        let events = engine.events()
        #expect(events.count == 64 && events.first == .deviceLost && events.last != .deviceLost)
        #expect(engine.health.deviceLosses == 100)
        try engine.stop()
    }

    @Test func `a lost device leaves cues unheard until it is back, and both are reported`() throws {
        let engine = try engine()
        engine.undergo(.deviceBack)
        #expect(engine.events().isEmpty, "none was lost")
        engine.undergo(.deviceLost)
        engine.undergo(.deviceLost)
        #expect(engine.health.deviceLosses == 1)
        #expect(engine.events() == [.deviceLost])
        #expect(engine.play(click(1, at: engine.now)))
        engine.advance(to: engine.now + .milliseconds(100))
        #expect(engine.receipts().map(\.outcome) == [.unheard])
        let lost = engine.now
        engine.advance(to: lost + .milliseconds(400))
        engine.undergo(.deviceBack)
        #expect(
            engine.events().map(\.description) == [
                "the sound device is back after 0.4 s (no sound device: time is virtual)"
            ])
        let head = engine.head
        #expect(engine.play(click(2, at: engine.now)))
        engine.advance(to: engine.now + .milliseconds(100))
        let receipts = engine.receipts()
        #expect(receipts.map(\.outcome) == [.played])
        #expect(receipts.allSatisfy { $0.frame - head < 480 })
        #expect(engine.health.xruns == 0 && engine.health.framesLost == 0)
        try engine.stop()
    }

    @Test(arguments: [48_000, 192_000]) func `a gap while the device is lost is one underrun and asks for nothing`(
        sampleRate: Int
    ) throws {
        let engine = try Engine.virtual(sampleRate: sampleRate)
        var samples = [Float](repeating: 0, count: sampleRate)
        samples.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            engine.render(sampleRate, leaving: engine.now, left: base, right: base)
        }
        let first = engine.clock.instant(of: .zero)
        engine.undergo(.deviceLost)
        engine.undergo(.underrun(.seconds(3)))
        #expect(engine.health.xruns == 1 && engine.health.framesLost == 3 * sampleRate)
        #expect(engine.clock.instant(of: .zero) == first, "no time is lost")
        // A request for a longer buffer would close the device that is opened next.
        #expect(engine.shared.pointee.deviceFault.load(ordering: .relaxed) == DeviceFault.lost.rawValue)
        try engine.stop()
    }

    @Test func `failures of zero or excessive length do not end the program`() throws {
        let engine = try engine()
        let before = engine.now
        engine.undergo(.underrun(.zero))
        engine.undergo(.underrun(.seconds(-5)))
        #expect(engine.now == before && engine.health.xruns == 0 && engine.health.framesLost == 0)
        engine.undergo(.underrun(Interval(nanoseconds: .max)))
        #expect(engine.now == before + .seconds(3600))
        #expect(engine.health.framesLost == 3600 * 48_000)
        try engine.stop()
        engine.undergo(.underrun(.seconds(1)))
        #expect(engine.health.xruns == 1, "it has ended")
    }

    @Test func `an engine with its own thread ignores simulated failures`() throws {
        let engine = Engine.silent()
        engine.undergo(.underrun(.seconds(3600)))
        engine.undergo(.deviceLost)
        #expect(engine.health.framesLost == 0 && engine.events().isEmpty)
        try engine.stop()
    }
}
