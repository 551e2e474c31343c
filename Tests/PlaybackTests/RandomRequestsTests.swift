import Testing
import ThudCore

@testable import ThudPlayback

/// What holds whatever is requested of an engine, in whatever order and at whatever frame.
@Suite struct RandomRequestsTests {
    /// Makes requests of an engine, and notes which of them are owed a receipt.
    private struct Caller {
        let engine: Engine
        var random: SeededGenerator
        var latest: UInt64 = 0
        var owed: Set<UInt64> = []
        var voices: [UInt64] = []
        var live: [UInt64] = []
        var clips: [Witness] = []

        struct Witness { weak var clip: Clip? }

        mutating func id() -> UInt64 {
            latest += 1
            return latest
        }

        mutating func start() -> VoiceRequest.Start {
            let near = engine.head + Int64(random.index(below: 12_000)) - 4_000
            return random.chance(0.3) ? .next : .frame([.never, Frame(.min), near, near][random.index(below: 4)])
        }

        mutating func instant() -> Instant {
            let near = engine.now + .milliseconds(Int64(random.index(below: 2_000)) - 1_000)
            return [near, near, Instant(nanoseconds: .max), Instant(nanoseconds: .min)][random.index(below: 4)]
        }

        mutating func count() -> Int { [0, 1, .max, .min, random.index(below: 2_000)][random.index(below: 5)] }

        mutating func request(_ id: UInt64) -> VoiceRequest {
            let samples = [Float](repeating: 0.1, count: random.index(below: 2_000))
            let clip = Clip(tracks: [[Float]](repeating: samples, count: random.index(below: 5)))
            clips.append(Witness(clip: clip))
            var request = VoiceRequest(id: id, clip: clip, routing: .silent, start: start(), triggered: instant())
            request.routing[0, .left] = 0.5
            request.priority = UInt8(random.index(below: 256))
            (request.fadeIn, request.fadeOut) = (count(), count())
            if random.chance(0.3) { request.loop = .init(period: count(), count: random.chance(0.5) ? nil : count()) }
            if random.chance(0.2) { request.frames = count() }
            (request.isRevocable, request.followsClock) = (random.chance(0.7), random.chance(0.5))
            return request
        }

        mutating func play(isLive: Bool) {
            let id = id()
            var request = request(id)
            if isLive {
                request.live = LiveSource(sampleRate: engine.sampleRate)
                request.live?.loop = random.chance(0.5) ? 0..<max(1, request.clip.length) : nil
                live.append(id)
            } else {
                voices.append(id)
            }
            if engine.play(request) { owed.insert(id) }
        }

        /// Turns or ends a live voice. The second turn of an end has a receipt only if the voice sounds.
        mutating func change(isEnd: Bool) {
            let (id, voice) = (id(), live.isEmpty ? 0 : live[random.index(below: live.count)])
            let length = Interval.milliseconds(Int64(random.index(below: 800)) - 100)
            let control = LiveControl.allCases[random.index(below: 4)]
            let turn = Turn(
                id: id, of: voice, control, to: random.between(-2, 2), over: length, start: start(),
                triggered: instant())
            let isTaken =
                isEnd
                ? engine.end(voice, as: id, fade: length, start: start(), triggered: instant()) : engine.turn(turn)
            if isTaken { owed.insert(id) }
            if isEnd { latest += 1 }
        }

        mutating func request() {
            let voice = voices.isEmpty ? 0 : voices[random.index(below: voices.count)]
            switch random.index(below: 12) {
            case 0...2: play(isLive: false)
            case 3: play(isLive: true)
            case 4, 5: change(isEnd: false)
            case 6: change(isEnd: true)
            case 7: _ = engine.cut(id: voice, at: start())
            case 8: _ = engine.replace(with: request(voice))
            case 9: _ = random.chance(0.3) ? engine.cancelScheduled() : false
            case 10: engine.advance(to: engine.now + .milliseconds(Int64(random.index(below: 100))))
            default:
                let gap = Engine.Trouble.underrun(.milliseconds(Int64(random.index(below: 1_500))))
                engine.undergo([gap, .deviceLost, .deviceBack][random.index(below: 3)])
            }
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func `each request gets one receipt, and each clip is released`(
        seed: UInt64
    ) throws {
        let engine = try Engine.virtual(sampleRate: 8_000)
        var caller = Caller(engine: engine, random: SeededGenerator(seed: seed))
        var counts: [UInt64: Int] = [:]
        for step in 0..<100 {
            caller.request()
            if step % 3 == 0 { for receipt in engine.receipts() { counts[receipt.id, default: 0] += 1 } }
        }
        try engine.stop()
        for receipt in engine.receipts() { counts[receipt.id, default: 0] += 1 }
        // A live voice that was lost gets a second one.
        #expect(counts.allSatisfy { $1 == 1 || ($1 == 2 && caller.live.contains($0)) })
        #expect(caller.owed.isSubset(of: counts.keys))
        #expect(engine.voiceCount == 0 && engine.health.leakedClips == 0)
        #expect(caller.clips.allSatisfy { $0.clip == nil })
    }
}
