import Glibc
import Testing
import ThudCore

@testable import ThudPlayback

/// Live voices are a pure function of the frame number, whatever has been changed.
@Suite struct LiveVoiceTests {
    private static let rate = 48_000

    /// The amplitude is half the square of the intensity, and the frequency is 100 to 300 Hz by the sharpness.
    private static func tone(mean: Int) -> VibrationTone {
        let cycle = (0..<VibrationTone.cycle).map { entry in
            let angle = 2 * Double.pi * Double(entry) / Double(VibrationTone.cycle)
            return SIMD2(Float(sin(angle)), Float(cos(angle) * 2 * .pi / Double(VibrationTone.cycle)))
        }
        return VibrationTone(
            amplitude: { 0.5 * $0 * $0 }, level: { _ in 1 }, frequency: { 100 + 200 * $0 }, wave: cycle, mean: mean)
    }

    /// A vibration and 100 ms of a sound that repeats after its first 20 ms.
    private func request(at start: Int64 = 0, sampleRate: Int = rate) -> VoiceRequest {
        var source = LiveSource(sampleRate: sampleRate)
        source.vibration = .init(intensity: 0.9, sharpness: 0.4, heard: Self.tone(mean: 8), drive: Self.tone(mean: 1))
        source.vibration?.attack = 0.02
        source.loop = 960..<4800
        let sound = (0..<4800).map { Float(0.2 * sin(Double($0) * 0.1)) }
        var routing = Routing.silent
        routing[0, .left] = 0.5
        routing[1, .right] = 0.5
        routing[2, .left] = 0.3
        routing[3, .haptic] = 1
        var request = VoiceRequest(
            id: 1, clip: Clip(tracks: [sound, sound]), routing: routing, start: .frame(Frame(start)),
            triggered: Instant(nanoseconds: 0))
        request.live = source
        return request
    }

    @Test(arguments: [(0, 1), (-5, 1), (48_000, 48_000), (.max, 10_000_000)])
    func `a source without a possible rate has the nearest one, with which its audio thread goes on`(
        rate: Int, nearest: Int
    ) { #expect(LiveSource(sampleRate: rate).sampleRate == nearest) }

    /// Some changes of every control, by the voice's frame on which each is requested.
    private var turns: [(frame: Int64, control: LiveControl, value: Double, length: Int64)] = [
        (0, .sharpness, 0.2, 0), (700, .intensity, 0.3, 2400), (1500, .pitch, 0.8, 3000), (2000, .gain, 0.1, 480),
        (2600, .intensity, 1, 0), (3100, .pitch, -0.6, 100), (4000, .sharpness, -0.4, 1000), (4001, .gain, 1, 0),
    ]

    private func turn(_ voice: Voice, _ index: Int) throws {
        let live = try #require(voice.clip.live)
        let asked = turns[index]
        var segment = Lane.Segment()
        segment.length = asked.length
        segment.to = asked.value
        let lane = asked.control.lane
        let isAdded = live.pointee.lanes[lane].add(live.pointee.place(segment, on: asked.frame, of: lane))
        #expect(isAdded)
    }

    /// Renders all three channels of the voice in pieces of `chunk` frames. If `isLive`, each change is made only when
    /// its frame comes, and the rendered part is settled; otherwise all changes are known from the start.
    private func rendered(chunk: Int, count: Int, start: Int64 = 0, isLive: Bool, rate: Int = rate) throws -> [[Float]]
    {
        var timeline = Timeline()
        let voice = request(at: start, sampleRate: rate).voice(sampleRate: rate)
        defer { voice.owner.release() }
        _ = timeline.place(voice)
        let block = MixBlock.allocate(capacity: chunk)
        defer { block.deallocate() }
        var channels = [[Float]](repeating: [], count: 3)
        var next = 0
        if !isLive { for index in turns.indices { try turn(voice, index) } }
        for first in stride(from: 0, to: count, by: chunk) {
            while isLive, next < turns.count, Int64(first + chunk) > turns[next].frame + start {
                try turn(voice, next)
                next += 1
            }
            let length = min(chunk, count - first)
            Mixer.render(timeline, from: Frame(Int64(first)), count: length, into: block)
            for channel in 0..<3 {
                channels[channel] += UnsafeBufferPointer(start: block.channel(channel), count: length)
            }
            if isLive { timeline.settle(before: Frame(Int64(first + length))) }
        }
        return channels
    }

    @Test(arguments: [7, 64, 997], [44_100, 48_000, 96_000])
    func `the same frames come out to the bit in calls of any size`(chunk: Int, rate: Int) throws {
        let whole = try rendered(chunk: 6000, count: 6000, start: 50, isLive: false, rate: rate)
        #expect(whole.allSatisfy { $0.contains { abs($0) > 0.05 } })
        #expect(try rendered(chunk: chunk, count: 6000, start: 50, isLive: false, rate: rate) == whole)
    }

    @Test(arguments: [1, 24, 64, 480])
    func `changes made live give the same result as changes known beforehand, and settled parts can be forgotten`(
        chunk: Int
    ) throws {
        let whole = try rendered(chunk: 6000, count: 6000, start: 50, isLive: false)
        #expect(try rendered(chunk: chunk, count: 6000, start: 50, isLive: true) == whole)
    }

    @Test func `nothing changes before a change's frame, and changes cause no step`() throws {
        let still = try rendered(chunk: 2100, count: 2100, isLive: false)
        var other = self
        other.turns[4] = (2050, .intensity, 0, 0)
        let changed = try other.rendered(chunk: 4800, count: 4800, isLive: false)
        #expect(Array(changed[2].prefix(2050)) == Array(still[2].prefix(2050)))
        #expect(changed[2].dropFirst(2100).allSatisfy { $0 == 0 })
        let steps = zip(changed[2].dropFirst(), changed[2]).map { abs($0 - $1) }
        #expect((steps.max() ?? 1) < 0.05)
    }

    @Test func `a change before the first frame applies from it on, without a ramp`() throws {
        var other = self
        other.turns = [(0, .gain, 0, 0)]
        for isLive in [false, true] {
            let silent = try other.rendered(chunk: 480, count: 480, isLive: isLive)
            #expect(silent[1].allSatisfy { $0 == 0 })
        }
        other.turns = [(1, .gain, 0, 0)]
        #expect(try other.rendered(chunk: 480, count: 480, isLive: false)[1].contains { $0 != 0 })
    }

    /// The vibration of a cue that repeats is in its tracks. What is heard has another law than an actuator.
    @Test func `haptic tracks follow the intensity without a step, and not before the frame that is reported`() throws {
        var source = LiveSource(sampleRate: Self.rate)
        let linear = VibrationTone(
            amplitude: { $0 }, level: { _ in 1 }, frequency: { _ in 100 },
            wave: [SIMD2<Float>](repeating: .zero, count: VibrationTone.cycle), mean: 1)
        source.hapticTracks = (heard: Self.tone(mean: 1), drive: linear)
        source.loop = 0..<480
        let samples = [Float](repeating: 0.5, count: 480)
        var routing = Routing.silent
        (routing[2, .left], routing[3, .haptic]) = (1, 1)
        var request = VoiceRequest(
            id: 1, clip: Clip(tracks: [[], [], samples, samples]), routing: routing, start: .frame(.zero),
            triggered: Instant(nanoseconds: 0))
        request.live = source
        let voice = request.voice(sampleRate: Self.rate)
        defer { voice.owner.release() }
        var timeline = Timeline()
        _ = timeline.place(voice)
        let live = try #require(voice.clip.live)
        var fade = Lane.Segment()
        (fade.length, fade.to) = (4_800, 0)
        fade = live.pointee.place(fade, on: 1_010, of: LiveControl.intensity.lane)
        let isAdded = live.pointee.lanes[LiveControl.intensity.lane].add(fade)
        #expect(isAdded)
        let block = MixBlock.allocate(capacity: 8_000)
        defer { block.deallocate() }
        Mixer.render(timeline, from: .zero, count: 8_000, into: block)
        let heard = Array(UnsafeBufferPointer(start: block.channel(0), count: 8_000))
        let drive = Array(UnsafeBufferPointer(start: block.channel(2), count: 8_000))
        let first = try #require(drive.firstIndex { $0 != 0.5 })
        #expect((fade.heard + 1...fade.heard + 48).contains(Int64(first)) && drive[7_000] == 0)
        #expect(zip(heard, drive).allSatisfy { abs($0 - 2 * $1 * $1) < 1e-3 })
        for samples in [heard, drive] {
            #expect(zip(samples.dropFirst(), samples).allSatisfy { abs($0 - $1) < 1e-3 })
        }
    }

    @Test func `a lane follows the latest requested change from its start on`() {
        var lane = Lane.allocate(at: 1, sampleRate: 1024)
        defer { lane.deallocate() }
        func add(_ value: Double, at start: Int64, over length: Int64) {
            var segment = Lane.Segment()
            (segment.start, segment.length, segment.to) = (start, length, value)
            let isAdded = lane.add(segment)
            #expect(isAdded)
        }
        func values(_ frames: [Double]) -> [Double] { frames.map { lane.value(at: $0 / 1024) } }
        add(0, at: 128, over: 128)
        add(0.5, at: 512, over: 0)
        #expect(values([64, 128, 192, 256, 400, 512, 600]) == [1, 1, 0.5, 0, 0, 0.5, 0.5])
        // It begins at the first change's current value, and the change planned at 512 is dropped.
        add(1, at: 192, over: 128)
        #expect(values([192, 256, 320, 512, 600]) == [0.5, 0.75, 1, 1, 1])
        #expect(lane.isOverruled(1) && !lane.isOverruled(0))
        lane.forget(before: 200)
        #expect(lane.count == 1 && values([256]) == [0.75])
    }

    @Test func `a full lane accepts no more until time passes`() {
        var lane = Lane.allocate(at: 0, sampleRate: 1000)
        defer { lane.deallocate() }
        func add(at start: Int64) -> Bool {
            var segment = Lane.Segment()
            segment.start = start
            return lane.add(segment)
        }
        let areAdded = (0..<Lane.capacity).map { add(at: Int64($0)) }
        #expect(areAdded.allSatisfy { $0 })
        let isTooMany = add(at: 100)
        lane.forget(before: 20)
        let fits = add(at: 100)
        #expect(!isTooMany && fits && lane.count == Lane.capacity - 19)
    }

    @Test func `invalid values are replaced by the nearest valid ones`() {
        #expect(LiveControl.gain.clamp(.nan) == 1 && LiveControl.gain.clamp(-3) == 0 && LiveControl.gain.clamp(7) == 1)
        #expect(LiveControl.pitch.clamp(.nan) == 0 && LiveControl.pitch.clamp(-3) == -1)
        let turn = Turn(
            id: 1, of: 2, .intensity, to: .infinity, over: .seconds(1e9), triggered: Instant(nanoseconds: 0))
        #expect(turn.command(sampleRate: 384_000).value == 1)
        #expect(turn.command(sampleRate: 384_000).length == 300 * 384_000)
    }

    @Test func `a turn and an end on a frame that never comes leave the voice as it is`() throws {
        let engine = try Engine.virtual()
        #expect(engine.play(request()))
        let turn = Turn(id: 2, of: 1, .gain, to: 0, start: .frame(.never), triggered: engine.now)
        #expect(engine.turn(turn))
        #expect(engine.end(1, as: 3, fade: .zero, start: .frame(.never), triggered: engine.now))
        engine.advance(to: engine.now + .milliseconds(100))
        #expect(engine.receipts().map(\.id) == [1] && engine.voiceCount == 1)
        try engine.stop()
    }

    @Test func `a source whose settings are not numbers plays without ending the program`() throws {
        let engine = try Engine.virtual()
        var request = request()
        request.live?.vibration?.intensity = .nan
        request.live?.vibration?.sharpness = .nan
        request.live?.pitch = .nan
        request.live?.volume = .nan
        #expect(engine.play(request))
        engine.advance(to: engine.now + .milliseconds(100))
        #expect(engine.receipts().map(\.outcome) == [.played])
        try engine.stop()
    }

    /// A cue's own pitch and the turned one are added.
    @Test(arguments: [-2, -1, -0.7, -0.1, 0, 0.001, 0.33, 0.5, 1, 1.5])
    func `the pitch range is one octave each way`(pitch: Double) {
        #expect(abs(LiveVoice.ratio(pitch) - exp2(max(-1, min(pitch, 1)))) < 1e-14)
    }
}
