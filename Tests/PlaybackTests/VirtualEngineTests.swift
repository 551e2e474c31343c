import Foundation
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

@testable import ThudPlayback

/// An engine whose caller advances the time.
@Suite struct VirtualEngineTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory(prefix: "thud-virtual") }

    private func request(
        _ id: UInt64, _ samples: [Float], _ start: VoiceRequest.Start = .next, at now: Instant
    ) -> VoiceRequest {
        var routing = Routing.silent
        routing[0, .left] = 1
        return VoiceRequest(
            id: id, clip: Clip(tracks: [samples]), routing: routing, start: start, triggered: now)
    }

    @Test func `time stands still until it is advanced, and goes exactly as far as requested`() throws {
        let start = Instant(nanoseconds: 5_000_000_000)
        let engine = try Engine.virtual(start: start)
        #expect(engine.isVirtual && engine.now == start && engine.head == .zero)
        engine.advance(to: start + .milliseconds(100))
        #expect(engine.now == start + .milliseconds(100))
        #expect(engine.clock.frame(at: engine.now).index == 4800)
        // Two periods of 128 frames are always written ahead.
        #expect((4800...4800 + 256).contains(engine.head.index))
        engine.advance(to: start)
        #expect(engine.now == start + .milliseconds(100))
        try engine.stop()
    }

    @Test func `time goes on after the end, so that a loop that awaits an instant ends`() throws {
        let engine = try Engine.virtual()
        try engine.stop()
        let later = engine.now + .milliseconds(1500)
        engine.advance(to: later)
        #expect(engine.now == Instant(nanoseconds: 1_000_000_000))
        engine.advance(to: later)
        #expect(engine.now == later && engine.head == .zero)
    }

    @Test func `an impossible sample rate is refused`() async {
        await promptly {
            await #expect(processExitsWith: .failure) { _ = Engine.silent(sampleRate: -1) }
            await #expect(processExitsWith: .failure) { _ = try Engine.virtual(sampleRate: .max) }
        }
    }

    @Test func `excessive numbers are clamped to the furthest sensible ones`() throws {
        let engine = try Engine.virtual()
        for (id, start) in [.next, .frame(.never), .frame(Frame(.min))].enumerated()
            as EnumeratedSequence<[VoiceRequest.Start]>
        {
            for instant in [Int64.min, 0, .max] {
                var voice = request(UInt64(id), [0.5], start, at: Instant(nanoseconds: instant))
                (voice.fadeIn, voice.fadeOut, voice.frames) = (.max, .max, id == 0 ? .min : .max)
                voice.followsClock = true
                #expect(engine.play(voice))
            }
        }
        var live = request(9, [0.5], at: engine.now)
        var source = LiveSource(sampleRate: 48_000)
        source.curves = [(.gain, [.init(time: .infinity, value: 1), .init(time: 0, value: .nan)])]
        live.live = source
        #expect(engine.play(live))
        engine.advance(to: engine.now + .milliseconds(100))
        #expect(engine.receipts().allSatisfy { $0.outcome != .unknown })
        try engine.stop()
    }

    @Test func `a call advances by at most a second, and only to the period with a receipt`() throws {
        let engine = try Engine.virtual()
        engine.advance(to: .init(nanoseconds: 60_000_000_000))
        #expect(engine.now.nanoseconds == 1_000_000_000)
        let frame = engine.clock.frame(at: engine.now) + 12_000
        #expect(engine.play(request(1, [0.5], .frame(frame), at: engine.now)))
        engine.advance(to: engine.now + .seconds(1))
        let reached = engine.now
        #expect(reached < Instant(nanoseconds: 1_260_000_000) && reached > Instant(nanoseconds: 1_240_000_000))
        engine.advance(to: engine.now + .seconds(1))
        #expect(engine.now == reached, "receipts wait")
        let receipts = engine.receipts()
        #expect(receipts.map(\.outcome) == [.played])
        #expect(receipts.map(\.frame) == [frame])
        #expect(receipts.first?.predicted == engine.clock.instant(of: frame))
        try engine.stop()
    }

    @Test func `an immediate request begins on the first unwritten frame, and is recorded there`() throws {
        let path = scratch.file("all.wav")
        let engine = try Engine.virtual(recordingTo: path)
        engine.advance(to: .init(nanoseconds: 300_000_000))
        let head = engine.head
        let samples = (0..<200).map { Float($0 + 1) / 256 }
        #expect(engine.play(request(1, samples, at: engine.now)))
        while engine.receipts().isEmpty { engine.advance(to: engine.now + .milliseconds(10)) }
        // More than the recording's ring holds.
        for _ in 0..<10 { engine.advance(to: engine.now + .seconds(1)) }
        #expect(engine.voiceCount == 0)
        try engine.stop()
        let left = try SoundFile.read(path).channels[0]
        #expect(left.count > 10 * 48_000)
        try expectAlone(samples, at: head, in: left)
    }

    @Test func `the same calls give the same file to the byte and the same receipts`() throws {
        func play(_ name: String) throws -> (Data, [Receipt]) {
            let path = scratch.file(name)
            let engine = try Engine.virtual(recordingTo: path)
            var noise = SeededGenerator(seed: 3)
            var receipts: [Receipt] = []
            for id in 1...40 as ClosedRange<UInt64> {
                let samples = (0..<4000).map { _ in Float.random(in: -0.2...0.2, using: &noise) }
                #expect(engine.play(request(id, samples, at: engine.now)))
                let pause = Interval(nanoseconds: .random(in: 1...90_000_000, using: &noise))
                let end = engine.now + pause
                while engine.now < end {
                    engine.advance(to: end)
                    receipts += engine.receipts()
                }
            }
            try engine.stop()
            return (try Data(contentsOf: URL(filePath: path)), receipts)
        }
        let (first, again) = (try play("first.wav"), try play("again.wav"))
        #expect(first.1.count == 40)
        #expect(first.0 == again.0)
        #expect(first.1.map { "\($0)" } == again.1.map { "\($0)" })
    }

    @Test func `a cut at a frame ends a voice there, and cancels one that does not begin before it`() throws {
        let path = scratch.file("cut.wav")
        let engine = try Engine.virtual(recordingTo: path)
        var steady = request(1, [0.5], .frame(Frame(1_000)), at: engine.now)
        steady.loop = VoiceRequest.Loop(period: 1)
        #expect(engine.play(steady) && engine.play(request(2, [0.5], .frame(Frame(20_000)), at: engine.now)))
        #expect(engine.cut(id: 1, at: .frame(Frame(10_000))) && engine.cut(id: 2, at: .frame(Frame(20_000))))
        var outcomes: [UInt64: CueOutcome] = [:]
        while engine.voiceCount > 0 {
            engine.advance(to: engine.now + .milliseconds(10))
            for receipt in engine.receipts() { outcomes[receipt.id] = receipt.outcome }
        }
        try engine.stop()
        #expect(outcomes == [1: .played, 2: .cancelled])
        let left = try SoundFile.read(path).channels[0]
        #expect(left.firstIndex { $0 != 0 } == 1_000 && left[9_999] == 0.5 && left[10_000] < 0.5)
        // The ramp takes 5 ms.
        #expect((10_230..<10_240).contains(left.lastIndex { $0 != 0 } ?? 0))
    }

    @Test func `voices that find no room are not counted, and each of the others is answered at the end`() throws {
        let engine = try Engine.virtual()
        let taken = (0..<1_000 as Range<UInt64>).count { engine.play(request($0, [0.5], at: engine.now)) }
        #expect(taken < 1_000 && engine.voiceCount == taken)
        try engine.stop()
        #expect(engine.voiceCount == 0)
        let outcomes = engine.receipts().map(\.outcome)
        #expect(outcomes.count == taken && outcomes.contains(.cancelled))
    }

    @Test func `an engine with a thread keeps its own time`() throws {
        let engine = Engine.silent()
        #expect(!engine.isVirtual)
        let before = engine.now
        engine.advance(to: before + .seconds(3_600))
        #expect(engine.now - before < .seconds(60))
        try engine.stop()
    }
}
