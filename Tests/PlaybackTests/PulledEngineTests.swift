import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

@testable import ThudPlayback

/// An engine whose output its caller takes.
@Suite struct PulledEngineTests {
    private static let samples = (0..<300).map { Float($0 % 7) / 10 }
    private static let click = Clip(tracks: [samples])

    private func request(_ id: UInt64, _ start: VoiceRequest.Start = .next, at now: Instant) -> VoiceRequest {
        var routing = Routing.silent
        routing[0, .left] = 1
        routing[0, .haptic] = 0.5
        return VoiceRequest(id: id, clip: Self.click, routing: routing, start: start, triggered: now)
    }

    /// Returns the next frames as three channels.
    private func pull(_ engine: Engine, _ count: Int, leaving instant: Instant? = nil) -> [[Float]] {
        let memory = (0..<3).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: count) }
        defer { for samples in memory { samples.deallocate() } }
        for samples in memory { samples.initialize(repeating: 9, count: count) }
        engine.render(count, leaving: instant, left: memory[0], right: memory[1], haptic: memory[2])
        return memory.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    @Test(arguments: [[1_000], [1, 2, 997], [256, 257, 487], [999, 1]])
    func `a voice begins on the next frame that is taken, however the frames are divided`(sizes: [Int]) throws {
        let engine = try Engine.virtual()
        _ = pull(engine, 333)
        #expect(engine.play(request(1, at: engine.now)))
        var channels: [[Float]] = [[], [], []]
        for size in sizes {
            for (index, part) in pull(engine, size).enumerated() { channels[index] += part }
        }
        #expect(Array(channels[0].prefix(300)) == Self.samples)
        #expect(channels[0].dropFirst(300).allSatisfy { $0 == 0 } && channels[1].allSatisfy { $0 == 0 })
        #expect(channels[2] == channels[0].map { $0 / 2 })
        let receipt = try #require(engine.receipts().first)
        #expect(receipt.frame.index == 333 && receipt.outcome == .played)
        try engine.stop()
    }

    @Test func `a caller that reports when its blocks are heard gets receipts in that time`() throws {
        let start = Instant(nanoseconds: 80_000_000_000)
        let engine = try Engine.virtual(start: start)
        var frames = 0
        var sound: [Float] = []
        for block in 0..<200 {
            // Two milliseconds after the stream began, with a small jitter each time.
            let jitter = Interval(nanoseconds: block.isMultiple(of: 2) ? 30_000 : -30_000)
            let due = start + .milliseconds(2) + Interval(frames: Int64(frames), at: 48_000) + jitter
            if block == 150 { #expect(engine.play(request(7, at: engine.now))) }
            sound += pull(engine, 480, leaving: due)[0]
            frames += 480
        }
        let receipt = try #require(engine.receipts().first)
        #expect(receipt.id == 7 && receipt.frame.index == 150 * 480)
        #expect(Array(sound[150 * 480..<150 * 480 + 300]) == Self.samples)
        let heard = start + .milliseconds(2) + Interval(frames: receipt.frame.index, at: 48_000)
        #expect(abs((receipt.predicted - heard).seconds) < 50e-6)
        #expect(engine.health.xruns == 0)
        try engine.stop()
    }

    @Test func `a caller with an unsteady clock that pauses and goes back loses no frame and no cue`() throws {
        let start = Instant(nanoseconds: 80_000_000_000)
        let engine = try Engine.virtual(start: start)
        var sound: [Float] = []
        for block in 0..<400 {
            // Late by up to 12 ms, ever slower than 48 kHz, after a pause of five seconds and a correction.
            let jitter: Int = block * 7919 % 13 + block / 4
            let jumps: Int = (block < 200 ? 0 : 5_000) - (block < 300 ? 0 : 80)
            let due = start + Interval.milliseconds(Int64(10 * block + jitter + jumps))
            let isRequested = block.isMultiple(of: 10)
            if isRequested { #expect(engine.play(request(UInt64(block), at: engine.now))) }
            sound += pull(engine, 480, leaving: due)[0]
            let receipts = engine.receipts()
            #expect(receipts.map(\.outcome) == (isRequested ? [.played] : []), "block \(block)")
            #expect(receipts.allSatisfy { $0.predicted == due && $0.frame.index == Int64(480 * block) })
        }
        for block in stride(from: 0, to: 400, by: 10) {
            #expect(sound[480 * block..<480 * block + 300].elementsEqual(Self.samples), "block \(block)")
        }
        #expect(engine.health.framesLost == 0)
        try engine.stop()
    }

    /// The ring between the rendering and the file holds four seconds.
    @Test(arguments: [(800, true), (800, false), (96_000, false)])
    func `a recording of any length is complete`(size: Int, isTimed: Bool) throws {
        let scratch = try ScratchDirectory(prefix: "thud-pulled")
        let path = scratch.file("all.wav")
        let engine = try Engine.virtual(recordingTo: path, sampleRate: 8_000)
        #expect(engine.play(request(1, at: engine.now)))
        var frames = 0
        var left: [Float] = []
        while frames < 12 * 8_000 {
            left += pull(engine, size, leaving: isTimed ? engine.clock.instant(of: engine.head) : nil)[0]
            frames += size
            // A callback must not write to the disk, so the program's other threads do.
            if isTimed, frames.isMultiple(of: 8_000) { _ = engine.receipts() }
        }
        try engine.stop()
        let recorded = try SoundFile.read(path).channels[0]
        #expect(recorded.count == frames)
        #expect(zip(recorded, left).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    /// A command takes some time from its cause to the audio thread.
    @Test(arguments: [-1, 2])
    func `cancelling cuts a voice whose first frames the device has, and none that began before`(
        milliseconds: Int64
    ) throws {
        let scratch = try ScratchDirectory(prefix: "thud-cancelled")
        let path = scratch.file("all.wav")
        let engine = try Engine.virtual(recordingTo: path, sampleRate: 48_000)
        let long = Clip(tracks: [[Float](repeating: 0.5, count: 9_600)])
        for (id, frame, channel) in [(1, 20_000, .left), (2, 24_000, .right)] as [(UInt64, Int64, Channel)] {
            var routing = Routing.silent
            routing[0, channel] = 1
            let start = VoiceRequest.Start.frame(Frame(frame))
            let voice = VoiceRequest(id: id, clip: long, routing: routing, start: start, triggered: engine.now)
            #expect(engine.play(voice))
        }
        let due = engine.clock.instant(of: Frame(24_000))
        func advance(to instant: Instant) {
            while engine.now < instant {
                engine.advance(to: instant)
                _ = engine.receipts()
            }
        }
        advance(to: due + .milliseconds(milliseconds))
        let taken = engine.head.index
        try #require(taken > 24_000)
        #expect(engine.cancelScheduled(after: due - .milliseconds(1)))
        advance(to: due + .seconds(0.5))
        try engine.stop()
        let channels = try SoundFile.read(path).channels
        #expect(channels[0].count { $0 > 0.4 } == 9_600)
        let heard = channels[1].indices.filter { channels[1][$0] != 0 }
        #expect(heard.first == 24_000)
        #expect(try #require(heard.last) < Int(taken) + 240)
    }

    /// Plays a live voice on `engine` whose vibration goes to the right channel.
    private func playLiveVoice(on engine: Engine) {
        let wave = [SIMD2<Float>](repeating: SIMD2(0.5, 0), count: VibrationTone.cycle)
        let tone = VibrationTone(
            amplitude: { $0 }, level: { _ in 1 }, frequency: { _ in 100 }, wave: wave, mean: 1)
        var source = LiveSource(sampleRate: 48_000)
        source.vibration = .init(intensity: 1, sharpness: 0.5, heard: tone, drive: tone)
        source.loop = 0..<300
        var voice = request(1, at: engine.now)
        voice.routing[3, .right] = 1
        voice.live = source
        #expect(engine.play(voice))
    }

    @Test func `turns after an end that is requested again and again are heard`() throws {
        let engine = try Engine.virtual()
        playLiveVoice(on: engine)
        _ = pull(engine, 4_800)
        let end = Frame(96_000)
        for id in 0..<UInt64(2 * Lane.capacity) {
            let value = id + 1 == UInt64(2 * Lane.capacity) ? 0.0 : 1
            let turn = Turn(id: 10 + 3 * id, of: 1, .intensity, to: value, start: .next, triggered: engine.now)
            #expect(engine.turn(turn))
            #expect(
                engine.end(
                    1, as: 11 + 3 * id, fade: .milliseconds(40), start: .frame(end), triggered: engine.now))
            _ = pull(engine, 240)
        }
        #expect(pull(engine, 4_800)[1].dropFirst(1_200).allSatisfy { abs($0) < 1e-4 })
        #expect(engine.receipts().allSatisfy { $0.outcome != .refused })
        #expect(engine.turn(Turn(id: 1_000, of: 1, .intensity, to: 1, start: .next, triggered: engine.now)))
        #expect(pull(engine, 4_800)[1].dropFirst(1_200).contains { abs($0) > 0.1 })
        try engine.stop()
    }

    @Test(arguments: [LiveControl.gain, .intensity])
    func `the last of more turns than a lane holds counts, and so does an end`(full: LiveControl) throws {
        let engine = try Engine.virtual()
        playLiveVoice(on: engine)
        let turns = 2..<UInt64(2 + Lane.capacity + 9)
        for id in turns {
            let start = Frame(4_800 + 48 * Int64(id))
            let value = id + 1 == turns.endIndex ? 0.0 : 1
            #expect(engine.turn(Turn(id: id, of: 1, full, to: value, start: .frame(start), triggered: engine.now)))
        }
        let turned = pull(engine, 14_400)[1]
        // The gain is that of sounds alone.
        #expect(turned[4_000..<4_800].contains { $0 != 0 })
        #expect(turned.dropFirst(13_000).allSatisfy { abs($0) < 1e-4 } == (full == .intensity))
        let receipts = engine.receipts()
        #expect(receipts.filter { $0.outcome == .cancelled }.count == 9)
        #expect(receipts.last { $0.outcome == .played }?.id == turns.endIndex - 1)

        for id in UInt64(100)..<UInt64(100 + Lane.capacity) {
            let turn = Turn(id: id, of: 1, full, to: 1, start: .frame(Frame(480_000)), triggered: engine.now)
            #expect(engine.turn(turn))
        }
        #expect(engine.turn(Turn(id: 99, of: 1, full, to: 1, start: .next, triggered: engine.now)))
        _ = pull(engine, 480)
        #expect(engine.end(1, as: 200, fade: .milliseconds(40), triggered: engine.now))
        let faded = pull(engine, 4_800)[1]
        #expect(faded[240..<1_440].contains { $0 != 0 } && faded.dropFirst(2_100).allSatisfy { $0 == 0 })
        #expect(engine.voiceCount == 0)
        #expect(engine.receipts().allSatisfy { $0.outcome != .refused })
        try engine.stop()
    }

    @Test func `an end for which there is no room, because as many turns have just begun, cuts the voice`() throws {
        let engine = try Engine.virtual()
        playLiveVoice(on: engine)
        _ = pull(engine, 4_800)
        for id in 0..<UInt64(Lane.capacity) {
            let turn = Turn(id: 10 + id, of: 1, .intensity, to: 1, start: .next, triggered: engine.now)
            #expect(engine.turn(turn))
        }
        // Turns leave their lane 3 ms after they begin.
        var begun = 0
        while begun < Lane.capacity, engine.now < Instant(nanoseconds: 200_000_000) {
            _ = pull(engine, 24)
            begun += engine.receipts().count { $0.outcome == .played && $0.id >= 10 }
        }
        #expect(begun == Lane.capacity)
        #expect(engine.end(1, as: 200, fade: .seconds(1), triggered: engine.now))
        let cut = pull(engine, 4_800)[1]
        #expect(cut.dropFirst(600).allSatisfy { $0 == 0 } && engine.voiceCount == 0)
        #expect(engine.receipts().contains { $0.id == 200 && $0.outcome == .refused })
        try engine.stop()
    }

    @Test(arguments: [[9_600, 4_800], [4_800, 9_600]] as [[Int64]])
    func `of two ends the sooner one counts, and what comes after it is refused`(ends: [Int64]) throws {
        let engine = try Engine.virtual()
        playLiveVoice(on: engine)
        for (id, frame) in zip([2, 5] as [UInt64], ends) {
            #expect(
                engine.end(1, as: id, fade: .milliseconds(40), start: .frame(Frame(frame)), triggered: engine.now))
        }
        #expect(engine.turn(Turn(id: 8, of: 1, .pitch, to: 1, start: .frame(Frame(6_000)), triggered: engine.now)))
        let heard = pull(engine, 14_400)[1]
        #expect(heard[4_000..<4_800].contains { $0 != 0 } && heard.dropFirst(4_800 + 2_900).allSatisfy { $0 == 0 })
        #expect(engine.voiceCount == 0)
        #expect(engine.receipts().first { $0.id == 8 }?.outcome == .refused)
        try engine.stop()
    }

    @Test func `an end without a fade takes five milliseconds, and a turn for a past frame is late`() throws {
        let engine = try Engine.virtual()
        playLiveVoice(on: engine)
        _ = pull(engine, 4_800)
        #expect(engine.turn(Turn(id: 2, of: 1, .pitch, to: 1, start: .frame(Frame(100)), triggered: engine.now)))
        #expect(engine.end(1, as: 3, fade: .zero, triggered: engine.now))
        let last = try #require(pull(engine, 4_800)[1].lastIndex { $0 != 0 })
        #expect((200..<300).contains(last))
        let outcomes = Dictionary(uniqueKeysWithValues: engine.receipts().map { ($0.id, $0.outcome) })
        #expect(outcomes == [1: .played, 2: .late, 3: .played, 4: .played])
        try engine.stop()
    }

    @Test func `an engine that has ended or has its own threads gives silence`() throws {
        let ended = try Engine.virtual()
        #expect(ended.play(request(1, at: ended.now)))
        try ended.stop()
        let live = Engine.silent()
        for engine in [ended, live] {
            for channel in pull(engine, 100) { #expect(channel.allSatisfy { $0 == 0 }) }
            #expect(pull(engine, 0) == [[], [], []])
        }
        try live.stop()
    }
}
