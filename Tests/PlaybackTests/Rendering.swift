import ThudCore

@testable import ThudPlayback

/// A voice for tests: one track on the left channel.
func makeVoice(
    id: UInt64 = 1, _ samples: [Float], start: Int64 = 0, gain: Float = 1, priority: UInt8 = 128,
    loopFrames: Int? = nil, fadeIn: Int = 0, fadeOut: Int = 0
) -> VoiceRequest {
    var routing = Routing.silent
    routing[0, .left] = gain
    var request = VoiceRequest(
        id: id, clip: Clip(tracks: [samples]), routing: routing, start: .frame(Frame(start)),
        triggered: Instant(nanoseconds: 0))
    request.priority = priority
    request.isLooping = loopFrames != nil
    request.frames = loopFrames
    request.fadeIn = fadeIn
    request.fadeOut = fadeOut
    return request
}

/// Renders `count` frames of a timeline with these voices, in calls of `chunk` frames: three planar channels.
func render(_ requests: [VoiceRequest], count: Int, chunk: Int, cutAt: Frame? = nil) -> [[Float]] {
    var timeline = Timeline()
    var voices: [Voice] = []
    for request in requests {
        let voice = request.voice()
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
