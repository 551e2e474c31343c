// Thud's mixer by the protocol of ../mixer.h. It also renders the haptic channel, and leaves the channels apart.

import Glibc
import ThudCore
import ThudPlayback

let rate = 48_000
let frames = 128
let blocks = 375
let batches = 41

/// A second of sound, of which valgrind counts the instructions by this name.
@_silgen_name("mixer_counted")
@inline(never)
func renderSecond(_ renderer: OfflineRenderer, from first: Int64) -> Float {
    var heard: Float = 0
    for block in 0..<blocks {
        renderer.render(from: Frame(first + Int64(block * frames)), count: frames)
        heard += renderer.samples(of: .right, count: frames)[frames - 1]
    }
    return heard
}

let arguments = CommandLine.arguments.dropFirst()
guard let count = arguments.first.flatMap({ Int($0) }), (1...64).contains(count) else {
    fputs("usage: thud-mixing VOICES [once]\n", stderr)
    exit(2)
}
let voices = (0..<count).map { index in
    var routing = Routing.silent
    routing.pan(track: 0, gain: 0.5, position: 0)
    let samples = (0..<rate).map { Float($0 % 97) / 4850 }
    var voice = VoiceRequest(
        id: UInt64(index), clip: Clip(tracks: [samples]), routing: routing, start: .frame(.zero),
        triggered: Instant(nanoseconds: 0))
    voice.isLooping = true
    return voice
}
let renderer = OfflineRenderer(voices, sampleRate: rate, capacity: frames)
var first: Int64 = 0
func renderNext() -> Float {
    defer { first += Int64(blocks * frames) }
    return renderSecond(renderer, from: first)
}
guard renderNext() != 0 else {
    fputs("no voice was heard\n", stderr)
    exit(3)
}
if arguments.dropFirst().first == "once" {
    _ = renderNext()
} else {
    let times = (0..<batches).map { _ in
        let begin = Instant.now()
        _ = renderNext()
        return Double((Instant.now() - begin).nanoseconds) / Double(blocks * frames * count)
    }
    let median = times.sorted()[batches / 2]
    print(Double((median * 10_000).rounded()) / 10_000)
}
