import Testing
import ThudCore

@testable import ThudPlayback

@Suite struct MixerTests {
    @Test func `a voice begins on its exact frame and ends with its last sample`() {
        let left = render([makeVoice([0.5, 0.25, 0.125], start: 2)], count: 7, chunk: 7)[0]
        #expect(left == [0, 0, 0.5, 0.25, 0.125, 0, 0])
    }

    @Test func `identical tracks share one copy, and each is heard unchanged`() {
        let clip = Clip(tracks: [[0.8, 0.1], [0.8, 0.1], [], [0.4, 0.1]])
        withExtendedLifetime(clip) {
            let view = clip.view
            #expect(view.tracks[0].base == view.tracks[1].base && view.tracks[1].count == 2)
            #expect(view.tracks[3].base != view.tracks[0].base && view.trackCount == 4 && view.length == 2)
            #expect(view.tracks[3].base.map { [$0[0], $0[1]] } == [0.4, 0.1])
        }
    }

    @Test(arguments: [(3 as Float, [0, 0.5] as [Float]), (-.infinity, [0.5, 0]), (.nan, [0.5, 0.5])])
    func `an impossible position counts as the nearest possible one`(position: Float, gains: [Float]) {
        var routing = Routing.silent
        routing.pan(track: 0, gain: 0.5, position: position)
        #expect([routing[0, .left], routing[0, .right]] == gains)
    }

    @Test func `tracks go to the channels of their routing and nowhere else`() {
        var routing = Routing.silent
        routing.pan(track: 0, gain: 0.5, position: 1)
        routing[1, .haptic] = 0.25
        let request = VoiceRequest(
            id: 1, clip: Clip(tracks: [[0.8], [0.4]]), routing: routing, start: .frame(.zero),
            triggered: Instant(nanoseconds: 0))
        #expect(render([request], count: 2, chunk: 2) == [[0, 0], [0.4, 0], [0.1, 0]])
    }

    @Test func `a loop repeats without a seam until its end`() {
        let voice = makeVoice([0.1, 0.2, 0.3], start: 1, loop: .init(period: 3), frames: 7)
        #expect(render([voice], count: 10, chunk: 10)[0] == [0, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0, 0])
    }

    @Test(arguments: [1, 3, 20]) func `a repetition begins over what the earlier ones still sound`(chunk: Int) {
        let sounding = makeVoice([0.25, 0.125, 0.0625], start: 1, loop: .init(period: 2, count: 3))
        let expected: [Float] = [0, 0.25, 0.125, 0.3125, 0.125, 0.3125, 0.125, 0.0625, 0, 0]
        #expect(render([sounding], count: 10, chunk: chunk)[0] == expected)
        // Every frame begins a repetition, so three of them sound at once.
        let dense = makeVoice([0.25, 0.125, 0.0625], loop: .init(period: 1, count: 4))
        let sums: [Float] = [0.25, 0.375, 0.4375, 0.4375, 0.1875, 0.0625, 0]
        #expect(render([dense], count: 7, chunk: chunk)[0] == sums)
        // A pause after the clip belongs to the period.
        let sparse = makeVoice([0.25], loop: .init(period: 3, count: 2))
        #expect(render([sparse], count: 7, chunk: chunk)[0] == [0.25, 0, 0, 0.25, 0, 0, 0])
    }

    @Test(arguments: [0, -4, .min]) func `a senseless period or count plays nothing wrong`(value: Int) {
        let voice = makeVoice([0.25], loop: .init(period: value, count: value))
        #expect(render([voice], count: 3, chunk: 3)[0] == [0, 0, 0])
        let endless = makeVoice([0.25], loop: .init(period: value, count: .max))
        #expect(render([endless], count: 3, chunk: 3)[0] == [0.25, 0.25, 0.25])
    }

    @Test func `a period of any length is no overflow`() {
        let voice = makeVoice([0.25], loop: .init(period: .max))
        #expect(render([voice], count: 4, chunk: 2)[0] == [0.25, 0, 0, 0])
    }

    @Test func `fades are linear and end at zero`() {
        let ones = [Float](repeating: 0.8, count: 8)
        let left = render([makeVoice(ones, fadeIn: 4, fadeOut: 4)], count: 8, chunk: 8)[0]
        let expected: [Float] = [0, 0.2, 0.4, 0.6, 0.6, 0.4, 0.2, 0]
        for (value, wanted) in zip(left, expected) { #expect(abs(value - wanted) < 1e-6) }
    }

    @Test(arguments: [(44_100, 221), (48_000, 240), (96_000, 480)])
    func `a cut ramps down in five milliseconds at any rate and never jumps`(sampleRate: Int, ramp: Int) {
        let ones = [Float](repeating: 0.8, count: 2000)
        let left = render([makeVoice(ones)], sampleRate: sampleRate, count: 2000, chunk: 2000, cutAt: Frame(500))[0]
        #expect(left[499] == 0.8)
        #expect(left[500..<500 + ramp - 1].allSatisfy { $0 > 0 && $0 < 0.8 })
        #expect(left[(500 + ramp - 1)...].allSatisfy { $0 == 0 })
        let steps = zip(left.dropFirst(), left).map { abs($0 - $1) }
        #expect((steps.max() ?? 1) < 0.8 / Float(ramp - 1))
    }

    @Test func `a voice cut before it begins is never heard`() {
        for cut in [5, 10] as [Int64] {
            let ones = [Float](repeating: 0.5, count: 500)
            let left = render([makeVoice(ones, start: 10)], count: 600, chunk: 20, cutAt: Frame(cut))[0]
            #expect(left.allSatisfy { $0 == 0 })
        }
    }

    @Test(arguments: [1, 7, 17, 64, 4096]) func `the same frames come out to the bit in calls of any size`(chunk: Int) {
        var requests: [VoiceRequest] = []
        var seed: UInt64 = 7
        func next() -> Float {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(seed >> 40) / Float(1 << 24) * 2 - 1
        }
        for id in 0..<40 {
            let samples = (0..<(50 + id * 13)).map { _ in next() * 0.2 }
            requests.append(
                makeVoice(
                    id: UInt64(id), samples, start: Int64(id * 37), gain: next(),
                    loop: id % 3 == 0 ? .init(period: 20 + id * 11) : nil, frames: id % 3 == 0 ? 900 : nil,
                    fadeIn: id % 5 * 10, fadeOut: id % 4 * 12))
        }
        let whole = render(requests, count: 5000, chunk: 5000, cutAt: Frame(2000))
        #expect(render(requests, count: 5000, chunk: chunk, cutAt: Frame(2000)) == whole)
        #expect(whole[0].contains { $0 != 0 })
    }

    @Test func `a partly clipped sum comes out the same in calls of any size`() {
        let waves = (0..<12).map { id in
            let samples = (0..<3000).map { frame in Float((frame * (id + 3)) % 211) / 400 - 0.2 }
            return makeVoice(id: UInt64(id), samples, start: Int64(id * 50))
        }
        let whole = render(waves, count: 3600, chunk: 3600)
        #expect(whole[0].contains { $0 > 0.9 } && whole[0].contains { $0 > 0 && $0 < 0.9 })
        for chunk in [1, 5, 128] { #expect(render(waves, count: 3600, chunk: chunk) == whole) }
    }

    @Test func `runs of any length are added as sample-by-sample addition would`() {
        let samples: [Float] = (0..<70).map { Float($0 * 7919 % 1000) / 3000 - 0.1 }
        for length in 1...70 {
            var request = makeVoice(Array(samples.prefix(length)))
            request.routing.pan(track: 0, gain: 0.7, position: 0.3)
            request.routing[0, .haptic] = 0.3
            let twice = render([request, request], count: length, chunk: length)
            for channel in Channel.allCases {
                let gain = request.routing[0, channel]
                let expected: [Float] = samples.prefix(length).map { sample in gain * sample + gain * sample }
                #expect(twice[channel.rawValue] == expected, "\(length) frames on \(channel)")
            }
        }
    }

    @Test func `the soft clipper leaves a single cue alone and keeps the sum below full scale`() {
        let quiet = render([makeVoice([0.89, -0.89])], count: 2, chunk: 2)[0]
        #expect(quiet == [0.89, -0.89])
        let loud = render((0..<20).map { makeVoice(id: $0, [0.9, -0.9]) }, count: 2, chunk: 2)[0]
        #expect(loud[0] > 0.98 && loud[0] < 1)
        #expect(loud[1] == -loud[0])
    }

    @Test func `the offline renderer renders what a stream would`() {
        let requests = (0..<5).map { makeVoice(id: $0, [0.1, 0.2, 0.3], start: Int64($0) * 2) }
        let renderer = OfflineRenderer(requests, sampleRate: 48_000, capacity: 16)
        renderer.render(from: Frame(3), count: 9)
        #expect(Array(renderer.samples(of: .left, count: 9)) == Array(render(requests, count: 12, chunk: 5)[0][3...]))
    }

    @Test func `a sample that is not a number becomes silence`() {
        let left = render([makeVoice([.nan, .infinity, 0.5])], count: 3, chunk: 3)[0]
        #expect(left == [0, 0, 0.5])
    }
}

/// Creates a voice for tests: one track on the left channel.
func makeVoice(
    id: UInt64 = 1, _ samples: [Float], start: Int64 = 0, gain: Float = 1, priority: UInt8 = 128,
    loop: VoiceRequest.Loop? = nil, frames: Int? = nil, fadeIn: Int = 0, fadeOut: Int = 0
) -> VoiceRequest {
    var routing = Routing.silent
    routing[0, .left] = gain
    var request = VoiceRequest(
        id: id, clip: Clip(tracks: [samples]), routing: routing, start: .frame(Frame(start)),
        triggered: Instant(nanoseconds: 0))
    request.priority = priority
    request.loop = loop
    request.frames = frames
    request.fadeIn = fadeIn
    request.fadeOut = fadeOut
    return request
}

/// Renders `count` frames of a timeline with these voices in calls of `chunk` frames: three planar channels.
func render(
    _ requests: [VoiceRequest], sampleRate: Int = 48_000, count: Int, chunk: Int, cutAt: Frame? = nil
) -> [[Float]] {
    var timeline = Timeline()
    var voices: [Voice] = []
    for request in requests {
        let voice = request.voice(sampleRate: sampleRate)
        voices.append(voice)
        _ = timeline.place(voice)
    }
    defer { for voice in voices { voice.owner.release() } }
    if let cutAt {
        for request in requests { timeline.cut(id: request.id, at: cutAt) }
    }
    return render(timeline, count: count, chunk: chunk)
}

/// Renders `count` frames of `timeline` in calls of `chunk` frames: three planar channels.
func render(_ timeline: borrowing Timeline, count: Int, chunk: Int) -> [[Float]] {
    let block = MixBlock.allocate(capacity: chunk)
    defer { block.deallocate() }
    var channels = [[Float]](repeating: [], count: Mixer.channelCount)
    var frame = 0
    while frame < count {
        let frames = min(chunk, count - frame)
        Mixer.render(timeline, from: Frame(Int64(frame)), count: frames, into: block)
        for channel in channels.indices {
            channels[channel] += (0..<frames).map { block.channel(channel)[$0] }
        }
        frame += frames
    }
    return channels
}
